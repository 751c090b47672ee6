"""Arrays from a message get addresses that suit their type."""

import numpy as np

from pitchpipe.executors import aligned
from pitchpipe.text import Texts


def misaligned(values):
    """The array, one byte after where it should be."""
    array = np.asarray(values)
    memory = np.zeros(array.nbytes + 1, np.uint8)
    moved = memory[1:].view(array.dtype)
    moved[:] = array
    assert not moved.flags.aligned
    return moved


def test_arrays_of_objects_are_moved_and_stay_what_they_are():
    texts = Texts.of(["a", "bc"])
    found = aligned(Texts(texts.data, misaligned(texts.offsets)))
    assert found.offsets.flags.aligned
    assert list(found) == ["a", "bc"]


def test_tuples_of_arrays_too():
    first, second = aligned((misaligned([1.0, 2.0]), misaligned([3])))
    assert first.flags.aligned
    assert second.flags.aligned
    assert (first.tolist(), second.tolist()) == ([1.0, 2.0], [3])


def test_what_is_where_it_should_be_is_not_copied():
    texts = Texts.of(["a", "bc"])
    assert aligned(texts) is texts
