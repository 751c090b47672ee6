"""Sorting more than memory holds."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pitchpipe import _native


@given(
    st.lists(st.tuples(*[st.integers(0, 3)] * 3, st.integers(0, 9)), max_size=200),
    st.integers(1, 3),
    st.sampled_from([0, 2000, 1 << 20]),
    st.integers(1, 3),
)
def test_records_are_sorted_and_the_counts_of_a_key_added(
    records: list[tuple[int, ...]], key: int, memory: int, threads: int
) -> None:
    expected: dict[tuple[int, ...], Counter[int]] = {}
    for record in records:
        expected.setdefault(record[:key], Counter()).update(dict(enumerate(record[key:])))
    array = np.array(records, np.uint32).reshape(-1, 4)
    found, spilled = _native.sort_records(array, key, memory, "/tmp", threads)
    assert [(tuple(row[:key]), list(row[key:])) for row in found.tolist()] == [
        (k, [expected[k][i] for i in range(4 - key)]) for k in sorted(expected)
    ]
    assert spilled == (memory == 0 and len(records) > 16)


def random_records() -> NDArray[np.uint32]:
    return np.random.default_rng(5).integers(0, 50, (20_000, 3)).astype(np.uint32)


def test_what_is_visited_depends_on_neither_memory_nor_threads(tmp_path: Path) -> None:
    records = random_records()
    whole, _ = _native.sort_records(records, 2, 1 << 30, str(tmp_path), 1)
    for memory in [1000, 50_000]:
        for threads in [1, 2, 5]:
            found, spilled = _native.sort_records(records, 2, memory, str(tmp_path), threads)
            assert spilled
            np.testing.assert_array_equal(found, whole)


def test_counts_that_pass_32_bits_stay_apart(tmp_path: Path) -> None:
    records = np.array([[7, 2**32 - 1], [7, 1], [7, 5]], np.uint32)
    found, _ = _native.sort_records(records, 1, 1000, str(tmp_path), 1)
    assert found[:, 0].tolist() == [7, 7]
    assert found[:, 1].astype(np.int64).sum() == 2**32 + 5


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="a temporary file cannot be made: No such file"):
        _native.sort_records(random_records(), 2, 0, str(tmp_path / "missing"), 1)


def test_nothing_is_left_in_the_folder(tmp_path: Path) -> None:
    _native.sort_records(random_records(), 2, 1000, str(tmp_path), 1)
    assert list(tmp_path.iterdir()) == []
