"""METEOR (Lavie and Denkowski 2009) with exact and stem matches, as in Cer's thesis, section 4.2.2."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.metrics.base import Metric, ratio
from pitchpipe.metrics.lexical import find_stemmer
from pitchpipe.settings import setting
from pitchpipe.text import GroupedTexts


@dataclass(frozen=True)
class Meteor(Metric):
    """Weighted harmonic mean of word precision and recall, times a penalty for words out of order.

    Words are linked one to one: as many equal words as possible; then, with `stem`, as many of the rest as possible
    that share a stem. Of such alignments the one with the fewest crossing links counts, and of those one with the
    fewest chunks, where a chunk is a run of links adjacent and in order on both sides. The search keeps 256 partial
    alignments, and finds the best alignment unless more are open at once.
    Equations 4.2 and 4.3: F = PR / (alpha P + (1 - alpha) R), score = F (1 - gamma (chunks / matches)^beta).
    Of several references the one with the highest score counts. `meteor-rank` has the weights for ranking.

    Stems need the package snowballstemmer, so the default is `none`: exact matches only. Text is not
    lower-cased, and there are no synonyms; `meteor-universal` is METEOR in full.

    References
    ----------
    Lavie and Denkowski, 2009, The Meteor metric for automatic evaluation of machine translation.
    """

    name: ClassVar[str] = "meteor"

    alpha: float = setting(0.81, "weight of recall relative to precision", minimum=0, maximum=1)
    beta: float = setting(0.83, "how fast the penalty grows with the chunks", minimum=0)
    gamma: float = setting(0.28, "the largest penalty", minimum=0, maximum=1)
    stem: str = setting("none", "language whose word stems match, such as english, or none")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stem != "none":
            find_stemmer(self.name, self.stem)

    @property
    def width(self) -> int:
        return 4

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        words, stems = self._stems(candidates, references)
        return _native.meteor_statistics(
            candidates.arrays,
            references.arrays,
            words.arrays,
            stems,
            self.alpha,
            self.beta,
            self.gamma,
            threads,
        )

    def score(self, sums: Array) -> Array:
        candidate, reference, matches, chunks = np.moveaxis(sums, -1, 0)
        precision, recall = ratio(matches, candidate), ratio(matches, reference)
        f = ratio(precision * recall, self.alpha * precision + (1 - self.alpha) * recall)
        return 100.0 * f * (1 - self.gamma * ratio(chunks, matches) ** self.beta)

    def _stems(self, *texts: GroupedTexts) -> tuple[GroupedTexts, NDArray[np.int32]]:
        """Every distinct word, and a number for its stem."""
        if self.stem == "none":
            return GroupedTexts.singles([]), np.zeros(0, np.int32)
        words = sorted({word for grouped in texts for text in grouped.texts for word in text.split()})
        numbers: dict[str, int] = {}
        stems = [
            numbers.setdefault(stem, len(numbers))
            for stem in find_stemmer(self.name, self.stem).stemWords(words)
        ]
        return GroupedTexts.singles(words), np.array(stems, np.int32)
