"""Which phrase pairs with gaps there are, read literally: all sets of words of both sides are tried."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, pairwise, product

from pitchpipe.phrases import HOLE, Gaps

from .definitions import Pair, Sentence, Span, hierarchical_orientations, phrase_pairs, word_orientations

Words = tuple[int, ...]


def pieces(words: Words) -> list[Span]:
    """Runs of neighbouring words, each by its first and its last one."""
    runs: list[Span] = []
    for word in words:
        runs = (
            [*runs[:-1], (runs[-1][0], word)] if runs and runs[-1][1] == word - 1 else [*runs, (word, word)]
        )
    return runs


def gaps(words: Words) -> list[list[int]]:
    runs = pieces(words)
    return [[*range(before[1] + 1, after[0])] for before, after in pairwise(runs)]


def sets(size: int) -> Iterator[Words]:
    for count in range(1, size + 1):
        yield from combinations(range(size), count)


def fits(words: Words, aligned: set[int], limits: Gaps, may_have_gaps: bool) -> bool:
    """Whether a side has pieces that begin and end with aligned words, gaps with aligned words, and not too much of anything."""
    edges = {edge for piece in pieces(words) for edge in piece}
    between = gaps(words)
    return (
        edges <= aligned
        and all(aligned & set(gap) for gap in between)
        and len(between) <= (limits.count if may_have_gaps else 0)
        and len(words) + len(between) <= limits.symbols
    )


def gapped(sentence: Sentence, limits: Gaps) -> Iterator[tuple[Words, Words]]:
    """All pairs of sets of words, one of which has gaps, that are consistent with the alignment and within the limits."""
    aligned = [{link[side] for link in sentence.links} for side in (0, 1)]
    sides = [
        [
            words
            for words in sets(len(text))
            if fits(words, aligned[side], limits, limits.sides in (name, "both"))
        ]
        for side, (name, text) in enumerate((("source", sentence.source), ("target", sentence.target)))
    ]
    for source, target in product(*sides):
        inside = [(i in source, j in target) for i, j in sentence.links]
        if (True, True) not in inside or any(one != other for one, other in inside):
            continue
        if not gaps(source) and not gaps(target):
            continue
        if source[-1] - source[0] < limits.span and all(
            len(gap) <= limits.target_gap for gap in gaps(target)
        ):
            yield source, target


def places(words: Words) -> dict[int, int]:
    """Where each word stands among the words and gaps of its side."""
    found: dict[int, int] = {}
    for number, (first, last) in enumerate(pieces(words)):
        for word in range(first, last + 1):
            found[word] = len(found) + number
    return found


def symbols(words: Words, text: list[str]) -> str:
    return f" {HOLE} ".join(" ".join(text[first : last + 1]) for first, last in pieces(words))


def all_pairs(sentences: list[Sentence], longest: int, limits: Gaps) -> dict[tuple[str, str], Pair]:
    """Pairs with gaps and without."""
    found: dict[tuple[str, str], Pair] = defaultdict(Pair, phrase_pairs(sentences, longest))
    for sentence in sentences:
        blocks = sentence.blocks()
        for source, target in gapped(sentence, limits):
            pair = found[symbols(source, sentence.source), symbols(target, sentence.target)]
            pair.count += 1
            at, to = places(source), places(target)
            pair.alignments[frozenset((at[i], to[j]) for i, j in sentence.links if i in at)] += 1
            whole, last = (source[0], source[-1]), pieces(source)[-1]
            first = pieces(target)[0]
            word = (
                word_orientations(sentence, whole, first)[0],
                word_orientations(sentence, last, first)[1],
            )
            block = (
                hierarchical_orientations(sentence, blocks, whole, first)[0],
                hierarchical_orientations(sentence, blocks, last, first)[1],
            )
            sides = ("previous", "next")
            pair.word.update(f"{side} {one}" for side, one in zip(sides, word, strict=True))
            pair.hierarchical.update(f"{side} {one}" for side, one in zip(sides, block, strict=True))
    return found
