"""Moses's early distortion cost and dropping of unknown words against enumeration."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pitchpipe.decoder import PhraseDecoder, SearchSettings
from tests.decoder.toy import Toy, text_of, toy

WIDE = ({"strategy": "exhaustive", "beam": 0}, {"strategy": "cube", "beam": 0, "pop_limit": 100_000})


def sentences(seed: int, alphabet: list[str]) -> list[str]:
    random = Random(seed)
    return [" ".join(random.choices(alphabet, k=random.randint(1, 5))) for _ in range(4)]


def check_lists(made: Toy, texts: list[str], settings: dict[str, object]) -> None:
    """Every derivation is listed with its score, and the listed features add up to it."""
    search = SearchSettings(options=0, distortion_limit=3, **settings)  # type: ignore[arg-type]
    found = PhraseDecoder(made.model, search, threads=1).translate(texts, nbest=200)
    for number, sentence in enumerate(texts):
        ours = found.of(number)
        every = sorted(
            ((made.score(made.features(one)), text_of(one)) for one in made.derivations(sentence, 3)),
            reverse=True,
        )
        assert [one.score for one in ours] == pytest.approx(
            [score for score, _ in every[: len(ours)]], abs=1e-3
        )
        assert len(ours) == min(200, len(every))
        assert ours[0].text == every[0][1]
        for one in ours[:20]:
            total = sum(value * made.model.weights[name] for name, value in one.features.items())
            assert total == pytest.approx(one.score, abs=1e-3)


@pytest.mark.parametrize("wide", WIDE, ids=["exhaustive", "cube"])
@pytest.mark.parametrize("seed", range(4))
def test_early_distortion_cost_is_that_of_the_definition(
    tmp_path: Path, seed: int, wide: dict[str, object]
) -> None:
    made = replace(toy(tmp_path, seed), early_distortion_cost=True)
    check_lists(made, sentences(seed, list("abcdef")), {**wide, "early_distortion_cost": True})


@pytest.mark.parametrize("wide", WIDE, ids=["exhaustive", "cube"])
@pytest.mark.parametrize("seed", range(4))
def test_dropped_words_are_empty_phrases_and_words_with_digits_stay(
    tmp_path: Path, seed: int, wide: dict[str, object]
) -> None:
    made = replace(toy(tmp_path, seed), drop_unknown=True)
    check_lists(made, sentences(seed, ["a", "b", "c", "e", "f", "f7"]), {**wide, "drop_unknown": True})


def test_a_sentence_of_dropped_words_is_empty_and_has_no_links(tmp_path: Path) -> None:
    made = toy(tmp_path, 1)
    found = PhraseDecoder(made.model, SearchSettings(drop_unknown=True)).translate(["e f", "e 7 f"])
    assert list(found.texts) == ["", "7"]
    assert [list(one.alignment) for one in (found.of(0)[0], found.of(1)[0])] == [[], [(1, 0)]]


def test_only_monotone_derivations_cost_nothing_early_or_late(tmp_path: Path) -> None:
    made = toy(tmp_path, 2)
    early = replace(made, early_distortion_cost=True)
    jumps = [
        (made.features(one)["Distortion0"], early.features(one)["Distortion0"])
        for one in made.derivations("a b c d", 3)
    ]
    assert any(late != soon for late, soon in jumps)
    assert all((late == 0) == (soon == 0) for late, soon in jumps)


@pytest.mark.parametrize("seed", range(3))
def test_the_estimate_of_partial_derivations_agrees_with_their_features(tmp_path: Path, seed: int) -> None:
    made = toy(tmp_path, seed)
    search = SearchSettings(beam=5, early_distortion_cost=True, drop_unknown=True)
    bins = PhraseDecoder(made.model, search).bins(sentences(seed, list("abcdef")), 20, with_rest=True)
    for number in range(4):
        for one in bins.of(number):
            total = sum(value * made.model.weights[name] for name, value in one.features.items())
            assert total == pytest.approx(one.score, abs=1e-3)
