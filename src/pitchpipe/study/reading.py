"""A study read from its TOML file, with what is wrong told in a sentence."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

from pitchpipe.decoder import SearchSettings
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files import StrPath
from pitchpipe.files.toml import read_tables
from pitchpipe.metrics import find_metric
from pitchpipe.online import any_method, is_online
from pitchpipe.settings import Settings, grouped, setting_fields
from pitchpipe.study.reading_texts import (
    check_tuning_texts,
    read_files,
    read_orders,
    read_tests,
    read_tuning_texts,
)
from pitchpipe.study.settings import GridSettings, ReportSettings, SyntheticSettings
from pitchpipe.study.study import CELL, DEV, NO_SPARSE, UNTUNED, Study, StudyMethod
from pitchpipe.training import BuildSettings, check_tuning
from pitchpipe.training.presets import with_preset
from pitchpipe.training.tune import ONLINE
from pitchpipe.tuning.settings import TuningSettings

TABLES = (
    *("text", "lists", "synthetic", "train", "test", "order", "tune_on"),
    *("grid", "method", "vary", "report", "versions"),
)
PAIR = "pair"
"""Tables [pair.NAME]: the texts of several studies with one grid."""
LEAST_BEAM, MOST_BEAM = 2, 100_000
"""With a beam of 1, lists have one candidate and there is nothing to tune."""
NO_METHOD = "none"
_GRID = (*setting_fields(GridSettings), "metrics", "beams")
"""What is not for one method only."""
_LOOP = (
    *(
        name
        for name in (*setting_fields(TuningSettings), *setting_fields(SearchSettings))
        if name not in CELL
    ),
    "sparse",
    "tune_on",
)
"""What may be for one method only."""

Some = TypeVar("Some", bound=Settings)


def read_study(path: StrPath, grid: Mapping[str, Any] | None = None) -> Study:
    """The study in a TOML file, whose paths are relative to the file's folder; `grid` goes before what [grid] says."""
    tables = _tables(path, TABLES, grid)
    try:
        return _study(tables, Path(path).parent)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def has_pairs(path: StrPath) -> bool:
    """Whether a file has text pairs, and so a study for each."""
    return PAIR in _tables(path, (*TABLES, PAIR))


def read_pairs(path: StrPath, grid: Mapping[str, Any] | None = None) -> dict[str, Study]:
    """The study of each text pair of a file; all have the same grid."""
    tables = _tables(path, (*TABLES, PAIR), grid)
    pairs, found = tables.pop(PAIR, {}), {}
    try:
        if not pairs:
            raise InputError(f"found no table [{PAIR}.NAME], expected one for each text pair")
        for name in ("text", "lists", "synthetic", "test"):
            if name in tables:
                raise InputError(
                    f"found [{name}] with [{PAIR}.NAME], expected the texts in the tables of pairs"
                )
        for name, about in pairs.items():
            if not isinstance(about, dict) or not re.fullmatch(r"\w[\w-]*", name):
                raise InputError(
                    f"found {name!r} in [{PAIR}], expected a table [{PAIR}.NAME], whose name is a word"
                )
            found[name] = _study({**tables, **_pair(about)}, Path(path).parent)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    return found


def _tables(
    path: StrPath, known: Sequence[str], grid: Mapping[str, Any] | None = None
) -> dict[str, dict[str, Any]]:
    tables = read_tables(path, known)
    if grid:
        tables["grid"] = {**tables.get("grid", {}), **grid}
    return tables


