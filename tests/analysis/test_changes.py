import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError, score
from pitchpipe.analysis import changes, word_differences

BEFORE = ["the house small", "he go home now", "it rains", "we see"]
AFTER = ["the house is small", "he go home now", "it rain", "we saw"]
REFERENCES = ["the house is small", "he goes home now", "it rains a lot", "they saw it"]
TEXTS = st.lists(st.sampled_from("abcd"), max_size=7).map(" ".join)


@pytest.mark.parametrize("metric", ["bleu", "wer"])
def test_the_largest_changes_come_first_and_a_gain_is_better(metric):
    found = changes(BEFORE, AFTER, REFERENCES, metric)
    old, new = (score(lines, REFERENCES, metric).sentences for lines in (BEFORE, AFTER))
    assert {one.line for one in found} == {1, 3, 4}
    sizes = [abs(one.gain) for one in found]
    assert sizes == sorted(sizes, reverse=True)
    sign = 1 if metric == "bleu" else -1
    for one in found:
        assert one.scores == (old[one.line - 1], new[one.line - 1])
        assert one.gain == pytest.approx(sign * (one.scores[1] - one.scores[0]))
        assert (one.before, one.after) == (BEFORE[one.line - 1], AFTER[one.line - 1])
        assert one.references == (REFERENCES[one.line - 1],)
    gains = {one.line: one.gain for one in found}
    assert gains[1] > 0 > gains[3]


def test_sources_come_with_their_sentences():
    found = changes(BEFORE, AFTER, [[line] for line in REFERENCES], sources=["1", "2", "3", "4"])
    assert all(one.source == str(one.line) for one in found)
    with pytest.raises(InputError, match="3 source sentences but references for 4"):
        changes(BEFORE, AFTER, REFERENCES, sources=["1", "2", "3"])


def test_words_are_kept_removed_or_added():
    assert word_differences("the house small", "the old house is small") == [
        ("same", "the"),
        ("added", "old"),
        ("same", "house"),
        ("added", "is"),
        ("same", "small"),
    ]
    assert word_differences("a b", "a c") == [("same", "a"), ("removed", "b"), ("added", "c")]


@given(TEXTS, TEXTS)
def test_both_texts_can_be_read_off_the_pieces(before, after):
    pieces = word_differences(before, after)
    assert " ".join(words for kind, words in pieces if kind != "added") == before
    assert " ".join(words for kind, words in pieces if kind != "removed") == after
    assert all(words for _, words in pieces)
