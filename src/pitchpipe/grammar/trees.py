"""Trees over the lines of a text, read from Penn brackets: `(S (NP (PRP he)) (VP (VBZ goes)))`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import offsets_of
from pitchpipe.errors import InputError
from pitchpipe.text import Corpus

DEEPEST = 500
"""Constituents within each other."""
LONGEST_LABEL = 100
_TOKEN = re.compile(r"[()]|[^\s()]+")
_BRACKETS = {"-lrb-": "(", "-rrb-": ")", "-lsb-": "[", "-rsb-": "]", "-lcb-": "{", "-rcb-": "}"}
"""What Penn trees write for words that are brackets."""


@dataclass(frozen=True)
class Trees:
    """Trees in flat arrays, as native/grammar/trees.h has them."""

    labels: tuple[str, ...]
    nodes: NDArray[np.int32]
    """Rows of label, first word, word after the last, and node after the last one below."""
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @classmethod
    def of(
        cls,
        lines: Iterable[str],
        text: Corpus,
        *,
        name: str = "parses",
        numbers: Iterable[int] | None = None,
    ) -> Trees:
        """The trees of the lines of a text; one without words stands for a line that has no tree.

        Case does not count when words are compared. `numbers` are those of the lines in the file, if not from 1 on.
        """
        known: dict[str, int] = {}
        nodes: list[list[int]] = []
        sizes: list[int] = []
        given = list(lines)
        if len(given) != len(text):
            raise InputError(f"{name}: found {len(given)} lines, expected {len(text)} as in the text")
        for index, (number, line) in enumerate(zip(numbers or range(1, len(given) + 1), given, strict=True)):
            try:
                found, words = _read(line, known)
                _compare(words, text, index)
            except InputError as error:
                raise InputError(f"{name}:{number}: {error}") from None
            nodes += found
            sizes.append(len(found))
        labels = sorted(known)
        places = np.array([labels.index(label) for label in known], np.int32)
        array = np.array(nodes, np.int32).reshape(-1, 4)
        array[:, 0] = places[array[:, 0]] if len(array) else array[:, 0]
        return cls(tuple(labels), array, offsets_of(sizes))


def _read(line: str, labels: dict[str, int]) -> tuple[list[list[int]], list[str]]:
    """The nodes of a tree, and its words. Brackets without a label around others, as some parsers write them, are none."""
    nodes: list[list[int]] = []
    words: list[str] = []
    open_nodes: list[int | None] = []  # None for brackets without a label
    closed = False
    tokens = _TOKEN.findall(line)
    for place, token in enumerate(tokens):
        if closed:
            raise InputError(f"found {token[:40]!r} after the tree, expected one tree on a line")
        if token == "(":
            if len(open_nodes) == DEEPEST:
                raise InputError(f"found more than {DEEPEST} constituents within each other, expected fewer")
            following = tokens[place + 1 : place + 2]
            open_nodes.append(None if following in (["("], [")"]) else -1)
        elif not open_nodes:
            raise InputError(f"found {token[:40]!r}, expected a bracket, as in (S (NP ...")
        elif token == ")":
            _close(open_nodes.pop(), nodes, len(words))
            closed = not open_nodes
        elif open_nodes[-1] == -1:
            open_nodes[-1] = len(nodes)
            nodes.append([_label(token, labels), len(words), 0, 0])
        elif open_nodes[-1] is None:
            raise InputError(f"found the word {token[:40]!r} below no label, expected one, as in (NN house)")
        else:
            words.append(token)
    if open_nodes:
        raise InputError(f"found {len(open_nodes)} brackets that are not closed, expected none")
    return nodes, words


def _close(node: int | None, nodes: list[list[int]], words: int) -> None:
    if node is None:
        return
    if node == -1 or nodes[node][1] == words:
        raise InputError("found a constituent without words, expected some")
    nodes[node][2:] = [words, len(nodes)]


def _label(token: str, labels: dict[str, int]) -> int:
    if len(token) > LONGEST_LABEL or "|||" in token:
        raise InputError(
            f"found the label {token[:40]!r}, expected at most {LONGEST_LABEL} letters, and no |||"
        )
    return labels.setdefault(token, len(labels))


def _compare(words: list[str], text: Corpus, index: int) -> None:
    """Raise `InputError` if the words of a tree are not those of a line."""
    begin, end = text.offsets[index], text.offsets[index + 1]
    if not words:
        return
    if len(words) != end - begin:
        raise InputError(f"found a tree of {len(words)} words, expected the {end - begin} of the text")
    for word, number in zip(words, text.ids[begin:end].tolist(), strict=True):
        expected = text.words[number]
        lower = word.lower()
        if expected.lower() not in (lower, _BRACKETS.get(lower)):
            raise InputError(f"found the word {word[:40]!r}, expected {expected[:40]!r} as in the text")
