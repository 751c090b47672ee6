"""Language models mixed into one: linear interpolation, with weights that suit a text.

The mixture is p(w|h) = sum of weight times p_i(w|h). A word that a model lacks has no probability there, except that of
`<unk>`, which stands for words that all models lack, so the mixture sums to 1 over all their words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array, Numbers
from pitchpipe.errors import InputError
from pitchpipe.lm.language_model import LanguageModel
from pitchpipe.lm.ngram_lists import BEGIN, UNKNOWN, NgramLists
from pitchpipe.text import Texts

_STEPS = 200
_ENOUGH = 1e-6
"""How little log10 of a token's probability may gain in the last step of EM."""
_LEAST = 1e-99
"""What stands for a probability of 0, as in ARPA files."""
_TINY = 1e-12
"""The least that is left to words that do not continue a context, where rounding leaves nothing."""


@dataclass(frozen=True)
class MixtureWeights:
    """Weights of models that suit a text."""

    weights: Array
    log10: Sequence[float]
    """The mean log10 of the text's tokens before each step of EM, and after the last; it never falls."""
    perplexities: Sequence[float]
    """Of each model alone, in which a word that only another has is unknown."""

    @property
    def perplexity(self) -> float:
        """That of the mixture, computed without its n-grams."""
        return float(10.0 ** -self.log10[-1])


def mixture_weights(models: Sequence[LanguageModel], lines: Iterable[str]) -> MixtureWeights:
    """The weights under which a text is likeliest, by expectation-maximisation from equal ones."""
    text = list(lines)
    scores = [model.score(text) for model in models]
    alone = [one.perplexity for one in scores]
    unknown = np.stack([one.words == 0 for one in scores])
    probabilities = 10.0 ** np.stack([one.log10.astype(np.float64) for one in scores])
    probabilities[unknown & ~unknown.all(axis=0)] = 0.0
    weights = np.full(len(models), 1.0 / len(models))
    if not probabilities.size:
        raise InputError("found no lines to set the weights of language models on, expected a text")
    curve: list[float] = []
    for _ in range(_STEPS):
        joint = weights[:, None] * probabilities
        total = joint.sum(axis=0)
        curve.append(float(np.log10(np.maximum(total, _LEAST)).mean()))
        if len(curve) > 1 and curve[-1] - curve[-2] < _ENOUGH:
            break
        weights = (joint / np.maximum(total, _LEAST)).mean(axis=1)
        weights /= weights.sum()
    return MixtureWeights(weights, curve, alone)


def mixed(models: Sequence[LanguageModel], weights: Sequence[float] | Array) -> LanguageModel:
    """The mixture as one model: all n-grams that a model has, with the probabilities of the definition.

    Other n-grams have those of a back-off model, whose weights make all words after a context sum to 1.
    """
    given = np.asarray(weights, np.float64)
    if len(given) != len(models) or not len(models) or (given < 0).any() or not 0 < given.sum() < np.inf:
        raise InputError(
            f"found the weights {given.tolist()} of {len(models)} language models, expected one for each, none below 0"
        )
    given = given / given.sum()
    words, numbers = _all_words([model.words for model in models])
    begin = words.index(BEGIN)
    orders: list[_Ngrams] = []
    parts = [_Part(model.ngrams, known) for model, known in zip(models, numbers, strict=True)]
    mixtures: list[Array] = []
    rows: list[NDArray[np.uint32]] = []
    for n in range(1, max(model.order for model in models) + 1):
        ngrams = _Ngrams.of([part.ids(n) for part in parts], orders, words)
        mixture = np.zeros(len(ngrams.ids))
        for weight, part in zip(given, parts, strict=True):
            mixture += weight * part.extend(n, ngrams, orders)
        if n == 1:
            mixture[begin] = 0.0  # it is given, never predicted
        else:
            _set_backoff(rows[-1], mixture, mixtures[-1][ngrams.suffixes], ngrams.contexts)
        log10 = np.log10(np.maximum(mixture, _LEAST)).astype(np.float32)
        if n == 1:
            log10[begin] = 0.0
        rows.append(_rows(ngrams.ids, np.minimum(log10, np.float32(0))))
        orders.append(ngrams)
        mixtures.append(mixture)
    return LanguageModel.of(NgramLists(Texts.of(words), tuple(rows), "the mixture of language models"))


