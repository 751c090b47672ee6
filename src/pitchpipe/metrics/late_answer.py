"""The answer to a question whose asker is gone."""

from __future__ import annotations

import json
import os

import numpy as np

from pitchpipe.metrics.command import answers_to, row_of, vector_of
from pitchpipe.metrics.score_store import question_key, store_at


def store_late(path: str, signature: str, question: bytes, answer: bytes) -> None:
    """Store what a program has answered, unless it is stored or is no answer; see `keeper`."""
    if not os.path.exists(path):
        return
    asked, store = json.loads(question), store_at(path)
    questions = asked if isinstance(asked, list) else [asked]
    answers = answers_to(signature, asked, json.loads(answer))
    if "embed" in questions[0]:
        vectors = {
            question_key(one["embed"], (), None): vector_of(signature, found)
            for one, found in zip(questions, answers, strict=True)
        }
        known = store.find_vectors(signature, list(vectors))
        store.add_vectors(signature, {key: one for key, one in vectors.items() if key not in known})
    else:
        rows = {
            question_key(one["candidate"], one.get("references", ()), one.get("source")): row_of(
                signature, found
            )
            for one, found in zip(questions, answers, strict=True)
        }
        known = store.find(signature, list(rows))
        new = {key: row for key, row in rows.items() if key not in known and np.isfinite(row).all()}
        store.add(signature, new)
