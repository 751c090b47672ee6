"""Chart search of grammars with labels against all of their derivations."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.decoder import ChartDecoder, Given, SearchSettings

from .toy_grammar import SOURCE, random_grammar

ALL = SearchSettings(strategy="exhaustive", beam=0, options=0)
seeds = st.integers(0, 10_000)
texts = st.lists(st.sampled_from([*SOURCE, "q"]), min_size=1, max_size=4).map(tuple)


@settings(max_examples=60, deadline=None)
@given(seeds, texts, st.sampled_from(["A", "AB", "ABC"]))
def test_the_best_derivations_are_those_of_all(
    tmp_path_factory: pytest.TempPathFactory, seed: int, words: tuple[str, ...], labels: str
) -> None:
    toy = random_grammar(seed, tmp_path_factory.mktemp("toy"), labels=labels)
    decoder = ChartDecoder(toy.model, ALL, threads=1)
    found = decoder.translate([" ".join(words)], nbest=40)
    expected = toy.derivations(words)
    assert found.scores.tolist() == pytest.approx([score for score, _ in expected[:40]], abs=1e-3)
    derivations = {(one.words, one.spans): one for _, one in expected}
    for row in range(len(found.texts)):
        candidate = found[row]
        spans = tuple((one.source_begin, one.source_end) for one in candidate.phrases)
        assert (tuple(candidate.text.split()), spans) in derivations
        weighted = sum(toy.model.weights[name] * value for name, value in candidate.features.items())
        assert candidate.score == pytest.approx(weighted, abs=1e-3)
    (forest,) = decoder.forests([" ".join(words)])
    rules = {(" ".join(one.source), f"{' '.join(one.target)} [{one.label}]") for one in toy.rules}
    assert all((arc.source, arc.target) in rules or arc.source == arc.target for arc in forest.arcs)


@settings(max_examples=15, deadline=None)
@given(seeds, texts, st.integers(1, 10))
def test_pruned_search_finds_derivations(
    tmp_path_factory: pytest.TempPathFactory, seed: int, words: tuple[str, ...], pops: int
) -> None:
    toy = random_grammar(seed, tmp_path_factory.mktemp("toy"), labels="AB")
    search = SearchSettings(pop_limit=pops, beam=pops)
    found = ChartDecoder(toy.model, search, threads=1).translate([" ".join(words)], nbest=5)
    scores = [score for score, _ in toy.derivations(words)]
    assert 1 <= len(found.texts) <= 5
    for score in found.scores.tolist():
        assert any(abs(score - one) < 1e-3 for one in scores)


def test_a_given_translation_fits_any_gap(tmp_path_factory: pytest.TempPathFactory) -> None:
    toy = random_grammar(3, tmp_path_factory.mktemp("toy"), labels="AB")
    found = ChartDecoder(toy.model, threads=1).translate(["a b c d"], given=[[Given(1, 3, "new words")]])[0]
    assert "new words" in found.text
