"""Any program as a metric: it reads lines of JSON, and answers each with a number or two."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

import numpy as np

from pitchpipe.errors import InputError
from pitchpipe.metrics.in_batches import in_batches
from pitchpipe.metrics.program import Program, Programs, running
from pitchpipe.metrics.score_store import Place, Row, Vector
from pitchpipe.metrics.scorer import TASK, Question, Scorer
from pitchpipe.settings import setting

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Command(Scorer):
    """Scores from a program: the mean of its numbers, or the ratio of two sums.

    The program is started once, without a shell, and keeps running. It first writes `{"version": "..."}`, which
    becomes part of the signature. Then each line that it reads is a question, as in `{"candidate": "a house",
    "references": ["the house"]}`, with a `source` if that is set; it answers each with a line: a number, two numbers
    as in `[3, 7]`, or `{"error": "..."}`. With a `batch` above 1, each line is an array of up to that many questions,
    and so is the answer. With `by=embed`, questions are texts, as in `{"embed": "a house"}`, and answers are arrays
    of numbers, all of the same length. The program should end when its input ends. If it dies or is late, it is
    started and asked again, once for each question.

    References
    ----------
    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (chapter 5).
    """

    name: ClassVar[str] = "command"
    positional: ClassVar[str] = "program"

    program: str = setting("", "the program and its arguments, in quotes")
    release: str = setting("", "version that the program must have; by default the one that it reports")
    workers: int = setting(1, "copies of the program that run at once", minimum=1, maximum=1000, signed=False)
    batch: int = setting(1, "most questions on a line", minimum=1, signed=False)
    timeout: float = setting(60.0, "most seconds for an answer", minimum=0, signed=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.program.strip():
            raise InputError(
                f'{self.name}: found no program, expected one, as in {self.name}("python scorer.py")'
            )

    @property
    def signature(self) -> str:
        known = self if self.release else replace(self, release=self._programs.version)
        return super(Command, known).signature

    def answers(self, questions: Sequence[Question]) -> Iterator[dict[int, Row]]:
        self._check_release()
        lines = [as_json(one) for one in questions]
        return asked(self._programs, lines, row_of, self.place, **self._how)

    def embeddings(self, texts: Sequence[str]) -> Iterator[dict[int, Vector]]:
        self._check_release()
        lines = [{"embed": text} for text in texts]
        return asked(self._programs, lines, vector_of, self.place, **self._how)

    @property
    def task_size(self) -> int:
        return max(TASK, self.batch * self.workers)

    @property
    def _how(self) -> dict[str, Any]:
        return {"batch": self.batch, "workers": self.workers, "timeout": self.timeout}

    def _check_release(self) -> None:
        if self._programs.version != self.release and self.release:
            raise InputError(
                f"{self.program!r}: found version {self._programs.version!r}, expected release {self.release!r}"
            )

    @property
    def _programs(self) -> Programs:
        return running(self.program, self.workers)


def asked(
    programs: Programs,
    questions: Sequence[Any],
    read: Callable[[str, Any], Answer],
    place: Place,
    *,
    batch: int,
    workers: int,
    timeout: float,
) -> Iterator[dict[int, Answer]]:
    """What a program answers to questions, which JSON can hold, by the number of the question and as it comes.

    A copy of the program is free again when its answer is stored, since its keeper forgets it with the next question.
    """
    held: dict[int, Program] = {}

    def answered(some: Sequence[tuple[int, Any]]) -> list[Answer]:
        lines = [line for _, line in some]
        question = lines if batch > 1 else lines[0]
        with programs.asking(question, timeout, place) as (program, answer):
            found = [read(programs.title, one) for one in answers_to(programs.title, question, answer)]
        held[some[0][0]] = program
        return found

    batches = in_batches(answered, list(enumerate(questions)), batch, workers)
    try:
        with closing(batches):  # which waits for what is under way
            for found in batches:
                yield found
                # Who wants more has stored what was handed on.
                for number in found.keys() & held.keys():
                    programs.give_back(held.pop(number))
    finally:
        for program in held.values():
            programs.leave(program)


def answers_to(owner: str, question: Any, answer: Any) -> list[Any]:
    """The answers to the questions of a line, of which there may be only one."""
    if not isinstance(question, list):
        return [answer]
    if not isinstance(answer, list) or len(answer) != len(question):
        raise InputError(f"{owner!r}: found the answer {answer!r}, expected {len(question)} in an array")
    return answer


def row_of(owner: str, answer: Any) -> Row:
    """An answer as a row: a number counts once."""
    numbers = answer if isinstance(answer, list | tuple) else [answer, 1]
    if len(numbers) != 2 or not all(
        isinstance(one, int | float) and not isinstance(one, bool) for one in numbers
    ):
        raise InputError(f"{owner!r}: found the answer {answer!r}, expected a number or two")
    try:
        return float(numbers[0]), float(numbers[1])
    except OverflowError:
        raise InputError(
            f"{owner!r}: found the answer {str(answer)[:60]}, expected a smaller number"
        ) from None


def vector_of(owner: str, answer: Any) -> Vector:
    """An answer as the embedding of a text."""
    try:
        vector = np.array(answer, np.float32)
    except (TypeError, ValueError, OverflowError):
        vector = np.zeros(0, np.float32)
    if vector.ndim != 1 or not len(vector):
        raise InputError(f"{owner!r}: found the embedding {str(answer)[:60]}, expected an array of numbers")
    return vector


def as_json(question: Question) -> dict[str, Any]:
    found: dict[str, Any] = {"candidate": question.candidate}
    if question.references:
        found["references"] = question.references
    return found if question.source is None else {"source": question.source, **found}
