"""A study: which methods and metrics are compared, on which texts, and how. A TOML file says it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from typing import Any, TypeVar

from pitchpipe.decoder import SearchSettings
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.metrics import metric as find_metric
from pitchpipe.settings import Settings, setting_fields
from pitchpipe.specs import parse_spec
from pitchpipe.study.settings import GridSettings, LoopOptions, ReportSettings, SyntheticSettings
from pitchpipe.study.tuners import check_method
from pitchpipe.toml import read_tables, write_tables
from pitchpipe.training import TrainSettings

TABLES = ("text", "lists", "synthetic", "train", "test", "grid", "method", "report", "versions")
TEXTS = ("model", "train", "dev", "start")
LISTS = ("dev", "start", "tokenize", "format")
UNTUNED = "untuned"
"""What the start weights are called among the methods."""

Some = TypeVar("Some", bound=Settings)


@dataclass(frozen=True)
class StudyMethod:
    """A row of the study's tables: a method, and how its loop is run."""

    name: str
    spec: str
    loop: LoopOptions = field(default_factory=LoopOptions)


@dataclass(frozen=True)
class Study:
    """Methods, metrics and seeds to tune with, and what to tune and test on."""

    methods: Sequence[StudyMethod]
    metrics: Sequence[str] = ("bleu",)
    scores: Sequence[str] = ()
    """Metrics to measure by, all of those that are tuned to among them."""
    dev: Sequence[str] = ()
    """Files: a source and references, or lists and references."""
    tests: Mapping[str, Sequence[str]] = field(default_factory=dict)
    grid: GridSettings = field(default_factory=GridSettings)
    report: ReportSettings = field(default_factory=ReportSettings)
    model: str | None = None
    """A model's folder; without it one is built from `train` or `synthetic` text, or there are lists."""
    train: Sequence[str] = ()
    training: TrainSettings = field(default_factory=TrainSettings)
    synthetic: SyntheticSettings | None = None
    start: str | None = None
    """Weights to start from; those of the model, or equal ones for lists, by default."""
    tokenize: str = "none"
    """Of lists."""
    format: str | None = None

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Study:
        """The study in a TOML file; its paths are relative to the file's folder."""
        tables = read_tables(path, TABLES)
        try:
            return _study(tables, Path(path).parent)
        except InputError as error:
            raise InputError(f"{path}: {error}") from None

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write everything, defaults and versions too, with whole paths."""
        write_tables(path, self.tables())

    @property
    def has_decoder(self) -> bool:
        return bool(self.model or self.train or self.synthetic)

    @property
    def texts(self) -> tuple[str, ...]:
        """The names of the texts that are translated: `dev`, and the test texts."""
        return ("dev", *(["test"] if self.synthetic else self.tests))

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
            found["text"] = {"train": _whole(self.train), **files, **start}
        else:
            form = {} if self.format is None else {"format": self.format}
            found["lists"] = {**files, **start, "tokenize": self.tokenize, **form}
        if self.has_decoder and not self.model:
            found["train"] = {
                name: value for name, value in asdict(self.training).items() if name not in _TUNING
            }
        if self.tests:
            found["test"] = {name: _whole(paths) for name, paths in self.tests.items()}
        common, own = self._loops() if self.has_decoder else ({}, {one.name: {} for one in self.methods})
        found["grid"] = {
            "methods": [one.name for one in self.methods],
            "metrics": list(self.metrics),
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
        found["report"] = {"scores": list(self.scores), **asdict(self.report), "baseline": self.baseline}
        found["versions"] = {name: version(name) for name in ("pitchpipe", "numpy", "scipy")}
        found["versions"]["python"] = python_version()
        return found

    def _loops(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """What all methods' loops have in common, and what each has of its own."""
        loops = {one.name: asdict(one.loop) for one in self.methods}
        first = next(iter(loops.values()))
        common = {
            name: value for name, value in first.items() if all(one[name] == value for one in loops.values())
        }
        own = {
            name: {key: value for key, value in loop.items() if key not in common}
            for name, loop in loops.items()
        }
        return common, own


def _study(tables: dict[str, dict[str, Any]], folder: Path) -> Study:
    kinds = [name for name in ("text", "lists", "synthetic") if name in tables]
    if len(kinds) != 1:
        found = " and ".join(f"[{name}]" for name in kinds) or "no table of texts"
        raise InputError(f"found {found}, expected one of [text], [lists] and [synthetic]")
    about = tables[kinds[0]]
    study = Study(_methods(tables, kinds[0]))
    if kinds[0] == "synthetic":
        if "test" in tables:
            raise InputError("found [test] with [synthetic], expected one of them: that has a test text")
        study = replace(study, synthetic=_settings(SyntheticSettings, about))
    else:
        study = replace(study, **_files(kinds[0], about, folder), tests=_tests(tables, folder))
    if "train" in tables:
        if not (study.train or study.synthetic):
            raise InputError(
                "found a table [train], expected it with a text to train on, or with [synthetic], only"
            )
        for name in _TUNING:
            if name in tables["train"]:
                raise InputError(f"found {name} in [train], expected it in [grid]: the model is built untuned")
        study = replace(study, training=_settings(TrainSettings, {**tables["train"], "method": "none"}))
    grid, report = dict(tables["grid"]), dict(tables.get("report", {}))
    metrics = _specs(grid.pop("metrics", ["bleu"]), "metrics")
    scores = _specs(report.pop("scores", []), "scores")
    specs = [find_metric(spec).spec for spec in metrics]
    every = dict.fromkeys([*specs, *(find_metric(spec).spec for spec in scores)])
    only = {name: value for name, value in grid.items() if name in setting_fields(GridSettings)}
    study = replace(
        study,
        metrics=tuple(dict.fromkeys(specs)),
        scores=tuple(every),
        grid=_settings(GridSettings, only),
        report=_settings(ReportSettings, report),
    )
    _check(study)
    return study


