"""How long 100,000 Moses lines take to read, against a plain Python reader, and what sparse features cost in memory.

Run with `python -m benchmarks.pool_reading`.
"""

from __future__ import annotations

import gzip
import multiprocessing
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from pitchpipe.lists import Pool

LINES = 100_000
LIST_SIZE = 100
SPARSE_FEATURES = 1_000_000
SPARSE_PER_LINE = 50
LABELS = {"LexicalReordering0": 6, "Distortion0": 1, "LM0": 1, "WordPenalty0": 1, "PhrasePenalty0": 1}
LABELS |= {"TranslationModel0": 4, "LM1": 1}
"""15 values, named as Moses names them."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder, "nbest")
        plain.write_text(moses_lines(np.random.default_rng(1)))
        naive = best_time(lambda: naive_read(plain), 1)
        print(f"{'reading 100,000 Moses lines':<32}{'seconds':>9}{'ratio':>8}")
        print(f"{'plain Python reader':<32}{naive:>9.2f}{1:>8.1f}")
        for name, path in packed(plain).items():
            for threads in (1, 2):
                seconds = best_time(lambda path=path, threads=threads: Pool.read(path, threads=threads), 3)  # type: ignore[misc]
                label = f"Pool.read, {name}, {threads} thread{'s' * (threads > 1)}"
                print(f"{label:<32}{seconds:>9.2f}{naive / seconds:>8.1f}")
        pool = Pool.read(plain)
        print(f"{'Pool.without_duplicates':<32}{best_time(pool.without_duplicates, 3):>9.2f}")
        sparse = Path(folder, "sparse")
        write_sparse(sparse, np.random.default_rng(2))
        print(sparse_case(sparse))


def moses_lines(rng: np.random.Generator) -> str:
    """Lists of 100 candidates of some 20 words, with 15 feature values each."""
    words = np.array([f"word{number}" for number in range(5000)])
    texts = [" ".join(words[row]) for row in rng.integers(0, len(words), (LINES, 20))]
    values = np.round(rng.normal(-10, 5, (LINES, 15)), 4).tolist()
    lines = []
    for row, (text, numbers) in enumerate(zip(texts, values, strict=True)):
        left = iter(numbers)
        features = " ".join(
            f"{label}= {' '.join(str(next(left)) for _ in range(count))}" for label, count in LABELS.items()
        )
        lines.append(f"{row // LIST_SIZE} ||| {text} ||| {features} ||| -3.21 ||| 0-0 1-1 2-2\n")
    return "".join(lines)


def write_sparse(path: Path, rng: np.random.Generator) -> None:
    """100,000 candidates that share a million sparse features, every one of which occurs."""
    with path.open("w") as file:
        for row in range(LINES):
            rare = rng.choice(SPARSE_FEATURES, SPARSE_PER_LINE, replace=False)
            own = np.arange(row * 10, row * 10 + 10)
            features = " ".join(f"pp_quelle{n}~target{n}= 1" for n in np.union1d(rare, own))
            file.write(f"{row // LIST_SIZE} ||| a short text ||| LM0= -1.5 {features} ||| -3.21\n")


def naive_read(path: Path) -> dict[int, list[tuple[str, dict[str, float]]]]:
    """What a careful hour of Python would write: split, float, a dict for each candidate."""
    groups: dict[int, list[tuple[str, dict[str, float]]]] = {}
    with path.open() as file:
        for line in file:
            number, text, features, *_ = line.split(" ||| ")
            found: dict[str, float] = {}
            values: list[float] = []
            label = ""
            for token in [*features.split(), "="]:
                if token.endswith("="):
                    names = [label] if len(values) == 1 else [f"{label}_{i}" for i in range(len(values))]
                    found.update(zip(names, values, strict=True))
                    label, values = token[:-1], []
                else:
                    values.append(float(token))
            groups.setdefault(int(number), []).append((text.strip(), found))
    return groups


def packed(plain: Path) -> dict[str, Path]:
    """The file itself, and its gzip and zstd forms."""
    import zstandard

    data = plain.read_bytes()
    paths = {"plain": plain, "gzip": plain.with_suffix(".gz"), "zstd": plain.with_suffix(".zst")}
    paths["gzip"].write_bytes(gzip.compress(data, 6))
    paths["zstd"].write_bytes(zstandard.compress(data))
    return paths


def best_time(work: Callable[[], object], runs: int) -> float:
    """The shortest of several runs, which other work on the machine disturbs least."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def sparse_case(path: Path) -> str:
    """Read the sparse file in a process of its own, so that the peak is its own."""
    with multiprocessing.get_context("spawn").Pool(1) as process:
        seconds, features, entries, peak = process.apply(measure_sparse, (str(path),))
    return (
        f"\n{LINES:,} candidates, {features:,} sparse features, {entries:,} entries: "
        f"{seconds:.2f} s, peak memory {peak:.2f} GB"
    )


def measure_sparse(path: str) -> tuple[float, int, int, float]:
    start = time.perf_counter()
    pool = Pool.read(path)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    return seconds, len(pool.sparse_names), len(pool.sparse.values), peak


if __name__ == "__main__":
    main()
