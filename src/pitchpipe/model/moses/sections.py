"""What each section of a moses.ini means for our decoders: read, ignored or refused.

A section that changes which translation comes out is read or refused by name; none is dropped silently.
"""

from __future__ import annotations

from collections.abc import Callable

from pitchpipe.errors import InputError
from pitchpipe.model.moses.ini import Line, Sections

MODEL = {
    "feature", "weight", "mapping", "input-factors", "output-factors",
    "ttable-file", "lmodel-file", "distortion-file", "lmodel-oov-feature",
    "weight-t", "weight-l", "weight-d", "weight-lr", "weight-w", "weight-u",
}  # fmt: skip
"""Sections that describe the model, of both formats."""

SEARCH = {
    "search-algorithm", "stack", "cube-pruning-pop-limit", "beam-threshold", "distortion-limit", "ttable-limit",
    "early-distortion-cost", "drop-unknown", "max-phrase-length", "max-trans-opt-per-coverage", "time-out",
}  # fmt: skip
"""Sections that become search settings."""

IGNORED = {
    "threads", "verbose", "description", "input-file", "show-weights", "start-translation-id", "config",
    "n-best-list", "n-best-factor", "distinct-nbest", "labeled-n-best-list", "print-all-derivations",
    "include-segmentation-in-n-best", "print-alignment-info-in-n-best", "include-alignment-in-n-best",
    "print-alignment-info", "alignment-output-file", "sort-word-alignment", "report-segmentation",
    "report-segmentation-enriched", "report-sparse-features", "report-all-factors", "report-all-factors-in-n-best",
    "lattice-samples", "output-hypo-score", "output-search-graph", "output-search-graph-extended",
    "output-word-graph", "output-unknowns", "unpruned-search-graph", "translation-details", "print-id",
    "use-persistent-cache", "persistent-cache-size", "clean-lm-cache", "cache-path",
    "minphr-memory", "minlexr-memory", "max-partial-trans-opt", "link-param-count",
    "mbr-size", "mbr-scale", "lmbr-thetas", "lmbr-pruning-factor", "lmbr-p", "lmbr-r", "lmbr-map-weight",
    "lattice-hypo-set", "recover-input-path", "text-type",
}  # fmt: skip
"""Sections that do not change translations."""

_CHART = "which is for hierarchical and syntax models; pitchpipe has [search-algorithm] 3 with [max-chart-span] only"
_FACTORS = "a factored model, which pitchpipe cannot use; train one on words only: pitchpipe train"
_SPARSE = "weights of sparse features, which convert does not read; remove the section and tune again"

REFUSED = {
    "weight-file": _SPARSE,
    "max-chart-span": _CHART,
    "non-terminals": _CHART,
    "rule-limit": _CHART,
    "unknown-lhs": _CHART,
    "source-label-overlap": _CHART,
    "parsing-algorithm": _CHART,
    "generation-file": _FACTORS,
    "weight-generation": _FACTORS,
    "weight-i": "weights of lattice input, which pitchpipe does not read; give one sentence on each line",
    "input-scores": "scores of lattice input, which pitchpipe does not read; give one sentence on each line",
    "global-lexical-file": "a global lexical model, which pitchpipe does not have; remove it and tune again",
    "dlm-model": "a discriminative language model, which pitchpipe does not have; remove it and tune again",
    "constraint": "forced decoding; remove the section, and use force() of a decoder in Python",
}
"""Sections that always change translations in a way that is not here."""

_OF_CHART = ("max-chart-span", "inputtype")
"""Sections that a hierarchical model may have; its sentences are plain text, whatever [inputtype] says."""

_OFF: dict[str, tuple[str, str]] = {
    "consensus-decoding": ("consensus decoding", "use rerank on n-best lists"),
    "minimum-bayes-risk": ("minimum Bayes risk decoding", "use rerank on n-best lists"),
    "lminimum-bayes-risk": ("lattice minimum Bayes risk decoding", "use rerank on n-best lists"),
    "mira": ("training", "use pitchpipe tune"),
    "monotone-at-punctuation": ("walls at punctuation", ""),
    "phrase-drop-allowed": ("dropping of known words", ""),
    "continue-partial-translation": ("translations begun elsewhere", ""),
    "disable-discarding": ("search without discarding", "set beam=0"),
    "stack-diversity": ("diversity of stacks", "set a larger beam"),
    "cube-pruning-diversity": ("diversity of stacks", "set a larger beam"),
    "early-discarding-threshold": ("early discarding", "set a threshold"),
    "translation-option-threshold": ("a threshold of translation options", "set fewer options"),
    "decoding-graph-backoff": ("back-off from one table to another", ""),
    "lmodel-dub": ("IRSTLM's bound on the vocabulary", ""),
    "cube-pruning-lazy-scoring": ("lazy scoring", "set pop_limit"),
    "mark-unknown": ("marks around unknown words", ""),
}
"""Sections that are fine as long as they are off (false or 0): what is refused otherwise, and what to do instead."""


