"""The texts of a study's file: those to train, tune and test on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.grammar.parses import PARSES
from pitchpipe.settings import setting_fields
from pitchpipe.study.settings import TuningText
from pitchpipe.study.study import DEV, Study

TEXTS = ("model", "train", *PARSES, "dev", "start")
LISTS = ("dev", "start", "tokenize", "format")


def read_files(kind: str, table: dict[str, Any], folder: Path) -> dict[str, Any]:
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
        both = (
            "both a model and a text to train" if "model" in found else "neither a model nor a text to train"
        )
        raise InputError(f"found {both}, expected one of them in [text]")
    for name in PARSES:
        if name in found and "model" in found:
            raise InputError(f"found {name} with a model, expected them with a text to train on")
    return found


def read_tests(tables: dict[str, dict[str, Any]], folder: Path) -> dict[str, Sequence[str]]:
    fewest = 1 if "lists" in tables else 2
    found: dict[str, Sequence[str]] = {}
    for name, files in tables.get("test", {}).items():
        if name == DEV or not re.fullmatch(r"\w[\w-]*", name):
            raise InputError(f"found the test text {name!r}, expected a word other than dev for its name")
        found[name] = _paths(name, files, folder, fewest)
    return found


def read_tuning_texts(tables: Mapping[str, Any], folder: Path) -> dict[str, TuningText]:
    """What each table [tune_on.NAME] says."""
    found = {}
    for name, about in tables.items():
        if name == DEV or not isinstance(about, dict) or not re.fullmatch(r"\w[\w-]*", name):
            raise InputError(
                f"found {name!r} in [tune_on], expected a table [tune_on.NAME], whose name is a word other than {DEV}"
            )
        values = dict(about)
        files = values.pop("files", None)
        if files is not None:
            values["files"] = _paths(f"files of [tune_on.{name}]", files, folder, 2)
        try:
            found[name] = TuningText(**{key: values[key] for key in _known(name, values)})
        except InputError as error:
            raise InputError(f"[tune_on.{name}]: {error}") from None
    return found


def read_orders(table: Mapping[str, Any], study: Study, folder: Path) -> dict[str, str]:
    """What [order] says: a file for a test text."""
    if table and study.synthetic:
        raise InputError("found [order] with [synthetic], expected order = true in [synthetic]")
    if table and not study.has_decoder:
        raise InputError(
            "found [order] with [lists], expected it with a decoder only: its alignment is judged"
        )
    for name, path in table.items():
        if name not in study.tests:
            raise unknown_name("test text", name, study.tests)
        if not isinstance(path, str):
            raise InputError(f"found {path!r} for {name} in [order], expected a file of annotations")
    return {name: str(folder / path) for name, path in table.items()}


def _known(name: str, values: Mapping[str, Any]) -> Mapping[str, Any]:
    known = ("files", *setting_fields(TuningText))
    for key in values:
        if key not in known:
            raise unknown_name(f"entry of [tune_on.{name}]", key, known)
    return values


def check_tuning_texts(study: Study) -> None:
    """Refuse tuning texts that cannot be compared, or lines of a training text that cannot be left out of it."""
    if not study.tuning_texts:
        return
    if len(study.texts) < 2:
        raise InputError("found [tune_on] without [test], expected a test text: tuning texts differ")
    for name, one in study.tuning_texts.items():
        if not one.train:
            continue
        if not (study.train or study.synthetic):
            raise InputError(
                f"found train in [tune_on.{name}] with a model that is built, expected it with a text to train on"
            )
        if study.parses or study.training.trees_over:
            raise InputError(
                f"found train in [tune_on.{name}] with trees over the training text, expected files to tune on"
            )


def _paths(name: str, files: Any, folder: Path, fewest: int, most: int | None = None) -> tuple[str, ...]:
    given = files if isinstance(files, list) else []
    if len(given) < fewest or (most and len(given) > most) or not all(isinstance(one, str) for one in given):
        wanted = "a source and a target file" if most else "a source file and its references"
        if fewest == 1:
            wanted = "a file of lists and files of references"
        raise InputError(f"found {files!r} for {name}, expected {wanted}, in a list")
    return tuple(str(folder / file) for file in given)
