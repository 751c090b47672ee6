"""Answers are handed on before more is asked."""

from threading import Lock

import pytest

from pitchpipe.metrics.in_batches import in_batches


@pytest.mark.parametrize(("workers", "size"), [(1, 1), (3, 1), (3, 2), (4, 5)])
def test_so_many_batches_as_workers_at_most_have_no_answer_that_was_handed_on(workers, size):
    lock, asked, kept, waiting = Lock(), set(), set(), []

    def answer(questions):
        with lock:
            asked.update(questions)
            waiting.append(len(asked - kept))
        return [-number for number in questions]

    found = {}
    for some in in_batches(answer, range(40), size, workers):
        found |= some
        with lock:
            kept.update(some)
    assert found == {number: -number for number in range(40)}
    assert max(waiting) <= workers * size
