"""How text is prepared for a model, and how its translations are made readable."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.files.json_file import read_json, write_json
from pitchpipe.text import KnownForms, Truecaser, prepare_lines, restore

_FILE = "texts.json"
_SIDES = ("source", "target")


@dataclass(frozen=True)
class ModelTexts:
    """What was done to the text that a model was built from; text for it must look the same.

    Without anything, text is tokenised and stays as it is.
    """

    languages: tuple[str, str] = ("none", "none")
    """What the tokeniser takes each side for; `none` for text that is tokenised."""
    lowercase: bool = False
    truecasers: tuple[Truecaser, Truecaser] | None = None
    known_forms: KnownForms | None = None
    """Known words of the source, for unknown ones."""

    @classmethod
    def read(cls, folder: str | os.PathLike[str]) -> ModelTexts:
        """What the folder of a model says; nothing if it does not say anything."""
        path = Path(folder) / _FILE
        if not path.exists():
            return cls()
        try:
            stored = read_json(path)
            languages = stored["languages"]["source"], stored["languages"]["target"]
            facts = {key: bool(stored[key]) for key in ("lowercase", "truecase", "known_forms")}
        except (KeyError, TypeError) as error:
            raise InputError(
                f"{path}: found something else, expected what was done to a model's texts: {error!r}"
            ) from None
        return cls(
            languages,
            facts["lowercase"],
            (_truecaser(folder, "source"), _truecaser(folder, "target")) if facts["truecase"] else None,
            KnownForms.read(cls.files(folder)["known_forms"]) if facts["known_forms"] else None,
        )

    @staticmethod
    def files(folder: str | os.PathLike[str]) -> dict[str, Path]:
        """Where what was learnt is kept."""
        names = {side: f"{side}.truecaser" for side in _SIDES} | {"known_forms": "source.words"}
        return {what: Path(folder) / name for what, name in names.items()}

    def save(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Write into the folder of a model; which files these are."""
        files = self.files(folder)
        written = [Path(folder) / _FILE]
        for side, truecaser in zip(_SIDES, self.truecasers or (), strict=False):
            truecaser.save(files[side])
            written.append(files[side])
        if self.known_forms is not None:
            self.known_forms.save(files["known_forms"])
            written.append(files["known_forms"])
        facts = {
            "languages": dict(zip(_SIDES, self.languages, strict=True)),
            "lowercase": self.lowercase,
            "truecase": self.truecasers is not None,
            "known_forms": self.known_forms is not None,
        }
        write_json(written[0], facts)
        return written

    def source(self, lines: Sequence[str], **how: Any) -> list[str]:
        """Lines to translate, as the model knows them."""
        prepared = self._prepared(lines, 0, **how)
        return prepared if self.known_forms is None else [*map(self.known_forms.rewrite, prepared)]

    def target(self, lines: Sequence[str], **how: Any) -> list[str]:
        """References, as the model would write them."""
        return self._prepared(lines, 1, **how)

    def restored(self, lines: Sequence[str], **how: Any) -> list[str]:
        """Translations as a person would write them."""
        learnt = self.truecasers[1] if self.truecasers else None
        if self.languages[1] == "none" and learnt is None:
            return list(lines)
        return restore(
            lines,
            language=self.languages[1],
            truecaser=learnt if self.lowercase else None,
            capitals=learnt is not None,
            **how,
        )

    def _prepared(self, lines: Sequence[str], side: int, **how: Any) -> list[str]:
        return prepare_lines(
            lines,
            language=self.languages[side],
            truecaser=self.truecasers[side] if self.truecasers else None,
            lowercase=self.lowercase,
            **how,
        )


def _truecaser(folder: str | os.PathLike[str], side: str) -> Truecaser:
    return Truecaser.read(ModelTexts.files(folder)[side])
