"""Chart search against all derivations of small grammars."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.decoder import ChartDecoder, Given, PhraseDecoder, SearchSettings, open_decoder
from pitchpipe.errors import InputError
from pitchpipe.grammar import GAPS
from pitchpipe.model import Lookup, Model

from .toy_grammar import SOURCE, ToyGrammar, random_grammar

ALL = SearchSettings(strategy="exhaustive", beam=0, options=0)
seeds = st.integers(0, 10_000)
texts = st.lists(st.sampled_from([*SOURCE, "q"]), min_size=1, max_size=4).map(tuple)

kinds = st.fixed_dictionaries(
    {"order": st.integers(1, 4), "span_limit": st.integers(1, 4), "oriented": st.booleans()}
)


def spans_of(candidate) -> tuple[tuple[int, int], ...]:
    return tuple((one.source_begin, one.source_end) for one in candidate.phrases)


@settings(max_examples=60, deadline=None)
@given(seeds, texts, kinds)
def test_the_best_derivations_are_those_of_all(
    tmp_path_factory: pytest.TempPathFactory, seed: int, words: tuple[str, ...], kind: dict[str, Any]
) -> None:
    toy = random_grammar(seed, tmp_path_factory.mktemp("toy"), **kind)
    search = SearchSettings(strategy="exhaustive", beam=0, options=0, span_limit=toy.span_limit)
    found = ChartDecoder(toy.model, search, threads=1).translate([" ".join(words)], nbest=40)
    expected = toy.derivations(words)
    assert found.scores.tolist() == pytest.approx([score for score, _ in expected[:40]], abs=1e-3)
    best = ChartDecoder(toy.model, search, threads=1).translate([" ".join(words)])
    assert best.scores.tolist() == pytest.approx([expected[0][0]], abs=1e-3)
    derivations = {(one.words, one.spans): one for _, one in expected}
    for row in range(len(found.texts)):
        candidate = found[row]
        one = derivations[tuple(candidate.text.split()), spans_of(candidate)]
        weighted = sum(toy.model.weights[name] * value for name, value in candidate.features.items())
        assert candidate.score == pytest.approx(weighted, abs=1e-3)
        assert candidate.features.keys() >= toy.features(one).keys()


@settings(max_examples=25, deadline=None)
@given(seeds, texts, st.booleans())
def test_features_are_those_of_the_derivation(
    tmp_path_factory: pytest.TempPathFactory, seed: int, words: tuple[str, ...], oriented: bool
) -> None:
    toy = random_grammar(seed, tmp_path_factory.mktemp("toy"), oriented=oriented)
    (score, one), *others = toy.derivations(words)
    if others and others[0][0] > score - 1e-4:
        return  # which of equals comes first is open
    found = ChartDecoder(toy.model, ALL, threads=1).translate([" ".join(words)])[0]
    assert found.text == " ".join(one.words)
    expected = dict.fromkeys(toy.model.feature_names, 0.0) | dict(toy.features(one))
    assert found.features == pytest.approx(expected, abs=1e-3)


@settings(max_examples=20, deadline=None)
@given(seeds, texts, st.integers(1, 20), st.booleans())
def test_pruned_search_finds_derivations_and_no_better_ones(
    tmp_path_factory: pytest.TempPathFactory, seed: int, words: tuple[str, ...], pops: int, oriented: bool
) -> None:
    toy = random_grammar(seed, tmp_path_factory.mktemp("toy"), oriented=oriented)
    text = [" ".join(words)]
    found = ChartDecoder(toy.model, SearchSettings(pop_limit=pops, beam=pops), threads=1).translate(
        text, nbest=5
    )
    scores = [score for score, _ in toy.derivations(words)]
    assert 1 <= len(found.texts) <= 5
    for score in found.scores.tolist():
        assert any(abs(score - one) < 1e-3 for one in scores)


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> ToyGrammar:
    return random_grammar(11, tmp_path_factory.mktemp("toy"))


def test_a_rule_is_looked_up_with_the_features_of_its_words(toy: ToyGrammar) -> None:
    rule = next(one for one in toy.rules if "[X,1]" in one.target and len(one.target) > 1)
    pairs = Lookup.of(toy.model).translations(" ".join(rule.source))
    (found,) = [pair for pair in pairs if pair.option.target == " ".join(rule.target)]
    assert found.features["WordPenalty0"] == -sum(symbol not in GAPS for symbol in rule.target)
    assert found.features["TranslationModel0_1"] == pytest.approx(rule.scores[1], abs=1e-4)


def test_threads_change_nothing(toy: ToyGrammar) -> None:
    sentences = [" ".join(SOURCE[i % 4] for i in range(start, start + 9)) for start in range(20)]
    one = ChartDecoder(toy.model, threads=1).translate(sentences, nbest=5)
    other = ChartDecoder(toy.model, threads=3).translate(sentences, nbest=5)
    assert list(one.texts) == list(other.texts)
    assert one.scores.tolist() == other.scores.tolist()


def test_distinct_lists_have_each_text_once(toy: ToyGrammar) -> None:
    decoder = ChartDecoder(toy.model, ALL, threads=1)
    every, distinct = (decoder.translate(["a b c d"], nbest=30, distinct=one) for one in (False, True))
    assert len(set(distinct.texts)) == len(distinct.texts)
    assert (
        list(distinct.texts)[: len(distinct.texts)] == list(dict.fromkeys(every.texts))[: len(distinct.texts)]
        or len(every.texts) == 30
    )


def test_an_empty_sentence_has_an_empty_translation(toy: ToyGrammar) -> None:
    found = ChartDecoder(toy.model, threads=1).translate(["", "a"], nbest=3)
    assert len(found) == 2
    assert [one.text for one in found.of(0)] == [""]


def test_long_sentences_are_glued(toy: ToyGrammar) -> None:
    sentence = " ".join(SOURCE[i % 4] for i in range(150))
    found = ChartDecoder(toy.model, SearchSettings(pop_limit=10, span_limit=5), threads=1).translate(
        [sentence]
    )[0]
    assert all(end - begin <= 5 for begin, end in spans_of(found))
    assert found.features["Glue0"] >= 1.5 * 30


def test_a_given_translation_is_used_and_alone(toy: ToyGrammar) -> None:
    decoder = ChartDecoder(toy.model, threads=1)
    found = decoder.translate(["a b c d"], given=[[Given(1, 3, "new words")]])[0]
    assert "new words" in found.text
    assert not [span for span in spans_of(found) if span in ((1, 2), (2, 3), (0, 2), (2, 4))]
    assert (1, 3) in spans_of(found)


def test_the_model_decides_which_decoder_it_needs(toy: ToyGrammar, tmp_path: Path) -> None:
    assert isinstance(open_decoder(toy.model), ChartDecoder)
    with pytest.raises(InputError, match="expected a PhraseFeature or a RuleFeature"):
        open_decoder(toy.model, features=[object()])
    assert not isinstance(open_decoder(toy.model), PhraseDecoder)


def test_a_hierarchical_model_is_saved_and_read(toy: ToyGrammar, tmp_path: Path) -> None:
    import shutil

    shutil.copy(toy.model.tables[0].table.file.path, tmp_path / "phrases.table")
    toy.model.language_models[0].model.save(tmp_path / "lm.lm")
    toy.model.save(tmp_path)
    again = Model.read(tmp_path)
    assert again.glue == toy.model.glue
    assert list(ChartDecoder(again).translate(["a b c"]).best()) == list(
        ChartDecoder(toy.model).translate(["a b c"]).best()
    )


@settings(max_examples=25, deadline=None)
@given(seeds, texts, st.booleans())
def test_a_forest_holds_all_derivations(
    tmp_path_factory: pytest.TempPathFactory, seed: int, words: tuple[str, ...], oriented: bool
) -> None:
    toy = random_grammar(seed, tmp_path_factory.mktemp("toy"), oriented=oriented)
    (forest,) = ChartDecoder(toy.model, ALL, threads=1).forests([" ".join(words)])
    scores: list[list[float]] = [[] for _ in forest.nodes]
    made = {arc.head for arc in forest.arcs}
    for node in range(len(forest.nodes)):
        if node not in made:
            scores[node] = [0.0]
        for arc in forest.arcs:
            if arc.head == node:
                sums = [arc.score]
                for tail in arc.tails:
                    sums = [one + other for one in sums for other in scores[tail]]
                scores[node] += sums
    expected = [score for score, _ in toy.derivations(words)]
    assert sorted(scores[-1], reverse=True) == pytest.approx(expected, abs=1e-3)
    rules = {(" ".join(one.source), " ".join(one.target)) for one in toy.rules}
    assert all((arc.source, arc.target) in rules or arc.source == arc.target for arc in forest.arcs)
    assert json.dumps(forest.as_dict())


@settings(max_examples=30, deadline=None)
@given(seeds)
def test_a_damaged_trie_leads_nowhere_or_to_other_rules(toy: ToyGrammar, seed: int) -> None:
    table = toy.model.tables[0].table
    rng = np.random.default_rng(seed)
    nodes = np.array(table.file.arrays["trie_nodes"])
    places = rng.integers(nodes.size, size=nodes.size // 2)
    nodes.flat[places] = rng.choice([*range(len(nodes) + 2), 2**32 - 1], size=len(places))
    file = replace(table.file, arrays={**table.file.arrays, "trie_nodes": nodes})
    damaged = replace(toy.model, tables=[replace(toy.model.tables[0], table=replace(table, file=file))])
    found = ChartDecoder(damaged, threads=1).translate(["a b c d a", "d d b a"], nbest=5)
    assert len(found) == 2
