from collections import Counter
from math import exp, log, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.metrics import find_metric
from pitchpipe.text import GroupedTexts

from .corpora import corpora


def ngrams(words, n):
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def nist_by_definition(candidates, references, order):
    """Doddington 2002, with mteval's clipping."""
    seen = Counter()
    for reference in (text.split() for group in references for text in group):
        seen[()] += len(reference)
        for n in range(1, order + 1):
            seen += ngrams(reference, n)
    score = 0.0
    for n in range(1, order + 1):
        gained = total = 0.0
        for candidate, group in zip(candidates, references, strict=True):
            for ngram, count in ngrams(candidate.split(), n).items():
                most = max(ngrams(reference.split(), n)[ngram] for reference in group)
                total += count
                if most:
                    gained += min(count, most) * log2(seen[ngram[:-1]] / seen[ngram])
        score += gained / total if total else 0.0
    length = sum(len(candidate.split()) for candidate in candidates)
    reference_length = sum(sum(len(text.split()) for text in group) / len(group) for group in references)
    if length == 0 or reference_length == 0:
        return 0.0
    beta = log(0.5) / log(1.5) ** 2
    return score * exp(beta * log(min(1.0, length / reference_length)) ** 2)


@given(corpora(), st.integers(1, 6))
def test_nist_equals_its_definition(corpus, order):
    ours = find_metric(f"nist:{order}").corpus_score(*corpus)
    assert ours == pytest.approx(nist_by_definition(*corpus, order), abs=1e-9)


def test_rows_by_hand():
    # 8 reference words: "a" 4 times, "b" twice, so "a" is worth 1 bit, "b" 2 bits; "a b" follows "a" in 2 of 4.
    candidates, references = [["a b b b"], ["x"]], [["a b a b"], ["a a c d"]]
    rows = find_metric("nist:2").statistics(GroupedTexts.of(candidates), GroupedTexts.of(references))
    assert rows[0].tolist() == [1 + 2 + 2, 1, 4, 3, 4]
    assert rows[1].tolist() == [0, 0, 1, 0, 4]


def test_output_two_thirds_as_long_as_the_references_scores_half():
    nist = find_metric("nist:1")
    whole, short = nist.statistics(GroupedTexts.of([["a b c", "a b"]]), GroupedTexts.of([["a b c"]]))
    assert nist.score(whole) == pytest.approx(log2(3))
    assert nist.score(short) == pytest.approx(log2(3) / 2)


def test_the_default_order_is_five():
    assert find_metric("nist") == find_metric("nist:5")
