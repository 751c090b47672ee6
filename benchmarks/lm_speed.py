"""How fast language models are asked, against KenLM, and estimated, in time and memory, as the text grows.

Run with `python -m benchmarks.lm_speed`. The text is English of the synthetic language pair, and words drawn by a
Zipf-like law, whose model does not fit into a processor's cache.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pitchpipe.data import language_pair
from pitchpipe.lm import LanguageModel, estimate, write_arpa

SEED = 1
ORDER = 5
TOKENS = 400_000
VOCABULARY = 20_000
RUNS = 5


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        texts = {"Zipf words": zipf_lines(TOKENS), "language pair": pair_lines()}
        for name, lines in texts.items():
            query_speed(name, lines, Path(folder))
        estimation(Path(folder))


def pair_lines() -> list[str]:
    pair = language_pair(train=30_000, dev=0, test=0, references=1, seed=SEED)
    return [references[0] for references in pair.train.references]


def zipf_lines(tokens: int) -> list[str]:
    """Lines of 13 words, each drawn anew or taken over from one of a few thousand phrases, as text repeats itself."""
    rng = np.random.default_rng(SEED)
    law = 1 / np.arange(1, VOCABULARY + 1)
    phrases = rng.choice(VOCABULARY, (4000, 13), p=law / law.sum())
    drawn = rng.choice(VOCABULARY, (tokens // 13, 13), p=law / law.sum())
    repeated = phrases[rng.zipf(1.3, len(drawn)) % len(phrases)]
    taken = np.cumsum(rng.random(drawn.shape) < 0.15, axis=1) % 2 == 0
    return [" ".join(f"w{word}" for word in row) for row in np.where(taken, repeated, drawn)]


def query_speed(name: str, lines: list[str], folder: Path) -> None:
    """Tokens that are cut, looked up and scored in a second, on one core; processor time, the best of some runs.

    KenLM's Python package takes a line at a call, ours all lines at once; with all lines as one, nothing is left of what
    calls cost. Both sum up; ours also keeps the score of each token. The queries are the training text in another order.
    """
    import kenlm

    found = estimate_lines(lines, folder)
    write_arpa(folder / "arpa", found.ngrams)
    config = kenlm.Config()
    config.show_progress = False
    config.arpa_complain = kenlm.ARPALoadComplain.NONE
    theirs = kenlm.Model(str(folder / "arpa"), config)
    found.model.save(folder / "lm")
    ours = LanguageModel.read(folder / "lm")
    shuffled = [lines[i] for i in np.random.default_rng(SEED).permutation(len(lines))]
    one = " ".join(shuffled)
    tokens = len(one.split())
    ngrams = sum(len(rows) for rows in found.ngrams.rows)
    print(f"{name}: order {ORDER}, {ngrams:,} n-grams, {tokens:,} tokens, million tokens a second")
    print(f"{'':<24}{'pitchpipe':>10}{'kenlm':>8}{'ratio':>8}")
    cases: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
        "all lines": (
            lambda: ours.score(shuffled).totals,
            lambda: [theirs.score(line) for line in shuffled],
        ),
        "all as one line": (lambda: ours.score([one]).totals, lambda: theirs.score(one)),
    }
    for case, (mine, other) in cases.items():
        speeds = [tokens / best_time(work) / 1e6 for work in (mine, other)]
        print(f"{case:<24}{speeds[0]:>10.1f}{speeds[1]:>8.1f}{speeds[0] / speeds[1]:>8.2f}")
    print(f"a mapped file of {os.path.getsize(folder / 'lm') / 1e6:.0f} MB opens in ", end="")
    print(f"{best_time(lambda: LanguageModel.read(folder / 'lm')) * 1000:.1f} ms\n")


def estimate_lines(lines: list[str], folder: Path) -> Any:
    (folder / "text").write_text("".join(f"{line}\n" for line in lines))
    return estimate(folder / "text", ORDER, threads=2)


def best_time(work: Callable[[], object]) -> float:
    """Processor seconds of the shortest run."""
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def estimation(folder: Path) -> None:
    """Estimation and the writing of the ARPA file, two threads, for growing texts, and in little memory."""
    print(
        f"{'tokens':>12}{'memory=':>9}{'n-grams':>12}{'seconds':>9}{'on cores':>10}{'ARPA':>7}{'peak MB':>9}"
    )
    for times in (1, 2, 4):
        path = folder / f"text{times}"
        path.write_text("".join(f"{line}\n" for line in zipf_lines(TOKENS * times)))
        for memory in (1 << 30, 1 << 24):
            with multiprocessing.get_context("spawn").Pool(1) as process:
                ngrams, seconds, busy, writing, peak = process.apply(measured, (str(path), memory))
            print(f"{TOKENS * times:>12,}{memory >> 20:>8}M{ngrams:>12,}", end="")
            print(f"{seconds:>9.2f}{busy:>10.2f}{writing:>7.2f}{peak:>9.0f}")


def measured(path: str, memory: int) -> tuple[int, float, float, float, float]:
    """The best of three runs in a process of its own, whose peak of memory Linux tells.

    N-grams; seconds of estimation by the clock, and of all cores; seconds of writing; megabytes.
    """
    seconds, busy, writing = [], [], []
    for _ in range(3):
        start, core_start = time.perf_counter(), time.process_time()
        found = estimate(path, ORDER, memory=memory, threads=2)
        seconds.append(time.perf_counter() - start)
        busy.append(time.process_time() - core_start)
        start = time.perf_counter()
        write_arpa(f"{path}.arpa", found.ngrams, threads=2)
        writing.append(time.perf_counter() - start)
    status = Path("/proc/self/status").read_text()
    peak = int(status.partition("VmHWM:")[2].split()[0]) / 1024
    return sum(len(rows) for rows in found.ngrams.rows), min(seconds), min(busy), min(writing), peak


if __name__ == "__main__":
    main()
