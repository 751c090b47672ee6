"""Two measures of speech recognition beside the word error rate (Morris et al. 2004)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.metrics.base import Metric, ratio
from pitchpipe.text import GroupedTexts


@dataclass(frozen=True)
class EditKinds(Metric):
    """A metric whose rows are substitutions, insertions, deletions and reference words, as `wer` counts them."""

    higher_is_better: ClassVar[bool] = False
    width: ClassVar[int] = 4

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        return _native.edit_kinds(candidates.arrays, references.arrays, "words", threads)


@dataclass(frozen=True)
class MatchError(EditKinds):
    """Match error rate (MER): the share of errors among errors and right words, which is at most 100 percent.

    References are chosen as in `wer`, and so is the alignment: of those with equally few errors, the one with the
    most words right. Tools that take another alignment differ a little.

    References
    ----------
    Morris, Maier and Green, 2004, From WER and RIL to MER and WIL: improved evaluation measures for connected speech
    recognition.
    """

    name: ClassVar[str] = "match-error"

    def score(self, sums: Array) -> Array:
        substitutions, insertions, deletions, words = np.moveaxis(sums, -1, 0)
        errors = substitutions + insertions + deletions
        return 100.0 * ratio(errors, words + insertions)


@dataclass(frozen=True)
class InformationLost(EditKinds):
    """Word information lost (WIL): 1 less the share of right words in the reference times that in the candidate.

    References are chosen as in `wer`, and so is the alignment: of those with equally few errors, the one with the
    most words right. Tools that take another alignment differ a little.

    References
    ----------
    Morris, Maier and Green, 2004, From WER and RIL to MER and WIL: improved evaluation measures for connected speech
    recognition.
    """

    name: ClassVar[str] = "information-lost"

    def score(self, sums: Array) -> Array:
        substitutions, insertions, deletions, words = np.moveaxis(sums, -1, 0)
        right, spoken = words - substitutions - deletions, words - deletions + insertions
        lost = 1.0 - ratio(right, words) * ratio(right, spoken)
        return 100.0 * np.where((words == 0) & (spoken == 0), 0.0, lost)
