"""Test sets of evaluations: NIST's SGML (`<srcset>`, `<refset>`, `<tstset>`) and WMT's XML (`<dataset>`).

NIST's is seldom well-formed XML: its text has bare `&` and `<`. So tags are looked for by name, and what lies between
`<seg>` and `</seg>` is text.
"""

from __future__ import annotations

import html
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass, field

from pitchpipe.errors import InputError

SOURCE, REFERENCE, OUTPUT = "source", "reference", "output"
_PARTS = {
    "srcset": SOURCE,
    "src": SOURCE,
    "refset": REFERENCE,
    "ref": REFERENCE,
    "tstset": OUTPUT,
    "hyp": OUTPUT,
}
_NAMES = ("sysid", "refid", "translator", "system")
"""Attributes that tell one reference or system from another."""
_BEFORE_ROOT = re.compile(r"\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>", re.I | re.S)
_ROOT = re.compile(r"<([a-z][\w.:-]*)(?=\s*>|\s+[\w.:-]+\s*=)", re.I | re.S)
_ROOTS = {"srcset", "refset", "tstset", "mteval", "dataset", "tmx"}
_TAG = re.compile(r"<(/?)(srcset|src|refset|ref|tstset|hyp|doc|seg)\b((?:\s[^<>]*)?)>", re.I)
_ATTRIBUTE = re.compile(r"""([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_END = re.compile(r"</seg\s*>", re.I)
_ENTITY = re.compile(r"&(?:#\d{1,8}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});")
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.S)
_SPACES = re.compile(r"[ \t\r\n\f\v]+")


@dataclass
class Version:
    """The segments of the source, of one reference, or of one system."""

    part: str
    name: str
    lines: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)


def root_of(start: bytes) -> str | None:
    """What a file that starts like this is: `tmx`, `test set`, the root of other XML, or None if it is a text."""
    if start.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        text = start[: len(start) // 2 * 2].decode("utf-16", "replace")
    elif start.lstrip()[:1] == b"<":
        text = start.decode("utf-8", "replace")
    else:
        return None
    place = 0
    while before := _BEFORE_ROOT.match(
        text, place
    ):  # one by one: a pattern of all would try every division of them
        place = before.end()
    found = _ROOT.match(text, place)
    if found is None or (not text.startswith("<?xml") and found[1].lower() not in _ROOTS):
        return None
    return "test set" if found[1].lower() in _ROOTS - {"tmx"} else found[1].lower()


def versions_of(data: bytes, name: str) -> list[Version]:
    """All that is in a test set, in the order of the file."""
    text = _decoded(data, name)
    found: dict[tuple[str, str], Version] = {}
    part, names, document, place = "", {"set": "", "doc": "", "part": ""}, "", 0
    while tag := _TAG.search(text, place):
        place = tag.end()
        kind, attributes = tag[2].lower(), _attributes(tag[3])
        called = next((attributes[key] for key in _NAMES if key in attributes), "")
        if tag[1]:
            continue
        if kind == "doc":
            document, names["doc"] = attributes.get("docid", attributes.get("id", "")), called
        elif kind != "seg":
            part = _PARTS[kind]
            names["set" if kind.endswith("set") else "part"] = called
        else:
            end = _END.search(text, place)
            if not part or end is None or re.search(r"<seg[\s>]", text[place : end.start()], re.I):
                line = text.count("\n", 0, tag.start()) + 1
                wanted = "</seg> after it" if part else "it in a set, as <refset> or <src>"
                raise InputError(f"{name}:{line}: found <seg>, expected {wanted}")
            version = found.setdefault(
                (part, who := names["part"] or names["doc"] or names["set"]), Version(part, who)
            )
            version.lines.append(_content(text[place : end.start()]))
            version.ids.append(f"{attributes.get('id', len(version.ids) + 1)} of document {document!r}")
            place = end.end()
    if not found:
        raise InputError(f"{name}: found a test set without a segment, expected <seg> and </seg>")
    return list(found.values())


def decode_entities(text: str) -> str:
    """Text with `&amp;`, `&#228;` and the like decoded once; a bare `&` stays."""
    return _ENTITY.sub(lambda found: html.unescape(found[0]), text)


def one_line(text: str) -> str:
    """Text with single spaces for all white space of ASCII, and none at its ends."""
    return _SPACES.sub(" ", text).strip(" ")


def _content(text: str) -> str:
    pieces = _CDATA.split(text)
    pieces[::2] = map(decode_entities, pieces[::2])
    return one_line("".join(pieces))


def _attributes(text: str) -> dict[str, str]:
    return {
        name.lower(): one_line(decode_entities(double or single))
        for name, double, single in _ATTRIBUTE.findall(text)
    }


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{name}:{line}: found a byte that is not UTF-8, expected UTF-8 text") from None
