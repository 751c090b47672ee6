"""What was found out about words, kept: tuning asks about the same words in every iteration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
LIMIT = 1 << 18
"""Words that are kept; others are looked up each time."""


class WordMemory(Generic[T]):
    """What `find` says of words, which must depend on nothing else. Threads may share one."""

    def __init__(self, find: Callable[[list[str]], Sequence[T]]) -> None:
        self._find = find
        self._known: dict[str, T] = {}

    def of(self, words: Sequence[str]) -> list[T]:
        new = [word for word in words if word not in self._known]
        found = dict(zip(new, self._find(new), strict=True)) if new else {}
        if len(self._known) + len(found) <= LIMIT:
            self._known.update(found)
        return [found[word] if word in found else self._known[word] for word in words]