def is_chart(sections: Sections) -> bool:
    """Whether the model is searched by a chart, as hierarchical ones are."""
    return any(line.text == "3" for line in sections.get("search-algorithm", [])[:1])


def check_sections(sections: Sections, say: Callable[[str], None]) -> None:
    """Raise `InputError` for the first thing that cannot be converted; say which sections are ignored."""
    _check_search_algorithm(sections)
    chart = is_chart(sections)
    for name, lines in sections.items():
        place = lines[0].place
        if chart and name in _OF_CHART:
            continue
        if name in REFUSED:
            raise InputError(f"{place}: found [{name}], {REFUSED[name]}")
        if name in _OFF:
            _check_off(name, lines)
        elif name in _SPECIAL:
            _SPECIAL[name](lines, say)
        elif name in IGNORED:
            say(f"ignored [{name}], which does not change translations")
        elif name not in MODEL | SEARCH:
            raise InputError(
                f"{place}: found the section [{name}], which convert does not know; remove it if the model is "
                "complete without it"
            )
    check_factors(sections.get("input-factors", []) + sections.get("output-factors", []))
    _check_mapping(sections.get("mapping", []))


def check_factors(lines: list[Line]) -> None:
    """Raise `InputError` if one is another factor than 0."""
    for line in lines:
        if line.text != "0":
            raise InputError(f"{line.place}: found the factor {line.text}, {_FACTORS}")


def _check_search_algorithm(sections: Sections) -> None:
    for line in sections.get("search-algorithm", [])[:1]:
        kind = line.whole()
        if kind > 4:
            raise InputError(f"{line.place}: found [search-algorithm] {kind}, {_CHART}")
        if kind == 2:
            raise InputError(
                f"{line.place}: found [search-algorithm] 2, cube growing, expected 0 (stacks) or 1 (cube pruning)"
            )


def _check_off(name: str, lines: list[Line]) -> None:
    what, instead = _OFF[name]
    for line in lines:
        if line.text.lower() not in ("0", "0.0", "false", "f", "no", "n"):
            advice = f" and {instead}" if instead else ""
            raise InputError(
                f"{line.place}: found [{name}] {line.text}, {what}, which pitchpipe does not have; remove the "
                f"section{advice}"
            )


def _check_mapping(lines: list[Line]) -> None:
    """Each step of a path of its own is a table of its own; several steps of one path make factors."""
    paths = set[str]()
    for line in lines:
        words = line.text.split()
        path, kind, table = words if len(words) == 3 else ("0", *words) if len(words) == 2 else ("", "", "")
        if kind == "G" or (kind == "T" and path in paths):
            raise InputError(f"{line.place}: found the mapping {line.text!r}, a further step of {_FACTORS}")
        if kind != "T" or not (path.isdigit() and table.isdigit()):
            raise InputError(f"{line.place}: found the mapping {line.text!r}, expected one such as '0 T 0'")
        paths.add(path)


def _check_input(lines: list[Line], _: Callable[[str], None]) -> None:
    if (kind := lines[0].whole()) != 0:
        names = {1: "confusion networks", 2: "word lattices", 3: "parse trees"}
        raise InputError(
            f"{lines[0].place}: found [inputtype] {kind}, {names.get(kind, 'another kind of input')}, expected 0, one "
            "sentence on each line; set it to 0 to translate plain text"
        )


def _check_markup(lines: list[Line], say: Callable[[str], None]) -> None:
    kind = lines[0].text
    if kind in ("inclusive", "constraint"):
        raise InputError(
            f"{lines[0].place}: found [xml-input] {kind}, expected exclusive, pass-through or ignore; set it to "
            "exclusive and translate with --markup"
        )
    if kind not in ("exclusive", "pass-through", "ignore"):
        raise InputError(
            f"{lines[0].place}: found [xml-input] {kind}, expected exclusive, pass-through or ignore"
        )
    if kind == "exclusive":
        say("[xml-input] exclusive: translate with --markup to give translations in the input")
    else:
        say(f"ignored [xml-input] {kind}: the input is plain text")


def _check_brackets(lines: list[Line], _: Callable[[str], None]) -> None:
    if lines[0].text.strip('"').split() != ["<", ">"]:
        raise InputError(f"{lines[0].place}: found [xml-brackets] {lines[0].text}, expected < and >")


def _check_delimiter(lines: list[Line], _: Callable[[str], None]) -> None:
    if lines[0].text != "|":
        raise InputError(f"{lines[0].place}: found [factor-delimiter] {lines[0].text}, {_FACTORS}")


_SPECIAL: dict[str, Callable[[list[Line], Callable[[str], None]], None]] = {
    "inputtype": _check_input,
    "xml-input": _check_markup,
    "xml-brackets": _check_brackets,
    "factor-delimiter": _check_delimiter,
}
