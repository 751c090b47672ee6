"""What the readers of all formats fill: candidates in a native table, what is known of their groups, and whole pools."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pitchpipe._native import CandidateTable
from pitchpipe.errors import InputError
from pitchpipe.files.scratch import Scratch
from pitchpipe.lists.formats.columns import Columns
from pitchpipe.lists.merge import is_number
from pitchpipe.lists.missing import marked
from pitchpipe.lists.pool import Pool
from pitchpipe.text import GroupedTexts, Texts

_PIECE = 1 << 14
"""Candidates in the native table, which gives them to the columns then."""
_NAMED = 1 << 62
"""Ids that are not numbers are counted from here, so that they come after the numbers."""


@dataclass
class Listing:
    """Candidates as they are read, from one file after the other."""

    reference_lines: int | None = None
    """How many reference lines there are, if those are counted: ids that are numbers are at most so many."""
    takes_missing: bool = False
    """Whether features may be NaN or nothing; they are marked then, see `missing`."""
    scratch: Scratch = field(default_factory=Scratch.roomy)
    """Where the arrays of candidates are."""
    table: CandidateTable = field(default_factory=CandidateTable)
    gold: array[float] = field(default_factory=lambda: array("d"))
    references: dict[int, list[str]] = field(default_factory=dict)
    sources: dict[int, str] = field(default_factory=dict)
    weights: dict[int, float] = field(default_factory=dict)
    pools: list[Pool] = field(default_factory=list)
    """What comes as a pool."""
    _named: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._columns = Columns(self.scratch)

    def __len__(self) -> int:
        return len(self._columns) + len(self.table)

    def tidy(self) -> None:
        """Empty the table if it is full; readers that fill it themselves call this now and then."""
        if len(self.table) >= _PIECE:
            self._columns.append(self.table)

    @property
    def number_limit(self) -> int:
        return _NAMED if self.reference_lines is None else self.reference_lines + 1

    def group(self, name: str) -> int:
        """The number under which a group's candidates are listed."""
        if not is_number(name):
            return self._named.setdefault(name, _NAMED + len(self._named))
        if int(name) >= self.number_limit:
            raise InputError(
                f"found the id {name}, expected one of at most {self.reference_lines}, the number of reference lines"
            )
        return int(name)

    def know(
        self,
        name: str,
        *,
        source: str | None = None,
        references: list[str] | None = None,
        weight: float | None = None,
    ) -> None:
        """Keep what is said of a group; one that comes in several places must have the same in all."""
        if weight is not None and weight <= 0:
            raise InputError(f"found the weight {weight!r}, expected one above 0")
        facts: tuple[tuple[str, Any, dict[int, Any]], ...] = (
            ("source", source, self.sources),
            ("references", references, self.references),
            ("weight", weight, self.weights),
        )
        for fact, value, known in facts:
            if value is not None and known.setdefault(self.group(name), value) != value:
                raise InputError(f"found another {fact!r} than before for the id {name}, expected the same")

    def add(self, group: int, text: str, features: dict[str, Any], gold: float | None = None) -> None:
        """Add a candidate to a group that `group` has numbered; `gold` is a score of its own, for all or for none."""
        if gold is not None and len(self) > len(self.gold):
            raise InputError("found a 'gold' score, expected none, since earlier candidates have none")
        if gold is None and self.gold:
            raise InputError("found no 'gold' score, expected one, since earlier candidates have one")
        self.table.add(group, text, marked(features) if self.takes_missing else features)
        if gold is not None:
            self.gold.append(gold)
        self.tidy()

    def release(self) -> list[Pool]:
        """Everything as pools for `unite`; the listing has no candidates afterwards."""
        return [*self.pools, self._pool()] if len(self) else self.pools

    def _pool(self) -> Pool:
        """The candidates in the order read; features that only some have are sparse."""
        rows = len(self)
        if len(self.gold) not in (0, rows):
            raise InputError("found gold scores for some candidates only, expected them for all or for none")
        self._columns.append(self.table)
        groups, texts, common, dense, sparse = self._columns.release()
        self._columns = Columns(self.scratch)
        names = tuple(Texts(*self.table.names()))
        gold = np.array(self.gold) if self.gold else None
        if (groups[1:] < groups[:-1]).any():
            order = np.argsort(groups, kind="stable")
            groups, texts, sparse = groups[order], texts.take(order, self.scratch), sparse.take(order)
            dense, gold = self.scratch.rows(dense, order), None if gold is None else gold[order]
        first = np.flatnonzero(np.append(True, groups[1:] != groups[:-1]))
        ids = groups[first].tolist()
        named = list(self._named)
        return Pool(
            offsets=np.append(first, rows),
            dense=dense,
            dense_names=tuple(names[feature] for feature in common.tolist()),
            sparse=sparse,
            sparse_names=names if not len(common) else (),
            texts=texts,
            references=GroupedTexts.of(self.references.get(n, ()) for n in ids) if self.references else None,
            gold=gold,
            group_ids=tuple(str(n) if n < _NAMED else named[n - _NAMED] for n in ids),
            group_weights=np.array([self.weights.get(n, 1.0) for n in ids]),
            sources=tuple(self.sources[n] for n in ids) if self.sources.keys() >= set(ids) else None,
            scratch=self.scratch,
        )
