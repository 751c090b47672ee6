"""What a moses.ini of a hierarchical model has beside grammars: glue, and the spans that rules may cover."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pitchpipe.errors import InputError
from pitchpipe.files import read_lines
from pitchpipe.model.model import Glue
from pitchpipe.model.moses.files import text_file
from pitchpipe.model.moses.ini import Sections
from pitchpipe.model.moses.plan import PhraseTableFile, Plan

_RULES = {
    ("<s> [X]", "<s> [S]"): "start",
    ("[X][S] </s> [X]", "[X][S] </s> [S]"): "end",
    ("[X][S] [X][X] [X]", "[X][S] [X][X] [S]"): "glue",
}
"""The rules of a glue grammar, which chart search applies by itself."""


@dataclass(frozen=True)
class GlueFile:
    """A glue grammar: the table that it is, and what its rule counts."""

    table: PhraseTableFile
    value: float


def take_glue(plan: Plan, base: Path) -> GlueFile:
    """The glue grammar among the tables of a plan, which it leaves."""
    for table in plan.tables:
        path = text_file(base / table.path, table.place)
        lines = list(islice(read_lines(path), len(_RULES) + 1))
        if not lines or "[S]" not in lines[0].split():
            continue
        plan.tables.remove(table)
        return GlueFile(table, _glue_value(path, lines))
    place = plan.tables[0].place
    raise InputError(
        f"{place}: found no glue grammar, expected a table of <s> [X] ||| <s> [S], [X][S] </s> and [X][S] [X][X]"
    )


def chart_limits(sections: Sections, table: PhraseTableFile, say: Callable[[str], None]) -> dict[str, int]:
    """The span limit, and the pops and options of search."""
    found = {
        "span_limit": 20,
        "pop_limit": 1000,
        "beam": 0,
        "options": 20 if table.limit is None else table.limit,
    }
    for line in sections.get("max-chart-span", [])[:1]:
        found["span_limit"] = line.whole(1)
    for line in sections.get("cube-pruning-pop-limit", [])[:1]:
        found["pop_limit"] = line.whole(1)
    say("glue is applied up to the whole sentence, whatever its [max-chart-span] is")
    return found


def glue_of(file: GlueFile) -> Glue:
    return Glue(file.table.name, file.value)


def _glue_value(path: Path, lines: list[str]) -> float:
    values = {}
    for number, line in enumerate(lines, 1):
        source, target, scores, *_ = (part.strip() for part in [*line.split("|||"), "", ""])
        kind = _RULES.get((source, target))
        if kind is None or kind in values:
            raise InputError(
                f"{path}:{number}: found {line[:60]!r}, expected each rule of a glue grammar once: "
                f"{', '.join(' ||| '.join(rule) for rule in _RULES)}"
            )
        try:
            values[kind] = math.log(float(scores))
        except ValueError:
            raise InputError(f"{path}:{number}: found the scores {scores!r}, expected one above 0") from None
    if set(values) != set(_RULES.values()) or values["start"] or values["end"]:
        raise InputError(
            f"{path}: found another glue grammar, expected three rules, scored 1, 1 and any number"
        )
    return values["glue"]
