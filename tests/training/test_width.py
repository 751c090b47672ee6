"""How wide `train` searches, and how far it jumps, on the synthetic language pair."""

import json
import math
from dataclasses import replace
from importlib import import_module
from itertools import pairwise

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.align import Alignments
from pitchpipe.data import language_pair
from pitchpipe.decoder import PhraseDecoder, SearchSettings
from pitchpipe.model import Model
from pitchpipe.phrases.jumps import smallest_blocks
from pitchpipe.training import train
from pitchpipe.training.reordering_limit import NARROWEST, REACHED, needed_limit
from pitchpipe.training.width import (
    ENOUGH,
    ENOUGH_AHEAD,
    ENOUGH_REACH,
    FURTHER,
    SAME,
    WIDEST,
    enough_reach,
    enough_width,
)

QUICK = {"order": 3, "max_phrase": 4, "method": "none"}


@pytest.fixture(scope="module")
def systems(tmp_path_factory):
    """A system of each variety of the source."""
    found = {}
    for variety in ("german", "head-final"):
        folder = tmp_path_factory.mktemp(variety)
        pair = language_pair(train=1000, dev=30, test=1, references=1, variety=variety)
        pair.write(folder)
        train_files, dev_files = (
            [str(folder / one) for one in pair.files(name)] for name in ("train", "dev")
        )
        found[variety] = train(*train_files, str(folder / "model"), dev=dev_files, **QUICK), folder, pair
    return found


def test_a_source_whose_verbs_come_last_gets_a_larger_distortion_limit(systems):
    german, final = (systems[variety][0].model.search for variety in ("german", "head-final"))
    assert final["distortion_limit"] > german["distortion_limit"] >= NARROWEST


def test_the_limit_is_in_the_model_and_in_the_summary(systems):
    trained, folder, _ = systems["head-final"]
    stored = json.loads((folder / "model" / "model.json").read_text())["search"]
    assert stored == trained.model.search == trained.summary["search"]
    assert {"distortion_limit", "pop_limit", "beam"} <= set(stored)
    links = Alignments.read(folder / "model" / "work" / "alignment")
    assert stored["distortion_limit"] >= needed_limit(links)
    assert PhraseDecoder(Model.read(folder / "model")).search.distortion_limit == stored["distortion_limit"]


def test_the_limit_is_the_smallest_that_reaches_enough_blocks(systems):
    links = Alignments.read(systems["head-final"][1] / "model" / "work" / "alignment")
    needed = smallest_blocks(*links.arrays).needed()
    limit = needed_limit(links)
    assert (needed <= limit).mean() >= REACHED > (needed <= limit - 1).mean()


def test_a_text_in_order_or_without_links_gets_the_narrowest_limit():
    assert needed_limit(Alignments.of([[(0, 0), (1, 1)], []])) == NARROWEST
    assert needed_limit(Alignments.of([[]])) == NARROWEST


def test_what_is_given_wins(systems):
    _, folder, pair = systems["german"]
    train_files, dev_files = ([str(folder / one) for one in pair.files(name)] for name in ("train", "dev"))
    given = {"distortion_limit": 3, "pop_limit": 30}
    trained = train(*train_files, str(folder / "given"), dev=dev_files, **QUICK, **given)
    assert trained.model.search == given
    assert not {"width", "widen"} & {stage.name for stage in trained.stages}
    assert "distortion_limit = 3\n" in (folder / "given" / "recipe.toml").read_text()


@pytest.mark.parametrize("name", ["distortion_limit", "pop_limit"])
def test_another_word_than_auto_is_refused(name, tmp_path):
    with pytest.raises(InputError, match=f"{name} must be auto or a whole number from .*, not 'far'"):
        train("a", "b", str(tmp_path / "model"), **{name: "far"})


def gaining(before, after):
    """The share of sentences with a better score."""
    return sum(new - old > SAME * abs(old) for old, new in zip(before, after, strict=True)) / len(before)


