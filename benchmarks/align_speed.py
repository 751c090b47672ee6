"""Word alignment: seconds, memory and their growth with the text, against eflomal's; and errors where the truth is known.

Run as `python -m benchmarks.align_speed [SRC TGT]`. The text is Multi30k if it is beside the repository, else the
synthetic language pair. eflomal is measured if its package is installed. All with two threads.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from pitchpipe.align import Alignments, aer, align, find_aligner, train
from pitchpipe.data import language_pair
from pitchpipe.text import Corpus, read_parallel

DATA = Path(__file__).parents[1].parent / "shared" / "data" / "multi30k-de-en"
THREADS = 2
RUNS = 3
KNOWN_PAIRS = 10_000
METHODS = ("hmm", "hmm(agreement=false)", "model1", "model1(agreement=false)", "eflomal")
WAYS = ("grow-diag-final-and", "refined", "posterior", "intersection")


def main(paths: list[str] | None = None) -> None:
    if not paths and DATA.is_dir():
        paths = [str(DATA / "train.tok.de"), str(DATA / "train.tok.en")]
    print(f"{'aligner':<26}{'pairs':>9}{'seconds':>9}{'ratio':>7}{'peak MB':>9}")
    base = measured("hmm", paths, 1)
    size = len(texts(paths, 1)[0])
    for name, times in (("hmm", 1), ("hmm", 2), ("hmm", 4), ("model1", 1), ("eflomal", 1)):
        if name == "eflomal" and find_spec("eflomal") is None:
            print(f"{name:<26}{'is not installed':>25}")
            continue
        seconds, peak = base if (name, times) == ("hmm", 1) else measured(name, paths, times)
        print(f"{name:<26}{size * times:>9,}{seconds:>9.2f}{seconds / base[0]:>7.1f}{peak:>9,.0f}")
    print(f"\nalignment error rate, {KNOWN_PAIRS:,} pairs of the synthetic language pair")
    print(f"{'aligner':<26}" + "".join(f"{way:>21}" for way in WAYS))
    source, target, truth = known()
    for name in METHODS:
        if name != "eflomal" or find_spec("eflomal") is not None:
            print(f"{name:<26}" + "".join(f"{rate:>21}" for rate in rates(name, source, target, truth)))


def texts(paths: list[str] | None, times: int) -> list[Corpus]:
    """The text, so many times over."""
    corpora = read_parallel(paths) if paths else list(known()[:2])
    lines = np.tile(np.arange(len(corpora[0])), times)
    return [corpus.take(lines) for corpus in corpora]


def known() -> tuple[Corpus, Corpus, Alignments]:
    part = language_pair(train=KNOWN_PAIRS, dev=0, test=0).train
    target = Corpus.of([lines[0] for lines in part.references])
    return Corpus.of(part.source), target, Alignments.of(part.alignments)


def measured(name: str, paths: list[str] | None, times: int) -> tuple[float, float]:
    """Seconds and peak memory in megabytes, of a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as process:
        return process.apply(measure, (name, paths, times))


def measure(name: str, paths: list[str] | None, times: int) -> tuple[float, float]:
    source, target = texts(paths, times)
    seconds = []
    for _ in range(1 if name == "eflomal" else RUNS):
        start = time.perf_counter()
        align(source, target, name, threads=THREADS)
        seconds.append(time.perf_counter() - start)
    own, children = (
        resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return min(seconds), max(own, children)


def rates(name: str, source: Corpus, target: Corpus, truth: Alignments) -> list[str]:
    """The error rate of each way to symmetrise."""
    if name == "eflomal":
        return [
            "-" if way == "posterior" else f"{aer(align(source, target, name, way), truth):.4f}"
            for way in WAYS
        ]
    aligner = train(source, target, find_aligner(name), threads=THREADS)
    return [f"{aer(aligner.align(source, target, way, threads=THREADS), truth):.4f}" for way in WAYS]


if __name__ == "__main__":
    main(sys.argv[1:])
