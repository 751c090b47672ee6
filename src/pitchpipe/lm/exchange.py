"""Word classes from text, by exchange."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.files import input_name
from pitchpipe.lm.word_classes import WordClasses
from pitchpipe.text import Corpus

MOST_CLASSES = 4096
PASSES = 50
"""Far more than a text needs until no word moves: some ten or twenty."""


@dataclass(frozen=True)
class Clustering:
    """What `cluster_words` found."""

    classes: WordClasses
    """All words, the most frequent first."""
    log_likelihood: float
    """Of the text under the bigram class model, sentence ends included, in nats."""
    tokens: int
    lines: int
    passes: int
    settled: bool
    """Whether no word could be moved in the last pass, so that no single move would gain."""

    @property
    def perplexity(self) -> float:
        """Of the text's words and sentence ends under the bigram class model."""
        return math.exp(-self.log_likelihood / max(1, self.tokens + self.lines))


def cluster_words(
    text: Corpus | str | os.PathLike[str],
    number: int = 100,
    *,
    passes: int = PASSES,
    progress: Callable[[int, int], None] | None = None,
) -> Clustering:
    """Put the words of a text into classes so that words of a class have like neighbours.

    The classes are those that make the text most likely under p(w|v) = p(c_w|c_v) p(w|c_w), all probabilities being
    relative frequencies. Each word in turn, the most frequent first, is moved to the class where that likelihood is
    largest, until no word moves. The same text always gives the same classes; nothing is random.

    Parameters
    ----------
    text
        A corpus, or a plain or compressed file of tokenised text; `-` is the standard input.
    number
        How many classes; words that are as many or fewer have one each.
    passes
        After so many visits to all words it ends at the latest.
    progress
        Called after each pass with how many are done, and how many there may be.

    References
    ----------
    Kneser and Ney, 1993, Improved clustering techniques for class-based statistical language modelling.

    Martin, Liermann and Ney, 1998, Algorithms for bigram and trigram word clustering.
    """
    if not 1 <= number <= MOST_CLASSES:
        raise InputError(f"found {number} classes, expected 1 to {MOST_CLASSES}")
    if passes < 0:
        raise InputError(f"found {passes} passes, expected 0 or more")
    name = "the text" if isinstance(text, Corpus) else input_name(text)
    corpus = text if isinstance(text, Corpus) else Corpus.read(text)
    if not len(corpus.words):
        raise InputError(f"{name}: found no words, expected a text")
    exchange = _native.WordExchange(corpus.ids, corpus.offsets, len(corpus.words), number)
    done, settled = 0, False
    while done < passes and not settled:
        settled = exchange.exchange() == 0
        done += 1
        if progress:
            progress(done, passes)
    numbers = exchange.classes()
    order = np.argsort(-np.bincount(corpus.ids, minlength=len(corpus.words)), kind="stable")
    classes = WordClasses({corpus.words[word]: str(numbers[word]) for word in order.tolist()})
    return Clustering(classes, exchange.log_likelihood, len(corpus.ids), len(corpus), done, settled)
