"""Statistics of all pairs of texts in a list: those of each pair alone."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.metrics.judged import JudgedTexts
from pitchpipe.text import GroupedTexts

WORDS = st.sampled_from(["a", "b", "ab", "aab", "the", "house.", "ß", "日本", "-"])
TEXT = st.lists(WORDS, max_size=7).map(" ".join)
LISTS = st.lists(st.lists(TEXT, min_size=1, max_size=5), min_size=1, max_size=3)
NGRAMS = ["bleu", "bleu:1", "chrf", "chrf++", "chrf(char_order=2, whitespace=true)"]


def one_by_one(metric, candidates, references):
    """The definition: a row for each candidate and each reference of its list."""
    return np.array(
        [
            metric.statistics(GroupedTexts.of([[candidate]]), GroupedTexts.of([[reference]]))[0]
            for texts, others in zip(candidates, references, strict=True)
            for candidate in texts
            for reference in others
        ]
    )


@pytest.mark.parametrize("spec", [*NGRAMS, "ter", "wer", "meteor", "bleu - ter"])
@given(st.data())
def test_they_are_those_of_each_pair_alone(spec, data):
    metric = find_metric(spec)
    lists = data.draw(LISTS)
    others = data.draw(
        st.lists(st.lists(TEXT, min_size=1, max_size=4), min_size=len(lists), max_size=len(lists))
    )
    candidates, references = GroupedTexts.of(lists), GroupedTexts.of(others)
    np.testing.assert_array_equal(
        metric.pair_statistics(JudgedTexts(candidates, references)), one_by_one(metric, lists, others)
    )
    np.testing.assert_array_equal(
        metric.pair_statistics(JudgedTexts(candidates)), one_by_one(metric, lists, lists)
    )


@pytest.mark.parametrize("spec", NGRAMS)
def test_long_lists_agree_with_the_plain_way_for_any_number_of_threads(spec):
    rng = np.random.default_rng(3)
    words = ["the", "small", "house", "is", "old", "older", "houses", ",", "very"]
    lists = [[" ".join(rng.choice(words, rng.integers(0, 20))) for _ in range(80)] for _ in range(3)]
    metric, texts = find_metric(spec), JudgedTexts(GroupedTexts.of(lists))
    plain = Metric.pair_statistics(metric, texts)
    for threads in (1, 3):
        np.testing.assert_array_equal(metric.pair_statistics(texts, threads=threads), plain)


def average_matches(candidate, others, shares, order, units):
    """Clipped matches of each order with counts that are means over texts."""
    found = []
    for n in range(1, order + 1):
        mean = Counter()
        for text, share in zip(others, shares, strict=True):
            for ngram, count in ngrams(units(text), n).items():
                mean[ngram] += share * count
        found.append(sum(min(count, mean[ngram]) for ngram, count in ngrams(units(candidate), n).items()))
    return found


def ngrams(units, n):
    return Counter(tuple(units[i : i + n]) for i in range(len(units) - n + 1))


@pytest.mark.parametrize(
    ("spec", "order", "units"),
    [("bleu", 4, str.split), ("chrf", 6, lambda text: "".join(text.split()))],
)
@given(LISTS, st.lists(st.floats(0.1, 1), min_size=15, max_size=15))
def test_the_mean_text_has_mean_counts(spec, order, units, lists, raw):
    metric, texts = find_metric(spec), GroupedTexts.of(lists)
    shares = np.array(raw[: len(texts.texts)])
    for begin, end in zip(texts.groups[:-1], texts.groups[1:], strict=True):
        shares[begin:end] /= shares[begin:end].sum()
    rows = metric.average_statistics(JudgedTexts(texts), shares)
    at = 0
    for group, others in enumerate(lists):
        own = shares[texts.groups[group] : texts.groups[group + 1]]
        lengths = np.array([len(units(text)) for text in others])
        for candidate in others:
            expected = average_matches(candidate, others, own, order, units)
            np.testing.assert_allclose(rows[at, :order], expected, atol=1e-9)
            if spec == "bleu":
                assert rows[at, -1] == pytest.approx(lengths @ own)
            else:
                counts = [np.maximum(lengths - n, 0) @ own for n in range(order)]
                np.testing.assert_allclose(rows[at, 2 * order :], counts, atol=1e-9)
            at += 1


def test_a_list_of_equal_texts_is_its_own_mean():
    texts = GroupedTexts.of([["a house b a", "a house b a"]])
    for spec in ("bleu", "chrf"):
        metric = find_metric(spec)
        rows = metric.average_statistics(JudgedTexts(texts), np.array([0.25, 0.75]))
        np.testing.assert_allclose(metric.sentence_scores(rows), 100)


def test_metrics_without_counts_have_no_mean():
    with pytest.raises(InputError, match="ter cannot compare with a mean of texts"):
        find_metric("ter").average_statistics(JudgedTexts(GroupedTexts.of([["a"]])), np.ones(1))


def test_wrong_sizes_are_refused():
    from pitchpipe import _native

    one, two = GroupedTexts.of([["a"]]).arrays, GroupedTexts.of([["a"], ["b"]]).arrays
    with pytest.raises(ValueError, match="same number of groups"):
        _native.bleu_pair_statistics(one, two, 4, 1)
    with pytest.raises(ValueError, match="a weight for each reference"):
        _native.bleu_average_statistics(two, None, np.ones(1), 4, 1)
    with pytest.raises(ValueError, match="orders are 0 to 20"):
        _native.chrf_pair_statistics(one, None, 21, 0, 2.0, False, 1)
    with pytest.raises(ValueError, match="order is 1 to 9"):
        _native.bleu_pair_statistics(one, None, 0, 1)
