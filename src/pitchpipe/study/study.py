"""A study: which methods and metrics are compared, on which texts, and how. A TOML file says it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from platform import python_version
from typing import Any

from pitchpipe.files.toml import write_tables
from pitchpipe.grammar import parses_by_side
from pitchpipe.study.settings import GridSettings, ReportSettings, SyntheticSettings, TuningText
from pitchpipe.training import BuildSettings
from pitchpipe.tuning.settings import TuningSettings

CELL = ("method", "metric", "seed")
"""Settings of tuning that the grid varies from cell to cell."""
DEV = "dev"
"""The tuning text of [text], and what a cell's own tuning text is called in its folder."""
UNTUNED = "untuned"
"""What the start weights are called among the methods."""
NO_SPARSE = "none"
"""The sparse features of a method that learns dense ones only."""


def tuning_text(name: str | None) -> str:
    """What a tuning text is called among all texts: a test text may have the same name."""
    return DEV if name in (None, DEV) else f"tune_on.{name}"


@dataclass(frozen=True)
class StudyMethod:
    """A row of the study's tables: a method, and how its loop is run."""

    name: str
    tuning: TuningSettings
    """With the method's spec; the metric and the seed are the cell's."""
    search: Mapping[str, Any] = field(default_factory=dict)
    """How the decoder searches where it is not as the model says."""
    sparse: str | None = None
    """The model's sparse features that it learns, as in `PT+AL`, or `none`; all by default."""
    tune_on: str | None = None
    """The name of its tuning text; `dev` by default."""

    @property
    def templates(self) -> list[str] | None:
        """The names in `sparse`."""
        if self.sparse is None:
            return None
        return [] if self.sparse == NO_SPARSE else self.sparse.split("+")

    @property
    def spec(self) -> str:
        return self.tuning.method

    @property
    def loop(self) -> dict[str, Any]:
        """How its loop is run and how the decoder searches, by the names of settings."""
        tuning = {name: value for name, value in asdict(self.tuning).items() if name not in CELL}
        given = {"sparse": self.sparse, "tune_on": self.tune_on}
        return {
            **tuning,
            **self.search,
            **{name: value for name, value in given.items() if value is not None},
        }

    def with_beam(self, beam: int | None) -> StudyMethod:
        """The method with a decoder that keeps so many hypotheses in a stack, of twice as many extensions."""
        if beam is None:
            return self
        return replace(self, search={**self.search, "beam": beam, "pop_limit": 2 * beam})


