"""What a candidate costs in memory while lists are read and tuned, and tuning on a pool larger than that: mapped.

Run as `python -m benchmarks.pool_memory [CANDIDATES] [--limit MB] [--methods SPECS] [--keep FILE]`. First a file of Moses's
lists, 1.2 million candidates with 23 features, is read and tuned on in a process of its own: the peak of its memory, less what
it had before, for each candidate, without temporary files. Then a pool of CANDIDATES, 2 million by default, in lists of 1000 with 14 features, is
saved, mapped and tuned on. Memory is that of the process, looked at twenty times a second, with and without what is mapped
from files, which the system takes back when it needs it. With `--limit`, the process runs in a control group that
holds no more than that, files in memory included (as root, with version 1 of control groups).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import numpy as np

from benchmarks.growth import group, looked_at
from pitchpipe.arrays import SparseRows
from pitchpipe.files.scratch import Scratch
from pitchpipe.lists import Pool
from pitchpipe.text import GroupedTexts, Texts
from pitchpipe.tuning import tune

BEFORE = {"kbmira": 1222, "mert": 1278}
"""Bytes a candidate of the version before pools were mapped."""
LISTS, LIST_SIZE, FEATURES = 4000, 300, 23
LARGE_LIST, LARGE_FEATURES = 1000, 14
WORDS, LENGTH, LETTERS = 3000, 15, 4
AT_ONCE = 500
"""Lists that are made at once."""


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("candidates", nargs="?", type=int, default=2_000_000)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--methods", default="kbmira mert")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep")
    parser.add_argument("--run", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.run:
        path, method = asked.run
        run(path, method, asked.threads)
        return
    with tempfile.TemporaryDirectory() as folder:
        lists = Path(folder, "lists")
        write_lists(lists)
        print(f"{LISTS * LIST_SIZE:,} candidates, {FEATURES} features, read from a text file")
        print(f"  {'':28}{'bytes a candidate':>18}{'before':>9}")
        for method in asked.methods.split():
            _, _, anonymous, _ = measured(lists, method, asked.threads, None)
            each = anonymous / (LISTS * LIST_SIZE)
            print(f"  {method:28}{each:18.0f}{BEFORE.get(method.partition('(')[0], 0):9}", flush=True)
        if not asked.candidates:
            return
        saved = Path(asked.keep or Path(folder, "pool.npz"))
        if not saved.exists():
            began = time.perf_counter(), time.process_time()
            write_pool(saved, asked.candidates)
            spent = time.perf_counter() - began[0], time.process_time() - began[1]
            print(f"\nmade in {spent[0]:.0f} s, {spent[1]:.0f} of the processor")
        size = saved.stat().st_size
        print(f"\n{asked.candidates:,} candidates, {LARGE_FEATURES} features: a file of {size / 1e6:,.0f} MB")
        if asked.limit:
            print(f"no more than {asked.limit:,} MB of memory, what is mapped from files included")
        print(f"  {'':28}{'seconds':>9}{'processor':>11}{'MB':>9}{'without files':>15}")
        for method in ("", *asked.methods.split()):
            seconds, used, anonymous, report = measured(saved, method, asked.threads, asked.limit)
            resident, processor = used
            shown = f"{seconds:9.0f}{processor:11.0f}{resident / 1e6:9,.0f}{anonymous / 1e6:15,.0f}"
            print(f"  {method or 'mapped and checked':28}{shown}   {report}", flush=True)


def measured(
    path: Path, method: str, threads: int, limit: int | None
) -> tuple[float, tuple[float, float], float, str]:
    """Seconds, the most bytes with files, processor seconds, the most bytes without, and what a run says."""
    command = [sys.executable, "-m", "benchmarks.pool_memory", "--threads", str(threads)]
    with group(limit) if limit else nullcontext() as place:
        process = subprocess.Popen(
            [*command, "--run", str(path), method], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        if place is not None:
            (place / "cgroup.procs").write_text(str(process.pid))
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()  # all is imported
        before = looked_at(process.pid)
        process.stdin.write(b"\n")
        process.stdin.flush()
        began, most = time.perf_counter(), np.array(before)
        while process.poll() is None:
            most = np.maximum(most, looked_at(process.pid))
            time.sleep(0.05)
        if process.returncode:
            sys.exit(f"the run of {method or 'nothing'} ended with {process.returncode}")
        used = most - before
        return (
            time.perf_counter() - began,
            (used[1], used[0]),
            used[2],
            process.stdout.read().decode().strip(),
        )


def run(path: str, method: str, threads: int) -> None:
    """What is measured."""
    print("ready", flush=True)
    sys.stdin.readline()
    references = Path(f"{path}.references")
    pool = Pool.read(path, references=[references] if references.exists() else None, threads=threads)
    if method:
        tuned = tune(pool.without_duplicates(), method, "bleu", threads=threads)
        print(f"BLEU {tuned.start_objective:.2f} to {tuned.objective:.2f}")


def write_lists(path: Path) -> None:
    """Lists of noisy references, whose features say how noisy they are."""
    random = np.random.default_rng(1)
    words = np.array([f"w{number}" for number in range(WORDS)])
    with path.open("w") as file, Path(f"{path}.references").open("w") as references:
        for number in range(LISTS):
            reference, rows, values = noisy(random, 1, LIST_SIZE, FEATURES)
            references.write(" ".join(words[reference[0]]) + "\n")
            for row, numbers in zip(words[rows], np.round(values, 3).tolist(), strict=True):
                features = " ".join(f"f{index}= {value}" for index, value in enumerate(numbers))
                file.write(f"{number} ||| {' '.join(row)} ||| {features} ||| -1\n")


def write_pool(path: Path, candidates: int) -> None:
    """The same as a pool; words have the same number of letters."""
    random, scratch = np.random.default_rng(1), Scratch(folder=path.parent)
    lists, width = candidates // LARGE_LIST, LENGTH * (LETTERS + 1)
    letters = np.frombuffer(b"abcdefghijklmnop", np.uint8)[random.integers(0, 16, (WORDS, LETTERS))]
    spelt = np.column_stack([letters, np.full(WORDS, ord(" "), np.uint8)])
    dense = scratch.array((lists * LARGE_LIST, LARGE_FEATURES), np.float64)
    data = scratch.array(lists * LARGE_LIST * width, np.uint8)
    references = []
    for first in range(0, lists, AT_ONCE):
        count = min(AT_ONCE, lists - first)
        rows = slice(first * LARGE_LIST, (first + count) * LARGE_LIST)
        reference, numbers, dense[rows] = noisy(random, count, LARGE_LIST, LARGE_FEATURES)
        data[rows.start * width : rows.stop * width] = spelt[numbers].reshape(-1)
        references.append(spelt[reference].reshape(-1))
    offsets = np.arange(0, (lists * LARGE_LIST + 1) * width, width)
    Pool(
        offsets=np.arange(0, lists * LARGE_LIST + 1, LARGE_LIST),
        dense=dense,
        dense_names=tuple(f"f{index}" for index in range(LARGE_FEATURES)),
        sparse=SparseRows.none(lists * LARGE_LIST),
        sparse_names=(),
        texts=Texts(data, offsets),
        references=GroupedTexts(
            Texts(np.concatenate(references), np.arange(0, (lists + 1) * width, width)), np.arange(lists + 1)
        ),
    ).save(path)


def noisy(
    random: np.random.Generator, lists: int, size: int, features: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """References, candidates with some words of theirs replaced, and features that fall with the share of these."""
    reference = random.integers(0, WORDS, (lists, LENGTH), np.int16)
    rows = np.repeat(reference, size, axis=0)
    errors = random.random((lists * size, 1), np.float32) * np.float32(0.9)
    wrong = random.random(rows.shape, np.float32) < errors
    rows[wrong] = random.integers(0, WORDS, int(wrong.sum()), np.int16)
    values = random.standard_normal((lists * size, features)) - np.linspace(0, 4, features) * errors
    return reference, rows, values


if __name__ == "__main__":
    main(sys.argv[1:])
