"""Inis of Moses before 2013: [ttable-file], [lmodel-file], [distortion-file], and weights by kind."""

from __future__ import annotations

from pitchpipe.errors import InputError
from pitchpipe.model.moses.ini import Line, Sections, whole
from pitchpipe.model.moses.orientation import orientation_type
from pitchpipe.model.moses.plan import LanguageModelFile, PhraseTableFile, Plan, ReorderingTableFile
from pitchpipe.model.moses.sections import check_factors

_TABLE_TYPES = {0: "", 1: "binary", 5: "binary", 12: "binary"}
_LANGUAGE_MODEL_TYPES = {0, 1, 8, 9}
"""SRILM, IRSTLM, KenLM and KenLM that maps its file."""


def read_old(sections: Sections) -> Plan:
    """The model that an old ini describes. A phrase penalty is the tables' fifth score, 2.718 everywhere."""
    plan = Plan()
    oov = any(line.flag() for line in sections.get("lmodel-oov-feature", []))
    for i, line in enumerate(sections["ttable-file"]):
        plan.tables.append(_table(line, i))
    for i, line in enumerate(sections.get("lmodel-file", [])):
        plan.languages.append(_language_model(line, i, oov))
    for i, line in enumerate(sections.get("distortion-file", [])):
        plan.reordering.append(_reordering(line, i))
    _weigh(plan, sections)
    return plan


def _table(line: Line, i: int) -> PhraseTableFile:
    words = line.text.split()
    if len(words) == 4:
        words = ["0", *words]
    if len(words) != 5:
        raise InputError(
            f"{line.place}: found {line.text!r}, expected type, factors, scores and file as in: 0 0 0 5 table.gz"
        )
    kind, source, target, scores, path = words
    if whole(kind, line.place) == 6:
        raise InputError(
            f"{line.place}: found a table of the type 6, rules of a hierarchical or syntax model, which pitchpipe cannot "
            "search; train a phrase-based one: pitchpipe train"
        )
    if whole(kind, line.place) not in _TABLE_TYPES:
        raise InputError(f"{line.place}: found a table of the type {kind}, expected 0, a text table")
    check_factors([Line(line.place, source), Line(line.place, target)])
    return PhraseTableFile(line.place, f"TranslationModel{i}", path, whole(scores, line.place, 1))


def _language_model(line: Line, i: int, counts_unknown: bool) -> LanguageModelFile:
    words = line.text.split()
    if len(words) != 4:
        raise InputError(
            f"{line.place}: found {line.text!r}, expected type, factor, order and file as in: 8 0 3 lm.arpa"
        )
    kind, factor, order, path = words
    if whole(kind, line.place) not in _LANGUAGE_MODEL_TYPES:
        raise InputError(
            f"{line.place}: found a language model of the type {kind}, expected 0 (SRILM), 1 (IRSTLM) or 8 (KenLM) and "
            "an ARPA file"
        )
    check_factors([Line(line.place, factor)])
    return LanguageModelFile(line.place, f"LM{i}", path, whole(order, line.place), counts_unknown)


def _reordering(line: Line, i: int) -> ReorderingTableFile:
    words = line.text.split()
    if len(words) != 4:
        raise InputError(
            f"{line.place}: found {line.text!r}, expected factors, type, weights and file as in: 0-0 "
            "msd-bidirectional-fe 6 reordering.gz"
        )
    factors, kind, count, path = words
    check_factors([Line(line.place, one) for one in factors.split("-")])
    type = orientation_type(kind, line.place)
    if whole(count, line.place) != type.weights:
        raise InputError(f"{line.place}: found {count} weights of {kind}, expected {type.weights}")
    return ReorderingTableFile(line.place, f"LexicalReordering{i}", path, type)


def _weigh(plan: Plan, sections: Sections) -> None:
    """Deal the weights of each kind out to the features, in their order."""
    distortion = sections.get("weight-d", [])
    dealt = [
        ("weight-t", sections.get("weight-t", []), [(one.name, one.scores or 0) for one in plan.tables]),
        (
            "weight-l",
            sections.get("weight-l", []),
            [(one.name, 1 + one.counts_unknown) for one in plan.languages],
        ),
        ("weight-d", distortion[:1], [("Distortion0", 1)]),
        (
            "weight-d",
            distortion[1:] + sections.get("weight-lr", []),
            [(one.name, one.type.weights) for one in plan.reordering],
        ),
        ("weight-w", sections.get("weight-w", []), [("WordPenalty0", 1)]),
    ]
    if "weight-u" in sections:
        dealt.append(("weight-u", sections["weight-u"], [("UnknownWordPenalty0", 1)]))
    first = sections["ttable-file"][0].place
    for kind in ("WordPenalty", "Distortion", "UnknownWordPenalty"):
        plan.plain[kind] = (first, f"{kind}0")
    for section, lines, features in dealt:
        needed = sum(count for _, count in features)
        if len(lines) != needed:
            place = (lines or sections["ttable-file"])[0].place
            raise InputError(f"{place}: found {len(lines)} weights in [{section}], expected {needed}")
        numbers = iter(line.number() for line in lines)
        places = iter(line.place for line in lines)
        for name, count in features:
            plan.weights[name] = (next(places), [next(numbers) for _ in range(count)])
            for _ in range(count - 1):
                next(places)
