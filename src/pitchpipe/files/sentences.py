"""Texts of sentences: a line each, or the segments of a test set, told apart by how the file starts."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitchpipe.errors import InputError
from pitchpipe.files.streams import StrPath, decoded_lines, input_name, open_input
from pitchpipe.files.test_sets import OUTPUT, REFERENCE, SOURCE, Version, root_of, versions_of

if TYPE_CHECKING:
    from pitchpipe.files.scratch import Scratch

__all__ = ["OUTPUT", "REFERENCE", "SOURCE", "Sentences", "matched", "read_sentences", "read_versions"]


@dataclass(frozen=True)
class Sentences:
    """The sentences of a text."""

    name: str
    """What messages call it."""
    lines: Sequence[str]
    ids: tuple[str, ...] | None = None
    """What each is called, in files that say so, no two alike."""


def read_sentences(path: StrPath, part: str = SOURCE, scratch: Scratch | None = None) -> Sentences:
    """The sentences of a file; of a test set that has several parts, this one.

    With `scratch`, those of a plain text are kept there and may be more than memory holds.
    """
    versions = read_versions(path, part, scratch)
    if len(versions) > 1:
        names = ", ".join(one.name.partition(", ")[2] or one.name for one in versions)
        raise InputError(f"{input_name(path)}: found {len(versions)} texts ({names}), expected one")
    return versions[0]


def read_versions(path: StrPath, part: str = REFERENCE, scratch: Scratch | None = None) -> list[Sentences]:
    """The same, for a part that a test set may have several of: references."""
    name = input_name(path)
    with open_input(path) as file:
        kind = _kind_of(file, name)
        if kind is None and scratch is not None:
            from pitchpipe.files.kept_lines import KeptLines, open_lines

            return [Sentences(name, KeptLines(open_lines(file, name), scratch))]
        data = file.read()
    if kind is None:
        return [Sentences(name, decoded_lines(data, name))]
    return _versions(versions_of(data, name), part, name)


def test_set_lines(file: io.BufferedReader, name: str) -> Iterator[bytes]:
    """The segments of the source of an open test set; nothing, and nothing read, if the file is a text."""
    if _kind_of(file, name) is not None:
        (version, *_) = _versions(versions_of(file.read(), name), SOURCE, name)
        yield from (line.encode() for line in version.lines)


def _kind_of(file: io.BufferedReader, name: str) -> str | None:
    kind = root_of(file.peek())
    if kind == "tmx":
        raise InputError(f"{name}: found a TMX file, expected a text; give it alone, for both sides")
    if kind not in (None, "test set"):
        raise InputError(f"{name}: found an XML file of <{kind}>, expected a text or a test set with <seg>")
    return kind


def matched(texts: Sequence[Sentences]) -> list[Sequence[str]]:
    """The lines of texts that belong together: by their ids where all have them, else in their order."""
    first, *others = texts
    lines = [first.lines]
    by_id = all(text.ids is not None for text in texts)
    for text in others:
        if by_id and text.ids != first.ids:
            lines.append(_in_order_of(first, text))
            continue
        if len(text.lines) != len(first.lines):
            raise InputError(
                f"{text.name}: found another number of lines, {len(text.lines)}, "
                f"expected {len(first.lines)} as in {first.name}"
            )
        lines.append(text.lines)
    return lines


def _in_order_of(first: Sentences, text: Sentences) -> list[str]:
    found = dict(zip(text.ids or (), text.lines, strict=True))
    for one, other, ids in ((text, first, first.ids), (first, text, text.ids)):
        missing = next((id for id in ids or () if id not in (one.ids or ())), None)
        if missing is not None:
            raise InputError(f"{one.name}: found no segment {missing}, expected it, as {other.name} has it")
    return [found[id] for id in first.ids or ()]


def _versions(found: list[Version], part: str, name: str) -> list[Sentences]:
    """Those of a part; a file that has one part only is taken for that, whatever it calls itself."""
    parts = dict.fromkeys(version.part for version in found)
    if len(parts) > 1:
        found = [version for version in found if version.part == part]
        if not found:
            raise InputError(f"{name}: found {' and '.join(parts)} segments, expected {part} segments")
    texts = []
    for version in found:
        called = f"{name}, {version.name}" if len(found) > 1 and version.name else name
        ids = tuple(version.ids)
        texts.append(Sentences(called, version.lines, ids if len(set(ids)) == len(ids) else None))
    return texts
