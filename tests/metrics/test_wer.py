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


def fewest_substitutions(candidate, reference):
    """(edits, substitutions) of the best alignment, by trying all of them."""
    if not candidate or not reference:
        return len(candidate) + len(reference), 0
    edits, substitutions = fewest_substitutions(candidate[1:], reference[1:])
    differ = candidate[0] != reference[0]
    others = [fewest_substitutions(candidate[1:], reference), fewest_substitutions(candidate, reference[1:])]
    return min((edits + differ, substitutions + differ), *((one + 1, other) for one, other in others))


SHORT = st.lists(st.sampled_from("abc"), max_size=5)


@given(st.lists(st.tuples(SHORT, st.lists(SHORT, min_size=1, max_size=2)), min_size=1, max_size=4))
def test_edits_by_kind_are_those_of_the_alignment_with_the_fewest_substitutions(corpus):
    expected = np.zeros(4, int)
    for candidate, references in corpus:
        edits, length = lowest_rate(candidate, references, edit_distance)
        reference = next(
            one for one in references if len(one) == length and edit_distance(candidate, one) == edits
        )
        _, substitutions = fewest_substitutions(candidate, reference)
        insertions = (edits - substitutions + len(candidate) - length) // 2
        expected += [substitutions, insertions, edits - substitutions - insertions, length]
    texts = GroupedTexts.singles([" ".join(candidate) for candidate, _ in corpus])
    wanted = GroupedTexts.of([[" ".join(one) for one in references] for _, references in corpus])
    for threads in (1, 2):
        counts = find_metric("wer").counts(texts, wanted, threads)
        assert list(counts) == ["substitutions", "insertions", "deletions", "words"]
        assert list(counts.values()) == expected.tolist()


@given(corpora())
def test_edits_by_kind_make_up_the_score(corpus):
    candidates, references = corpus
    texts = GroupedTexts.singles(candidates), GroupedTexts.of(references)
    metric = find_metric("wer")
    *edits, length = metric.counts(*texts).values()
    assert [sum(edits), length] == metric.statistics(*texts).sum(axis=0).tolist()
    assert min(edits) >= 0


@pytest.mark.parametrize(
    ("candidate", "reference", "counts"),
    [
        ("a b c", "a x c", (1, 0, 0, 3)),
        ("a b", "b c", (0, 1, 1, 2)),
        ("a b c d", "a c", (0, 2, 0, 2)),
        ("", "a c", (0, 0, 2, 2)),
        ("a", "", (0, 1, 0, 0)),
    ],
)
def test_of_equally_few_edits_those_with_more_words_right_count(candidate, reference, counts):
    found = find_metric("wer").counts(GroupedTexts.singles([candidate]), GroupedTexts.of([[reference]]))
    assert tuple(found.values()) == counts


def test_the_rate_is_of_the_corpus_or_the_mean_over_utterances():
    candidates, references = ["a", "b c d x"], [["b"], ["b c d e"]]
    assert find_metric("wer").corpus_score(candidates, references) == pytest.approx(100 * 2 / 5)
    assert find_metric("wer(of=utterances)").corpus_score(candidates, references) == pytest.approx(
        100 * (1 + 1 / 4) / 2
    )
    assert find_metric("wer").signature == "wer|of:corpus|normalize:none|version:1"
