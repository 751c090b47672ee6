"""How fast the metrics' statistics are made, against sacreBLEU's; run as `python -m benchmarks.metric_statistics`.

1,000 groups of 100 candidates: corrupted copies of synthetic sentences of about 13 words. One thread.
"""

from __future__ import annotations

import random
from time import perf_counter
from typing import Any

import numpy as np
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from pitchpipe.metrics import METRICS, Gold, find_metric
from pitchpipe.text import GroupedTexts

SEED = 1
GROUPS = 1_000
CANDIDATES = 100
VOCABULARY = 20_000
SAMPLE = 2_000
"""Of the candidates, so many go to sacreBLEU, which is too slow for all."""

PEERS: dict[str, Any] = {
    "bleu": BLEU(tokenize="none", force=True),
    "ter": TER(case_sensitive=True),
    "chrf": CHRF(),
    "chrf++": CHRF(word_order=2),
}


def sentences(rng: np.random.Generator) -> list[list[str]]:
    """Words drawn by a Zipf-like law, 13 to a sentence on average."""
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    words = ["".join(rng.choice(letters, rng.integers(2, 9))) for _ in range(VOCABULARY)]
    frequencies = 1 / np.arange(1, VOCABULARY + 1)
    lengths = np.clip(rng.normal(13, 4, GROUPS).round(), 4, 30).astype(int)
    drawn = rng.choice(VOCABULARY, lengths.sum(), p=frequencies / frequencies.sum())
    return [[words[i] for i in part] for part in np.split(drawn, np.cumsum(lengths)[:-1])]


def corrupted(sentence: list[str], rng: random.Random) -> str:
    """A copy with one to six errors: words dropped, replaced, repeated, swapped, or a few words moved."""
    words = list(sentence)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(words))
        error = rng.choice(["drop", "replace", "repeat", "swap", "move"])
        if error == "drop" and len(words) > 1:
            del words[at]
        elif error == "replace":
            words[at] = rng.choice(["the", "of", "and", "wrong", "other"])
        elif error == "repeat":
            words.insert(at, words[at])
        elif error == "swap" and at + 1 < len(words):
            words[at : at + 2] = words[at + 1], words[at]
        elif error == "move":
            moved = words[at : at + rng.randint(1, 4)]
            del words[at : at + len(moved)]
            to = rng.randint(0, len(words))
            words[to:to] = moved
    return " ".join(words)


def candidates_per_second(name: str, candidates: GroupedTexts, references: GroupedTexts) -> float:
    """The best of three runs over all candidates."""
    measured = find_metric(name)
    times = []
    for _ in range(3):
        start = perf_counter()
        measured.statistics(candidates, references, threads=1)
        times.append(perf_counter() - start)
    return len(candidates.texts) / min(times)


def peer_candidates_per_second(peer: Any, candidates: list[list[str]], references: list[str]) -> float:
    """sacreBLEU's sentence statistics of a random sample, references prepared beforehand and not timed."""
    rng = random.Random(SEED)
    prepared = [peer._extract_reference_info([reference]) for reference in references]
    sample = [(rng.randrange(GROUPS), rng.randrange(CANDIDATES)) for _ in range(SAMPLE)]
    start = perf_counter()
    for group, index in sample:
        peer._compute_segment_statistics(candidates[group][index], prepared[group])
    return SAMPLE / (perf_counter() - start)


def main() -> None:
    """Print candidates per second, ours and sacreBLEU's, and their ratio."""
    originals = sentences(np.random.default_rng(SEED))
    rng = random.Random(SEED)
    candidates = [[corrupted(original, rng) for _ in range(CANDIDATES)] for original in originals]
    references = [" ".join(original) for original in originals]
    texts, wanted = GroupedTexts.of(candidates), GroupedTexts.singles(references)
    print(f"{GROUPS * CANDIDATES:,} candidates in {GROUPS:,} groups, 1 reference, 1 thread, seed {SEED}")
    print(f"sacreBLEU is measured on a random {SAMPLE:,} of them\n")
    print(f"{'metric':<10}{'candidates/s':>14}{'sacreBLEU':>12}{'ratio':>8}")
    for name in METRICS:
        if name == Gold.name:
            continue
        ours = candidates_per_second(name, texts, wanted)
        if name not in PEERS:
            print(f"{name:<10}{ours:>14,.0f}{'-':>12}{'-':>8}")
            continue
        theirs = peer_candidates_per_second(PEERS[name], candidates, references)
        print(f"{name:<10}{ours:>14,.0f}{theirs:>12,.0f}{ours / theirs:>7,.0f}x")


if __name__ == "__main__":
    main()
