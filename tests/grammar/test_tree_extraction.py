"""Extraction of rules from trees against the definition by frontier nodes."""

import math
from collections import defaultdict
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.data import language_pair
from pitchpipe.errors import InputError
from pitchpipe.grammar import RuleExtraction, TreeExtraction, Trees, rule_settings
from pitchpipe.phrases import PhraseTable
from pitchpipe.phrases.table_file import ORIENTATION_ARRAYS
from pitchpipe.text import Corpus
from tests.phrases.definitions import Sentence, sentences
from tests.phrases.tables import all_options

from .definitions import UNIT
from .tables import extracted, grammar_of
from .tree_definitions import random_tree, tree_rules

constraints = st.builds(
    TreeExtraction,
    size=st.integers(0, 4),
    max_source=st.integers(1, 7),
    max_target=st.integers(1, 7),
    gaps=st.integers(0, 3),
    scope=st.integers(0, 4),
    unaligned=st.sampled_from(["highest", "all"]),
    fractional=st.booleans(),
    inner=st.booleans(),
    root_model=st.booleans(),
)


def trees_of(some: list[Sentence], parses: list[str]) -> Trees:
    return Trees.of(parses, Corpus.of(" ".join(one.target) for one in some))


@settings(max_examples=60, deadline=None)
@given(sentences, constraints, st.integers(0, 10_000))
def test_the_rules_are_those_of_the_definition_and_counted(
    some: list[Sentence], chosen: TreeExtraction, seed: int
) -> None:
    rng = Random(seed)
    trees = [random_tree(rng, 0, len(one.target)) for one in some]
    expected = tree_rules(some, trees, chosen)
    of_source, of_target, of_label = defaultdict(int), defaultdict(int), defaultdict(int)
    for (source, target), rule in expected.items():
        of_label[target.split()[-1]] += rule.count
        of_source[source] += rule.count
        of_target[target] += rule.count
    parses = [tree.penn(one.target) if one.target else "" for one, tree in zip(some, trees, strict=True)]
    with grammar_of(some, settings=chosen, trees=trees_of(some, parses)) as grammar:
        found = all_options(grammar)
        assert found.keys() == expected.keys()
        for (source, target), one in found.items():
            rule = expected[source, target]
            assert one.joint_count == pytest.approx(rule.count / UNIT)
            assert math.exp(one.scores["p(e|f)"]) == pytest.approx(rule.count / of_source[source], rel=1e-5)
            assert math.exp(one.scores["p(f|e)"]) == pytest.approx(rule.count / of_target[target], rel=1e-5)
            if chosen.root_model:
                share = rule.count / of_label[target.split()[-1]]
                assert math.exp(one.scores["p(rule|label)"]) == pytest.approx(share, rel=1e-5)
            assert len(one.scores) == 4 + chosen.root_model
            assert rule.alignments[frozenset(one.alignment)] == max(rule.alignments.values())


GO = Sentence(
    ["il", "ne", "va", "pas"], ["he", "does", "not", "go"], frozenset({(0, 0), (1, 2), (3, 2), (2, 3)})
)
TREE = "(S (NP (PRP he)) (VP (AUX does) (RB not) (VB go)))"
MINIMAL = {
    ("il", "he [PRP]"),
    ("il", "he [NP]"),
    ("va", "go [VB]"),
    ("ne [VB,1] pas", "does not [VB,1] [VP]"),
    ("[NP,1] [VP,2]", "[NP,1] [VP,2] [S]"),
}
"""The part of speech of `not` is no frontier node: its span, ne va pas, has a word of another."""


def test_the_minimal_rules_of_galleys_example(tmp_path: Path) -> None:
    """Galley et al. 2004: `he does not go`, with NP for its rule through the part of speech, which would be unary."""
    found = extracted(
        [GO], tmp_path / "grammar", settings=TreeExtraction(size=0), trees=trees_of([GO], [TREE])
    )
    assert all_options(found).keys() == MINIMAL


def test_the_composed_rules_of_galleys_example(tmp_path: Path) -> None:
    found = extracted(
        [GO], tmp_path / "grammar", settings=TreeExtraction(size=2), trees=trees_of([GO], [TREE])
    )
    more = {
        ("ne va pas", "does not go [VP]"),
        ("il [VP,1]", "he [VP,1] [S]"),
        ("[PRP,1] [VP,2]", "[PRP,1] [VP,2] [S]"),
        ("[NP,1] ne [VB,2] pas", "[NP,1] does not [VB,2] [S]"),
        ("[NP,1] ne va pas", "[NP,1] does not go [S]"),
    }
    assert all_options(found).keys() == MINIMAL | more


