"""A system's texts and settings, as a TOML file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files.toml import read_tables, write_tables
from pitchpipe.grammar import parses_by_side
from pitchpipe.grammar.parses import PARSES
from pitchpipe.training.settings import TrainSettings

TEXTS = ("train", "more", "dev", "test", "lm", *PARSES)


@dataclass(frozen=True)
class TextSet:
    """Sentences and their references, in files: one each, or one of both."""

    source: str
    references: Sequence[str] = ()
    """Without any, the source file holds both: TSV, TMX, or a test set of WMT."""

    @classmethod
    def of(cls, files: TextSet | Sequence[str] | None) -> TextSet | None:
        """From the names of a source file and of its references, or from that of one file of both."""
        if files is None or isinstance(files, TextSet):
            return files
        if isinstance(files, str):
            return cls(files)
        if not files:
            raise InputError(
                f"found {files!r}, expected a source file and its references, or one file of both"
            )
        return cls(files[0], list(files[1:]))

    @property
    def files(self) -> list[str]:
        """The source and its references."""
        return [self.source, *self.references]

    @property
    def names(self) -> tuple[str, str]:
        """What warnings call the source and its first reference."""
        return Path(self.source).name, Path([*self.references, self.source][0]).name


@dataclass(frozen=True)
class Recipe:
    """What a system is built from, and how."""

    train: TextSet
    more: Sequence[TextSet] = ()
    """Texts of other origins beside it."""
    dev: TextSet | None = None
    """What to tune on; without it, the start weights stay."""
    test: TextSet | None = None
    """What to measure the system on at the end."""
    lm_text: Sequence[str] = ()
    """More text for the language model, prepared like the target."""
    target_parses: str | None = None
    """Trees over the target of the training text, one a line."""
    source_parses: str | None = None
    """Trees over its source."""
    settings: TrainSettings = field(default_factory=TrainSettings)

    @property
    def parses(self) -> dict[str, str]:
        """The files of trees, by the side that they are over."""
        return parses_by_side(self.source_parses, self.target_parses)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Recipe:
        """The recipe in a TOML file; its paths are relative to the file's folder."""
        return recipe_of(read_recipe(path), str(path))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write all settings, and whole paths, so that the file can be read from anywhere."""
        texts: dict[str, Any] = {
            name: [os.path.abspath(file) for file in one.files]
            for name in ("train", "dev", "test")
            if (one := getattr(self, name)) is not None
        }
        texts["lm"] = [os.path.abspath(file) for file in self.lm_text]
        if self.more:
            texts["more"] = [[os.path.abspath(file) for file in one.files] for one in self.more]
        texts |= {f"{side}_parses": [os.path.abspath(file)] for side, file in self.parses.items()}
        write_tables(path, {"text": texts, "settings": self.settings.flat()})


def read_recipe(path: str | os.PathLike[str]) -> dict[str, dict[str, Any]]:
    """The tables `text` and `settings` of a file, either of which may be missing; paths are made whole."""
    tables = read_tables(path, ("text", "settings"))
    texts = {name: _files(Path(path), name, files) for name, files in tables.get("text", {}).items()}
    return {"text": texts, "settings": dict(tables.get("settings", {}))}


def recipe_of(tables: dict[str, dict[str, Any]], name: str) -> Recipe:
    """The recipe in tables as `read_recipe` gives them."""
    texts = tables["text"]
    if "train" not in texts:
        raise InputError(
            f"{name}: found no text to train on, expected a source and a target file, or one of both"
        )
    sets: dict[str, Any] = {
        part: TextSet(texts[part][0], texts[part][1:]) for part in ("train", "dev", "test") if part in texts
    }
    sets["more"] = [TextSet(files[0], files[1:]) for files in texts.get("more", ())]
    more = {
        "lm_text": texts.get("lm", ()),
        **{name: next(iter(texts.get(name, ())), None) for name in PARSES},
    }
    return Recipe(**sets, **more, settings=TrainSettings.of(**tables["settings"]))


def _files(recipe: Path, name: str, files: Any) -> list[Any]:
    if name not in TEXTS:
        raise InputError(f"{recipe}: {unknown_name('text', name, TEXTS)}")
    if name == "more" and isinstance(files, list):
        return [_files(recipe, "train", one) for one in files]
    fewest = 0 if name == "lm" else 1
    if not isinstance(files, list) or len(files) < fewest or not all(isinstance(one, str) for one in files):
        wanted = (
            "a list of files"
            if name in ("lm", *PARSES)
            else "a source file and its references, or one file of both, in a list"
        )
        raise InputError(f"{recipe}: found {files!r} for {name}, expected {wanted}")
    if name in PARSES and len(files) > 1:
        raise InputError(f"{recipe}: found {len(files)} files for {name}, expected one")
    if name == "train" and len(files) > 2:
        raise InputError(f"{recipe}: found {len(files)} files for train, expected a source and a target file")
    return [str(recipe.parent / file) for file in files]
