"""A synthetic pool that looks like a decoder's n-best lists: corrupted translations with Moses-like features.

Each candidate is one of the ways to translate a sentence of the language pair, with words dropped, replaced,
added and moved. No feature sees all of that: each hears some kinds of mistakes and some noise, and most are log
probabilities, which like short candidates, so that they only work together and against the word penalty.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array, SparseRows
from pitchpipe.data.language import language_pair
from pitchpipe.errors import InputError
from pitchpipe.lists import Pool
from pitchpipe.text import GroupedTexts, Texts

Whole = NDArray[np.int64]

VARIANTS = 4
"""How many translations of a sentence the candidates start from."""
REPEATED = 0.2
"""How many candidates repeat the text of another one: other phrases, the same words."""
DROPPED, REPLACED, MISHEARD, ADDED, MOVED, WORDS = range(6)
"""What is counted of each candidate; replaced words come in two kinds, which other features hear."""

_SENSITIVITY = {
    # name: what it loses for a word dropped, replaced, misheard, added, moved, and for each word; and its noise
    "LM0": (0.5, 1.3, 1.3, 1.6, 2.6, 2.4, 1.6),
    "Distortion0": (0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 1.6),
    "WordPenalty0": (0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0),
    "PhrasePenalty0": (0.0, -0.4, -0.2, -0.5, -0.3, -0.5, 1.0),
    "TranslationModel0_0": (0.3, 3.2, 0.2, 1.8, 0.1, 1.1, 1.4),
    "TranslationModel0_1": (0.6, 0.9, 2.6, 1.0, 0.0, 1.5, 2.0),
    "TranslationModel0_2": (2.4, 1.0, 0.3, 2.1, 0.0, 0.9, 1.5),
    "TranslationModel0_3": (0.2, -0.5, 1.9, -0.4, 0.2, 1.3, 2.2),
    "LexicalReordering0_0": (0.0, 0.1, 0.0, 0.1, 1.4, 0.3, 0.9),
    "LexicalReordering0_1": (0.0, 0.0, 0.0, 0.0, -0.3, 0.0, 0.5),
    "LexicalReordering0_2": (0.1, 0.0, 0.0, 0.2, 0.7, 0.1, 0.8),
    "LexicalReordering0_3": (0.0, 0.1, 0.1, 0.0, 1.0, 0.3, 1.2),
    "LexicalReordering0_4": (0.0, 0.0, 0.0, 0.0, -0.6, 0.0, 0.5),
    "LexicalReordering0_5": (0.2, 0.0, 0.1, 0.0, 0.5, 0.2, 0.9),
}
_WHOLE_NUMBERS = {"Distortion0", "WordPenalty0", "PhrasePenalty0"}
FEATURES = tuple(_SENSITIVITY)


def translation_pool(
    sentences: int = 1014, candidates: int = 215, features: int = 14, references: int = 1, seed: int = 1
) -> Pool:
    """A pool of corrupted translations with dense features named like Moses's.

    Beyond 14, features are noise. Candidates start from several translations of the sentence, of which the first
    `references` are references.
    """
    for name, value in (("sentences", sentences), ("candidates", candidates), ("features", features)):
        if value < 1:
            raise InputError(f"{name} must be at least 1, not {value}")
    variants = max(VARIANTS, references)
    said = language_pair(0, sentences, 0, variants, seed).dev.references
    rng = np.random.default_rng(seed)
    corrupted = _corrupt(said, candidates, rng)
    rows = np.arange(sentences * candidates)
    repeats = rng.random(len(rows)) < REPEATED
    other = rows - rows % candidates + rng.integers(0, candidates, len(rows))
    source = np.where(repeats, other, rows)
    return Pool(
        np.arange(0, len(rows) + 1, candidates),
        _features(corrupted.counts[source], features, np.repeat(np.arange(sentences), candidates), rng),
        (FEATURES + tuple(f"Noise{index}" for index in range(features - len(FEATURES))))[:features],
        SparseRows.none(len(rows)),
        (),
        corrupted.texts.take(source),
        GroupedTexts.of(lines[:references] for lines in said),
    )


@dataclass(frozen=True)
class _Corrupted:
    texts: Texts
    counts: Array


def _corrupt(said: list[list[str]], candidates: int, rng: np.random.Generator) -> _Corrupted:
    """All candidates at once: a flat array of words, each kept, dropped, replaced, doubled by another or moved."""
    lines = [line.split() for group in said for line in group]
    vocabulary = sorted({word for line in lines for word in line})
    number = {word: index for index, word in enumerate(vocabulary)}
    flat = np.array([number[word] for line in lines for word in line])
    starts = np.zeros(len(lines) + 1, np.int64)
    np.cumsum([len(line) for line in lines], out=starts[1:])

    groups = np.repeat(np.arange(len(said)), candidates)
    line = groups * len(said[0]) + rng.integers(0, len(said[0]), len(groups))
    lengths = starts[line + 1] - starts[line]
    row = np.repeat(np.arange(len(line)), lengths)
    ends = np.cumsum(lengths)
    place = np.arange(ends[-1]) - np.repeat(ends - lengths, lengths)
    words = flat[np.repeat(starts[line], lengths) + place]

    care = (0.15 + 0.6 * rng.beta(1.2, 3.0, len(line)))[row]
    fate = rng.random(len(words)) / np.maximum(care, 1e-9)
    dropped, replaced, misheard, added, moved = (
        (fate >= low) & (fate < high)
        for low, high in ((0, 0.3), (0.3, 0.55), (0.55, 0.8), (0.8, 1.0), (1.0, 1.3))
    )
    dropped &= place > 0
    strange = flat[rng.integers(0, len(flat), len(words))]
    words = np.where(replaced | misheard, strange, words)
    key = place + np.where(moved, rng.choice(np.array([-3.5, -2.5, -1.5, 1.5, 2.5, 3.5]), len(words)), 0.0)

    extra = flat[rng.integers(0, len(flat), int(added.sum()))]
    row_all = np.concatenate([row[~dropped], row[added]])
    key_all = np.concatenate([key[~dropped], key[added] + 0.25])
    word_all = np.concatenate([words[~dropped], extra])
    order = np.lexsort((key_all, row_all))
    kinds = (dropped, replaced, misheard, added, moved)
    counts = [np.bincount(row[kind], minlength=len(line)) for kind in kinds]
    counts.append(np.bincount(row_all, minlength=len(line)))
    return _Corrupted(
        _joined(word_all[order], row_all[order], len(line), vocabulary),
        np.column_stack(counts).astype(np.float64),
    )


def _joined(words: Whole, rows: Whole, count: int, vocabulary: list[str]) -> Texts:
    """The words of each row with spaces between them, without a Python string for each."""
    spaced = Texts.of(f"{word} " for word in vocabulary).take(words)
    last = np.flatnonzero(np.diff(rows, append=count))
    keep = np.ones(len(spaced.data), bool)
    keep[spaced.offsets[last + 1] - 1] = False
    bytes_before = np.concatenate([[0], np.cumsum(keep)])
    ends = np.searchsorted(rows, np.arange(count), "right")
    return Texts(
        spaced.data[keep], np.concatenate([[0], bytes_before[spaced.offsets[ends]]]).astype(np.int64)
    )


def _features(counts: Array, features: int, groups: Whole, rng: np.random.Generator) -> Array:
    table = np.array(list(_SENSITIVITY.values()))[:features]
    difficulty = rng.normal(0, 1, (groups[-1] + 1, len(table)))[groups]
    noise = rng.normal(0, 1, (len(counts), len(table))) * table[:, 6]
    values = -(counts @ table[:, :6].T) + noise + difficulty * table[:, 6]
    for index, name in enumerate(FEATURES[:features]):
        if name == "PhrasePenalty0":
            values[:, index] = np.clip(values[:, index], 1, counts[:, WORDS])
        elif name != "WordPenalty0":
            values[:, index] = np.minimum(values[:, index] - 2 * table[index, 6], 0)
        values[:, index] = (
            np.rint(values[:, index]) + 0.0 if name in _WHOLE_NUMBERS else values[:, index].round(4)
        )
    extra = rng.normal(0, 2, (len(counts), max(0, features - len(table)))).round(4)
    return np.ascontiguousarray(np.hstack([values, extra]))
