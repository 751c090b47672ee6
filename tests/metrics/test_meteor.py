import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError, _native
from pitchpipe.metrics import find_metric
from pitchpipe.text import GroupedTexts

WORDS = 4


def align(candidate, reference, stems=None):
    stems = range(max([*candidate, *reference], default=0) + 1) if stems is None else stems
    arrays = [np.array(values, np.int32) for values in (candidate, reference, stems)]
    return _native.align_words(*arrays)


def alignments(candidate, reference, stems, first=0, taken=()):
    """Every one-to-one alignment of words that share a stem, as lists of links."""
    if first == len(candidate):
        yield []
        return
    yield from alignments(candidate, reference, stems, first + 1, taken)
    for j, word in enumerate(reference):
        if j not in taken and stems[word] == stems[candidate[first]]:
            for rest in alignments(candidate, reference, stems, first + 1, (*taken, j)):
                yield [(first, j), *rest]


def measured(links, candidate, reference):
    exact = sum(candidate[i] == reference[j] for i, j in links)
    crossings = sum(i < other_i and j > other_j for i, j in links for other_i, other_j in links)
    chunks = sum((i - 1, j - 1) not in links for i, j in links)
    return exact, len(links), -crossings, -chunks


sentences = st.lists(st.integers(0, WORDS - 1), max_size=6)
stemmings = st.lists(st.integers(0, WORDS - 1), min_size=WORDS, max_size=WORDS)


@given(sentences, sentences, stemmings)
def test_no_alignment_has_more_matches_then_fewer_crossings_then_fewer_chunks(candidate, reference, stems):
    every = alignments(candidate, reference, stems)
    exact, matches, crossings, chunks = max(measured(links, candidate, reference) for links in every)
    assert align(candidate, reference, stems) == (exact, matches, -crossings, -chunks, True)


short_sentences = st.lists(st.integers(0, WORDS - 1), max_size=4)


@given(short_sentences, short_sentences, stemmings, st.integers(60, 140))
def test_long_sentences_are_aligned_like_short_ones(candidate, reference, stems, length):
    """Words that match in order before and after, cut off by words that match nothing, add two chunks."""
    exact, matches, crossings, chunks, _ = align(candidate, reference, stems)
    before, after = (list(range(start, start + length)) for start in (WORDS, WORDS + length))
    end = WORDS + 2 * length
    ours, theirs = (
        [*before, end + side, *middle, end + side, *after]
        for side, middle in enumerate((candidate, reference))
    )
    found = align(ours, theirs, [*stems, *range(WORDS, end + 2)])
    assert found == (exact + 2 * length, matches + 2 * length, crossings, chunks + 2, True)


def test_a_full_beam_is_owned_up_to_and_loses_no_match():
    rng = np.random.default_rng(3)
    candidate, reference = rng.integers(0, 5, 150).tolist(), rng.integers(0, 5, 150).tolist()
    exact, matches, _, chunks, proven = align(candidate, reference)
    assert exact == matches == sum(min(candidate.count(word), reference.count(word)) for word in range(5))
    assert 0 < chunks < matches
    assert not proven


def test_very_long_texts_are_aligned_in_good_time():
    assert align([0] * 3000, [0] * 6000)[:4] == (3000, 3000, 0, 1)


@pytest.mark.parametrize(("candidate", "stems"), [([1], [0]), ([-1], [0]), ([0], [1]), ([0], [-1])])
def test_words_and_stems_out_of_range_are_refused(candidate, stems):
    with pytest.raises(ValueError, match="is not below 1"):
        align(candidate, [0], stems)


def row(spec, candidate, *references):
    return (
        find_metric(spec)
        .statistics(GroupedTexts.of([[candidate]]), GroupedTexts.of([references]))[0]
        .tolist()
    )


def test_rows_hold_lengths_matches_and_chunks():
    assert row("meteor", "a b c d", "a b x d e") == [4, 5, 3, 2]


