"""What a text is, and what is to be done to it: found out by looking, unless settings say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitchpipe.text.language_guess import guess_language, sample, script_of
from pitchpipe.text.languages import Language, find_language, language_of_file
from pitchpipe.text.pieces import DEFAULT_SIZE
from pitchpipe.text.raw_text import looks_raw
from pitchpipe.text.tokenizers import GENERIC, SEGMENTERS, NoTokenizer, is_language, tokenizer_of_language

AUTO = "auto"
BY_NAME = "the file's name"
_NONE = NoTokenizer.name


@dataclass(frozen=True)
class TextPlan:
    """One side of a text: what it is, and how it is prepared."""

    raw: bool
    language: Language | None = None
    known_by: str = ""
    """Where the language is known from."""
    tokenizer: str = _NONE
    """The spec of a tokeniser."""
    pieces: int = 0
    """How many pieces it is cut into; 0 for none."""
    truecase: bool = False
    capitals: bool = False
    """Whether its lines begin with capital letters."""

    def __str__(self) -> str:
        """As in `raw text, German by the file's name; tokenised by moses:de, truecased`."""
        name = f", {self.language.name} by {self.known_by}" if self.language else ", of an unknown language"
        what = f"raw text{name}" if self.raw else "tokenised text"
        steps = [f"tokenised by {self.tokenizer}"] if self.tokenizer != _NONE else []
        steps += ["truecased"] if self.truecase else []
        steps += [f"cut into {self.pieces:,} pieces"] if self.pieces else []
        text = f"{what}; {', '.join(steps) or 'left as it is'}"
        missing = SEGMENTERS.get(self.language.code) if self.raw and self.language else None
        if self.pieces and missing and not missing.is_installed():
            text += f" ({self.language.name} words need: pip install {' '.join(missing.packages)})"  # type: ignore[union-attr]
        return text

    @property
    def facts(self) -> dict[str, object]:
        """The same for JSON."""
        return {
            "raw": self.raw,
            "language": self.language.code if self.language else None,
            "tokenizer": self.tokenizer,
            "pieces": self.pieces,
            "truecase": self.truecase,
            "found": str(self),
        }


def plan_text(
    lines: Sequence[str],
    *,
    language: str = AUTO,
    pieces: int = 0,
    truecase: str | bool = AUTO,
    lowercase: bool = False,
    name: str = "",
    side: int = 0,
) -> TextPlan:
    """Look at a text, and plan what to do to it.

    Parameters
    ----------
    language
        A code such as `de`, the spec of a tokeniser, `none` for tokenised text, or `auto`: tokenised text is left alone,
        and the language of raw text is known from its file's name or guessed.
    pieces
        How many pieces to cut it into. With 0, only a script without spaces is, if no package finds its words.
    truecase
        True, False, or `auto`: if raw text begins its lines with capitals and is not lower-cased.
    name, side
        The file, and which language of a pair in its name counts.
    """
    known_by = "the setting"
    found: Language | None = None
    tokenizer = _NONE
    if language == AUTO:
        raw = bool(looks_raw(lines))
        found, known_by = _language(lines, name, side)
    elif is_language(language):
        raw, found = True, find_language(language)
    else:
        tokenizer = tokenizer_of_language(language).spec
        raw = tokenizer != _NONE
    if raw and found is not None and not found.has_spaces:
        segmenter = SEGMENTERS.get(found.code)
        if not pieces and segmenter and segmenter.is_installed():
            tokenizer = segmenter.name
        else:
            pieces = pieces or DEFAULT_SIZE
    elif raw and tokenizer == _NONE:
        tokenizer = f"moses:{found.code if found else GENERIC}"
    capitals = begins_with_capitals(lines)
    wanted = raw and capitals and not lowercase if truecase == AUTO else str(truecase).lower() == "true"
    return TextPlan(raw, found, known_by, tokenizer, pieces, wanted, capitals)


def begins_with_capitals(lines: Sequence[str]) -> bool:
    """Whether most lines that have letters have a capital as their first one."""
    first = [next((char for char in line if char.isalpha()), "") for line in sample(lines)]
    return 2 * sum(char != char.lower() for char in first) > sum(map(bool, first))


def _language(lines: Sequence[str], name: str, side: int) -> tuple[Language | None, str]:
    """By the file's name if the text is in a script of that language, else by the text."""
    named = language_of_file(name, side) if name else None
    if named is not None and named.script == script_of(sample(lines)):
        return named, BY_NAME
    return guess_language(lines), "its words and letters"
