"""A trial of new weights on some of the sentences, before all of them are translated with them.

The first lists are of one kind of translation: weights that choose well among them may lead the decoder to others, far
longer or shorter, that no list has shown yet. A trial shows it at a tenth of the price of an iteration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pitchpipe.arrays import Numbers
from pitchpipe.metrics import Metric

SENTENCES = 100
"""Most sentences of a trial."""
LOSS = 0.06
"""The part of the best score so far that weights may lose in a trial. Of BLEU 40, that is 2.4.

So few sentences differ by 1 from one good vector of weights to another. With half of this, a loop could be kept at weights
that were not the best."""
START_LOSS = 0.03
"""The part of the start's own score that weights may lose: lists of the start alone know least of what comes."""
HALVINGS = 5
"""How often the share of new weights is halved before it is taken as it is."""


def trial_sentences(sentences: int) -> Numbers:
    """Sentences of a trial, from all over the text."""
    return np.unique(np.linspace(0, sentences - 1, min(SENTENCES, sentences)).round().astype(np.int64))


@dataclass(frozen=True)
class Trial:
    """Looks for the share of new weights that the decoder can go on with."""

    score: Callable[[float], float]
    """The metric of the trial's sentences, translated with a share of the new weights."""
    metric: Metric
    best: float
    """Their best score so far."""
    start: float
    """Their score with the weights that the loop began with."""

    def share(self, most: float) -> float:
        """The largest share, of `most`, its half and so on, with which little is lost."""
        share = most
        for _ in range(HALVINGS):
            if self._holds(self.score(share)):
                break
            share /= 2
        return share

    def _holds(self, score: float) -> bool:
        sign = 1 if self.metric.higher_is_better else -1
        bounds = (self.best, LOSS), (self.start, START_LOSS)
        return all(sign * (score - earlier) >= -loss * abs(earlier) for earlier, loss in bounds)
