"""How text is prepared for a model, and how its translations are made readable."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.files.json_file import read_json, write_json
from pitchpipe.files.typed import checked_value
from pitchpipe.model.added_pairs import added_words
from pitchpipe.text import Compounds, KnownForms, Pieces, Truecaser, looks_raw, prepare_lines, restore

_FILE = "texts.json"
_SIDES = ("source", "target")

Truecasers = tuple[Truecaser | None, Truecaser | None]


@dataclass(frozen=True)
class ModelTexts:
    """What was done to the text that a model was built from; text for it must look the same.

    Without anything, text is tokenised and stays as it is.
    """

    languages: tuple[str, str] = ("none", "none")
    """What tokenises each side, a language or a tokeniser's spec; `none` for text that is tokenised."""
    lowercase: bool = False
    truecasers: Truecasers | None = None
    known_forms: KnownForms | None = None
    """Known words of the source, for unknown ones."""
    pieces: tuple[Pieces | None, Pieces | None] = (None, None)
    """What each side is cut into."""
    capitals: bool | None = None
    """Whether readable translations begin with a capital; None if those of a truecased model do."""
    compounds: Compounds | None = None
    """Compounds of the source, and their parts."""

    @classmethod
    def read(cls, folder: str | os.PathLike[str]) -> ModelTexts:
        """What the folder of a model says; nothing if it does not say anything."""
        path = Path(folder) / _FILE
        if not path.exists():
            return cls()
        stored = read_json(path)
        try:
            first, second = (checked_value(side, stored["languages"][side], str) for side in _SIDES)
            languages = first, second
            facts = {key: bool(stored[key]) for key in ("lowercase", "known_forms")}
            truecase, pieces = _by_side(stored["truecase"]), _by_side(stored.get("pieces", False))
            capitals, split = stored.get("capitals"), bool(stored.get("compounds", False))
        except (KeyError, TypeError, InputError) as error:
            raise InputError(
                f"{path}: found something else, expected what was done to a model's texts: {error}"
            ) from None
        files = cls.files(folder)
        source, target = (Truecaser.read(files[side]) if truecase[side] else None for side in _SIDES)
        cut = [Pieces.read(files[f"{side}_pieces"]) if pieces[side] else None for side in _SIDES]
        return cls(
            languages,
            facts["lowercase"],
            (source, target) if any(truecase.values()) else None,
            _known_forms(files["known_forms"], folder) if facts["known_forms"] else None,
            (cut[0], cut[1]),
            None if capitals is None else bool(capitals),
            Compounds.read(files["compounds"]) if split else None,
        )

    @staticmethod
    def files(folder: str | os.PathLike[str]) -> dict[str, Path]:
        """Where what was learned is kept."""
        names = {side: f"{side}.truecaser" for side in _SIDES} | {"known_forms": "source.words"}
        names["compounds"] = "source.compounds"
        names |= {f"{side}_pieces": f"{side}.pieces" for side in _SIDES}
        return {what: Path(folder) / name for what, name in names.items()}

    def save(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Write into the folder of a model; which files these are."""
        files = self.files(folder)
        written = [Path(folder) / _FILE]
        learned: dict[str, Truecaser | Pieces | KnownForms | Compounds | None] = dict(
            zip(_SIDES, self.truecasers or (None, None), strict=True)
        )
        cut = dict(zip(_SIDES, self.pieces, strict=True))
        learned |= {f"{side}_pieces": pieces for side, pieces in cut.items()}
        learned |= {"known_forms": self.known_forms, "compounds": self.compounds}
        for what, one in learned.items():
            if one is not None:
                one.save(files[what])
                written.append(files[what])
        truecase = {side: learned[side] is not None for side in _SIDES}
        facts: dict[str, Any] = {
            "languages": dict(zip(_SIDES, self.languages, strict=True)),
            "lowercase": self.lowercase,
            "truecase": truecase if any(truecase.values()) else False,
            "known_forms": self.known_forms is not None,
        }
        if any(self.pieces):
            facts["pieces"] = {side: pieces is not None for side, pieces in cut.items()}
        if self.compounds is not None:
            facts["compounds"] = True
        if self.capitals is not None:
            facts["capitals"] = self.capitals
        write_json(written[0], facts)
        return written

    def source(self, lines: Sequence[str], **how: Any) -> list[str]:
        """Lines to translate, as the model knows them."""
        prepared = self._prepared(lines, 0, **how)
        if self.compounds is not None:
            prepared = [*map(self.compounds.split, prepared)]
        return prepared if self.known_forms is None else [*map(self.known_forms.rewrite, prepared)]

    def target(self, lines: Sequence[str], **how: Any) -> list[str]:
        """References, as the model would write them."""
        return self._prepared(lines, 1, **how)

    def restored(self, lines: Sequence[str], **how: Any) -> list[str]:
        """Translations as a person would write them."""
        learned = self.truecasers[1] if self.truecasers else None
        capitals = learned is not None if self.capitals is None else self.capitals
        if self.languages[1] == "none" and learned is None and self.pieces[1] is None and not capitals:
            return list(lines)
        return restore(
            lines,
            language=self.languages[1],
            truecaser=learned if self.lowercase else None,
            capitals=capitals,
            pieces=self.pieces[1],
            **how,
        )

    def misfit(self, lines: Sequence[str], side: int) -> str | None:
        """What looks wrong with raw lines for a model of tokenised text, or the other way round; None if nothing."""
        raw = self.languages[side] != "none" or self.pieces[side] is not None
        looks = looks_raw(lines)
        if looks is None or looks == raw:
            return None
        if raw:
            return "looks tokenised, but the model is of raw text and tokenises what it is given"
        return "looks raw, but the model is of tokenised text; tokenise this text as that was"

    def _prepared(self, lines: Sequence[str], side: int, **how: Any) -> list[str]:
        return prepare_lines(
            lines,
            language=self.languages[side],
            truecaser=self.truecasers[side] if self.truecasers else None,
            lowercase=self.lowercase,
            pieces=self.pieces[side],
            **how,
        )


def _known_forms(path: Path, folder: str | os.PathLike[str]) -> KnownForms:
    """The words of the training text and of what was added since."""
    forms = KnownForms.read(path)
    words = added_words(folder)
    return KnownForms({**words, **forms.counts}) if words else forms


def _by_side(stored: Any) -> dict[str, bool]:
    """What is said of each side, or of both at once."""
    return {side: bool(stored[side]) if isinstance(stored, dict) else bool(stored) for side in _SIDES}
