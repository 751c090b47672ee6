"""Minimum Bayes risk decoding: microseconds a pair of candidates, beside `fastchrf` and sacreBLEU on the same lists.

Run as `python -m benchmarks.mbr_speed [lists]`; the peers are the packages `fastchrf` and `sacrebleu`, and rows of those that
are not installed are left out. Lists have 128 candidates: unlike sentences; near copies, each a sentence with a few words
dropped, doubled or exchanged; and those of a decoder, the first of a file that have 128, such as what `pitchpipe translate
model val.de --nbest 128 --distinct --nbest-file lists.gz` writes. One thread, processor time; sacreBLEU is timed on a
sample of pairs. The text is Multi30k's English if it is beside the repository, else that of the synthetic pair.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np

from pitchpipe.data import language_pair
from pitchpipe.lists import Mbr, Pool, expected_utilities
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.judged import JudgedTexts
from pitchpipe.text import GroupedTexts

DATA = Path(__file__).parents[1].parent / "shared" / "data" / "multi30k-de-en" / "train.tok.en"
LISTS, SIZE, SAMPLE = 200, 128, 2000
"""Lists, candidates of each, and the pairs that sacreBLEU scores."""


def main() -> None:
    lines = sentences()
    rng = np.random.default_rng(1)
    kinds = {
        "unlike sentences": [lines[SIZE * i : SIZE * (i + 1)] for i in range(LISTS)],
        "near copies": [[edited(lines[i], rng) for _ in range(SIZE)] for i in range(LISTS)],
    }
    for path in [one for one in sys.argv[1:] if Path(one).is_file()]:
        kinds["of a decoder"] = full_lists(path)
    print(f"{LISTS} lists of {SIZE}, one thread\n")
    print(f"{'lists':<20}{'how':<34}{'µs a pair':>11}{'times ours':>12}")
    for name, lists in kinds.items():
        pool = Pool.of(lists)
        for metric in ("chrf", "bleu"):
            ours = microseconds(partial(expected_utilities, pool, metric))
            row(name, f"{metric}, all pairs", ours, ours)
            mean = microseconds(partial(expected_utilities, pool, Mbr(metric=metric, average=True)))
            row(name, f"{metric}, mean text", mean, ours)
            row(name, f"{metric}, sacreBLEU", sacrebleu_microseconds(lists, metric), ours)
            if metric == "chrf":
                row(name, "chrf, fastchrf", fastchrf_microseconds(lists), ours)
            agreement(pool, metric)


def full_lists(path: str) -> list[list[str]]:
    pool = Pool.read(path)
    groups = [
        [pool.texts[row] for row in range(begin, begin + SIZE)]
        for begin, end in pairwise(pool.offsets.tolist())
        if end - begin >= SIZE
    ]
    assert len(groups) >= LISTS, f"{path}: {len(groups)} lists have {SIZE} candidates, expected {LISTS}"
    return groups[:LISTS]


def sentences() -> list[str]:
    if DATA.exists():
        found = list(dict.fromkeys(DATA.read_text("utf-8").splitlines()))
    else:
        pair = language_pair(train=LISTS * SIZE, dev=0, test=0)
        found = [texts[0] for texts in pair.train.references]
    return found[: LISTS * SIZE]


def edited(line: str, rng: np.random.Generator) -> str:
    """The sentence with up to four words dropped, doubled or exchanged with the next."""
    words = line.split()
    for _ in range(rng.integers(1, 5)):
        at, kind = int(rng.integers(len(words))), int(rng.integers(3))
        if kind == 0 and len(words) > 1:
            del words[at]
        elif kind == 1:
            words.insert(at, words[at])
        elif at + 1 < len(words):
            words[at], words[at + 1] = words[at + 1], words[at]
    return " ".join(words)


def microseconds(work: Callable[[], object], pairs: int = LISTS * SIZE * SIZE, runs: int = 3) -> float:
    """The least processor time of a pair."""
    best = np.inf
    for _ in range(runs):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return 1e6 * float(best) / pairs


def row(lists: str, how: str, found: float | None, ours: float) -> None:
    if found is not None:
        print(f"{lists:<20}{how:<34}{found:11.3f}{found / ours:12.2f}", flush=True)


def sacrebleu_microseconds(lists: Sequence[Sequence[str]], metric: str) -> float | None:
    """Of a sample of pairs, whose scores must be ours."""
    try:
        from sacrebleu.metrics.bleu import BLEU
        from sacrebleu.metrics.chrf import CHRF
    except ImportError:
        return None
    logging.getLogger("sacrebleu").setLevel(
        logging.ERROR
    )  # it advises against the orders that are compared here
    rng = np.random.default_rng(2)
    drawn = [lists[int(rng.integers(len(lists)))] for _ in range(SAMPLE)]
    pairs = [(group[int(rng.integers(SIZE))], group[int(rng.integers(SIZE))]) for group in drawn]
    scorer = CHRF() if metric == "chrf" else BLEU(effective_order=False, smooth_method="exp", tokenize="none")
    theirs: list[float] = []
    seconds = microseconds(
        lambda: theirs.extend(scorer.sentence_score(one, [other]).score for one, other in pairs), SAMPLE, 1
    )
    chosen = find_metric("chrf" if metric == "chrf" else "bleu(sentence=exp)")
    texts, others = (GroupedTexts.singles(side) for side in zip(*pairs, strict=True))
    rows = chosen.pair_statistics(JudgedTexts(texts, others))
    largest = np.abs(chosen.sentence_scores(rows) - theirs).max()
    assert largest < 1e-6, f"scores differ by {largest}"
    return seconds


def fastchrf_microseconds(lists: Sequence[Sequence[str]]) -> float | None:
    try:
        from fastchrf import pairwise_chrf
    except ImportError:
        return None
    some = [list(group) for group in lists[: LISTS // 10]]
    theirs: list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]] = []
    seconds = microseconds(
        lambda: theirs.append(np.array(pairwise_chrf(some, some))), len(some) * SIZE * SIZE, 1
    )
    chosen = find_metric("chrf")
    ours = chosen.sentence_scores(chosen.pair_statistics(JudgedTexts(GroupedTexts.of(some))))
    scale = 100.0 if theirs[0].max() <= 1.0 + 1e-9 else 1.0
    largest = np.abs(ours - scale * theirs[0].ravel()).max()
    print(f"{'':<20}largest difference from fastchrf: {largest:.1e}")
    return seconds


def agreement(pool: Pool, metric: str) -> None:
    """How often the mean text leads to the same choice as all pairs."""
    exact, mean = (
        expected_utilities(pool, Mbr(metric=metric, average=average)).reshape(LISTS, SIZE)
        for average in (False, True)
    )
    chosen = mean.argmax(axis=1)
    same = (chosen == exact.argmax(axis=1)).mean()
    lost = (exact.max(axis=1) - exact[np.arange(LISTS), chosen]).mean()
    print(
        f"{'':<20}the mean text chooses alike in {same:.0%} of lists, and loses {lost:.3f} {metric} on average"
    )


if __name__ == "__main__":
    main()
