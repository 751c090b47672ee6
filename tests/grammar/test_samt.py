"""Labels of spans that are no constituents, and rules that have them."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.data import language_pair
from pitchpipe.errors import InputError
from pitchpipe.grammar import RuleExtraction, Trees
from pitchpipe.grammar.samt import SpanLabels, line_labels
from pitchpipe.text import Corpus
from tests.phrases.definitions import Sentence, Span, sentences
from tests.phrases.tables import all_options

from .definitions import UNIT, rules
from .tables import extracted, grammar_of
from .test_tree_extraction import GO, TREE, synthetic, trees_of
from .tree_definitions import Tree, random_tree


def label_of(tree: Tree, span: Span) -> str:
    """The first kind that fits, of those that `line_labels` lists, read literally. Spans are first and last words."""
    begin, end = span[0], span[1] + 1
    highest: dict[tuple[int, int], str] = {}
    for node in tree.nodes():  # from the top
        highest.setdefault((node.begin, node.end), node.label)
    cuts = range(tree.end + 1)

    def at(one: int, other: int) -> str | None:
        return highest.get((one, other))

    kinds = [
        [at(begin, end)] if at(begin, end) else [],
        [f"{at(begin, k)}+{at(k, end)}" for k in cuts if at(begin, k) and at(k, end)],
        [f"{at(begin, k)}/{at(end, k)}" for k in cuts if at(begin, k) and at(end, k)],
        [f"{at(k, begin)}\\{at(k, end)}" for k in reversed(cuts) if at(k, end) and at(k, begin)],
        [
            f"{at(begin, k)}+{at(k, m)}+{at(m, end)}"
            for k in cuts
            for m in cuts
            if at(begin, k) and at(k, m) and at(m, end)
        ],
        ["X"],
    ]
    return next(kind[0] for kind in kinds if kind)


def test_the_kinds_of_labels() -> None:
    """(S (NP (D the) (J old) (N man)) (VP (V sees) (NP her)))"""
    constituents = [("S", 0, 5), ("NP", 0, 3), ("D", 0, 1), ("J", 1, 2), ("N", 2, 3)]
    constituents += [("VP", 3, 5), ("V", 3, 4), ("NP", 4, 5)]
    found = list(line_labels(constituents, 5, 4))
    assert len(found) == 20
    spans = {(place // 4, place // 4 + place % 4 + 1): label for place, label in enumerate(found)}
    assert spans[0, 3] == "NP"
    assert spans[0, 2] == "D+J"
    assert spans[0, 4] == "NP+V"
    assert spans[2, 5] == "N+VP"
    assert spans[1, 3] == "J+N"
    assert spans[1, 5] == "D\\S"
    assert spans[1, 4] == "J+N+V"
    assert list(line_labels([("S", 0, 3), ("A", 2, 3)], 3, 2))[:2] == ["X", "S/A"]
    assert list(line_labels([("S", 0, 3), ("A", 0, 1)], 3, 2))[3] == "A\\S"


@settings(max_examples=60, deadline=None)
@given(
    sentences,
    st.builds(
        RuleExtraction,
        max_initial=st.integers(1, 6),
        max_target=st.integers(1, 6),
        tight=st.booleans(),
        labels=st.sampled_from(["samt", "source-samt"]),
        min_label=st.just(1),
    ),
    st.integers(0, 10_000),
)
def test_the_rules_are_those_of_the_definition_with_labels(
    some: list[Sentence], chosen: RuleExtraction, seed: int
) -> None:
    rng = Random(seed)
    texts = [one.source if chosen.labels == "source-samt" else one.target for one in some]
    trees = [random_tree(rng, 0, len(text)) for text in texts]
    parses = [tree.penn(text) if text else "" for text, tree in zip(texts, trees, strict=True)]
    labels = [
        {(i, j): label_of(tree, (i, j)) for i in range(tree.end) for j in range(i, tree.end)}
        for tree in trees
    ]
    expected = rules(some, chosen, labels)
    over = Trees.of(parses, Corpus.of(map(" ".join, texts)))
    with grammar_of(some, settings=chosen, trees=over) as grammar:
        found = all_options(grammar)
        assert found.keys() == expected.keys()
        for pair, one in found.items():
            assert one.joint_count == pytest.approx(expected[pair].count / UNIT)


def test_rare_labels_become_x() -> None:
    corpus = Corpus.of(["a b", "a b", "c"])
    trees = trees_of(
        [Sentence([], line.split(), frozenset()) for line in ("a b", "a b", "c")],
        ["(S (A a) (B b))", "(S (A a) (B b))", "(R c)"],
    )
    assert SpanLabels.of(trees, corpus, 2, 1).names == ("A", "B", "R", "S", "X")
    assert SpanLabels.of(trees, corpus, 2, 2).names == ("A", "B", "S", "X")


def test_labels_need_trees(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match="found no parses of the target, expected some for ghkm or labels=samt"
    ):
        extracted([GO], tmp_path / "grammar", settings=RuleExtraction(labels="samt"))
    with pytest.raises(InputError, match="found no parses of the source, expected some for hierarchical"):
        extracted([GO], tmp_path / "grammar", settings=RuleExtraction(labels="source-samt"))
    chosen = RuleExtraction(labels="samt", min_label=1)
    found = all_options(extracted([GO], tmp_path / "other", settings=chosen, trees=trees_of([GO], [TREE])))
    assert ("ne [VB,1] pas", "not [VB,1] [RB+VB]") in found


SOURCE_TREE = "(P (GN (PRO il)) (GV (NEG ne) (V va) (NEG pas)))"


def test_trees_over_the_source_label_its_spans(tmp_path: Path) -> None:
    chosen = RuleExtraction(labels="source-samt", min_label=1)
    trees = Trees.of([SOURCE_TREE], Corpus.of(["il ne va pas"]))
    found = all_options(extracted([GO], tmp_path / "grammar", settings=chosen, trees=trees))
    assert {
        ("il", "he [GN]"),
        ("ne [V,1] pas", "not [V,1] [GV]"),
        ("[GN,1] ne [V,2] pas", "[GN,1] does not [V,2] [P]"),
    } <= found.keys()


def test_trees_over_another_text_are_refused(tmp_path: Path) -> None:
    one = Sentence(["il", "va"], ["he"], frozenset({(0, 0)}))
    for labels, side in (("samt", one.source), ("source-samt", one.target)):
        other = Trees.of([f"(S {' '.join(side)})"], Corpus.of([" ".join(side)]))
        chosen = RuleExtraction(labels=labels)
        with pytest.raises(InputError, match=r"parses:1: found a tree of \d words, expected the \d of"):
            extracted([one], tmp_path / "grammar", settings=chosen, trees=other)


def test_the_file_depends_neither_on_threads_nor_on_memory(tmp_path: Path) -> None:
    some, _ = synthetic(60)
    trees = Trees.of(
        language_pair(60, 0, 0).train.source_parses, Corpus.of(" ".join(one.source) for one in some)
    )
    how = {"settings": RuleExtraction(labels="source-samt"), "trees": trees}
    extracted(some, tmp_path / "one", **how)
    extracted(some, tmp_path / "other", **how, threads=3, memory=1 << 16)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
