"""Corpora as numbers."""

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.text import Corpus, known_ids, read_parallel

lines = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=30), max_size=8)


def tokens(line: str) -> list[str]:
    for space in "\t\n\v\f\r":
        line = line.replace(space, " ")
    return [token for token in line.split(" ") if token]


@given(lines)
def test_lines_come_back_token_by_token(texts: list[str]) -> None:
    corpus = Corpus.of(texts)
    assert [corpus.line(i) for i in range(len(corpus))] == [tokens(text) for text in texts]


@given(lines)
def test_words_are_numbered_in_the_order_they_first_come(texts: list[str]) -> None:
    found = list(dict.fromkeys(token for text in texts for token in tokens(text)))
    assert list(Corpus.of(texts).words) == found


@given(lines, lines)
def test_known_words_keep_their_numbers_and_others_have_none(texts: list[str], others: list[str]) -> None:
    corpus = Corpus.of(texts)
    numbers = {word: number for number, word in enumerate(corpus.words)}
    ids, offsets = known_ids(others, corpus.words)
    assert ids.tolist() == [numbers.get(token, -1) for line in others for token in tokens(line)]
    assert np.diff(offsets).tolist() == [len(tokens(line)) for line in others]


def test_lines_are_taken_in_the_order_asked_for() -> None:
    taken = Corpus.of(["a b", "", "c a"]).take(np.array([2, 0, 2]))
    assert [taken.line(i) for i in range(3)] == [["c", "a"], ["a", "b"], ["c", "a"]]


def test_a_byte_that_is_not_utf8_is_named_by_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"a b\nc \xff\n")
    with pytest.raises(InputError, match=r"text:2: found a byte that is not UTF-8 \(byte 3 of the line\)"):
        Corpus.read(tmp_path / "text")


def test_unequal_line_counts_are_refused_with_both_names(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x\ny\n")
    (tmp_path / "b.gz").write_bytes(gzip.compress(b"x\n"))
    with pytest.raises(InputError, match=r"b\.gz: found another number of lines, 1, expected 2 as in .*a"):
        read_parallel([tmp_path / "a", tmp_path / "b.gz"])


def test_an_empty_corpus_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")
    with pytest.raises(InputError, match="found no lines"):
        read_parallel([tmp_path / "a", tmp_path / "a"])
