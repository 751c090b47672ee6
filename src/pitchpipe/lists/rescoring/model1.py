"""How likely candidates and sources are as translations of each other, word by word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pitchpipe.arrays import Array, Numbers, offsets_of
from pitchpipe.errors import InputError
from pitchpipe.lists.pool import Pool
from pitchpipe.lists.rescoring.feature import ListFeature, sources_of, token_lines, tokenize_setting
from pitchpipe.settings import setting
from pitchpipe.text import Corpus, find_tokenizer, known_ids

if TYPE_CHECKING:
    from pitchpipe.align import Aligner

MOST_CELLS = 1 << 22
"""Word pairs that are looked at at a time."""


@dataclass(frozen=True)
class Model1Score(ListFeature):
    """Log probabilities under IBM model 1: of the candidate given the source (`_forward`), and of the source given
    the candidate (`_backward`).

    The translation tables come from a model that `align --save` wrote, with any aligner. Text must be prepared like
    the text that was aligned. Words after the thousandth of a text are ignored.

    References
    ----------
    Brown, Della Pietra, Della Pietra and Mercer, 1993, The mathematics of statistical machine translation.

    Och et al., 2004, A smorgasbord of features for statistical machine translation (as a feature to rescore with).
    """

    name: ClassVar[str] = "model1"
    positional: ClassVar[str] = "file"

    file: str = setting("", "file of the alignment model")
    per_word: bool = setting(False, "divide by the number of words that are generated")
    tokenize: str = tokenize_setting()
    tokenize_source: str = tokenize_setting()

    def __post_init__(self) -> None:
        super().__post_init__()
        find_tokenizer(self.tokenize)
        find_tokenizer(self.tokenize_source)
        if not self.file:
            raise InputError(f"{self.name}: found no file, expected one, as in {self.name}(train.aligner)")

    def columns(self, pool: Pool, threads: int = 1) -> Mapping[str, Array]:
        from pitchpipe.align import Aligner

        source = _corpus(token_lines(sources_of(pool, self.name), self.tokenize_source))
        target = _corpus(token_lines(pool.texts, self.tokenize))
        found = log_likelihoods(Aligner.read(self.file), source.take(pool.group_of), target, threads)
        if self.per_word:
            lengths = [target.lengths, source.lengths[pool.group_of]]
            found = found / np.maximum(np.column_stack(lengths), 1)
        return {"_forward": found[:, 0], "_backward": found[:, 1]}


def log_likelihoods(aligner: Aligner, source: Corpus, target: Corpus, threads: int = 1) -> Array:
    """log p(target | source) and log p(source | target) of each pair of lines, under the tables of an aligner."""
    part = np.cumsum(source.lengths * target.lengths) // MOST_CELLS
    parts = np.split(np.arange(len(source)), np.flatnonzero(np.diff(part)) + 1)
    return np.concatenate(
        [_of_lines(aligner, source.take(lines), target.take(lines), threads) for lines in parts]
    )


def _of_lines(aligner: Aligner, source: Corpus, target: Corpus, threads: int) -> Array:
    lexicon, parameters = aligner.lexicon, aligner.parameters
    shares = parameters.pairs[lexicon.find(source, target, threads).cells].astype(np.float64)
    lines = np.repeat(np.arange(len(source)), source.lengths)
    across = target.lengths[lines]
    generating = np.repeat(np.arange(len(lines)), across)
    generated = np.arange(len(shares)) - offsets_of(across)[generating] + target.offsets[lines][generating]
    directions = (
        (target, known_ids(target.words, lexicon.target)[0], parameters.null_target, generated, source),
        (source, known_ids(source.words, lexicon.source)[0], parameters.null_source, generating, target),
    )
    found = np.zeros((len(source), 2))
    for column, (text, numbers, null_words, tokens, other) in enumerate(directions):
        sums: Array = np.bincount(tokens, shares[:, column], len(text.ids)).astype(np.float64)
        null = null_words[numbers[text.ids]].astype(np.float64)
        found[:, column] = _summed(np.log(_mixed(sums, null, parameters.null, text, other)), text)
    return found


def _mixed(sums: Array, null_words: Array, null: float, text: Corpus, other: Corpus) -> Array:
    """The probability of each token; opposite an empty text, all words come from none."""
    lengths = np.repeat(other.lengths, text.lengths)
    mixed: Array = np.where(
        lengths > 0, null * null_words + (1 - null) * sums / np.maximum(lengths, 1), null_words
    )
    return mixed


def _summed(values: Array, text: Corpus) -> Array:
    lines: Numbers = np.repeat(np.arange(len(text)), text.lengths)
    return np.bincount(lines, values, len(text)).astype(np.float64)


def _corpus(lines: list[str]) -> Corpus:
    from pitchpipe.align.lexicon import MOST_TOKENS

    return Corpus.of(" ".join(line.split()[:MOST_TOKENS]) for line in lines)
