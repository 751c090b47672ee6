"""The example of Liu and Huang (2014), section 3.1.1: I flew from Shanghai to Beijing."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitchpipe.decoder import Candidate, PhraseDecoder, SearchSettings
from pitchpipe.lists import DevSet
from pitchpipe.lists.decoded import decoded
from pitchpipe.metrics import find_metric
from pitchpipe.text import GroupedTexts
from tests.decoder.phrasebook import phrasebook

SOURCE = "wo cong Shanghai fei dao Beijing"
REFERENCE = "I flew from Shanghai to Beijing"
WORDS = {"wo": "I", "cong": "from", "Shanghai": "Shanghai", "fei": "fly", "dao": "to", "Beijing": "Beijing"}
BLEU = find_metric("bleu")


@pytest.fixture
def bins(tmp_path: Path) -> list[Candidate]:
    model = phrasebook(tmp_path, {source: [target] for source, target in WORDS.items()})
    search = SearchSettings(strategy="exhaustive", beam=0)
    return PhraseDecoder(model, search).bins([SOURCE], 1000).of(0)


def in_bin(bins: list[Candidate], covered: int, text: str) -> Candidate:
    return next(one for one in bins if one.covered == covered and one.text == text)


def bleu(text: str, reference_length: float | None = None) -> float:
    """BLEU+1, with another length of the reference if one is given."""
    rows = BLEU.statistics(GroupedTexts.singles([text]), GroupedTexts.singles([REFERENCE]))
    if reference_length is not None:
        rows[:, -1] = reference_length
    return float(BLEU.sentence_scores(rows)[0])


def partial(one: Candidate) -> float:
    """Equation 1."""
    return bleu(one.text, len(REFERENCE.split()) * one.covered / len(SOURCE.split()))


def potential(one: Candidate) -> float:
    """BLEU+1 of equation 3."""
    return bleu(one.extended)


def test_extensions_are_the_translations_of_the_gaps_in_order(bins: list[Candidate]) -> None:
    assert in_bin(bins, 2, "I from").extended == "I from Shanghai fly to Beijing"
    assert in_bin(bins, 2, "I fly").extended == "I fly from Shanghai to Beijing"


@pytest.mark.parametrize(
    ("covered", "easy", "promising"), [(2, "I from", "I fly"), (3, "I from Shanghai", "I fly from")]
)
def test_partial_bleu_prefers_what_is_easy_and_potential_bleu_what_is_promising(
    bins: list[Candidate], covered: int, easy: str, promising: str
) -> None:
    first, second = in_bin(bins, covered, easy), in_bin(bins, covered, promising)
    assert partial(first) > partial(second)
    assert potential(first) < potential(second)


def test_the_promising_one_leads_to_the_better_translation(bins: list[Candidate]) -> None:
    assert bleu(in_bin(bins, 6, "I fly from Shanghai to Beijing").text) > bleu(
        in_bin(bins, 6, "I from Shanghai fly to Beijing").text
    )


@pytest.mark.parametrize(
    ("how", "rest", "whole"),
    [
        ("potential", True, True),
        ("partial", True, False),
        ("liu-potential", False, True),
        ("liu-partial", False, False),
    ],
)
def test_the_papers_features_are_those_of_the_partial_derivation_alone(
    tmp_path: Path, how: str, rest: bool, whole: bool
) -> None:
    """Section 4: a bin is ranked by w . Phi(d), where d is what is translated so far."""
    model = phrasebook(tmp_path, {source: [target] for source, target in WORDS.items()})
    decoder = PhraseDecoder(model, SearchSettings(strategy="exhaustive", beam=0))
    text = DevSet([SOURCE], [[REFERENCE]])
    pool = decoded(decoder, text, decoder.weights, nbest=1000, search_aware=how)
    plain, counted = (decoder.bins([SOURCE], 1000, with_rest=with_rest) for with_rest in (False, True))
    assert (plain.dense != counted.dense).any()
    assert (pool.dense == (counted if rest else plain).dense).all()
    assert plain.extended is not None
    assert list(pool.texts) == list(plain.extended if whole else plain.texts)
