"""The sections [feature] and [weight], the format of Moses since 2013."""

from __future__ import annotations

import dataclasses
from collections import Counter

from pitchpipe.errors import InputError
from pitchpipe.model.moses.ini import Line, Sections, number, whole
from pitchpipe.model.moses.orientation import orientation_type
from pitchpipe.model.moses.plan import PLAIN, LanguageModelFile, PhraseTableFile, Plan, ReorderingTableFile
from pitchpipe.model.moses.sections import check_factors

TABLES = ("PhraseDictionaryMemory", "PhraseDictionaryBinary", "PhraseDictionaryCompact", "ProbingPT")
LANGUAGE_MODELS = ("KENLM", "SRILM", "IRSTLM")
_REORDERING = "LexicalReordering"
_CLASSES = {name.lower(): name for name in (*TABLES, *LANGUAGE_MODELS, *PLAIN, _REORDERING)}
_EVERYWHERE = {
    "name",
    "num-features",
    "tuneable",
    "tuneable-components",
    "verbosity",
    "require-sorting-after-source-context",
}
_FILES = {
    "path",
    "input-factor",
    "output-factor",
    "factor",
    "num-input-features",
    "cache-size",
    "lazyken",
    "load",
    "order",
}
_OPTIONS = {
    **dict.fromkeys(TABLES, _FILES | {"table-limit"}),
    **dict.fromkeys(LANGUAGE_MODELS, _FILES | {"oov-feature"}),
    _REORDERING: _FILES | {"type", "default-scores"},
}
"""The options of a line that are read, or do not matter here."""


def read_features(sections: Sections) -> Plan:
    """The model that the section [feature] describes."""
    plan = Plan()
    unnamed = Counter[str]()
    for line in sections["feature"]:
        kind, options = _parsed(line)
        if "name" not in options:
            # Moses calls a feature without a name by its class and a running number.
            options["name"] = f"{kind}{unnamed[kind]}"
            unnamed[kind] += 1
        if options["name"] in plan.names:
            raise InputError(
                f"{line.place}: found a second feature called {options['name']}, expected another name="
            )
        _add(plan, line, kind, options)
    for line in sections.get("weight", []):
        _add_weights(plan, line)
    return plan


def _parsed(line: Line) -> tuple[str, dict[str, str]]:
    found, *rest = line.text.split()
    kind = _CLASSES.get(found.lower())
    if kind is None:
        raise InputError(
            f"{line.place}: found the feature {found}, which pitchpipe cannot compute, expected one of a phrase-based "
            "model; take it out of the ini and tune again"
        )
    options = {}
    for part in rest:
        name, equals, value = part.partition("=")
        if not equals:
            raise InputError(f"{line.place}: found {part!r}, expected name=value")
        if name not in _EVERYWHERE | _OPTIONS.get(kind, set()):
            what = "sparse reordering features" if name.startswith("sparse-") else f"the option {name}="
            raise InputError(
                f"{line.place}: found {what} of {kind}, which pitchpipe does not have; take it out and tune again"
            )
        options[name] = value
    check_factors(
        [
            Line(line.place, options[one])
            for one in ("input-factor", "output-factor", "factor")
            if one in options
        ]
    )
    if options.get("num-input-features", "0") != "0":
        raise InputError(
            f"{line.place}: found num-input-features=, scores of lattices, expected plain text input"
        )
    for name in ("path", "type") if kind == _REORDERING else ("path",) if kind in _OPTIONS else ():
        if name not in options:
            raise InputError(f"{line.place}: found {kind} without {name}=, expected one")
    return kind, options


def _add(plan: Plan, line: Line, kind: str, options: dict[str, str]) -> None:
    place, name, path = line.place, options["name"], options.get("path", "")

    def whole_of(option: str) -> int | None:
        return whole(options[option], place) if option in options else None

    if kind in PLAIN:
        if kind in plan.plain:
            raise InputError(f"{place}: found a second {kind}, expected one")
        plan.plain[kind] = (place, name)
    elif kind in TABLES:
        plan.tables.append(
            PhraseTableFile(place, name, path, whole_of("num-features"), whole_of("table-limit"))
        )
    elif kind in LANGUAGE_MODELS:
        counts_unknown = options.get("oov-feature", "0") not in ("0", "false")
        plan.languages.append(LanguageModelFile(place, name, path, whole_of("order"), counts_unknown))
    else:
        type = orientation_type(options["type"], place)
        if (found := whole_of("num-features")) not in (None, type.weights):
            raise InputError(
                f"{place}: found num-features={found}, expected {type.weights} of type={options['type']}"
            )
        missing = tuple(number(one, place) for one in options.get("default-scores", "").split(",") if one)
        if missing and (len(missing) != type.scores or min(missing) < 0):
            raise InputError(
                f"{place}: found {options['default-scores']!r}, expected {type.scores} probabilities"
            )
        plan.reordering.append(ReorderingTableFile(place, name, path, type, missing))


def _add_weights(plan: Plan, line: Line) -> None:
    """`name= 0.1 0.2`; a name that comes again has the further weights."""
    first, *values = line.text.split()
    name, _, value = first.partition("=")
    numbers = [number(one, line.place) for one in ([value] if value else []) + values]
    if not numbers:
        raise InputError(f"{line.place}: found {line.text!r}, expected name= and its weights")
    place, before = plan.weights.get(name, (line.place, []))
    plan.weights[name] = (place, before + numbers)


def with_limit(plan: Plan, lines: list[Line]) -> None:
    """Give the tables the limits of [ttable-limit], one for each or one for all, where they have none of their own."""
    if lines and len(lines) not in (1, len(plan.tables)):
        raise InputError(
            f"{lines[0].place}: found {len(lines)} limits, expected one for each of {len(plan.tables)} tables"
        )
    for i, table in enumerate(plan.tables):
        if lines and table.limit is None:
            limit = lines[i if len(lines) > 1 else 0].whole()
            plan.tables[i] = dataclasses.replace(table, limit=limit)
