"""Arrays and lines that go to files when they are large are the same as those in memory."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import InputError
from pitchpipe.files import ParallelText, read_lines
from pitchpipe.files.kept_lines import KeptLines, file_lines
from pitchpipe.files.scratch import Scratch

LINES = st.lists(st.text(st.characters(blacklist_categories=("Cs",)), max_size=8), max_size=12)
SMALL = Scratch(16)
"""All that has more than one byte goes to a file."""


@pytest.mark.parametrize("scratch", [SMALL, Scratch()])
@given(st.lists(st.lists(st.integers(-5, 5), max_size=4), max_size=5))
def test_a_growing_array_is_all_that_was_appended(scratch, pieces):
    growing, rows = scratch.growing(np.int32), scratch.growing(np.int64, 2)
    for piece in pieces:
        growing.append(np.array(piece, np.int32))
        rows.append(np.array([piece, piece]).T)
    expected = [number for piece in pieces for number in piece]
    assert len(growing) == len(rows) == len(expected)
    assert growing.whole().tolist() == expected
    assert rows.whole().tolist() == [[number, number] for number in expected]


@pytest.mark.parametrize("scratch", [SMALL, Scratch()])
def test_an_array_starts_with_zeros_and_can_be_written(scratch):
    array = scratch.array((3, 2), np.float64)
    assert array.tolist() == [[0, 0]] * 3
    array[1] += 5
    assert array.sum() == 10
    assert scratch.array(0, np.int8).tolist() == []


@pytest.mark.parametrize("scratch", [SMALL, Scratch()])
@given(LINES, st.integers(-13, 13), st.integers(-13, 13), st.integers(1, 3))
def test_kept_lines_are_a_list_of_them(scratch, lines, begin, end, step):
    kept, expected = KeptLines(iter(lines), scratch), [line.replace("\n", " ") for line in lines]
    assert list(kept) == expected
    assert kept == expected
    assert len(kept) == len(expected)
    assert kept[begin:end:step] == expected[begin:end:step]
    assert [line for some in kept.chunks(step) for line in some] == expected
    assert [kept[place] for place in range(len(lines))] == expected


@given(LINES.filter(bool), st.booleans())
def test_a_file_has_the_same_lines_when_it_is_read_piece_by_piece(tmp_path_factory, lines, ends):
    path = tmp_path_factory.mktemp("text") / "text"
    text = "\r\n".join(lines) + "\n" * ends
    path.write_bytes(text.encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitchpipe.files.kept_lines._PIECE", 3)
        assert list(file_lines(path)) == read_lines(path)


def test_a_byte_that_is_not_utf8_is_told_with_its_line(tmp_path, monkeypatch):
    monkeypatch.setattr("pitchpipe.files.kept_lines._PIECE", 3)
    path = tmp_path / "text"
    path.write_bytes(b"one\ntwo\nthr\xffe\nfour\n")
    with pytest.raises(InputError) as error:
        KeptLines.read(path)
    with pytest.raises(InputError) as whole:
        read_lines(path)
    assert str(error.value) == str(whole.value)
    assert ":3: found a byte" in str(error.value)


def test_parallel_text_in_scratch_files_is_that_in_lists(tmp_path):
    (tmp_path / "a.de").write_text("eins\nzwei\n\n")
    (tmp_path / "a.en").write_text("one\ntwo\n\n")
    (tmp_path / "both.tsv").write_text("eins\tone\nzwei\ttwo\n\n")
    for files in (["a.de", "a.en"], ["both.tsv"]):
        paths = [tmp_path / file for file in files]
        kept, listed = ParallelText.read(paths, scratch=SMALL), ParallelText.read(paths)
        assert kept.source == listed.source == ["eins", "zwei", ""]
        assert kept.references[0] == listed.references[0] == ["one", "two", ""]
    (tmp_path / "a.en").write_text("one\n")
    messages = set()
    for scratch in (None, SMALL):
        with pytest.raises(InputError, match="found another number of lines, 1, expected 3") as error:
            ParallelText.read([tmp_path / "a.de", tmp_path / "a.en"], scratch=scratch)
        messages.add(str(error.value))
    assert len(messages) == 1


def test_lines_beyond_memory_take_no_more_of_it(tmp_path):
    """Ten times the text, the same memory: what is large is on disk."""
    scratch = Scratch(1 << 16, tmp_path)

    def peak(count):
        tracemalloc.start()
        kept = KeptLines((f"line number {number}" for number in range(count)), scratch)
        assert sum(1 for _ in kept) == count
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    assert peak(200_000) < 1.5 * peak(20_000)
