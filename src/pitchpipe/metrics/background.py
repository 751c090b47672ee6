"""Sentence-level BLEU against a background: the counts of what was chosen for earlier sentences, decayed."""

from __future__ import annotations

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.errors import unknown_name
from pitchpipe.metrics.bleu import Bleu

SCALES = ("length", "none")


class BackgroundBleu:
    """BLEU of a candidate's counts added to the background's, for online learners.

    A sentence alone often has no match of the longer n-grams; with a background, a candidate's score is what
    it does for a document (Chiang et al. 2008; Cherry and Foster 2012). `start` is what every count of the
    background begins with: 1, as in Moses's kbmira, so that no count is zero. An update decays old and new
    counts, as in Chiang et al.; kbmira decays the old ones only.

    `scale` says what the score is multiplied by. `length`, the default, is the length of background and
    sentence together, so that a difference in score does not fade as the background grows. Chiang et al. take
    the source length; here it is the reference length, which BLEU's rows hold, as in kbmira. `none` leaves
    plain BLEU.
    """

    def __init__(self, metric: Bleu, decay: float, start: float = 1.0, scale: str = "length") -> None:
        if scale not in SCALES:
            raise unknown_name("scale", scale, SCALES)
        self.metric = metric
        self.decay = decay
        self.scale = scale
        self.background: Array = np.full(metric.width, start)

    @classmethod
    def chiang(cls, metric: Bleu) -> BackgroundBleu:
        """The background of the last ten sentences or so."""
        return cls(metric, decay=0.9)

    @classmethod
    def cherry(cls, metric: Bleu) -> BackgroundBleu:
        """The background of the last thousand sentences or so."""
        return cls(metric, decay=0.999)

    def score(self, rows: Array) -> Array:
        """The score of each row on top of the background."""
        counts = self.background + rows
        scores = self.metric.score(counts)
        return scores * counts[..., -1] if self.scale == "length" else scores

    def update(self, row: Array) -> None:
        """Take the row of the candidate that was chosen into the background."""
        self.background = self.decay * (self.background + row)
