"""How rules are taken from trees over the target side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from pitchpipe import _native
from pitchpipe.phrases import SCORES, Filter
from pitchpipe.settings import Settings, setting
from pitchpipe.specs import Spec

ROOT_SCORE = "p(rule|label)"
LONGEST_GAP = 10
"""Constituents have any length; longer spans are known by the same words at their edges."""


@dataclass(frozen=True)
class TreeExtraction(Settings):
    """How rules are extracted from word-aligned text with trees over its target side.

    A constituent is a frontier node if its words are aligned to a span of the source, and no word of that span is
    aligned to words outside of the constituent. Its minimal rule has gaps where the next frontier nodes below it are.
    Rules are composed by putting the rule of such a node into its gap. The rules of a node share a count of 1.

    Gaps and rules have the labels of their nodes, and search respects them; glue takes any. There are no rules whose
    source side is a gap alone, as in Bazrafshan et al.: if a minimal rule would be one, it includes the rule below
    it. An unaligned word of the source belongs to the highest node it can belong to, or in turn to each.

    References
    ----------
    Galley, Hopkins, Knight and Marcu, 2004, What's in a translation rule?

    Galley, Graehl, Knight, Marcu, DeNeefe, Wang and Thayer, 2006, Scalable inference and training of context-rich
    syntactic translation models.

    Hopkins and Langmead, 2010, SCFG decoding without binarization.
    """

    name: ClassVar[str] = "ghkm"

    size: int = setting(
        3,
        "the most constituents of a composed rule, parts of speech not counted; 0 for minimal rules",
        minimum=0,
    )
    max_source: int = setting(7, "the most source symbols, words and gaps", minimum=1, maximum=20)
    max_target: int = setting(10, "the most target symbols", minimum=1, maximum=19)
    gaps: int = setting(3, "the most gaps", minimum=0, maximum=3)
    scope: int = setting(3, "the most gaps at the edges of the source side and next to each other", minimum=0)
    unaligned: str = setting(
        "highest",
        "where unaligned source words belong: to the highest node, or to all",
        choices=("highest", "all"),
    )
    fractional: bool = setting(True, "share a count among the rules of a node")
    inner: bool = setting(
        False,
        "keep the labels of the constituents within a rule, which node counts need; rules with different labels are "
        "then different rules",
    )
    root_model: bool = setting(
        False, "also score rules by their share of all rules with the same label, p(rule|label)"
    )
    orientation: bool = setting(
        False, "learn the order in which the fillers of gaps are translated, by the words at their edges"
    )
    filter: Filter = field(default_factory=Filter)

    @classmethod
    def of_spec(cls, spec: Spec, filter: Filter) -> TreeExtraction:
        made: TreeExtraction = cls.from_spec(spec.positional, dict(spec.options))
        return replace(made, filter=filter)

    @property
    def longest_gap(self) -> int:
        """The longest span whose orientation is learned."""
        return LONGEST_GAP

    @property
    def trees_over(self) -> str:
        """The side whose trees are needed."""
        return "target"

    @property
    def scores(self) -> Sequence[str]:
        """What the scores of a rule are called."""
        return (*SCORES, ROOT_SCORE) if self.root_model else SCORES

    @property
    def native(self) -> _native.TreeConstraints:
        """What the native extraction takes."""
        native = _native.TreeConstraints()
        values: dict[str, Any] = {
            "size": self.size,
            "source_symbols": self.max_source,
            "target_symbols": self.max_target,
            "gaps": self.gaps,
            "scope": self.scope,
            "all_attachments": self.unaligned == "all",
            "fractional": self.fractional,
            "inner": self.inner,
            "root_model": self.root_model,
        }
        for name, value in values.items():
            setattr(native, name, value)
        return native