def test_an_unaligned_word_belongs_to_the_highest_node_or_to_all(tmp_path: Path) -> None:
    one = Sentence(["a", "w", "b"], ["A", "B"], frozenset({(0, 0), (2, 1)}))
    parses = ["(S (X A) (Y B))"]
    highest = extracted(
        [one], tmp_path / "one", settings=TreeExtraction(size=0), trees=trees_of([one], parses)
    )
    assert all_options(highest).keys() == {
        ("a", "A [X]"),
        ("b", "B [Y]"),
        ("[X,1] w [Y,2]", "[X,1] [Y,2] [S]"),
    }
    every = TreeExtraction(size=0, unaligned="all")
    more = extracted([one], tmp_path / "other", settings=every, trees=trees_of([one], parses))
    assert all_options(more).keys() == {
        *all_options(highest),
        ("a w", "A [X]"),
        ("w b", "B [Y]"),
        ("[X,1] [Y,2]", "[X,1] [Y,2] [S]"),
    }


def synthetic(size: int) -> tuple[list[Sentence], list[str]]:
    part = language_pair(size, 0, 0).train
    pairs = zip(part.source, part.references, part.alignments, strict=True)
    return [Sentence(s.split(), t.split(), frozenset(links)) for s, (t,), links in pairs], part.parses


def test_the_file_depends_neither_on_threads_nor_on_memory(tmp_path: Path) -> None:
    some, parses = synthetic(60)
    how = {"settings": TreeExtraction(), "trees": trees_of(some, parses)}
    extracted(some, tmp_path / "one", **how)
    extracted(some, tmp_path / "other", **how, threads=3, memory=1 << 16)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_a_grammar_for_a_text_keeps_rules_of_gaps_alone(tmp_path: Path) -> None:
    some, parses = synthetic(40)
    how = {"settings": TreeExtraction(), "trees": trees_of(some, parses)}
    whole = extracted(some, tmp_path / "whole", **how)
    lines = [" ".join(some[0].source)]
    small = extracted(some, tmp_path / "small", **how, restrict_to=lines)
    assert ("[NP,1] [VP,2]", "[NP,1] [VP,2] [S]") in all_options(small)
    assert 10 < len(small) < len(whole)
    assert all_options(whole.filtered(tmp_path / "later", restrict_to=lines)) == all_options(small)
    assert PhraseTable.read(tmp_path / "small").facts.labels == small.facts.labels


def test_what_fills_gaps_is_learned_as_for_hierarchical_rules(tmp_path: Path) -> None:
    some, parses = synthetic(40)
    trees = trees_of(some, parses)
    chosen = rule_settings("ghkm(orientation=true)")
    one = extracted(some, tmp_path / "trees", settings=chosen, trees=trees).file.arrays
    other = extracted(some, tmp_path / "rules", settings=RuleExtraction(orientation=True)).file.arrays
    for name in ORIENTATION_ARRAYS:
        assert np.array_equal(one[name], other[name])


def test_a_line_without_a_tree_has_no_rules(tmp_path: Path) -> None:
    other = Sentence(["x"], ["Y"], frozenset({(0, 0)}))
    found = extracted(
        [GO, other],
        tmp_path / "grammar",
        settings=TreeExtraction(size=0),
        trees=trees_of([GO, other], [TREE, "(())"]),
    )
    assert all_options(found).keys() == MINIMAL


def test_constraints_are_named() -> None:
    assert rule_settings("ghkm(size=4, unaligned=all)") == TreeExtraction(size=4, unaligned="all")
    assert rule_settings("loose") == RuleExtraction.of("loose")
    with pytest.raises(InputError, match="set of constraints"):
        rule_settings("gkhm2004")
    with pytest.raises(InputError, match="setting of ghkm"):
        rule_settings("ghkm(depth=3)")


def test_trees_and_settings_go_together(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found no parses"):
        extracted([GO], tmp_path / "grammar", settings=TreeExtraction())
    with pytest.raises(InputError, match="found parses"):
        extracted([GO], tmp_path / "grammar", trees=trees_of([GO], [TREE]))
    label = Sentence(["il"], ["[NP]"], frozenset({(0, 0)}))
    with pytest.raises(InputError, match=r"target:1: found the token '\[NP\]'"):
        extracted(
            [label], tmp_path / "grammar", settings=TreeExtraction(), trees=trees_of([label], ["(NP [NP])"])
        )
