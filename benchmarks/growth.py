"""`pitchpipe train` on larger and larger texts: processor seconds and memory of each stage, and how they grow.

Run as `python -m benchmarks.growth [PAIRS ...] [--memory MB] [--threads N] [--limit MB] [--keep FOLDER] [--text SOURCE
TARGET]`, by default with 12,500, 25,000 and 50,000 pairs, all different. The text is that of two files, as
`package_descriptions` and `software_messages` write, in the share that it has of the largest size; the rest, or all of
it, is made here, since the words of `language_pair` do not grow with it: words by Zipf's law with an open vocabulary, each
with a few translations, in sentences of about 16 words that are reordered a little, with capitals and punctuation. Memory
is the peak of the resident sets of all processes together; what is mapped from files is part of it, which the system takes
back when it needs it, so what is not is beside it. With `--limit`, all processes run in a control group that holds no more
than that, files in memory included (as root, with version 1 of control groups); a run that needs more is killed.

The exponent is the slope of log(processor time or memory) against log(pairs) over all sizes: 1 is linear growth.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from pitchpipe.files import read_lines

GROUPS = Path("/sys/fs/cgroup/memory")
PAGE = os.sysconf("SC_PAGE_SIZE")
TICK = os.sysconf("SC_CLK_TCK")
TEST_LINES = 200
WORDS = 400_000
LETTERS = np.array(list("bdfgklmnprstvz")), np.array(list("aeiou"))


@dataclass
class Used:
    """What a stage used: processor seconds, and the most megabytes, with and without maps of files."""

    seconds: float = 0.0
    resident: float = 0.0
    anonymous: float = 0.0


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.growth")
    parser.add_argument("pairs", nargs="*", type=int, default=[12_500, 25_000, 50_000])
    parser.add_argument("--memory", type=int, default=256)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--keep")
    parser.add_argument("--text", nargs=2, metavar=("SOURCE", "TARGET"))
    chosen = parser.parse_args(arguments)
    found: dict[str, dict[int, Used]] = defaultdict(dict)
    sizes = chosen.pairs or [12_500, 25_000, 50_000]
    text, names = read_text(chosen.text), endings(chosen.text)
    share = min(1.0, len(text) / (max(sizes) + 2 * TEST_LINES))
    print(f"{share:.1%} of the text is from files", flush=True)
    for pairs in sizes:
        with tempfile.TemporaryDirectory(dir=chosen.keep) as folder, group(chosen.limit) as place:
            write_texts(Path(folder), names, pairs, text, share)
            for stage, used in stages_of(Path(folder), names, chosen.memory, chosen.threads, place).items():
                found[stage][pairs] = used
            if place:
                print(f"{pairs:,} pairs: {in_group(place) / 1e6:,.0f} MB at most in the control group")
        show(found, pairs)
    print()
    print(f"{'stage':<12}{'time':>8}{'memory':>8}  exponents")
    for stage, by_size in found.items():
        print(
            f"{stage:<12}{slope(by_size, 'seconds'):>8.2f}{slope(by_size, 'anonymous'):>8.2f}"
            if len(by_size) > 1
            else stage
        )


def show(found: dict[str, dict[int, Used]], pairs: int) -> None:
    print(f"\n{pairs:,} pairs{'':<8}{'processor s':>12}{'peak MB':>10}{'without files':>15}")
    for stage, by_size in found.items():
        if pairs in by_size:
            one = by_size[pairs]
            print(f"{stage:<20}{one.seconds:>12.1f}{one.resident:>10,.0f}{one.anonymous:>15,.0f}", flush=True)


def slope(by_size: dict[int, Used], name: str) -> float:
    sizes = np.log(list(by_size))
    values = np.log([max(getattr(one, name), 0.01) for one in by_size.values()])
    return float(np.polyfit(sizes, values, 1)[0])


def stages_of(
    folder: Path, names: Sequence[str], memory: int, threads: int, place: Path | None
) -> dict[str, Used]:
    """Train in a process of its own, and look at it and its children while each stage runs."""
    train, dev, test = ([f"{part}{name}" for name in names] for part in ("train", "dev", "test"))
    command = [sys.executable, "-m", "pitchpipe", "train", *train, "-o", "model"]
    command += ["--dev", *dev, "--test", *test]
    settings = [f"memory={memory}", "method=mert", "iterations=2", "nbest=50", "pop_limit=100"]
    command += [part for one in settings for part in ("--set", one)] + ["--threads", str(threads)]
    if place:
        command = ["sh", "-c", f'echo $$ > "{place}/tasks" && exec "$@"', "sh", *command]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    messages: list[str] = []
    reader = threading.Thread(target=lambda: messages.extend(_text(line) for line in process.stderr or ()))
    reader.start()
    used: dict[str, Used] = defaultdict(Used)
    before, stage = 0.0, "prepare"
    while process.poll() is None:
        seconds, resident, anonymous = looked_at(process.pid)
        stage = _next_stage(folder / "model" / "work") or stage
        one = used[stage]
        one.seconds += max(seconds - before, 0.0)
        one.resident = max(one.resident, resident / 1e6)
        one.anonymous = max(one.anonymous, anonymous / 1e6)
        before = max(before, seconds)
        time.sleep(0.1)
    reader.join()
    if process.returncode:
        sys.exit(f"train failed: {''.join(messages[-3:])}")
    lines = (folder / "model" / "summary.txt").read_text().splitlines()
    print(*(line for line in lines if line.lstrip().startswith("test ")), sep="\n")
    return dict(used)


def _text(line: bytes) -> str:
    return line.decode(errors="replace")


STAGES = ("prepare", "align", "phrases", "lm", "check", "tune", "test")


def _next_stage(work: Path) -> str | None:
    """The first stage that has no record yet."""
    done = {path.name.removesuffix(".stage.json") for path in work.glob("*.stage.json")}
    return next((stage for stage in STAGES if stage not in done), None)


def looked_at(process: int) -> tuple[float, float, float]:
    """Processor seconds, and bytes of memory with and without files, of a process and all that it started."""
    seconds = resident = anonymous = 0.0
    for one in _family(process):
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            pages, shared = map(int, Path(f"/proc/{one}/statm").read_text().split()[1:3])
        except (OSError, ValueError):
            continue
        # What children used that have ended is that of those who waited for them.
        seconds += sum(map(int, fields[11:15])) / TICK
        resident += pages * PAGE
        anonymous += (pages - shared) * PAGE
    return seconds, resident, anonymous


def _family(process: int) -> list[int]:
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return [process]
    return [process, *(one for child in text.split() for one in _family(int(child)))]


@contextmanager
def group(limit: int | None) -> Iterator[Path | None]:
    """A control group that holds no more than so many megabytes."""
    if limit is None:
        yield None
        return
    place = GROUPS / f"growth-{os.getpid()}"
    place.mkdir()
    try:
        (place / "memory.limit_in_bytes").write_text(str(limit * 1_000_000))
        yield place
    finally:
        place.rmdir()


def in_group(place: Path) -> int:
    return int((place / "memory.max_usage_in_bytes").read_text())


def read_text(files: Sequence[str] | None) -> list[tuple[str, str]]:
    """The pairs of lines of two files in random order, or none."""
    pairs = list(zip(*map(read_lines, files), strict=True)) if files else []
    Random(1).shuffle(pairs)
    return pairs


def endings(files: Sequence[str] | None) -> list[str]:
    """Those of both files, which name the languages."""
    return [Path(file).suffix for file in files or ("of.de", "of.en")]


def write_texts(
    folder: Path,
    names: Sequence[str],
    pairs: int,
    text: Sequence[tuple[str, str]] = (),
    share: float = 0,
    *,
    seed: int = 1,
) -> None:
    """A training text of so many pairs, and texts to tune on and measure with; no pair comes twice.

    That share of each is of the given text.
    """
    rest = {True: iter(text), False: _made(seed)}
    seen: set[int] = set()
    for name, size in {"dev": TEST_LINES, "test": TEST_LINES, "train": pairs}.items():
        paths = [folder / f"{name}{ending}" for ending in names]
        with open(paths[0], "w") as source, open(paths[1], "w") as target:
            for line in range(size):
                given = int((line + 1) * share) > int(line * share)
                pair = next(one for one in rest[given] if hash(one) not in seen)
                seen.add(hash(pair))
                source.write(f"{pair[0]}\n")
                target.write(f"{pair[1]}\n")


def _made(seed: int) -> Iterator[tuple[str, str]]:
    """Pairs of lines without end."""
    random = np.random.default_rng(seed)
    spelt = [_spelt(np.random.default_rng(side), WORDS) for side in (0, 1)]
    # Zipf's law with Mandelbrot's shift; the last words come once if at all.
    shares = (np.arange(WORDS) + 2.7) ** -1.2
    cumulated = np.cumsum(shares / shares.sum())
    while True:
        for one, other in _sentences(random, cumulated, 10_000):
            yield _written(spelt[0], one), _written(spelt[1], other)


def _spelt(random: np.random.Generator, count: int) -> list[str]:
    """Words, of which the frequent ones are short."""
    syllables = ["".join(pair) for pair in zip(LETTERS[0].repeat(5), np.tile(LETTERS[1], 14), strict=True)]
    order = random.permutation(len(syllables))
    words = []
    for number in range(count):
        word, rest = "", number
        while rest or not word:
            rest, last = divmod(rest, len(syllables))
            word += syllables[order[last]]
        words.append(word.title() if number % 5 == 4 else word)
    return words


def _sentences(
    random: np.random.Generator, cumulated: np.ndarray, count: int
) -> Iterator[tuple[list[int], list[int]]]:
    lengths = np.maximum(random.gamma(4, 4, count).astype(int), 2)
    words = np.searchsorted(cumulated, random.random(lengths.sum()))
    # One of a few translations, the first most of all; some of the time none.
    shifts = random.choice([0, 0, 0, 0, 7, 7, 19, -1], len(words))
    places = np.arange(len(words)) + random.normal(0, 1.2, len(words))
    at = 0
    for length in lengths.tolist():
        some, shift = words[at : at + length], shifts[at : at + length]
        order = np.argsort(places[at : at + length])
        at += length
        translated = (some + np.maximum(shift, 0)) % WORDS
        yield some.tolist(), translated[order][shift[order] >= 0].tolist() or [0]


def _written(words: list[str], numbers: list[int]) -> str:
    line = " ".join(words[number] + "," * (number == 11) for number in numbers)
    return f"{line[:1].upper()}{line[1:]}."


if __name__ == "__main__":
    main(sys.argv[1:])
