"""Presets: what the papers say of their experiments, as our settings, each with the section that says it.

What a paper does not say is left as it is. Settings that are given override a preset's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.settings import Settings, setting_fields
from pitchpipe.specs import parse_spec, split_specs


class Said(NamedTuple):
    """A value, and where the paper says it."""

    value: Any
    section: str


Values = Mapping[str, Said]


def said(section: str, **values: Any) -> dict[str, Said]:
    return {name: Said(value, section) for name, value in values.items()}


@dataclass(frozen=True)
class Preset:
    """The settings of a paper's experiments."""

    name: str
    paper: str
    about: str
    methods: Mapping[str, Values]
    """What is set of each method that the paper runs; the first is its own."""
    settings: Values
    """Of the build, the search and the tuning loop, for all methods."""
    for_method: Mapping[str, Values] = field(default_factory=dict)
    """The same for one method only."""

    @property
    def own_method(self) -> str:
        return next(iter(self.methods))

    def method(self, spec: str) -> str:
        """The method with the paper's settings of it, where the spec does not set them."""
        parsed = parse_spec(spec)
        if parsed.name not in self.methods:
            known = ", ".join(self.methods)
            raise InputError(
                f"{self.name} says nothing of {parsed.name}, expected one of its methods: {known}"
            )
        options = {name: one.value for name, one in self.methods[parsed.name].items()} | parsed.options
        inner = ", ".join(f"{name}={value}" for name, value in options.items())
        return f"{parsed.name}({inner})" if inner else parsed.name

    def values(self, spec: str, kinds: Sequence[type[Settings]]) -> dict[str, Any]:
        """What is set for a method, of the settings of these kinds."""
        known = {name for kind in kinds for name in setting_fields(kind)}
        found = {**self.settings, **self.for_method.get(parse_spec(spec).name, {})}
        return {name: one.value for name, one in found.items() if name in known}

    def items(self) -> Iterator[tuple[str, Said]]:
        """Everything it sets, by name: `nbest`, `pro: samples`."""
        yield from self.settings.items()
        for table in (self.for_method, self.methods):
            for method, values in table.items():
                for name, one in values.items():
                    yield f"{method}: {name}", one


def find_preset(name: str) -> Preset:
    if name not in PRESETS:
        raise unknown_name("preset", name, PRESETS)
    return PRESETS[name]


def with_preset(values: Mapping[str, Any], kinds: Sequence[type[Settings]]) -> dict[str, Any]:
    """Settings by name, together with those of the preset that `preset` among them names, if one does.

    The preset's are of the kinds only. Without a method it is the paper's own.
    """
    given = {name: value for name, value in values.items() if name != "preset"}
    if not values.get("preset"):
        return given
    preset = find_preset(values["preset"])
    method = given.pop("method", preset.own_method)
    if method == "none":
        return {**preset.values(method, kinds), **given, "method": method}
    return {**preset.values(method, kinds), **given, "method": preset.method(method)}


def preset_methods(name: str, specs: Sequence[str]) -> list[str]:
    """Methods with the settings of a preset; its own method where none is given."""
    preset = find_preset(name)
    return [preset.method(one) for spec in specs or [preset.own_method] for one in split_specs(spec)]


_CER = "Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study"
_PLAIN = {"basis": "features", "follow": "all"}
"""Lines along the features, and every starting point searched from to the end, as all papers do."""
_PLAIN_PAIRS = {
    "distinct": False,
    "standardize": False,
    "length_guard": 0,
    "rescale": False,
    "sparse_l2": 1.0,
}
_PRO_SAMPLER = {"samples": 5000, "keep": 50, "accept": "step", "threshold": 0.05, "gold": "bleu"}
_UNTIL_SETTLED = {"iterations": 100, "patience": 0, "interpolation": 1.0, "choose": "last"}
"""Rounds until the weights settle, with all of the new weights; 100 are more than it takes."""
_THESIS_LOOP = said("3.3", nbest=100, tolerance=1e-5, **_UNTIL_SETTLED) | said(
    "6.3, note 4", initial="thesis"
)
_THESIS_SEARCH = {"distortion_limit": 6, "options": 20}
_THESIS_BUILD = said("3.3.1, 4.3.2, 6.3.2", symmetrize="grow-diag-final", reordering="word", order=5)

PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            "hopkins2011",
            "Hopkins and May, 2011, Tuning as ranking.",
            "PRO against MERT and online MIRA: lists of 1500, 30 iterations, weights mixed with earlier ones; the "
            "paper's extended features are --set sparse=INS+RC+WP+length.",
            methods={
                "pro": said("4.2", **_PRO_SAMPLER, classifier="logistic", **_PLAIN_PAIRS)
                | said("5.4.3", l2=1.0),
                "mert": said("5.4.1", directions="koehn", restarts=19, **_PLAIN),
                "omira": said("5.4.2", epochs=30, decay=0.9, choose="best"),
            },
            settings=said("5.4.1", nbest=1500, iterations=30, metric="bleu"),
            for_method={
                "pro": said("5.4.1", patience=0, tolerance=0.0, choose="best")
                | said("5.4.3", interpolation=0.1, mixing="plain"),
                "mert": said("5.4.1", patience=0, tolerance=0.0, choose="best")
                | said("5.4.3", interpolation=1.0),
                "omira": said("5.4.2", nbest=30),
            },
        ),
        Preset(
            "cer2011-search",
            f"{_CER} (chapter 3).",
            "Directions and smoothing of MERT: start and five restarts, stack 50.",
            methods={"mert": said("3.3", restarts=5, **_PLAIN) | said("3.2.1", directions="random")},
            settings=_THESIS_LOOP | _THESIS_BUILD | said("3.3.1", beam=50, **_THESIS_SEARCH),
        ),
        Preset(
            "cer2011-metrics",
            f"{_CER} (chapter 4).",
            "MERT to each metric: start and twenty restarts, stack 100.",
            methods={
                "mert": said("4.4.2", restarts=20, **_PLAIN)
                | said("3.4, the best there: chapter 4 names none", directions="random")
            },
            settings=_THESIS_LOOP
            | _THESIS_BUILD
            | said("4.3", beam=100, **_THESIS_SEARCH)
            | said("4.4.2", replicas=5),
        ),
        Preset(
            "cer2011-learning",
            f"{_CER} (chapter 6).",
            "Learners compared with MERT: targets by hill-climbing the corpus score, losses by the same score.",
            methods={
                "loglinear": said("6.2.1.1", targets="corpus")
                | said("6.2.5, 6.4", sigma=100.0, standardize=False),
                "svm": said("6.2.1.1", targets="corpus")
                | said("6.2.2, 6.2.3", loss="corpus", standardize=False),
                "m3n": said("6.2.1.1", targets="corpus")
                | said("6.2.2, 6.2.4", loss="corpus", standardize=False),
                "mira": said("6.2.1.1", targets="corpus")
                | said("6.2.2", average=False, standardize=False)
                | said("6.3", epochs=10),
                "mert": said("4.4.2", restarts=20, **_PLAIN)
                | said("3.4, the best there: chapter 6 names none", directions="random"),
            },
            settings=_THESIS_LOOP
            | _THESIS_BUILD
            | said("6.3", beam=100, tolerance=1e-5, **_THESIS_SEARCH)
            | said("6.4", metric="bleu"),
        ),
        Preset(
            "bazrafshan2012",
            "Bazrafshan, Chung and Gildea, 2012, Tuning as linear regression.",
            "Regression against PRO: PRO's sampler, 25 iterations, random start weights; the paper has eight (--replicas 8).",
            methods={
                "regression": said("4.1", **_PRO_SAMPLER, **_PLAIN_PAIRS) | said("4.2", l2=0.0),
                "pro": said("4.1, 4.2", **_PRO_SAMPLER, **_PLAIN_PAIRS, classifier="logistic"),
            },
            settings=said("4.1", nbest=1500, order=3)
            | said(
                "4.2",
                iterations=25,
                interpolation=0.1,
                mixing="plain",
                patience=0,
                tolerance=0.0,
                initial="random",
                choose="best",
                replicas=8,
            ),
        ),
        Preset(
            "green2013",
            "Green, Wang, Cer and Manning, 2013, Fast and adaptive online training of feature-rich translation models.",
            "AdaGrad from equal weights, against MERT, PRO and kbmira; give sparse templates as in --set sparse=PT+AL+LO.",
            methods={
                "adagrad": said(
                    "4.2", rate=0.02, l1=0.1, batch=20, keep=15, start="uniform", gold="bleu", choose="best"
                ),
                "mert": said("4.2", restarts=20, directions="random", **_PLAIN),
                "pro": said("4.2: sigma = 0.1", l2=100.0),
                "kbmira": said("4.2: as in Moses", C=0.01, decay=0.999, epochs=60, standardize=False),
            },
            settings=said("4.2", metric="bleu")
            | said("4.2, note 4", nbest=200, distortion_limit=5, max_phrase=7)
            | said("4.1", reordering="hierarchical-mslr"),
            for_method={
                name: said("4.2", initial="uniform", choose="best") for name in ("mert", "pro", "kbmira")
            },
        ),
        Preset(
            "liu2014",
            "Liu and Huang, 2014, Search-aware tuning for machine translation.",
            "Search-aware MERT, MIRA and PRO by potential BLEU; the baseline is --search-aware none.",
            methods={
                "mert": said("5.1: as in Moses", directions="koehn", restarts=20, **_PLAIN),
                "kbmira": said("5.1: as in Moses", C=0.01, decay=0.999, epochs=60, standardize=False),
                "pro": said("5.1: as in Moses", **_PRO_SAMPLER, **_PLAIN_PAIRS, classifier="logistic")
                | said("5.1", gold="bleu(length=average)"),
            },
            settings=said(
                "5.1", max_phrase=7, beam=30, distortion_limit=6, order=4, metric="bleu(length=average)"
            )
            | said("2: bins as large as the beam", nbest=100)
            | said("5.1", iterations=25, patience=0, interpolation=1.0, choose="last")
            | said("3.2, 4", search_aware="liu-potential"),
            for_method={
                "mert": said("5.1: as in Moses", tolerance=1e-5),
                "kbmira": said("5.1", tolerance=0.0),
                "pro": said("5.1", tolerance=0.0) | said("5.2", max_dev_length=9),
            },
        ),
    )
}
