"""Forced chart search against all derivations that yield a text."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.decoder import ChartDecoder, SearchSettings
from pitchpipe.errors import InputError

from .toy_grammar import SOURCE, TARGET, ToyGrammar, random_grammar

seeds = st.integers(0, 10_000)
texts = st.lists(st.sampled_from([*SOURCE, "q"]), min_size=1, max_size=4).map(tuple)
kinds = st.fixed_dictionaries({"labels": st.sampled_from(["X", "AB"]), "oriented": st.booleans()})


@settings(max_examples=60, deadline=None)
@given(seeds, texts, kinds, st.randoms(use_true_random=False))
def test_the_derivations_are_all_that_yield_the_reference(
    tmp_path_factory: pytest.TempPathFactory, seed: int, words: tuple[str, ...], kind: dict[str, Any], rng
) -> None:
    toy = random_grammar(seed, tmp_path_factory.mktemp("toy"), **kind)
    expected = toy.derivations(words)
    reference = rng.choice(expected)[1].words if rng.random() < 0.8 else tuple(rng.choices(TARGET, k=3))
    decoder = ChartDecoder(toy.model, SearchSettings(pop_limit=1, beam=1, options=1), threads=1)
    forced = decoder.force([" ".join(words)], [" ".join(reference)], nbest=50)
    wanted = [score for score, one in expected if one.words == reference]
    assert forced.candidates.scores.tolist() == pytest.approx(wanted[:50], abs=1e-3)
    assert set(forced.candidates.texts) <= {" ".join(reference)}
    for row in range(len(forced.candidates.texts)):
        found = forced.candidates[row]
        weighted = sum(toy.model.weights[name] * value for name, value in found.features.items())
        assert found.score == pytest.approx(weighted, abs=1e-3)
    if wanted:
        assert forced.reached.tolist() == [len(reference)]


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> ToyGrammar:
    return random_grammar(11, tmp_path_factory.mktemp("toy"))


def test_a_reference_out_of_reach_has_no_derivation(toy: ToyGrammar) -> None:
    decoder = ChartDecoder(toy.model, threads=2)
    best = decoder.translate(["a b c d"])[0].text
    forced = decoder.force(["a b c d", "a b c d", ""], [best, f"{best} more", ""])
    assert np.diff(forced.candidates.groups).tolist() == [1, 0, 1]
    assert forced.reached.tolist() == [len(best.split()), len(best.split()), 0]
    assert len(forced.bins) == 3


def test_each_sentence_needs_a_reference(toy: ToyGrammar) -> None:
    decoder = ChartDecoder(toy.model, threads=1)
    with pytest.raises(InputError, match="found 1 references"):
        decoder.force(["a", "b"], ["t"])
    with pytest.raises(InputError, match="search bins"):
        decoder.force(["a"], ["t"], bins=2)
