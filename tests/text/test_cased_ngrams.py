"""The language model of cased words, and the search for the best forms."""

from itertools import product
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.text import Corpus
from pitchpipe.text.cased_counts import case_forms, cased_counts
from pitchpipe.text.cased_ngrams import START, CasedNgrams

WORDS = ["a", "A", "b", "B", "BB", "c"]
SENTENCES = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), min_size=1, max_size=6)
CHOICES = st.lists(
    st.lists(st.sampled_from([*WORDS, "new", "New"]), min_size=1, max_size=3, unique=True), max_size=5
)


def model_of(sentences):
    """A model that has seen every n-gram, wherever it stands."""
    counts = {}
    for sentence in sentences:
        padded = [START, START, *sentence]
        for end in range(3, len(padded) + 1):
            for size in (1, 2, 3):
                ngram = tuple(padded[end - size : end])
                counts[ngram] = counts.get(ngram, 0) + 1
    return CasedNgrams(counts)


@given(SENTENCES, st.tuples(*[st.sampled_from([START, *WORDS, "new"])] * 2))
def test_the_probabilities_after_any_history_add_up_to_one(sentences, history):
    model = model_of(sentences)
    known = {word for sentence in sentences for word in sentence}
    total = sum(model.probability((*history, word)) for word in [*known, "unknown"])
    assert total == pytest.approx(1)


@given(SENTENCES, CHOICES)
def test_the_best_sequence_is_the_best_of_all(sentences, choices):
    model = model_of(sentences)

    def score(words):
        padded = [START, START, *words]
        return sum(log(model.probability(tuple(padded[at : at + 3]))) for at in range(len(words)))

    found = model.best_sequence(choices)
    assert len(found) == len(choices)
    assert all(word in words for word, words in zip(found, choices, strict=True))
    assert score(found) == pytest.approx(max(map(score, product(*choices))))


def test_probabilities_are_those_of_the_formula_by_hand():
    model = CasedNgrams({("a",): 3, ("b",): 1, ("a", "b"): 1})
    b = (1 + 2 * 5 / 3) / (4 + 2 * 5)
    assert model.probability(("b",)) == pytest.approx(b)
    assert model.probability(("x", "a", "b")) == pytest.approx((1 + 5 * b) / (1 + 5))
    assert model.probability(("b", "a", "unknown")) == pytest.approx(5 / 6 * (10 / 3) / 14)


def test_what_is_hidden_is_a_history_and_no_evidence():
    counts = cased_counts(Corpus.of(["Das Haus ist groß . Es ist da", "wir sehen das Haus"]), rare=0)
    assert ("Das",) not in counts
    assert ("Es",) not in counts
    assert counts["wir",] == 1
    assert counts["Haus",] == 2
    assert counts["das", "Haus"] == 2  # "Das" stands for the form that was seen
    assert counts["Es", "ist"] == 1  # there is no other form to stand for
    assert not [ngram for ngram in counts if len(ngram) > 1 and ngram[-1] in ("wir", "Es")]
    assert counts[START, "das", "Haus"] == 1


def test_lines_in_capitals_are_no_evidence():
    assert cased_counts(Corpus.of(["DAS HAUS IST GROSS"]), rare=0) == {}


@given(
    st.lists(st.lists(st.sampled_from(["a", "b", "C", "d", ","]), min_size=1, max_size=6), max_size=8),
    st.integers(0, 2),
)
def test_counts_are_those_of_a_plain_loop(sentences, rare):
    expected = {}
    for words in sentences:
        if " ".join(words).isupper():
            continue
        hidden = words[0] == "C"
        single = words[1:] if hidden else words
        for word in single:
            expected[word,] = expected.get((word,), 0) + 1
        padded = [START, START, *words]
        for end in range(4, len(padded) + 1):
            for size in (2, 3):
                ngram = tuple(padded[end - size : end])
                expected[ngram] = expected.get(ngram, 0) + 1
    expected = {ngram: count for ngram, count in expected.items() if len(ngram) < 3 or count > rare}
    assert cased_counts(Corpus.of(map(" ".join, sentences)), rare) == expected


def test_of_equally_frequent_forms_the_one_in_small_letters_is_first():
    counts = {"Reich": 2, "reich": 2, "REICH": 3}
    assert case_forms(counts) == {"reich": ["REICH", "reich", "Reich"]}
