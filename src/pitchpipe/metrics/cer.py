"""Character error rate: the word error rate's companion for languages and errors below the word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.metrics.error_rate import ErrorRate
from pitchpipe.metrics.normalised import NORMALISER_HELP, NORMALISERS, normalised
from pitchpipe.settings import setting
from pitchpipe.text import GroupedTexts


@dataclass(frozen=True)
class Cer(ErrorRate):
    """Insertions, deletions and substitutions of Unicode code points, over the reference length.

    White space between words counts as one character, however long it is; at the ends, it does not count. With
    `spaces=false`, none of it counts. References are chosen as in `wer`.

    References
    ----------
    Levenshtein, 1966, Binary codes capable of correcting deletions, insertions and reversals.
    """

    name: ClassVar[str] = "cer"

    spaces: bool = setting(True, "whether the space between two words is a character")
    normalize: str = setting("none", NORMALISER_HELP, choices=NORMALISERS)

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        candidates, references = (normalised(texts, self.normalize) for texts in (candidates, references))
        unit = "spaced characters" if self.spaces else "characters"
        return _native.edit_statistics(candidates.arrays, references.arrays, unit, threads)