def test_the_score_by_hand():
    # Matches 3, precision 3/4, recall 3/5, 2 chunks; thesis, equations 4.2 and 4.3.
    f = (3 / 4 * 3 / 5) / (0.81 * 3 / 4 + 0.19 * 3 / 5)
    expected = 100 * f * (1 - 0.28 * (2 / 3) ** 0.83)
    assert find_metric("meteor").corpus_score(["a b c d"], [["a b x d e"]]) == pytest.approx(expected)


def test_ranking_has_its_own_weights():
    f = (3 / 4 * 3 / 5) / (0.95 * 3 / 4 + 0.05 * 3 / 5)
    expected = 100 * f * (1 - 0.5 * (2 / 3) ** 0.5)
    assert find_metric("meteor-rank").corpus_score(["a b c d"], [["a b x d e"]]) == pytest.approx(expected)
    assert find_metric("meteor-rank(alpha=0.5)") == find_metric("meteor(alpha=0.5, beta=0.5, gamma=0.5)")


def test_the_reference_that_scores_best_counts_and_of_equals_the_first():
    assert row("meteor", "a b c", "x y", "a x c d", "c b a d e") == [3, 5, 3, 3]
    assert row("meteor", "a b", "x y z", "u v w x") == [2, 3, 0, 0]


def test_words_left_over_match_by_stem():
    assert row("meteor", "he runs home", "he is running home") == [3, 4, 2, 2]
    assert row("meteor(stem=english)", "he runs home", "he is running home") == [3, 4, 3, 2]


def test_a_word_matches_its_equal_before_its_stem():
    assert row("meteor(stem=english)", "runs running", "running fast") == [2, 2, 1, 1]
    assert row("meteor(stem=english)", "runs fast running", "running fast runs") == [3, 3, 3, 3]


def test_stems_do_not_leak_from_one_sentence_to_the_next():
    rng = np.random.default_rng(11)
    forms = ["run", "runs", "running", "walk", "walks", "walked", "house", "houses", "the"]
    groups = [[" ".join(rng.choice(forms, rng.integers(1, 9))) for _ in range(4)] for _ in range(60)]
    meteor = find_metric("meteor(stem=english)")
    references = [group[2:] for group in groups]
    together = meteor.statistics(GroupedTexts.of(groups), GroupedTexts.of(references), threads=3)
    alone = [
        meteor.statistics(GroupedTexts.of([group]), GroupedTexts.of([reference]))
        for group, reference in zip(groups, references, strict=True)
    ]
    np.testing.assert_array_equal(together, np.vstack(alone))
    assert (
        together[:, 2]
        > find_metric("meteor").statistics(GroupedTexts.of(groups), GroupedTexts.of(references))[:, 2]
    ).any()


@pytest.mark.parametrize(
    ("words", "stems", "message"),
    [
        (["a", "b"], [0], "2 words but 1 stems"),
        (["a", "a"], [0, 1], "the word a has two stems"),
        (["a"], [1], "stem 1 is not from 0 to 1 - 1"),
        (["a"], [-1], "stem -1 is not from 0 to 1 - 1"),
    ],
)
def test_stems_that_do_not_fit_the_words_are_refused(words, stems, message):
    text = GroupedTexts.of([["a"]]).arrays
    with pytest.raises(ValueError, match=message):
        _native.meteor_statistics(
            text, text, GroupedTexts.singles(words).arrays, np.array(stems, np.int32), 0.81, 0.83, 0.28, 1
        )


def test_a_missing_stemmer_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "snowballstemmer", None)
    with pytest.raises(InputError, match="pip install snowballstemmer"):
        find_metric("meteor(stem=english)")
    assert find_metric("meteor").corpus_score(["a"], [["a"]]) > 0


def test_a_mistyped_language_gets_the_nearest_one():
    with pytest.raises(InputError, match="did you mean 'english'"):
        find_metric("meteor(stem=englsh)")
