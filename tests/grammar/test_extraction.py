"""Extraction of rules against Chiang's definition."""

import math
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.errors import InputError
from pitchpipe.grammar import RuleExtraction
from pitchpipe.phrases import Filter, PhraseTable
from tests.phrases.definitions import Sentence, lexical_weight, sentences, word_counts
from tests.phrases.tables import all_options, synthetic_sentences

from .definitions import UNIT, rules
from .tables import extracted, grammar_of

constraints = st.builds(
    RuleExtraction,
    max_initial=st.integers(1, 6),
    max_source=st.integers(1, 5),
    max_target=st.integers(1, 6),
    gaps=st.integers(0, 2),
    min_gap=st.integers(1, 2),
    adjacent_gaps=st.booleans(),
    aligned_word=st.booleans(),
    tight=st.booleans(),
    fractional=st.booleans(),
)


@settings(max_examples=80)
@given(sentences, constraints)
def test_the_rules_are_those_of_the_definition_and_counted(
    some: list[Sentence], chosen: RuleExtraction
) -> None:
    expected = rules(some, chosen)
    of_source, of_target = defaultdict(int), defaultdict(int)
    for (source, target), rule in expected.items():
        of_source[source] += rule.count
        of_target[target] += rule.count
    with grammar_of(some, settings=chosen) as grammar:
        found = all_options(grammar)
        assert found.keys() == expected.keys()
        for (source, target), one in found.items():
            count = expected[source, target].count
            assert one.joint_count == pytest.approx(count / UNIT)
            assert one.source_count == pytest.approx(of_source[source] / UNIT)
            assert one.target_count == pytest.approx(of_target[target] / UNIT)
            assert math.exp(one.scores["p(e|f)"]) == pytest.approx(count / of_source[source], rel=1e-5)
            assert math.exp(one.scores["p(f|e)"]) == pytest.approx(count / of_target[target], rel=1e-5)


@settings(max_examples=30)
@given(sentences)
def test_lexical_weights_are_those_of_the_words_under_the_most_frequent_alignment(
    some: list[Sentence],
) -> None:
    chosen = RuleExtraction(tight=False)
    expected = rules(some, chosen)
    counts = word_counts(some)
    turned = type(counts)({(e, f): count for (f, e), count in counts.items()})
    with grammar_of(some, settings=chosen) as grammar:
        for (source, target), one in all_options(grammar).items():
            alignments = expected[source, target].alignments
            assert alignments[frozenset(one.alignment)] == max(alignments.values())
            f = [(i, word) for i, word in enumerate(source.split()) if "[" not in word]
            e = [(j, word) for j, word in enumerate(target.split()) if "[" not in word]
            f_places = {i: n for n, (i, _) in enumerate(f)}
            e_places = {j: n for n, (j, _) in enumerate(e)}
            alignment = {(f_places[i], e_places[j]) for i, j in one.alignment}
            f_words, e_words = [word for _, word in f], [word for _, word in e]
            back = {(j, i) for i, j in alignment}
            assert math.exp(one.scores["lex(f|e)"]) == pytest.approx(
                lexical_weight(f_words, e_words, alignment, counts), rel=1e-5
            )
            assert math.exp(one.scores["lex(e|f)"]) == pytest.approx(
                lexical_weight(e_words, f_words, back, turned), rel=1e-5
            )


def test_chiangs_example(tmp_path: Path) -> None:
    """Chiang 2007, section 3.1: "yu X1 you X2" becomes "have X2 with X1"."""
    source = ["yu", "Beihan", "you", "bangjiao"]
    target = ["have", "dipl.rels.", "with", "NorthKorea"]
    links = frozenset({(0, 2), (1, 3), (2, 0), (3, 1)})
    grammar = extracted([Sentence(source, target, links)], tmp_path / "grammar")
    assert "have [X,2] with [X,1]" in [one.target for one in grammar.options("yu [X,1] you [X,2]")]


def test_rules_that_differ_in_the_order_of_gaps_are_different_rules(tmp_path: Path) -> None:
    straight = Sentence(["a", "x", "b"], ["A", "X", "B"], frozenset({(0, 0), (1, 1), (2, 2)}))
    crossed = Sentence(["c", "x", "d"], ["D", "X", "C"], frozenset({(0, 2), (1, 1), (2, 0)}))
    options = extracted([straight, crossed], tmp_path / "grammar").options("[X,1] x [X,2]")
    assert {one.target for one in options} == {"[X,1] X [X,2]", "[X,2] X [X,1]"}


def test_the_file_depends_neither_on_threads_nor_on_memory(tmp_path: Path) -> None:
    some = synthetic_sentences(60)
    extracted(some, tmp_path / "one")
    extracted(some, tmp_path / "other", threads=3, memory=1 << 16)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_a_grammar_for_a_text_has_the_rules_that_match_it(tmp_path: Path) -> None:
    some = synthetic_sentences(40)
    lines = [" ".join(some[0].source), " ".join(some[1].source)]

    def matches(source: str) -> bool:
        import re

        pattern = r" ".join(r"\S+(?: \S+)*?" if s.startswith("[X,") else re.escape(s) for s in source.split())
        return any(re.search(rf"(?<!\S){pattern}(?!\S)", line) for line in lines)

    whole = extracted(some, tmp_path / "whole")
    small = extracted(some, tmp_path / "small", restrict_to=lines)
    expected = {key: one for key, one in all_options(whole).items() if matches(key[0])}
    assert all_options(small) == expected
    assert 10 < len(expected) < len(whole)
    assert all_options(whole.filtered(tmp_path / "later", restrict_to=lines)) == expected
    few = whole.filtered(tmp_path / "few", Filter(top=1))
    assert len(few) == few.phrase_count == whole.phrase_count


def test_named_constraints_are_settings() -> None:
    assert RuleExtraction.of("chiang2007") == RuleExtraction()
    moses = RuleExtraction.of("moses(gaps=1)")
    assert (moses.max_initial, moses.max_target, moses.min_gap, moses.tight, moses.gaps) == (
        15,
        5,
        2,
        False,
        1,
    )
    with pytest.raises(InputError, match="set of constraints"):
        RuleExtraction.of("hiero")
    with pytest.raises(InputError, match="setting of rules"):
        RuleExtraction.of("moses(longest=1)")


def test_a_text_with_a_word_that_looks_like_a_gap_is_refused(tmp_path: Path) -> None:
    some = [Sentence(["a"], ["A"], frozenset({(0, 0)})), Sentence(["[X,1]"], ["B"], frozenset({(0, 0)}))]
    with pytest.raises(InputError, match=r"source:2: found the token '\[X,1\]'"):
        extracted(some, tmp_path / "grammar")


def test_a_grammar_opens_as_it_was_written(tmp_path: Path) -> None:
    grammar = extracted(synthetic_sentences(20), tmp_path / "grammar")
    assert all_options(PhraseTable.read(tmp_path / "grammar")) == all_options(grammar)
    grammar.verify()