def test_the_width_is_the_first_that_twice_as_much_hardly_improves_on(systems):
    trained, _, pair = systems["head-final"]
    narrow = SearchSettings(distortion_limit=8, pop_limit=4, beam=2)
    found, share = enough_width(trained.model, pair.dev.source, narrow)
    plain = [
        PhraseDecoder(trained.model, SearchSettings(distortion_limit=8, pop_limit=2 * n, beam=n))
        for n in (2, 4)
    ]
    first, second = (one.translate(pair.dev.source).scores for one in plain)
    assert gaining(first, second) > ENOUGH
    assert found.lookahead
    scores = {}
    width = narrow.pop_limit // 2  # a pop that looks ahead is worth two
    while width <= 2 * found.pop_limit:
        search = SearchSettings(distortion_limit=8, pop_limit=width, beam=width // 2, lookahead=True)
        scores[width] = PhraseDecoder(trained.model, search).translate(pair.dev.source).scores
        width *= 2
    shares = [gaining(*two) for two in pairwise(scores.values())]
    assert found.pop_limit > narrow.pop_limit
    assert found.beam == found.pop_limit // 2
    assert all(one > ENOUGH_AHEAD for one in shares[:-1])
    assert share == shares[-1]
    assert share <= ENOUGH_AHEAD


def test_lookahead_is_left_alone_where_the_first_width_is_enough(systems):
    trained, _, pair = systems["german"]
    search = SearchSettings(distortion_limit=0, pop_limit=400)
    assert enough_width(trained.model, pair.dev.source, search)[0] == search


def test_a_beam_that_is_given_stays_and_the_width_has_an_end(systems):
    trained, _, pair = systems["head-final"]
    search = SearchSettings(pop_limit=2, beam=7)
    assert enough_width(trained.model, pair.dev.source, search, fixed_beam=True)[0].beam == 7
    wide = SearchSettings(pop_limit=WIDEST, beam=WIDEST)
    assert enough_width(trained.model, pair.dev.source, wide) == (wide, 0.0)


def test_the_limit_is_the_first_that_a_third_more_hardly_improves_on(systems):
    trained, _, pair = systems["head-final"]
    search = SearchSettings(distortion_limit=2, pop_limit=100, lookahead=True)
    found, gain = enough_reach(trained.model, pair.dev.source, search)
    limits, gains = [2], []
    while limits[-1] <= found.distortion_limit:
        limits.append(math.ceil(FURTHER * limits[-1]))
    scores = [
        PhraseDecoder(trained.model, replace(search, distortion_limit=limit))
        .translate(pair.dev.source)
        .scores
        for limit in limits
    ]
    for here, there in pairwise(scores):
        gains.append((there - here).sum() / np.abs(there).sum())
    assert found.distortion_limit == limits[-2] > 2
    assert all(one >= ENOUGH_REACH for one in gains[:-1])
    assert gain == pytest.approx(gains[-1])
    assert gain < ENOUGH_REACH


def test_no_sentence_can_jump_farther_than_it_is_long(systems):
    trained, _, pair = systems["head-final"]
    ended = 0
    for length in range(4, 12):
        short = [" ".join(sentence.split()[:length]) for sentence in pair.dev.source]
        search = SearchSettings(distortion_limit=length - 2, pop_limit=100, lookahead=True)
        found, gain = enough_reach(trained.model, short, search)
        ended += found.distortion_limit >= length
        assert gain < ENOUGH_REACH
    assert ended


def test_no_limit_and_no_jumps_stay_as_they_are(systems):
    trained, _, pair = systems["german"]
    for limit in (-1, 0):
        search = SearchSettings(distortion_limit=limit)
        assert enough_reach(trained.model, pair.dev.source, search) == (search, 0.0)


def test_tuned_weights_are_searched_as_widely_as_they_need(systems, monkeypatch):
    """With the start weights next to no width is enough; the tuned ones are asked for again, from there."""
    _, folder, pair = systems["head-final"]
    train_files, dev_files = ([str(folder / one) for one in pair.files(name)] for name in ("train", "dev"))
    asked = []

    def widths(model, sentences, search, **how):
        asked.append((search.pop_limit, dict(model.weights)))
        return replace(search, pop_limit=30 * len(asked), beam=20 * len(asked), lookahead=True), 0.0

    monkeypatch.setattr(import_module("pitchpipe.training.train"), "enough_width", widths)
    how = {**QUICK, "method": "kbmira", "iterations": 1, "nbest": 10}
    trained = train(*train_files, str(folder / "asked"), dev=dev_files, **how)
    (first, start), (second, tuned) = asked
    assert (first, second) == (SearchSettings().pop_limit, 30)
    assert tuned == dict(trained.model.weights) != start
    found = {name: trained.summary["search"][name] for name in ("pop_limit", "beam", "lookahead")}
    assert found == {"pop_limit": 60, "beam": 40, "lookahead": True}
    assert Model.read(folder / "asked").search == trained.summary["search"]
    again = train(*train_files, str(folder / "asked"), dev=dev_files, **how)
    assert again.model.search == trained.model.search
    assert len(asked) == 2
