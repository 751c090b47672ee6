"""Moses's phrase-based models turned into ours."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files import StrPath, input_name, read_lines
from pitchpipe.lm import LanguageModel
from pitchpipe.model.features import TableFeatures
from pitchpipe.model.model import Language, Model, Table, check_weights
from pitchpipe.phrases import read_moses
from pitchpipe.reordering import REORDERING_MODELS
from pitchpipe.weights import Weights

_PLAIN = {"UnknownWordPenalty", "WordPenalty", "PhrasePenalty", "Distortion"}
_TABLES = {"PhraseDictionaryMemory", "PhraseDictionaryBinary", "PhraseDictionaryCompact", "ProbingPT"}
_LANGUAGE_MODELS = {"KENLM", "SRILM", "IRSTLM"}


def convert(ini: StrPath, folder: StrPath, *, progress: Callable[[str], None] | None = None) -> Model:
    """Turn the model that a moses.ini describes, text tables and ARPA language models, into a folder of ours.

    Files that the moses.ini names by relative paths are looked for beside it.
    """
    sections = _sections(ini)
    lines = [_feature(ini, number, line) for number, line in sections.get("feature", [])]
    if not lines:
        raise InputError(f"{input_name(ini)}: found no section [feature], expected the model's features")
    for place, kind, _ in lines:
        if kind not in _TABLES | _LANGUAGE_MODELS | _PLAIN | {"LexicalReordering"}:
            raise InputError(f"{place}: found the feature {kind}, expected one of a phrase-based model")
    beside = Path(folder).absolute().parent
    beside.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=beside, prefix=".converting-") as unfinished:
        _convert(ini, lines, sections, Path(unfinished), progress or (lambda _: None))
        Path(folder).mkdir(exist_ok=True)
        for path in Path(unfinished).iterdir():
            path.replace(Path(folder) / path.name)
    return Model.read(folder)


def _convert(
    ini: StrPath,
    lines: list[tuple[str, str, dict[str, str]]],
    sections: dict[str, list[tuple[int, str]]],
    out: Path,
    say: Callable[[str], None],
) -> None:
    base = Path(ini).parent
    reordering = [(place, options) for place, kind, options in lines if kind == "LexicalReordering"]
    search: dict[str, int] = {}
    tables: list[Table] = []
    languages: list[Language] = []
    for place, kind, options in lines:
        if kind in _TABLES:
            say(f"phrase table {options['path']}")
            own = list(reordering) if not tables else []
            path = f"phrases{len(tables)}.table"
            table = read_moses(
                _text(base / options["path"], place),
                [_text(base / one["path"], where) for where, one in own],
                path=out / path,
                reordering_models=[_kind(one["type"], where) for where, one in own],
            )
            name = options.get("name", f"TranslationModel{len(tables)}")
            tables.append(Table(table, TableFeatures(name, tuple(one["name"] for _, one in own)), path))
            if "table-limit" in options:
                search["options"] = _number(options["table-limit"], place)
        elif kind in _LANGUAGE_MODELS:
            say(f"language model {options['path']}")
            path = f"lm{len(languages)}.lm"
            LanguageModel.read(_text(base / options["path"], place)).save(out / path)
            languages.append(
                Language(
                    LanguageModel.read(out / path), options.get("name", f"LM{len(languages)}"), path=path
                )
            )
    for name, setting in (
        ("distortion-limit", "distortion_limit"),
        ("dl", "distortion_limit"),
        ("s", "beam"),
    ):
        if sections.get(name):
            number, value = sections[name][0]
            search[setting] = _number(value, f"{input_name(ini)}:{number}")
    if not tables:
        raise InputError(f"{input_name(ini)}: found no phrase table, expected one in the section [feature]")
    present = {kind for _, kind, _ in lines}
    weights = {f"{kind}0": 0.0 for kind in _PLAIN - present} | Weights.read(ini)
    if "UnknownWordPenalty" in present:
        weights.setdefault("UnknownWordPenalty0", 1.0)
    model = Model(tables, languages, weights, search=search)
    for name in weights:
        if name not in model.feature_names:
            raise InputError(f"{input_name(ini)}: {unknown_name('feature', name, model.feature_names)}")
    check_weights(model, input_name(ini))
    model.save(out)


def _sections(ini: StrPath) -> dict[str, list[tuple[int, str]]]:
    """The lines of each section, with their numbers."""
    sections: dict[str, list[tuple[int, str]]] = {}
    current: list[tuple[int, str]] = []
    for number, line in enumerate(read_lines(ini), 1):
        text = line.partition("#")[0].strip()
        if found := re.fullmatch(r"\[([\w-]+)\]", text):
            current = sections.setdefault(found[1], [])
        elif text:
            current.append((number, text))
    return sections


def _feature(ini: StrPath, number: int, line: str) -> tuple[str, str, dict[str, str]]:
    """Where a line of [feature] is, which kind of feature it has, and its options."""
    place = f"{input_name(ini)}:{number}"
    kind, *rest = line.split()
    options = {}
    for part in rest:
        name, equals, value = part.partition("=")
        if not equals:
            raise InputError(f"{place}: found {part!r}, expected name=value")
        options[name] = value
    needed = {"LexicalReordering": ("path", "type", "name")}.get(kind, ("path",))
    for name in needed if kind in _TABLES | _LANGUAGE_MODELS | {"LexicalReordering"} else ():
        if name not in options:
            raise InputError(f"{place}: found {kind} without {name}=, expected one")
    return place, kind, options


def _text(path: Path, place: str) -> Path:
    """The table's file; Moses leaves out .gz."""
    for found in (path, path.with_name(path.name + ".gz")):
        if found.is_file():
            return found
    raise InputError(f"{place}: {path}: cannot be read: No such file or directory")


def _number(text: str, place: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InputError(f"{place}: found {text!r}, expected a whole number") from None


def _kind(kind: str, place: str) -> str:
    """The reordering model without what only says how Moses combines its scores."""
    found = kind.removesuffix("-allff")
    if found not in REORDERING_MODELS:
        raise InputError(
            f"{place}: found reordering of the type {kind!r}, expected {' or '.join(REORDERING_MODELS)}"
        )
    return found