def _pair(about: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The tables of a study that a text pair stands for: files to train, tune and test on, lists, or synthetic text."""
    kind = "text" if "train" in about or "model" in about else "lists"
    if kind == "lists" and not isinstance(about.get("dev"), list):
        return {"synthetic": dict(about)}
    files = dict(about)
    test = files.pop("test", None)
    return {kind: files, **({} if test is None else {"test": {"test": test}})}


def _study(tables: dict[str, dict[str, Any]], folder: Path) -> Study:
    kinds = [name for name in ("text", "lists", "synthetic") if name in tables]
    if len(kinds) != 1:
        found = " and ".join(f"[{name}]" for name in kinds) or "no table of texts"
        raise InputError(f"found {found}, expected one of [text], [lists] and [synthetic]")
    about = tables[kinds[0]]
    if "tune_on" in tables and kinds[0] == "lists":
        raise InputError("found [tune_on] with [lists], expected it with a decoder only")
    tuning_texts = read_tuning_texts(tables.get("tune_on", {}), folder)
    study = Study(_methods(tables, kinds[0], tuning_texts), tuning_texts=tuning_texts)
    if kinds[0] == "synthetic":
        if "test" in tables:
            raise InputError("found [test] with [synthetic], expected one of them: that has a test text")
        study = replace(study, synthetic=_settings(SyntheticSettings, about))
    else:
        study = replace(study, **read_files(kinds[0], about, folder), tests=read_tests(tables, folder))
    study = replace(study, orders=read_orders(tables.get("order", {}), study, folder))
    if "train" in tables:
        if not (study.train or study.synthetic):
            raise InputError(
                "found a table [train], expected it with a text to train on, or with [synthetic], only"
            )
        for name in tables["train"]:
            if name not in setting_fields(BuildSettings) and name in (*_LOOP, *CELL):
                raise InputError(
                    f"found {name} in [train], expected it in [grid]: the model is built untuned"
                )
        building = with_preset({**tables["train"], "method": NO_METHOD}, (BuildSettings,))
        del building["method"]
        study = replace(study, training=_settings(BuildSettings, building))
    grid, report = dict(tables["grid"]), dict(tables.get("report", {}))
    metrics = _specs(grid.pop("metrics", ["bleu"]), "metrics")
    scores = _specs(report.pop("scores", []), "scores")
    words = _specs(report.pop("words", []), "words")
    if words and not study.tuning_texts:
        raise InputError(
            "found words in [report], expected them with tables [tune_on.NAME], whose words they are"
        )
    specs = [find_metric(spec).spec for spec in metrics]
    every = dict.fromkeys([*specs, *(find_metric(spec).spec for spec in scores)])
    # Of a preset, how often its paper runs a method is the grid's.
    of_grid = with_preset({**grid, "method": NO_METHOD}, (GridSettings,))
    only = {name: value for name, value in of_grid.items() if name in setting_fields(GridSettings)}
    study = replace(
        study,
        metrics=tuple(dict.fromkeys(specs)),
        beams=_beams(grid.get("beams", []), study),
        scores=tuple(every),
        words=tuple(words),
        grid=_settings(GridSettings, only),
        report=_settings(ReportSettings, report),
    )
    _check(study)
    return study


def _methods(
    tables: dict[str, dict[str, Any]], kind: str, tuning_texts: Collection[str]
) -> tuple[StudyMethod, ...]:
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
    for_all = {name: value for name, value in grid.items() if name not in _GRID}
    for setting in for_all:
        if setting not in (*_LOOP, "preset"):
            raise unknown_name("setting of grid", setting, [*_GRID, "methods", "preset", *_LOOP])
    methods = []
    described = {name: dict(described.get(name, {})) for name in names}
    variants = _varied(_axes(tables, tuning_texts), described)
    for name, (own, spec) in variants.items():
        if not isinstance(spec, str):
            raise InputError(
                f"found {spec!r} as the method of [method.{name}], expected a text such as 'mert'"
            )
        if kind == "lists":
            for setting in (*for_all, *own):
                raise InputError(f"found {setting}, expected it with a decoder only: [lists] have none")
        any_method(spec)
        if is_online(spec) and kind == "lists":
            raise InputError(f"{spec} learns from a decoder, expected a model and not lists")
        if name == UNTUNED:
            raise InputError(f"found a method called {UNTUNED!r}, expected another name")
        methods.append(_method(name, spec, for_all, own))
    return tuple(methods)


def _axes(tables: Mapping[str, Mapping[str, Any]], tuning_texts: Collection[str]) -> dict[str, Any]:
    """What [vary] says, and all tuning texts if nothing says which."""
    axes = dict(tables.get("vary", {}))
    if tuning_texts and "tune_on" not in {**tables.get("grid", {}), **axes}:
        axes["tune_on"] = [*tuning_texts]
    return axes


def _varied(
    axes: Mapping[str, Any], described: Mapping[str, Mapping[str, Any]]
) -> dict[str, tuple[dict[str, Any], Any]]:
    """Each method with each value of the settings that vary: its own settings and its spec, by name.

    What a method's own table sets does not vary. A name ends in the values, as in `pro PT 100`.
    """
    for setting, values in axes.items():
        if setting not in _LOOP:
            raise unknown_name("setting to vary", setting, _LOOP)
        if not isinstance(values, list) or not values:
            raise InputError(f"found {values!r} for {setting} in [vary], expected a list of values")
    found: dict[str, tuple[dict[str, Any], Any]] = {}
    for name, own in described.items():
        free = {setting: values for setting, values in axes.items() if setting not in own}
        for values in product(*free.values()):
            chosen = dict(zip(free, values, strict=True))
            words = [str(value) or f"no {setting}" for setting, value in chosen.items()]
            rest = {**own, **chosen}
            found[" ".join([name, *words])] = rest, rest.pop("method", name)
    return found


def _method(name: str, spec: str, for_all: Mapping[str, Any], own: Mapping[str, Any]) -> StudyMethod:
    """The method with its settings; those of the grid that an online method does not take are left out.

    Both the grid's and the method's own override those of a preset.
    """
    search = setting_fields(SearchSettings)
    shared = {
        key: value
        for key, value in for_all.items()
        if not is_online(spec) or key in (*ONLINE, "preset", "sparse", "tune_on") or key in search
    }
    for key in (*shared, *own):
        if key not in (*_LOOP, "preset"):
            raise unknown_name("setting of a method", key, [*_LOOP, "preset"])
    both = with_preset({**shared, **own, "method": spec}, (TuningSettings, SearchSettings))
    spec, sparse, tune_on = both.pop("method"), both.pop("sparse", None), both.pop("tune_on", None)
    if sparse is not None and not isinstance(sparse, str):
        raise InputError(f"found {sparse!r} for sparse, expected a text such as 'PT+AL' or {NO_SPARSE!r}")
    both = {key: value for key, value in both.items() if key in _LOOP}
    tuning, chosen = grouped(f"method {name}", (TuningSettings, SearchSettings), {**both, "method": spec})
    check_tuning(tuning)
    return StudyMethod(
        name, tuning, {key: getattr(chosen, key) for key in both if key in search}, sparse, tune_on
    )


def _specs(given: Any, name: str) -> list[str]:
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise InputError(f"found {given!r} for {name}, expected a list of texts")
    if not given and name not in ("scores", "words"):
        raise InputError(f"found no {name} in [grid], expected some")
    return given


def _beams(given: Any, study: Study) -> tuple[int, ...]:
    if not isinstance(given, list) or not all(
        type(one) is int and LEAST_BEAM <= one <= MOST_BEAM for one in given
    ):
        raise InputError(
            f"found {given!r} for beams, expected a list of whole numbers from {LEAST_BEAM} to {MOST_BEAM}"
        )
    if given and not study.has_decoder:
        raise InputError("found beams, expected them with a decoder only: [lists] have none")
    return tuple(sorted(set(given)))


def _settings(kind: type[Some], table: Mapping[str, Any]) -> Some:
    built: Some = kind.from_spec(None, dict(table))
    return built


def _check(study: Study) -> None:
    """Refuse what cannot be compared."""
    names = [one.name for one in study.methods]
    if study.baseline not in names:
        raise unknown_name("method to compare with", study.baseline, names)
    for one in study.methods:
        if one.tune_on not in (None, DEV, *study.tuning_texts):
            raise unknown_name("tuning text", str(one.tune_on), [DEV, *study.tuning_texts])
    check_tuning_texts(study)
