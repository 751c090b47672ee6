"""Scores of search bins against translations and extensions scored by themselves."""

from pathlib import Path

import pytest

from pitchpipe.analysis.search_bins import bin_scores
from pitchpipe.decoder import PhraseDecoder
from pitchpipe.lists import DevSet
from pitchpipe.metrics import find_metric
from pitchpipe.text import GroupedTexts
from tests.decoder.phrasebook import phrasebook

TEXT = DevSet(
    ["wo cong Shanghai", "Shanghai fei"], [["I from Shanghai"], ["fly Shanghai", "flew to Shanghai"]]
)


def test_the_final_bin_and_all_bins_are_scored_by_their_best_candidates(tmp_path: Path) -> None:
    words = {"wo": ["I"], "cong": ["from"], "Shanghai": ["Shanghai"], "fei": ["fly", "flew"]}
    decoder, bleu = PhraseDecoder(phrasebook(tmp_path, words)), find_metric("bleu:2")
    found = bin_scores(decoder, TEXT, metric="bleu:2")

    def score(texts: list[str], references: list[list[str]]) -> float:
        rows = bleu.statistics(GroupedTexts.singles(texts), GroupedTexts.of(references))
        return float(bleu.score(rows.sum(axis=0)))

    whole = list(decoder.translate(TEXT.sentences).best())
    assert found.final == pytest.approx(score(whole, [*map(list, TEXT.references)]))
    extended, references = [], []
    for number, each in enumerate(TEXT.references):
        for one in decoder.bins(TEXT.sentences, 1).of(number):
            extended.append(one.extended)
            references.append(list(each))
    assert len(extended) == 5
    assert found.all == pytest.approx(score(extended, references))


def test_other_weights_have_other_bins(tmp_path: Path) -> None:
    decoder = PhraseDecoder(phrasebook(tmp_path, {"wo": ["I", "me"], "cong": ["from", "off"]}))
    text = DevSet(["wo cong"], [["I from"]])
    turned = {name: -value for name, value in decoder.weights.items()}
    assert bin_scores(decoder, text, turned, "bleu:1") != bin_scores(decoder, text, metric="bleu:1")
