"""Alignments as arrays, and Pharaoh files."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.align import Alignments
from pitchpipe.files.scratch import Scratch
from pitchpipe.text import Corpus

numbers = st.integers(0, 2**31 - 1)
lines = st.lists(st.sets(st.tuples(numbers, numbers), max_size=5), max_size=5)


@given(lines)
def test_what_is_written_is_read_again(tmp_path_factory, links):
    path = tmp_path_factory.mktemp("links") / "links"
    Alignments.of(links).write(path)
    found = Alignments.read(path)
    assert [found.line(n) for n in range(len(found))] == [sorted(line) for line in links]
    text = "".join(" ".join(f"{s}-{t}" for s, t in sorted(line)) + "\n" for line in links)
    assert path.read_text() == text


def test_links_are_sorted_and_counted_once_and_packed_files_are_read(tmp_path):
    path = tmp_path / "links.gz"
    path.write_bytes(gzip.compress(b" 2-0\t0-1  2-0\r\n\n1-1"))
    found = Alignments.read(path)
    assert [found.line(n) for n in range(3)] == [[(0, 1), (2, 0)], [], [(1, 1)]]
    found.write(tmp_path / "again.gz")
    assert gzip.decompress((tmp_path / "again.gz").read_bytes()) == b"0-1 2-0\n\n1-1\n"


@given(lines)
def test_turned_twice_is_as_it_was(links):
    found = Alignments.of(links)
    assert found.reversed.pharaoh == Alignments.of([{(t, s) for s, t in line} for line in links]).pharaoh
    assert found.reversed.reversed.pharaoh == found.pharaoh


@given(lines, lines)
def test_parts_are_joined_line_by_line(some, others):
    joined = Alignments.joined([Alignments.of(some), Alignments.of(others)])
    assert joined.pharaoh == Alignments.of([*some, *others]).pharaoh


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"0-0\n1", "'1'"),
        (b"0-0\n1-", "'1-'"),
        (b"0-0\n-1-1", "'-1-1'"),
        (b"0-0\n1--1", "'1--1'"),
        (b"0-0\n1-1-1", "'1-1-1'"),
        (b"0-0\n0-x", "'0-x'"),
        (b"0-0\n0-2147483648", "'0-2147483648'"),
        (b"0-0\n\xff-1", "bytes that are no text"),
    ],
)
def test_what_is_no_link_is_told_with_its_line(tmp_path, text, found):
    path = tmp_path / "links"
    path.write_bytes(text)
    with pytest.raises(InputError) as error:
        Alignments.read(path)
    expected = f"{path}:2: found {found}, expected a link as in '3-4', positions counted from 0"
    assert str(error.value) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0-0\n", r"links: found another number of lines, 1, expected 2 as in the text"),
        (
            "0-0\n2-0\n",
            r"links:2: found the link 2-0, expected source positions below 2, the length of the sou",
        ),
        ("1-0\n\n", r"links:1: found the link 1-0, expected source positions below 1"),
        ("0-0\n0-3\n", r"links:2: found the link 0-3, expected target positions below 3"),
    ],
)
def test_alignments_of_another_text_are_refused(tmp_path, text, message):
    (tmp_path / "links").write_text(text)
    source, target = Corpus.of(["a", "a b"]), Corpus.of(["x y", "x y z"])
    with pytest.raises(InputError, match=message):
        Alignments.read(tmp_path / "links", source, target)


@given(st.lists(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=4), max_size=9))
def test_a_file_read_piece_by_piece_is_the_whole(tmp_path_factory, lines):
    path, expected = tmp_path_factory.mktemp("links") / "align", Alignments.of(lines)
    expected.write(path)
    texts = [Corpus.of(["w " * 10] * len(lines))] * 2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitchpipe.align.alignments._PIECE", 5)
        patch.setattr("pitchpipe.align.alignments._LINES", 2)
        found = Alignments.read(path, *texts, Scratch(16))
        assert found.links.tolist() == expected.links.tolist()
        assert found.offsets.tolist() == expected.offsets.tolist()
        assert found.pharaoh == expected.pharaoh
        shorter = Corpus.of([*["w " * 10] * (len(lines) - 1), "w w"])
        if lines and any(source > 1 for source, _ in lines[-1]):
            with pytest.raises(InputError, match=f":{len(lines)}: found the link"):
                Alignments.read(path, shorter)


def test_a_line_that_is_wrong_is_told_by_its_number_in_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr("pitchpipe.align.alignments._PIECE", 3)
    (tmp_path / "align").write_text("0-0\n1-1\n2x2\n")
    with pytest.raises(InputError, match=":3: found"):
        Alignments.read(tmp_path / "align")