@dataclass(frozen=True)
class _Ngrams:
    """All n-grams of one order that any model has, in the order of their keys."""

    ids: Numbers
    """A row of word numbers for each."""
    keys: Numbers
    """The context, as a number among the n-grams of the next lower order, and the last word as one number."""
    contexts: Numbers
    suffixes: Numbers
    """Which n-gram of the next lower order is left without the first word."""
    words: int

    @classmethod
    def of(cls, parts: Sequence[Numbers], shorter: Sequence[_Ngrams], words: Sequence[str]) -> _Ngrams:
        keys = np.unique(np.concatenate([_keys(part, shorter, len(words)) for part in parts]))
        contexts, last = np.divmod(keys, len(words))
        if not shorter:
            return cls(last[:, None], keys, contexts, contexts, len(words))
        ids = np.column_stack([shorter[-1].ids[contexts], last])
        suffixes = shorter[-1].places(_keys(ids[:, 1:], shorter[:-1], len(words)))
        if (suffixes < 0).any():
            lacking = " ".join(words[word] for word in ids[np.flatnonzero(suffixes < 0)[0]])
            raise InputError(
                f"found the n-gram {lacking!r} without the one that ends it, expected models with both"
            )
        return cls(ids, keys, contexts, suffixes, len(words))

    def places(self, keys: Numbers) -> Numbers:
        """The rows of these keys, -1 of those that there are not."""
        found = np.minimum(np.searchsorted(self.keys, keys), max(len(self.keys) - 1, 0))
        known = (self.keys[found] == keys) & (keys >= 0) if len(self.keys) else np.zeros(len(keys), bool)
        return np.where(known, found, -1)


@dataclass
class _Part:
    """One of the models, under the numbers of all words, and what it says of the n-grams of one order after the other."""

    ngrams: NgramLists
    numbers: Numbers
    probability: Array | None = None
    """Of the n-grams of the last order."""
    backoff: Array | None = None

    def ids(self, n: int) -> Numbers:
        if n > self.ngrams.order:
            return np.zeros((0, n), np.int64)
        return self.numbers[self.ngrams.ids(n)]

    def extend(self, n: int, ngrams: _Ngrams, shorter: Sequence[_Ngrams]) -> Array:
        """The probability of each n-gram of the next order; one that the model lacks has that of the back-off."""
        if self.probability is None or self.backoff is None:
            probability = np.zeros(len(ngrams.ids))
        else:
            probability = self.backoff[ngrams.contexts] * self.probability[ngrams.suffixes]
        backoff = np.ones(len(ngrams.ids))
        if n <= self.ngrams.order:
            own = ngrams.places(_keys(self.ids(n), shorter, ngrams.words))
            probability[own] = 10.0 ** self.ngrams.log10(n).astype(np.float64)
            if n < self.ngrams.order:
                backoff[own] = 10.0 ** self.ngrams.backoff(n).astype(np.float64)
        self.probability, self.backoff = probability, backoff
        return probability


def _keys(ids: Numbers, shorter: Sequence[_Ngrams], words: int) -> Numbers:
    """A number for each n-gram; -1 if its context is not among the n-grams of the next lower order."""
    if not len(shorter):
        return ids[:, 0].astype(np.int64)
    context = shorter[-1].places(_keys(ids[:, :-1], shorter[:-1], words))
    return np.where(context < 0, -1, context * words + ids[:, -1])


def _set_backoff(rows: NDArray[np.uint32], longer: Array, shorter: Array, contexts: Numbers) -> None:
    """Give each context the weight by which all words after it sum to 1."""
    left, free = (1.0 - np.bincount(contexts, values, len(rows)) for values in (longer, shorter))
    continued = np.bincount(contexts, minlength=len(rows)) > 0
    backoff = np.maximum(left, _TINY) / np.maximum(free, _TINY)
    rows[:, -1] = np.log10(np.where(continued, backoff, 1.0)).astype(np.float32).view(np.uint32)


def _rows(ids: Numbers, log10: NDArray[np.float32]) -> NDArray[np.uint32]:
    """N-grams as `NgramLists` has them, without back-off weights."""
    return np.column_stack([ids.astype(np.uint32), log10.view(np.uint32), np.zeros(len(ids), np.uint32)])


def _all_words(vocabularies: Sequence[Texts]) -> tuple[list[str], list[Numbers]]:
    """The words of all vocabularies, `<unk>` first, and the numbers there of each one's own."""
    known = {UNKNOWN: 0}
    numbers = [
        np.array([known.setdefault(word, len(known)) for word in one], np.int64) for one in vocabularies
    ]
    return list(known), numbers
