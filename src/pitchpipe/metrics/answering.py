"""`python -m pitchpipe.metrics.answering my_module:score PATHS`: a Python function as a program of `command`."""

from __future__ import annotations

import json
import os
import sys
from typing import IO, Any

from pitchpipe.metrics.python_scorer import called, embedded, imported, version_of
from pitchpipe.metrics.scorer import Question


def answer_all(path: str, questions: IO[str], answers: IO[str]) -> None:
    """Answer arrays of questions, a line each, until there are no more."""
    try:
        function = imported(path)
        _write(answers, {"version": version_of(function)})
        for line in questions:
            _write(answers, _answered(function, json.loads(line)))
    except Exception as error:
        sys.exit(f"{type(error).__name__}: {error}")


def _answered(function: Any, questions: list[dict[str, Any]]) -> list[Any]:
    if "embed" in questions[0]:
        return [vector.tolist() for vector in embedded(function, [one["embed"] for one in questions])]
    asked = [
        Question(one["candidate"], tuple(one.get("references", ())), one.get("source")) for one in questions
    ]
    return called(function, asked)


def _write(answers: IO[str], found: Any) -> None:
    answers.write(json.dumps(found) + "\n")
    answers.flush()


if __name__ == "__main__":
    sys.path[:] = json.loads(sys.argv[2])
    # What a model prints must not get between the answers.
    own = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    answer_all(sys.argv[1], sys.stdin, own)
