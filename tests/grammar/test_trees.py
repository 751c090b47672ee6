"""Trees in Penn brackets."""

import pytest

from pitchpipe.data import language_pair
from pitchpipe.errors import InputError
from pitchpipe.grammar import Trees
from pitchpipe.text import Corpus


def test_a_tree_is_its_constituents_from_the_top() -> None:
    trees = Trees.of(["(S (NP (PRP he)) (VP (VBZ goes) (ADVP home)))"], Corpus.of(["He goes home"]))
    rows = [(trees.labels[label], *span) for label, *span in trees.nodes.tolist()]
    assert rows == [
        ("S", 0, 3, 6),
        ("NP", 0, 1, 3),
        ("PRP", 0, 1, 3),
        ("VP", 1, 3, 6),
        ("VBZ", 1, 2, 5),
        ("ADVP", 2, 3, 6),
    ]
    assert trees.offsets.tolist() == [0, 6]


def test_brackets_without_a_label_are_no_constituents() -> None:
    text = Corpus.of(["( x", "y", "z"])
    trees = Trees.of(["( (S (-LRB- -LRB-) (X x)))", "(())", ""], text)
    assert [trees.labels[row[0]] for row in trees.nodes.tolist()] == ["S", "-LRB-", "X"]
    assert trees.offsets.tolist() == [0, 3, 3, 3]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("(S a b", "parses:2: found 1 brackets that are not closed"),
        ("(S a) b", "parses:2: found 'b' after the tree"),
        ("a b", "parses:2: found 'a', expected a bracket"),
        ("(S a (X) b)", "parses:2: found a constituent without words"),
        ("(S a (X ()) b)", "parses:2: found a constituent without words"),
        ("((X a) b)", "parses:2: found the word 'b' below no label"),
        ("(S a)", "parses:2: found a tree of 1 words, expected the 2 of the text"),
        ("(S a c)", "parses:2: found the word 'c', expected 'b'"),
        ("(" * 501, "parses:2: found more than 500 constituents"),
        (f"({'S' * 101} a b)", "parses:2: found the label"),
        ("(S||| a b)", "parses:2: found the label"),
    ],
)
def test_a_bad_line_is_named(line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Trees.of(["(S a)", line], Corpus.of(["a", "a b"]))


def test_each_line_has_a_tree() -> None:
    with pytest.raises(InputError, match="parses: found 1 lines, expected 2"):
        Trees.of(["(S a)"], Corpus.of(["a", "b"]))


@pytest.mark.parametrize("variety", ["german", "head-final"])
def test_the_synthetic_language_writes_trees_of_its_references(variety: str) -> None:
    pair = language_pair(300, 20, 20, variety=variety)
    for part in (pair.train, pair.dev, pair.test):
        target = Corpus.of(references[0] for references in part.references)
        trees = Trees.of(part.parses, target)
        assert len(trees) == len(part)
        roots = trees.nodes[trees.offsets[:-1]]
        assert {trees.labels[row[0]] for row in roots.tolist()} == {"TOP"}
        assert (roots[:, 2] == target.lengths).all()
    assert {"NP", "VP", "PP", "S", "SQ", "SBAR", "NN", "VB"} <= set(trees.labels)
