import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.metrics import find_metric
from pitchpipe.text import GroupedTexts

from .corpora import corpora
from .error_rates import edit_distance, lowest_rate


def rows_of(candidates, references):
    return (
        find_metric("wer").statistics(GroupedTexts.singles(candidates), GroupedTexts.of(references)).tolist()
    )


@given(corpora(), st.randoms(use_true_random=False))
def test_wer_is_the_edit_distance_to_the_reference_with_the_lowest_rate(corpus, rng):
    candidates, references = corpus
    expected = [
        lowest_rate(candidate.split(), [text.split() for text in group], edit_distance)
        for candidate, group in zip(candidates, references, strict=True)
    ]
    assert rows_of(candidates, references) == expected
    for group in references:
        rng.shuffle(group)
    assert rows_of(candidates, references) == expected


@pytest.mark.parametrize("length", [1, 63, 64, 65, 127, 128, 129, 200])
def test_wer_of_long_sentences_is_the_edit_distance(length):
    rng = np.random.default_rng(length)
    reference = rng.choice(list("abcd"), length).tolist()
    candidates = [rng.choice(list("abcde"), size).tolist() for size in (1, 64, 100, length)]
    rows = find_metric("wer").statistics(
        GroupedTexts.of([[" ".join(words) for words in candidates]]), GroupedTexts.of([[" ".join(reference)]])
    )
    assert rows[:, 0].tolist() == [edit_distance(words, reference) for words in candidates]


def test_wer_against_a_reference_of_thousands_of_words():
    words = [str(i) for i in range(9000)]
    candidate = ["wrong", *words[100::100], "wrong"]
    assert rows_of([" ".join(candidate)], [[" ".join(words)]]) == [[9000 - 89, 9000]]


@pytest.mark.parametrize(
    ("candidate", "references", "row"),
    [
        ("a x", ["a b", "a b c d"], [1, 2]),
        ("x y", ["a b", "a b c d"], [2, 2]),
        ("a x c", ["a b c", "a x c d e f g h"], [1, 3]),
        ("a b", ["", "x"], [2, 1]),
        ("", ["", "x"], [0, 0]),
        ("a b", [""], [2, 0]),
        ("The", ["the"], [1, 1]),
    ],
)
def test_references_are_chosen_by_rate_and_then_by_length(candidate, references, row):
    assert rows_of([candidate], [references]) == [row]
    assert rows_of([candidate], [references[::-1]]) == [row]


def test_corpus_wer_weighs_sentences_by_length():
    assert find_metric("wer").corpus_score(["a", "a b c"], [["x"], ["a b c"]]) == 25
