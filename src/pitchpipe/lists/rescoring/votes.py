"""Majority voting: how many candidates of a list give the same answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.lists.pool import Pool
from pitchpipe.lists.rescoring.feature import ListFeature
from pitchpipe.metrics.python_scorer import imported
from pitchpipe.settings import setting


@dataclass(frozen=True)
class Votes(ListFeature):
    """The share of a list's candidates that give the same answer: self-consistency.

    The answer is the whole text, ignoring case and spaces; or the last match of a regular expression, or its first
    group if it has one; or the result of a Python function. Candidates without an answer get 0.

    References
    ----------
    Wang et al., 2023, Self-consistency improves chain of thought reasoning in language models.
    """

    name: ClassVar[str] = "votes"
    positional: ClassVar[str] = "answer"

    answer: str = setting("", "regular expression for the answer, in quotes, as in 'answer is (.*)'")
    function: str = setting(
        "",
        "function from a text to its answer, as in my_module:answer, or None for no answer",
        objects_with="__call__",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.answer and self.function:
            raise InputError(f"{self.name}: found answer and function, expected one of them")
        try:
            re.compile(self.answer)
        except re.error as error:
            raise InputError(
                f"{self.name}: found {self.answer!r}, expected a regular expression: {error}"
            ) from None

    def columns(self, pool: Pool, threads: int = 1) -> Mapping[str, Array]:
        find = self._finder()
        answers = [find(text) for text in pool.texts]
        shares = np.zeros(len(pool))
        for begin, end in pairwise(pool.offsets.tolist()):
            counts = Counter(answers[begin:end])
            counts[None] = 0
            shares[begin:end] = [counts[answer] / (end - begin) for answer in answers[begin:end]]
        return {"": shares}

    def _finder(self) -> Callable[[str], Any]:
        if self.function:
            given: Any = self.function
            return given if callable(given) else imported(given)  # type: ignore[return-value]
        if not self.answer:
            return _plain
        pattern = re.compile(self.answer)

        def last(text: str) -> str | None:
            found = list(pattern.finditer(text))
            return _plain(found[-1].group(1 if pattern.groups else 0) or "") if found else None

        return last


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
