"""N-grams in sorted arrays are those of a dictionary, and so are those of a file, however it is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.text import ngram_counts
from pitchpipe.text.ngram_counts import NgramCounts

HEADER = "header"
WORDS = ["a", "B", "ä", "1", "12", "<s>"]
NGRAMS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(tuple)
COUNTS = st.dictionaries(NGRAMS, st.integers(1, 10**17), max_size=30)


def written(path, counts):
    lines = [f"{count}\t{' '.join(ngram)}\n" for ngram, count in counts]
    path.write_text("".join([f"{HEADER}\n", *lines]), newline="")
    return path


@given(COUNTS)
def test_counts_are_those_that_were_given(counts):
    found = NgramCounts.of(counts)
    assert dict(found.counted()) == counts
    assert len(found) == len(counts)
    assert found == counts
    assert found.singles() == {ngram[0]: count for ngram, count in counts.items() if len(ngram) == 1}


@given(COUNTS, NGRAMS, st.sampled_from(["", "a", "unknown"]))
def test_what_was_not_counted_is_not_there(counts, ngram, more):
    asked = (*ngram[:2], more) if more else ngram
    assert NgramCounts.of(counts).get(asked) == counts.get(asked)


@given(COUNTS, st.lists(st.sampled_from(WORDS), max_size=2))
def test_the_words_after_a_history_are_counted_together(counts, history):
    found = NgramCounts.of(counts)
    after = [count for ngram, count in counts.items() if [*ngram[:-1]] == history]
    place = found.place(found.numbers(tuple(history)))
    if place is None:
        assert not after
    else:
        order = found.orders[len(history)]
        assert (order.types(place), order.seen[place]) == (len(after), sum(after))


@given(COUNTS, st.integers(1, 60))
def test_a_file_is_read_piece_by_piece(tmp_path_factory, counts, piece):
    path = written(tmp_path_factory.mktemp("counts") / "file", counts.items())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ngram_counts, "_PIECE", piece)
        fast = ngram_counts._read_fast(path, HEADER)
    assert fast is not None
    assert fast == dict(NgramCounts.of(ngram_counts._read(path, HEADER))) == counts


def test_of_a_line_that_comes_twice_the_last_counts(tmp_path):
    path = written(tmp_path / "file", [(("a", "b"), 3), (("c",), 5), (("a", "b"), 2)])
    assert NgramCounts.read(path, HEADER) == {("a", "b"): 2, ("c",): 5}


@pytest.mark.parametrize("line", ["1\ta\r\n", "1\ta"])
def test_other_ends_of_lines_are_read_too(tmp_path, line):
    (tmp_path / "file").write_text(f"{HEADER}\n2\tb\n{line}", newline="")
    assert NgramCounts.read(tmp_path / "file", HEADER) == {("a",): 1, ("b",): 2}


@pytest.mark.parametrize(
    "line",
    [
        "a",
        "1\t",
        "1 a",
        "1\ta ",
        "1\t a",
        " 1\ta",
        "1\ta  b",
        "1\ta\tb",
        "0\ta",
        "x\ta",
        "-1\ta",
        "1\ta b c d",
        "",
    ],
)
def test_a_wrong_line_is_told_with_its_number(tmp_path, line):
    (tmp_path / "file").write_text(f"{HEADER}\n2\tb\n{line}\n3\tc\n")
    if line == "1\ta\tb":
        assert NgramCounts.read(tmp_path / "file", HEADER)["a\tb",] == 1
        return
    with pytest.raises(InputError, match=r"file:3: found .*, expected a count, a tab and one to three words"):
        NgramCounts.read(tmp_path / "file", HEADER)
