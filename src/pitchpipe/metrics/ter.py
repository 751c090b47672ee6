"""Translation edit rate (Snover et al. 2006), with tercom's search for shifts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.metrics.error_rate import ErrorRate
from pitchpipe.settings import setting
from pitchpipe.text import GroupedTexts


@dataclass(frozen=True)
class Ter(ErrorRate):
    """Insertions, deletions, substitutions and shifts of word sequences, over the average reference length.

    The best shift is made as long as one lowers the edit distance. Of several references, the one with the fewest
    edits counts. Equals sacreBLEU's TER, whose defaults are tercom's, on tokenised text with case kept.

    References
    ----------
    Snover, Dorr, Schwartz, Micciulla and Makhoul, 2006, A study of translation edit rate with targeted human
    annotation.
    """

    name: ClassVar[str] = "ter"

    shifts: bool = setting(True, "whether words may move, at one edit a shift")
    shift_size: int = setting(10, "the most words that one shift moves", minimum=1, maximum=1000)
    shift_distance: int = setting(
        50, "the greatest distance between words and their place in the reference", minimum=0, maximum=1000
    )
    shift_candidates: int = setting(
        1000, "the most shifts tried for a candidate and a reference", minimum=1, maximum=1_000_000
    )
    beam: int = setting(
        25, "how far the edit distance may leave the diagonal, in words", minimum=1, maximum=1000
    )

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        return _native.ter_statistics(
            candidates.arrays,
            references.arrays,
            self.shifts,
            self.shift_size,
            self.shift_distance,
            self.shift_candidates,
            self.beam,
            threads,
        )