def _methods(tables: dict[str, dict[str, Any]], kind: str) -> tuple[StudyMethod, ...]:
    grid = dict(tables.get("grid", {}))
    names = _specs(grid.pop("methods", None), "methods")
    if len(set(names)) != len(names):
        raise InputError(f"found a method twice in {names!r}, expected each once")
    described = tables.get("method", {})
    for name, table in described.items():
        if not isinstance(table, dict):
            raise InputError(f"found {table!r} for method.{name}, expected a table [method.{name}]")
        if name not in names:
            raise InputError(f"found a table [method.{name}], expected {name!r} among the methods of [grid]")
    for_all = {name: value for name, value in grid.items() if name not in {"metrics", *_GRID}}
    methods = []
    for name in names:
        own = dict(described.get(name, {}))
        spec = own.pop("method", name)
        if not isinstance(spec, str):
            raise InputError(f"found {spec!r} as the method of [method.{name}], expected a text such as 'mert'")
        if kind == "lists":
            for setting in (*for_all, *own):
                if setting not in setting_fields(LoopOptions):
                    raise unknown_name("setting of grid", setting, [*_GRID, "methods", "metrics"])
                raise InputError(f"found {setting}, expected it with a decoder only: [lists] have none")
        check_method(spec, decoder=kind != "lists")
        if name == UNTUNED:
            raise InputError(f"found a method called {UNTUNED!r}, expected another name")
        loop = _settings(LoopOptions, {**for_all, **own})
        if loop.search:
            SearchSettings.from_spec(None, parse_spec(f"search({loop.search})").options)
        methods.append(StudyMethod(name, spec, loop))
    return tuple(methods)


_GRID = tuple(setting_fields(GridSettings))
_TUNING = ("method", "metric", "lists", "iterations")
"""Settings of `train` that are the grid's here."""


def _files(kind: str, table: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What [text] or [lists] says, with paths from the folder."""
    known = TEXTS if kind == "text" else LISTS
    found: dict[str, Any] = {}
    for name, value in table.items():
        if name not in known:
            raise unknown_name(f"entry of [{kind}]", name, known)
        if name in ("dev", "train"):
            fewest = 1 if kind == "lists" else 2
            found[name] = _paths(name, value, folder, fewest, 2 if name == "train" else None)
        elif not isinstance(value, str):
            raise InputError(f"found {value!r} for {name}, expected a text")
        else:
            found[name] = value if name in ("tokenize", "format") else str(folder / value)
    if "dev" not in found:
        raise InputError(f"found no dev in [{kind}], expected the files to tune on")
    if kind == "text" and ("model" in found) == ("train" in found):
        both = "both a model and a text to train" if "model" in found else "neither a model nor a text to train"
        raise InputError(f"found {both}, expected one of them in [text]")
    return found


def _tests(tables: dict[str, dict[str, Any]], folder: Path) -> dict[str, Sequence[str]]:
    fewest = 1 if "lists" in tables else 2
    found = {}
    for name, files in tables.get("test", {}).items():
        if name == "dev" or not re.fullmatch(r"\w[\w-]*", name):
            raise InputError(f"found the test text {name!r}, expected a word other than dev for its name")
        found[name] = _paths(name, files, folder, fewest)
    return found


def _paths(name: str, files: Any, folder: Path, fewest: int, most: int | None = None) -> tuple[str, ...]:
    given = files if isinstance(files, list) else []
    if len(given) < fewest or (most and len(given) > most) or not all(isinstance(one, str) for one in given):
        wanted = "a source and a target file" if most else "a source file and its references"
        if fewest == 1:
            wanted = "a file of lists and files of references"
        raise InputError(f"found {files!r} for {name}, expected {wanted}, in a list")
    return tuple(str(folder / file) for file in given)


def _specs(given: Any, name: str) -> list[str]:
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise InputError(f"found {given!r} for {name}, expected a list of texts")
    if not given and name != "scores":
        raise InputError(f"found no {name} in [grid], expected some")
    return given


def _settings(kind: type[Some], table: Mapping[str, Any]) -> Some:
    built: Some = kind.from_spec(None, dict(table))
    return built


def _check(study: Study) -> None:
    """Refuse what cannot be compared."""
    names = [one.name for one in study.methods]
    if study.baseline not in names:
        raise unknown_name("method to compare with", study.baseline, names)
    for one in study.methods:
        if one.loop.choose == "held-out" and not one.loop.held_out:
            raise InputError(f"{one.name}: found choose = 'held-out', expected held_out above 0 with it")


def _whole(paths: Sequence[str]) -> list[str]:
    return [os.path.abspath(path) for path in paths]
