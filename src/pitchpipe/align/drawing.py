"""An alignment as a matrix of words in plain text."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence

from pitchpipe.files.plain_table import columns_of

Link = tuple[int, int]

LINK = "link"
BOTH, OF_TARGET, OF_SOURCE, OF_NEITHER = "both", "target", "source", "neither"
LEFT_OUT_TARGET, LEFT_OUT_SOURCE = "target, left out", "source, left out"

MARKS = {
    LINK: ("■", "a link"),
    BOTH: ("■", "a link, best of its source word and of its target word"),
    OF_TARGET: ("▲", "a link, best of its target word only"),
    OF_SOURCE: ("◀", "a link, best of its source word only"),
    OF_NEITHER: ("□", "a link, best of neither word"),
    LEFT_OUT_TARGET: ("△", "best of its target word, left out when the directions were joined"),
    LEFT_OUT_SOURCE: ("◁", "best of its source word, left out when the directions were joined"),
}
"""How each kind of link is drawn, and what it is."""


def link_kinds(
    links: Collection[Link], forward: Collection[Link], backward: Collection[Link]
) -> dict[Link, str]:
    """What kind each link is, and each that only one direction has: forward has the best link of each target word."""
    one, other = set(forward), set(backward)
    kinds = {
        link: BOTH
        if link in one and link in other
        else OF_TARGET
        if link in one
        else OF_SOURCE
        if link in other
        else OF_NEITHER
        for link in links
    }
    kinds |= {link: LEFT_OUT_SOURCE for link in sorted(other) if link not in kinds}
    return kinds | {link: LEFT_OUT_TARGET for link in sorted(one) if link not in kinds}


def drawn_alignment(
    source: Sequence[str], target: Sequence[str], links: Collection[Link] | Mapping[Link, str]
) -> Iterator[str]:
    """A matrix: target words across, written downwards, and source words down. Links may come with their kinds."""
    kinds = links if isinstance(links, Mapping) else dict.fromkeys(links, LINK)
    margin = max(map(columns_of, source), default=0)
    columns = [_letters(word) for word in target]
    tallest = max(map(len, columns), default=0)
    for letters in zip(*([" "] * (tallest - len(column)) + column for column in columns), strict=True):
        yield f"{'':{margin}} {''.join(map(_cell, letters))}".rstrip()
    for place, word in enumerate(source):
        marks = (
            MARKS[kinds[place, other]][0] if (place, other) in kinds else "·" for other in range(len(target))
        )
        yield f"{' ' * (margin - columns_of(word))}{word} {''.join(map(_cell, marks))}"


def legend(kinds: Collection[str]) -> Iterator[str]:
    """What the marks of these kinds of links mean."""
    for kind, (mark, meaning) in MARKS.items():
        if kind in kinds:
            yield f"{mark} {meaning}"


def _cell(letter: str) -> str:
    return f"{' ' * (2 - columns_of(letter))}{letter}"


def _letters(word: str) -> list[str]:
    """Letters with the marks that belong to them."""
    found: list[str] = []
    for letter in word:
        if found and unicodedata.category(letter).startswith("M"):
            found[-1] += letter
        else:
            found.append(letter)
    return found
