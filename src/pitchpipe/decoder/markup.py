"""Given translations as markup in the text, in Moses's manner: `das ist <n translation="a house" prob="0.8">ein haus</n>`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

from pitchpipe.errors import InputError

_TAG = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][\w.-]*)(?P<rest>(?:\"[^\"]*\"|'[^']*'|[^<>\"'])*)>")
_LOOKS_LIKE_A_TAG = re.compile(r"</?[A-Za-z]")
_ATTRIBUTE = re.compile(r"""\s*([\w.-]+)\s*=\s*("[^"]*"|'[^']*')""")
_NAMES = {"translation": "translation", "english": "translation", "prob": "prob", "probability": "prob"}
"""Moses has two names for each."""
_BETWEEN = "||"
_ESCAPED = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&"}
_ESCAPE = re.compile("|".join(_ESCAPED))
_REFUSED = ("wall", "zone")
"""What Moses has besides and this decoder does not do."""
_EXPECTED = '<n translation="..." prob="...">words</n>'


@dataclass(frozen=True)
class Marked:
    """Words, and the translations that are given for them with their probabilities; none for words between tags."""

    text: str
    translations: tuple[tuple[str, float], ...] = ()


def parse_markup(line: str, *, escapes: bool = False) -> list[Marked]:
    """The pieces of a line. A `<` that no letter follows is text.

    With `escapes`, `&lt;`, `&amp;` and the like stand for their characters.
    """
    pieces: list[Marked] = []
    place, opened = 0, ""
    given: tuple[tuple[str, float], ...] = ()
    for found in _LOOKS_LIKE_A_TAG.finditer(line):
        if found.start() < place:
            continue  # within the attribute of a tag
        tag = _TAG.match(line, found.start())
        if tag is None:
            _fail(repr(line[found.start() : found.start() + 30]), f"a whole tag, as in {_EXPECTED}")
        name, text = tag["name"], line[place : tag.start()]
        if name.lower() in _REFUSED:
            _fail(f"<{name}>", "given translations only: walls and zones cannot be set")
        if tag["close"]:
            if name != opened:
                _fail(f"</{name}>", f"</{opened}>" if opened else f"<{name} ...> before it")
            pieces.append(Marked(_plain(text, escapes), given))
            if not text.strip():
                _fail(f"no words in <{name}>", f"some, as in {_EXPECTED}")
            opened, given = "", ()
        else:
            if opened:
                _fail(f"<{name}> within <{opened}>", f"</{opened}> first")
            pieces.append(Marked(_plain(text, escapes)))
            opened, given = name, _translations(name, tag["rest"], escapes)
        place = tag.end()
    if opened:
        _fail(f"<{opened}> without its end", f"</{opened}>")
    pieces.append(Marked(_plain(line[place:], escapes)))
    return [piece for piece in pieces if piece.text.strip()]


def _translations(tag: str, rest: str, escapes: bool) -> tuple[tuple[str, float], ...]:
    if rest.endswith("/"):
        _fail(f"<{tag} .../>", f"words within the tag, as in {_EXPECTED}")
    values: dict[str, str] = {}
    place = 0
    while attribute := _ATTRIBUTE.match(rest, place):
        name = attribute[1].lower()
        if name not in _NAMES:
            _fail(f"the attribute {attribute[1]!r} of <{tag}>", "translation or prob")
        if _NAMES[name] in values:
            _fail(f"the attribute {attribute[1]!r} of <{tag}> a second time", "it once")
        values[_NAMES[name]] = _plain(attribute[2][1:-1], escapes)
        place = attribute.end()
    if rest[place:].strip():
        _fail(f"{rest[place:].strip()[:30]!r} in <{tag}>", 'attributes, as in translation="a house"')
    if "translation" not in values:
        _fail(
            f"<{tag}> without a translation", f"{_EXPECTED}; write a plain < as &lt;, or leave out --markup"
        )
    texts = [text.strip() for text in values["translation"].split(_BETWEEN)]
    said = values["prob"].split(_BETWEEN) if "prob" in values else ["1"] * len(texts)
    if len(said) != len(texts):
        _fail(f"{len(said)} probabilities for {len(texts)} translations in <{tag}>", "one for each")
    return tuple(zip(texts, map(_probability, said), strict=True))


def _probability(said: str) -> float:
    try:
        value = float(said)
    except ValueError:
        value = 0.0
    if not 0 < value <= 1:
        _fail(f"the probability {said.strip()!r}", "a number above 0 and up to 1")
    return value


def _plain(text: str, escapes: bool) -> str:
    return _ESCAPE.sub(lambda found: _ESCAPED[found[0]], text) if escapes else text


def _fail(found: str, expected: str) -> NoReturn:
    raise InputError(f"found {found}, expected {expected}")
