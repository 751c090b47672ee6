"""Word error rate, the measure of speech recognition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.metrics.error_rate import ErrorRate
from pitchpipe.metrics.normalised import NORMALISER_HELP, NORMALISERS, normalised
from pitchpipe.settings import setting
from pitchpipe.text import GroupedTexts


@dataclass(frozen=True)
class Wer(ErrorRate):
    """Insertions, deletions and substitutions of words, over the reference length.

    Of several references, the one with the lowest rate counts, with its own length; ties go to the shorter. An empty
    reference fits only an empty candidate. Case and punctuation count as they are unless `normalize` is set. `counts`
    has the edits by kind: of the alignments with the fewest edits, it takes the one with the fewest substitutions,
    which has the most words right.

    References
    ----------
    Levenshtein, 1966, Binary codes capable of correcting deletions, insertions and reversals.
    """

    name: ClassVar[str] = "wer"

    of: str = setting(
        "corpus",
        "the rate of all utterances together, or the mean of their rates",
        choices=("corpus", "utterances"),
    )
    normalize: str = setting("none", NORMALISER_HELP, choices=NORMALISERS)

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        candidates, references = (normalised(texts, self.normalize) for texts in (candidates, references))
        rows = _native.edit_statistics(candidates.arrays, references.arrays, "words", threads)
        if self.of == "corpus":
            return rows
        return np.column_stack([self.score(rows) / 100.0, np.ones(len(rows))])

    def counts(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> dict[str, int]:
        candidates, references = (normalised(texts, self.normalize) for texts in (candidates, references))
        sums = _native.edit_kinds(candidates.arrays, references.arrays, "words", threads).sum(axis=0)
        return dict(zip(("substitutions", "insertions", "deletions", "words"), map(int, sums), strict=True))
