"""Sparse features of rules, against all derivations of small grammars."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.decoder import ChartDecoder, SearchSettings
from pitchpipe.grammar import TreeExtraction
from pitchpipe.lm import estimate
from pitchpipe.model import Glue, Language, Model, SparseFeatures, Table, TableFeatures
from pitchpipe.text import Corpus
from tests.grammar.tables import extracted
from tests.grammar.test_tree_extraction import GO, TREE, trees_of

from .toy_grammar import SOURCE, random_grammar

ALL = SearchSettings(strategy="exhaustive", beam=0, options=0)
OF_RULES = ("PT", "AL", "INS", "length", "SH", "gaps", "RO", "NC")


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 10_000),
    st.lists(st.sampled_from([*SOURCE, "q"]), min_size=1, max_size=4).map(tuple),
    st.sampled_from(["X", "AB"]),
    st.lists(st.sampled_from(OF_RULES), min_size=1, max_size=4, unique=True).map(tuple),
)
def test_the_best_derivations_are_those_of_all(
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    words: tuple[str, ...],
    labels: str,
    templates: tuple[str, ...],
) -> None:
    toy = random_grammar(seed, tmp_path_factory.mktemp("toy"), labels=labels, templates=templates)
    found = ChartDecoder(toy.model, ALL, threads=1).translate([" ".join(words)], nbest=20)
    (_, one), *others = expected = toy.derivations(words)
    assert found.scores.tolist() == pytest.approx([score for score, _ in expected[:20]], abs=1e-3)
    if others and others[0][0] > expected[0][0] - 1e-4:
        return  # which of equals comes first is open
    dense = dict.fromkeys(toy.model.feature_names, 0.0)
    assert found[0].features == pytest.approx(dense | toy.features(one), abs=1e-3)


def test_nodes_within_rules_are_counted(tmp_path: Path) -> None:
    """`ne va pas` is `does not go`, a VP whose three words each have a part of speech, by whatever rules."""
    chosen = TreeExtraction(size=2, inner=True)
    table = extracted([GO], tmp_path / "grammar", settings=chosen, trees=trees_of([GO], [TREE]))
    assert [one.target for one in table.options("ne va pas")] == ["does not go [AUX] [RB] [VB] [VP]"]
    lm = estimate(Corpus.of(["he does not go"]), 2).model
    names = [f"TranslationModel0_{i}" for i in range(4)]
    model = Model(
        [Table(table, TableFeatures("TranslationModel0", ()))],
        [Language(lm)],
        dict.fromkeys([*names, "LM0", "WordPenalty0", "Glue0", "UnknownWordPenalty0"], 0.1)
        | {"PhrasePenalty0": -1.0},
        SparseFeatures(("NC", "RO", "RC")),
        glue=Glue(),
    )
    decoder = ChartDecoder(model, threads=1)
    several = decoder.translate(["ne va pas"], weights=model.weights | {"PhrasePenalty0": 1.0})[0]
    found = decoder.translate(["ne va pas"])[0]
    assert found.text == several.text == "does not go"
    counted = {name: value for name, value in found.features.items() if name[:3] in ("NC:", "RO:", "RC:")}
    joint = table.options("ne va pas")[0].joint_count
    assert 1 / 4 < joint <= 1 / 2
    nodes = {f"NC:[{label}]": 1.0 for label in ("AUX", "RB", "VB", "VP")}
    assert counted == nodes | {"RO:[VP]": 1.0, "RC:1/2": 1.0}
    assert several.features["RO:[VB]"] == 1
    assert nodes == {name: value for name, value in several.features.items() if name.startswith("NC:")}
