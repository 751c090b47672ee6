"""Texts whose lines start with the id of the sentence, as in Kaldi's `text` files."""

from __future__ import annotations

from collections.abc import Sequence

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
    first, others = ([line.partition(" ")[0] for line in lines] for lines in (output, references))
    names = set(first)
    return len(first) == len(names) > 1 and names == set(others) and all(map(_has_digit, names))


def _has_digit(name: str) -> bool:
    return any(map(str.isdigit, name))
