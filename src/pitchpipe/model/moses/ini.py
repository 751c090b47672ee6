"""A moses.ini: lines in named sections."""

from __future__ import annotations

import re
from typing import NamedTuple

from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, input_name, read_lines

SHORT_NAMES = {
    "b": "beam-threshold", "cbd": "cube-pruning-diversity", "cbls": "cube-pruning-lazy-scoring",
    "cbp": "cube-pruning-pop-limit", "con": "consensus-decoding", "cpt": "continue-partial-translation",
    "d": "weight-d", "dd": "disable-discarding", "dl": "distortion-limit", "dpb": "decoding-graph-backoff",
    "du": "drop-unknown", "e": "weight-e", "edt": "early-discarding-threshold", "fd": "factor-delimiter",
    "g": "weight-generation", "gl": "global-lexical-file", "I": "weight-i", "i": "input-file",
    "lex": "weight-lex", "lm": "weight-l", "lmbr": "lminimum-bayes-risk", "lr": "weight-lr",
    "mbr": "minimum-bayes-risk", "mp": "monotone-at-punctuation", "da": "phrase-drop-allowed",
    "osg": "output-search-graph", "osgx": "output-search-graph-extended", "owg": "output-word-graph",
    "r": "recover-input-path", "s": "stack", "sd": "stack-diversity", "T": "translation-details",
    "t": "report-segmentation", "th": "threads", "tm": "weight-t", "tot": "translation-option-threshold",
    "ttl": "ttable-limit", "u": "weight-u", "v": "verbose", "w": "weight-w", "wf": "weight-file",
    "xb": "xml-brackets", "xi": "xml-input",
}  # fmt: skip
"""Moses's short names of sections."""


class Line(NamedTuple):
    """A line of a section, and its place, which errors start with."""

    place: str
    text: str

    def whole(self, minimum: int = 0) -> int:
        """The line as a whole number."""
        return whole(self.text, self.place, minimum)

    def number(self) -> float:
        """The line as a number."""
        return number(self.text, self.place)

    def flag(self) -> bool:
        """The line as true or false, as Moses reads it."""
        known = dict.fromkeys(("true", "t", "yes", "y", "1"), True)
        known |= dict.fromkeys(("false", "f", "no", "n", "0"), False)
        if self.text.lower() not in known:
            raise InputError(f"{self.place}: found {self.text!r}, expected true or false")
        return known[self.text.lower()]


Sections = dict[str, list[Line]]


def read_sections(ini: StrPath) -> Sections:
    """The lines of each section by its long name, without comments; a section without lines counts as absent, as in Moses."""
    sections: Sections = {}
    current: list[Line] | None = None
    for number, line in enumerate(read_lines(ini), 1):
        text = line.partition("#")[0].strip()
        place = f"{input_name(ini)}:{number}"
        if found := re.match(r"\[([^\]]+)\]", text):
            current = sections.setdefault(SHORT_NAMES.get(found[1], found[1]), [])
        elif text and current is None:
            raise InputError(f"{place}: found {text!r}, expected a section such as [feature]")
        elif text and current is not None:
            current.append(Line(place, text))
    return {name: lines for name, lines in sections.items() if lines}


def whole(text: str, place: str, minimum: int = 0) -> int:
    """A whole number."""
    try:
        value = int(text)
    except ValueError:
        raise InputError(f"{place}: found {text!r}, expected a whole number") from None
    if value < minimum:
        raise InputError(f"{place}: found {text!r}, expected a whole number of at least {minimum}")
    return value


def number(text: str, place: str) -> float:
    """A finite number."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < float("inf"):
        raise InputError(f"{place}: found {text!r}, expected a number")
    return value
