"""Metrics of single sentences: answers, summaries, simplified text, word order and speech."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError, metric, score
from pitchpipe.metrics import Sari
from pitchpipe.metrics.ribes import matched_places
from pitchpipe.metrics.rouge import common_length

words = st.lists(st.sampled_from("abc"), max_size=7)


def test_exact_is_the_share_of_right_candidates():
    assert metric("exact").corpus_score(["a  b", "c", "d"], [["x", "a b"], ["c"], ["e"]]) == pytest.approx(
        200 / 3
    )


def test_f1_by_hand():
    assert metric("f1").corpus_score(["a a b", ""], [["a c"], [""]]) == pytest.approx(100 * (2 / 5 + 1) / 2)


def test_length_is_the_same_above_and_below():
    built = metric("length")
    assert built.corpus_score(["a b"], [["a b c d"]]) == built.corpus_score(["a b c d"], [["a b"]]) == 50
    assert built.corpus_score(["a b"], [["a b c d", "x"]]) == 50
    assert built.corpus_score([""], [[""]]) == 100


@given(words, words)
def test_the_longest_common_subsequence_is_that_of_the_textbook(one, other):
    table = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, word in enumerate(one):
        for j, rival in enumerate(other):
            table[i + 1][j + 1] = table[i][j] + 1 if word == rival else max(table[i][j + 1], table[i + 1][j])
    assert common_length(one, other) == table[-1][-1]


def test_rouge_by_hand():
    candidate, reference = "police kill the gunman", "police killed the gunman"
    assert metric("rouge:1").corpus_score([candidate], [[reference]]) == pytest.approx(75)
    assert metric("rouge:2").corpus_score([candidate], [[reference]]) == pytest.approx(100 / 3)
    # Lin 2004, section 3.1: sentence 2 has the longest common subsequence "the gunman".
    assert metric("rouge").corpus_score(["the gunman kill police"], [[reference]]) == pytest.approx(50)
    assert metric("rouge").corpus_score([candidate], [[reference]]) == pytest.approx(75)


@pytest.mark.parametrize(
    ("candidate", "expected"),
    [
        ("About 95 you now get in .", 0.2682782411698074),
        ("About 95 species are now agreed .", 0.5889995423074248),
        ("About 95 species are currently agreed .", 0.5071608864657479),
    ],
)
def test_sari_has_the_numbers_of_its_authors(candidate, expected):
    source = "About 95 species are currently accepted ."
    references = [
        "About 95 species are currently known .",
        "About 95 species are now accepted .",
        "95 species are now accepted .",
    ]
    assert Sari().sentence_score(source, candidate, references) == pytest.approx(expected)
    assert score([candidate], [references], "sari", sources=[source]).score == pytest.approx(100 * expected)


def test_sari_wants_the_source():
    with pytest.raises(InputError, match="sari wants to see the source text, and there is none"):
        score(["a"], ["a"], "sari")


def test_ribes_matches_repeated_words_by_their_neighbours():
    assert matched_places(["a", "b", "a", "c"], ["a", "c", "a", "b"]) == [2, 3, 0, 1]
    assert matched_places(["x", "a"], ["a", "a"]) == []


@given(words, words)
def test_ribes_matches_words_to_equal_words_once_each(candidate, reference):
    places = matched_places(candidate, reference)
    assert len(places) <= len(candidate)
    assert not Counter(reference[place] for place in set(places)) - Counter(candidate)


def test_ribes_by_hand():
    # Four words matched in the order 2 3 0 1: two of six pairs rise.
    expected = 100 * (2 / 6) * 1
    assert metric("ribes").corpus_score(["c d a b"], [["a b c d"]]) == pytest.approx(expected)
    short = 100 * (2 / 3) ** 0.25 * 2.718281828459045 ** (-0.1 / 3)
    assert metric("ribes").corpus_score(["a b x"], [["a b c d"]]) == pytest.approx(short)
    assert metric("ribes").corpus_score(["a"], [["a"]]) == 100


def test_match_errors_and_lost_information_by_hand():
    # a b c d against a x c: two right, one substitution, one deletion.
    assert metric("match-error").corpus_score(["a x c"], [["a b c d"]]) == pytest.approx(100 * 2 / 4)
    assert metric("information-lost").corpus_score(["a x c"], [["a b c d"]]) == pytest.approx(
        100 * (1 - 2 / 4 * 2 / 3)
    )


@given(words, words)
def test_match_errors_never_exceed_all(candidate, reference):
    texts = [" ".join(candidate)], [[" ".join(reference)]]
    assert 0 <= metric("match-error").corpus_score(*texts) <= 100
    assert 0 <= metric("information-lost").corpus_score(*texts) <= 100