@dataclass(frozen=True)
class Study:
    """Methods, metrics and seeds to tune with, and what to tune and test on."""

    methods: Sequence[StudyMethod]
    metrics: Sequence[str] = ("bleu",)
    scores: Sequence[str] = ()
    """Metrics to measure by, all of those that are tuned to among them."""
    orders: Mapping[str, str] = field(default_factory=dict)
    """Files that say in which order translations of a test text should have words."""
    words: Sequence[str] = ()
    """Target words to count in tuning texts and in the features learned from them."""
    beams: Sequence[int] = ()
    """From narrow to wide; all methods are tuned and measured with each. Without them, the decoder searches as it is told."""
    dev: Sequence[str] = ()
    """Files: a source and references, or lists and references."""
    tests: Mapping[str, Sequence[str]] = field(default_factory=dict)
    tuning_texts: Mapping[str, TuningText] = field(default_factory=dict)
    """By name; methods are tuned on these, or on `dev`."""
    grid: GridSettings = field(default_factory=GridSettings)
    report: ReportSettings = field(default_factory=ReportSettings)
    model: str | None = None
    """A model's folder; without it one is built from `train` or `synthetic` text, or there are lists."""
    train: Sequence[str] = ()
    target_parses: str | None = None
    """Trees over the target of `train`; synthetic text has its own."""
    source_parses: str | None = None
    """Trees over its source."""
    training: BuildSettings = field(default_factory=BuildSettings)
    synthetic: SyntheticSettings | None = None
    start: str | None = None
    """Weights to start from; those of the model, or equal ones for lists, by default."""
    tokenize: str = "none"
    """Of lists."""
    format: str | None = None

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write everything, defaults and versions too, with whole paths."""
        write_tables(path, self.tables())

    @property
    def parses(self) -> dict[str, str]:
        """The files of trees, by the side that they are over."""
        return parses_by_side(self.source_parses, self.target_parses)

    @property
    def has_decoder(self) -> bool:
        return bool(self.model or self.train or self.synthetic)

    @property
    def texts(self) -> tuple[str, ...]:
        """The names of the texts that are translated: `dev`, which is a cell's own tuning text, and the test texts."""
        return (DEV, *(["test"] if self.synthetic else self.tests))

    def text_names(self, method: StudyMethod) -> dict[str, str]:
        """The texts that a method's cells translate, by what these call them; start weights are measured on all."""
        names = {text: text for text in self.texts}
        if method.name == UNTUNED:
            return {**names, **{name: name for name in map(tuning_text, self.tuning_texts)}}
        return {**names, DEV: tuning_text(method.tune_on)}

    @property
    def ordered(self) -> tuple[str, ...]:
        """The test texts whose word order is judged."""
        if self.synthetic:
            return self.texts[1:] if self.synthetic.order else ()
        return tuple(self.orders)

    @property
    def comparable(self) -> tuple[str, ...]:
        """The texts on which all methods can be compared: those but `dev` if methods are tuned on several."""
        return self.texts[1:] if self.tuning_texts else self.texts

    @property
    def by_tuning_text(self) -> dict[str, dict[str, str]]:
        """The methods that differ in their tuning text alone: the name of each, by text."""
        alike: dict[str, list[StudyMethod]] = {}
        for one in self.methods if self.tuning_texts else ():
            rest = {name: value for name, value in one.loop.items() if name != "tune_on"}
            alike.setdefault(repr((one.spec, rest)), []).append(one)
        return {
            group[0].name.removesuffix(f" {group[0].tune_on}"): {
                one.tune_on or DEV: one.name for one in group
            }
            for group in alike.values()
            if len(group) > 1
        }

    @property
    def baseline(self) -> str:
        return self.report.baseline or self.methods[0].name

    @property
    def seeds(self) -> range:
        return range(self.grid.seed, self.grid.seed + self.grid.replicas)

    def tables(self) -> dict[str, dict[str, Any]]:
        """The tables of the file that says the same, in full."""
        found: dict[str, dict[str, Any]] = {}
        files = {"dev": _whole(self.dev)} if self.dev else {}
        start = {} if self.start is None else {"start": os.path.abspath(self.start)}
        if self.synthetic:
            found["synthetic"] = asdict(self.synthetic)
        elif self.model:
            found["text"] = {"model": os.path.abspath(self.model), **files, **start}
        elif self.train:
            parses = {f"{side}_parses": os.path.abspath(path) for side, path in self.parses.items()}
            found["text"] = {"train": _whole(self.train), **parses, **files, **start}
        else:
            form = {} if self.format is None else {"format": self.format}
            found["lists"] = {**files, **start, "tokenize": self.tokenize, **form}
        if self.has_decoder and not self.model:
            found["train"] = asdict(self.training)
        if self.tests:
            found["test"] = {name: _whole(paths) for name, paths in self.tests.items()}
        if self.orders:
            found["order"] = {name: os.path.abspath(path) for name, path in self.orders.items()}
        if self.tuning_texts:
            found["tune_on"] = {
                name: {**asdict(one), "files": _whole(one.files)} if one.files else _without_files(one)
                for name, one in self.tuning_texts.items()
            }
        common, own = self._loops() if self.has_decoder else ({}, {one.name: {} for one in self.methods})
        found["grid"] = {
            "methods": [one.name for one in self.methods],
            "metrics": list(self.metrics),
            **({"beams": list(self.beams)} if self.beams else {}),
            **asdict(self.grid),
            **common,
        }
        described = {
            one.name: {"method": one.spec, **own[one.name]}
            for one in self.methods
            if one.spec != one.name or own[one.name]
        }
        if described:
            found["method"] = described
        words = {"words": list(self.words)} if self.words else {}
        found["report"] = {
            "scores": list(self.scores),
            **words,
            **asdict(self.report),
            "baseline": self.baseline,
        }
        found["versions"] = {name: version(name) for name in ("pitchpipe", "numpy", "scipy")}
        found["versions"]["python"] = python_version()
        return found

    def _loops(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """What all methods' loops have in common, and what each has of its own."""
        loops = {one.name: one.loop for one in self.methods}
        first = next(iter(loops.values()))
        common = {
            name: value
            for name, value in first.items()
            if all(name in one and one[name] == value for one in loops.values())
        }
        own = {
            name: {key: value for key, value in loop.items() if key not in common}
            for name, loop in loops.items()
        }
        return common, own


def _without_files(text: TuningText) -> dict[str, Any]:
    return {name: value for name, value in asdict(text).items() if name != "files"}


def _whole(paths: Sequence[str]) -> list[str]:
    return [os.path.abspath(path) for path in paths]
