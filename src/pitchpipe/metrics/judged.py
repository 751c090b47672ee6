"""What metrics see: candidates in groups, with the references, the source and the gold scores of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pitchpipe.arrays import Array
from pitchpipe.text import GroupedTexts


class Judged(Protocol):
    """What a metric sees of a pool."""

    @property
    def candidates(self) -> GroupedTexts: ...
    @property
    def references(self) -> GroupedTexts | None: ...
    @property
    def gold(self) -> Array | None: ...
    @property
    def group_ids(self) -> tuple[str, ...]: ...
    @property
    def sources(self) -> Sequence[str] | None: ...


@dataclass(frozen=True)
class JudgedTexts:
    """Texts as a metric sees them; those of a system's output are each in a group of its own."""

    candidates: GroupedTexts
    references: GroupedTexts | None = None
    sources: Sequence[str] | None = None
    gold: Array | None = None

    @property
    def group_ids(self) -> tuple[str, ...]:
        return tuple(map(str, range(len(self.candidates))))
