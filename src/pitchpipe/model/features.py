"""Which dense features a model has, and where each is in the feature vector."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.reordering import CHOICES, FEATURES

SPARSE_TEMPLATES = {name: help for name, help, _ in _native.sparse_templates()}
"""The templates of sparse features, which native/decoder/sparse/ declares, and what each is."""
SPARSE_STARTS = {name: tuple(starts) for name, _, starts in _native.sparse_templates()}
"""How the names of a template's features start."""


GAP_FEATURES = {
    "source_gap": "SourceGap0",
    "target_gap": "TargetGap0",
    "skipped_source": "SourceGapWords0",
    "skipped_target": "TargetGapWords0",
    "crossing": "CrossingGaps0",
}
"""What models of phrases with gaps count: phrases with gaps of the source and of the target, words in these gaps, and pieces
that are put before one that a phrase begun later owes."""


GAP_ORIENTATION = "GapOrientation0"
"""Of a grammar that knows how what fills gaps is ordered: `pitchpipe.grammar.gap_orientation` has its values."""


@dataclass
class FeatureNames:
    """Names of dense features in their order; a name with several values is name_0, name_1 and so on, as in Moses's lists."""

    names: list[str] = field(default_factory=list)

    def add(self, name: str, values: int = 1) -> int:
        """Give a feature its place, which is returned."""
        place = len(self.names)
        self.names += [name] if values == 1 else [f"{name}_{i}" for i in range(values)]
        return place

    def shared(self, name: str, values: int = 1) -> int:
        """The place of a feature that several tables may have, which the first of them gives it."""
        first = name if values == 1 else f"{name}_0"
        return self.names.index(first) if first in self.names else self.add(name, values)

    def check(self) -> None:
        """Raise `InputError` if two features have the same name."""
        for name, count in Counter(self.names).items():
            if count > 1:
                raise InputError(f"found two features called {name!r}, expected different names")


@dataclass(frozen=True)
class TableFeatures:
    """The features of one phrase table; None leaves a feature out."""

    scores: str = "TranslationModel0"
    reordering: Sequence[str] = tuple(FEATURES[name] for name in CHOICES["both"])
    """A name for each reordering model of the table."""
    rule_count: str | None = None
    unique_rule: str | None = None
    presence: str | None = None
    """1 for each of its phrase pairs. A table that has this is laid over the first one: it shares that one's other features."""
    origins: str | None = None
    """What the last scores of a table with provenance are called, one for each origin."""

    @property
    def described(self) -> dict[str, Any]:
        """As a model's folder has it."""
        return {
            name: value
            for name, value in asdict(self).items()
            if name not in ("presence", "origins") or value
        }
