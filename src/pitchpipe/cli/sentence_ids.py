"""Texts whose lines start with the id of the sentence, as in Kaldi's `text` files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitchpipe.lists.formats.references import ReferenceFiles, ReferenceText


def matched_by_id(
    outputs: Sequence[tuple[str, list[str]]], references: ReferenceFiles
) -> tuple[list[list[str]], list[list[str]]]:
    """The lines of each output, which has a name, and the references of each sentence, in the order of the first references."""
    wanted = [text if text.ids is not None else text.with_ids() for text in references.texts]
    names = wanted[0].ids
    assert names is not None
    known = f"reference in {references.name}"
    columns = [text.of(names, others=known) for text in wanted]
    found = [ReferenceText(*one).with_ids().of(names, "output", known) for one in outputs]
    return found, [list(texts) for texts in zip(*columns, strict=True)]


def same_ids(output: Sequence[str], references: Sequence[str]) -> bool:
    """Whether two texts start with the same words, all different and with a digit, as ids do and sentences do not."""
    return _seem_ids(output) and set(_first_words(output)) == set(_first_words(references))


def lone_ids(texts: Mapping[str, Sequence[str]]) -> str | None:
    """What is wrong if the lines of some texts, which have names, start with ids, and those of others do not."""
    found = {name: _seem_ids(lines) for name, lines in texts.items()}
    if len(set(found.values())) == 1:
        return None
    name, other = (next(name for name, ids in found.items() if ids == kind) for kind in (True, False))
    return f"the lines of {name} start with ids, which count as words, and those of {other} do not"


def _seem_ids(lines: Sequence[str]) -> bool:
    words = _first_words(lines)
    return len(words) == len(set(words)) > 1 and all(map(_has_digit, words))


def _first_words(lines: Sequence[str]) -> list[str]:
    return [line.partition(" ")[0] for line in lines]


def _has_digit(name: str) -> bool:
    return any(map(str.isdigit, name))
