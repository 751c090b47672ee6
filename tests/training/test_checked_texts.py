"""Sentences that come twice."""

from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.text import Corpus
from pitchpipe.training.checked_texts import CheckedTexts, overlap, repeated

SIDES = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("xyz")), max_size=12)


@given(
    SIDES,
    st.lists(st.tuples(st.sampled_from("abcde"), st.lists(st.sampled_from("xyz"), min_size=1)), max_size=9),
)
def test_overlap_and_repeats_are_as_defined(training, text):
    source, target = [one for one, _ in training], [other for _, other in training]
    assert repeated(source, target) == sum(pair in training[:i] for i, pair in enumerate(training))
    found = overlap([sentence for sentence, _ in text], [references for _, references in text], training)
    sources = [n for n, (sentence, _) in enumerate(text, 1) if sentence in source]
    pairs = [
        n for n, (one, references) in enumerate(text, 1) if any((one, r) in training for r in references)
    ]
    assert found == {
        "sources": {"count": len(sources), "lines": sources},
        "pairs": {"count": len(pairs), "lines": pairs},
    }


def test_no_more_than_ten_lines_are_named():
    assert overlap(["a"] * 30, [["x"]] * 30, [("a", "x")])["pairs"] == {
        "count": 30,
        "lines": list(range(1, 11)),
    }


def test_an_empty_line_is_in_no_text():
    assert overlap([""], [[""]], [("", "")])["sources"]["count"] == 0


def test_a_text_that_was_trained_on_is_warned_of():
    lines = [f"word{n} end" for n in range(30)]
    words = Corpus.of(lines).words
    checked = CheckedTexts(("train.de", "train.en"), lines, lines, (words, words))
    checked.add("test", ("test.de", "test.en"), lines[:10], [[line] for line in lines[:10]])
    assert checked.warnings == [
        "test.de: 10 of 10 lines stand in the training text with the same translation; "
        "scores on them are likely too high"
    ]
