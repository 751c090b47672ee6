"""A Python function or class as a metric: called with many candidates at once, here or in processes of its own."""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import Any, ClassVar

from pitchpipe.errors import InputError
from pitchpipe.metrics.command import Answer, as_json, asked, row_of, vector_of
from pitchpipe.metrics.in_batches import in_batches
from pitchpipe.metrics.program import Programs, running
from pitchpipe.metrics.score_store import Row, Vector
from pitchpipe.metrics.scorer import TASK, Question, Scorer
from pitchpipe.settings import setting

Function = Callable[[Sequence[str], Sequence[Sequence[str]], Sequence[str | None]], Sequence[Any]]
"""Candidates, the references of each, the source of each: a number for each, or two."""


@dataclass(frozen=True)
class PythonScorer(Scorer):
    """Scores from a Python function: the mean of its numbers, or the ratio of two sums.

    It is called with three lists: candidates, the references of each and the source of each, which is None unless
    `source` is set; it returns a number for each candidate, or two. `my_module:name` is imported when it is needed,
    also from the current folder. A class is instantiated once and then called. The signature has its `version`; if it
    has none, a hash of its source code. With `workers`, it runs in that many processes. With `by=embed`, its method
    `embed` is called with texts and returns a vector for each.

    References
    ----------
    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (chapter 5).
    """

    name: ClassVar[str] = "python"
    positional: ClassVar[str] = "function"

    function: str | Function = setting(  # noqa: RUF009 (the annotation, of a function, confuses it)
        "", "the function or class, as in my_module:score", objects_with="__call__"
    )
    release: str = setting("", "version that the function must have; by default the one that it has")
    workers: int = setting(
        0, "number of processes; 0 calls it in this one", minimum=0, maximum=1000, signed=False
    )
    batch: int = setting(32, "most candidates in a call", minimum=1, signed=False)
    timeout: float = setting(600.0, "most seconds for a call in a process", minimum=0, signed=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if callable(self.function):
            path = f"{self.function.__module__}:{getattr(self.function, '__qualname__', '')}"
            if _is_importable(path, self.function):
                object.__setattr__(self, "function", path)
        elif ":" not in self.function:
            raise InputError(
                f"{self.name}: found the function {self.function!r}, expected a module and a name, as in my_module:score"
            )
        if self.workers and callable(self.function):
            raise InputError(
                f"{self.name}: found workers, expected none for what other processes cannot import"
            )

    @property
    def signature(self) -> str:
        release = self.release or (self._programs.version if self.workers else version_of(self._called))
        return super(PythonScorer, replace(self, function=self._path, release=release)).signature

    @property
    def spec(self) -> str:
        return replace(self, function=self._path).spec if callable(self.function) else super().spec

    def answers(self, questions: Sequence[Question]) -> Iterator[dict[int, Row]]:
        self._check_release()
        if self.workers:
            return self._ask([as_json(one) for one in questions], row_of)
        return in_batches(lambda some: called(self._called, some), questions, self.batch)

    def embeddings(self, texts: Sequence[str]) -> Iterator[dict[int, Vector]]:
        self._check_release()
        if self.workers:
            return self._ask([{"embed": text} for text in texts], vector_of)
        return in_batches(lambda some: embedded(self._called, some), texts, self.batch)

    @property
    def task_size(self) -> int:
        return max(TASK, self.batch * max(1, self.workers))

    def _check_release(self) -> None:
        found = self._programs.version if self.workers else version_of(self._called)
        if self.release not in ("", found):
            raise InputError(f"{self._path}: found version {found!r}, expected release {self.release!r}")

    def _ask(
        self, questions: Sequence[Any], read: Callable[[str, Any], Answer]
    ) -> Iterator[dict[int, Answer]]:
        how: dict[str, Any] = {"batch": max(2, self.batch), "workers": self.workers, "timeout": self.timeout}
        return asked(self._programs, questions, read, self.place, **how)

    @property
    def _programs(self) -> Programs:
        line = [sys.executable, "-m", "pitchpipe.metrics.answering", self._path, json.dumps(sys.path)]
        return running(shlex.join(line), self.workers, self._path)

    @property
    def _path(self) -> str:
        return _title(self.function) if callable(self.function) else str(self.function)

    @property
    def _called(self) -> Function:
        return _made(self.function) if callable(self.function) else imported(self.function)


def called(function: Function, questions: Sequence[Question]) -> list[Row]:
    """What a function says to questions."""
    title = _title(function)
    found = list(
        function(
            [one.candidate for one in questions],
            [list(one.references) for one in questions],
            [one.source for one in questions],
        )
    )
    if len(found) != len(questions):
        raise InputError(
            f"{title}: found {len(found)} scores, expected {len(questions)}, one for each candidate"
        )
    return [row_of(title, _plain(one)) for one in found]


def embedded(function: Any, texts: Sequence[str]) -> list[Vector]:
    """The vectors that a function or class has for texts."""
    title = _title(function)
    if not callable(getattr(function, "embed", None)):
        raise InputError(f"{title}: found no method embed, expected one that returns a vector for each text")
    found = list(function.embed(list(texts)))
    if len(found) != len(texts):
        raise InputError(f"{title}: found {len(found)} vectors, expected {len(texts)}, one for each text")
    return [vector_of(title, _plain(one)) for one in found]


@cache
def imported(path: str) -> Function:
    """The function of a path such as `my_module:score`, or a member of the class."""
    module, _, name = path.partition(":")
    if os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.append(os.getcwd())
    try:
        found: Any = import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise InputError(f"{path}: cannot be imported: {error}") from None
    made: Function = _made(found)
    return made


def version_of(function: Any) -> str:
    """The version that a function or class says it has, or a hash of its source code."""
    said = getattr(function, "version", None)
    if said is not None:
        return str(said)
    code = function if inspect.isfunction(function) else type(function)
    try:
        text = inspect.getsource(code)
    except (OSError, TypeError):
        raise InputError(f"{_title(function)}: found no version, expected one as its attribute") from None
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


@cache
def _made(found: Any) -> Any:
    """Functions as they are, and an object of a class."""
    return found() if isinstance(found, type) else found


def _is_importable(path: str, function: Any) -> bool:
    module, _, name = path.partition(":")
    known = sys.modules.get(module)
    return module != "__main__" and name != "" and getattr(known, name, None) is function


def _title(function: Any) -> str:
    return f"{function.__module__}:{getattr(function, '__qualname__', type(function).__qualname__)}"


def _plain(number: Any) -> Any:
    """A number of NumPy or of a tensor as Python's own."""
    return number.tolist() if hasattr(number, "tolist") else number
