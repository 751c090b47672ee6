"""The answer to a question whose asker is gone."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

import numpy as np

from pitchpipe.metrics.command import Answer, answers_to, row_of, vector_of
from pitchpipe.metrics.score_store import question_key, store_at


def store_late(path: str, signature: str, question: bytes, answer: bytes) -> None:
    """Store what a program has answered, unless it is stored or is no answer; see `keeper`."""
    if not os.path.exists(path):
        return
    asked, store = json.loads(question), store_at(path)
    questions = asked if isinstance(asked, list) else [asked]
    answers = answers_to(signature, asked, json.loads(answer))
    both = list(zip(questions, answers, strict=True))
    if "embed" in questions[0]:
        vectors = {question_key(one["embed"], (), None): vector_of(signature, found) for one, found in both}
        store.add_vectors(signature, _new(vectors, store.find_vectors(signature, list(vectors))))
    else:
        rows = {
            question_key(one["candidate"], one.get("references", ()), one.get("source")): row_of(
                signature, found
            )
            for one, found in both
        }
        store.add(signature, _new(rows, store.find(signature, list(rows))))


def _new(found: Mapping[bytes, Answer], known: Mapping[bytes, Answer]) -> dict[bytes, Answer]:
    """What is not known yet; what is not finite is no answer."""
    return {key: one for key, one in found.items() if key not in known and np.isfinite(np.asarray(one)).all()}
