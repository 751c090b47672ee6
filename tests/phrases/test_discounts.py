"""Discounted probabilities against the definitions."""

import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.phrases import Extraction

from .definitions import Sentence, kneser_ney, phrase_pairs, sentences
from .tables import all_options, extracted, synthetic_sentences, table_of

METHODS = ("kneser-ney", "modified-kneser-ney")
SCORES = ("p(e|f)", "p(f|e)")
"""By the side that is given."""


@settings(max_examples=80)
@given(sentences, st.integers(1, 5), st.sampled_from(METHODS))
def test_discounted_probabilities_are_those_of_the_definition(
    some: list[Sentence], longest: int, method: str
) -> None:
    pairs = phrase_pairs(some, longest)
    with table_of(some, settings=Extraction(max_length=longest, discount=method)) as table:
        found = all_options(table)
    for given_side, name in enumerate(SCORES):
        expected = kneser_ney(pairs, given_side, modified=method == METHODS[1])
        chances = {key: math.exp(one.scores[name]) for key, one in found.items()}
        assert chances == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("method", METHODS)
def test_a_word_that_is_counted_three_times_and_once(tmp_path: Path, method: str) -> None:
    """Worked by hand: n1 = 2, n2 = n4 = 0 and n3 = 1, so one discount is 1; the 3 of `modified` is 3 of its own."""
    words = [("a", "A")] * 3 + [("a", "B"), ("b", "B")]
    some = [Sentence([f], [e], frozenset({(0, 0)})) for f, e in words]
    table = extracted(some, tmp_path / "table", settings=Extraction(discount=method))
    taken = 1 if method == "kneser-ney" else 3
    best, other = table.options("a")
    # What is taken off both pairs of `a` is shared by pairs: A has one of the three, B two.
    assert math.exp({best.target: best, other.target: other}["A"].scores["p(e|f)"]) == pytest.approx(
        (3 - taken + (taken + 1) / 3) / 4
    )
    assert math.exp({best.target: best, other.target: other}["B"].scores["p(e|f)"]) == pytest.approx(
        (1 - 1 + (taken + 1) * 2 / 3) / 4
    )


@pytest.mark.parametrize("method", METHODS)
def test_what_is_left_for_pairs_that_do_not_occur_is_never_negative(tmp_path: Path, method: str) -> None:
    table = extracted(synthetic_sentences(), tmp_path / "table", settings=Extraction(discount=method))
    for source in table.phrases():
        options = table.options(source)
        assert 0 < sum(math.exp(one.scores["p(e|f)"]) for one in options) <= 1 + 1e-5
        assert [one.scores["p(e|f)"] for one in options] == sorted(
            (one.scores["p(e|f)"] for one in options), reverse=True
        )


@pytest.mark.parametrize("method", METHODS)
def test_phrases_that_are_left_out_count_for_those_that_are_kept(tmp_path: Path, method: str) -> None:
    chosen = Extraction(discount=method)
    whole = all_options(extracted(synthetic_sentences(30), tmp_path / "whole", settings=chosen))
    lines = [" ".join(one.source) for one in synthetic_sentences(5)]
    part = extracted(synthetic_sentences(30), tmp_path / "part", settings=chosen, restrict_to=lines)
    found = all_options(part)
    assert 0 < len(found) < len(whole)
    assert all(one.scores == whole[key].scores for key, one in found.items())


@pytest.mark.parametrize("method", METHODS)
def test_the_table_depends_on_neither_memory_nor_threads(tmp_path: Path, method: str) -> None:
    chosen = Extraction(discount=method)
    extracted(synthetic_sentences(50), tmp_path / "whole", settings=chosen)
    extracted(synthetic_sentences(50), tmp_path / "table", settings=chosen, memory=1, threads=3)
    assert (tmp_path / "table").read_bytes() == (tmp_path / "whole").read_bytes()
