"""Verbs whose particle other words separate from them: what only a model with gaps can say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from benchmarks.separable_verbs import reached, separated

from pitchpipe.align import Alignments
from pitchpipe.data import ParallelText, language_pair
from pitchpipe.decoder import PhraseDecoder
from pitchpipe.lm import estimate
from pitchpipe.model import Language, Model, Table
from pitchpipe.phrases import Extraction, Gaps, extract
from pitchpipe.text import Corpus

LINES = 1000


def test_particles_are_found_by_what_they_are_aligned_to() -> None:
    part = ParallelText(
        ["er ruft sie an .", "er denkt an sie .", "er wird sie anrufen ."],
        [["he calls her up ."], ["he thinks of her ."], ["he will call her ."]],
        [[(0, 0), (1, 1), (1, 3), (2, 2), (3, 1), (3, 3), (4, 4)], [(2, 2)], [(3, 2)]],
    )
    assert separated(part) == [[(1, 3)], [], []]


@pytest.mark.parametrize(("direction", "sides"), [(1, "source"), (-1, "target")])
def test_sentences_with_separated_particles_are_reached_with_gaps_and_not_without(
    direction: int, sides: str
) -> None:
    pair = language_pair(train=LINES, dev=0, test=400, references=1)
    chosen = [i for i, pairs in enumerate(separated(pair.test)) if pairs]
    train = pair.train.source, [each[0] for each in pair.train.references]
    test = [pair.test.source[i] for i in chosen], [pair.test.references[i][0] for i in chosen]
    links = Alignments.of([[link[::direction] for link in line] for line in pair.train.alignments])
    plain, with_gaps = (
        reached(train[::direction], links, test[::direction], each) for each in ("none", sides)
    )
    assert not np.any(plain & ~with_gaps)
    assert np.sum(with_gaps & ~plain) >= 3


def test_the_words_between_may_be_new_to_the_verb(tmp_path: Path) -> None:
    """`rufe ... an` was seen around other words only, and no phrase without gaps has the particle."""
    source = ["ich rufe ihn an .", "ich rufe oft an .", "ich sehe meine Mutter ."]
    target = ["I call him up .", "I call up often .", "I see my mother ."]
    links = [
        [(0, 0), (1, 1), (1, 3), (2, 2), (3, 1), (3, 3), (4, 4)],
        [(0, 0), (1, 1), (1, 2), (2, 3), (3, 1), (3, 2), (4, 4)],
        [(i, i) for i in range(5)],
    ]
    texts = Corpus.of(source), Corpus.of(target)
    found = {}
    for sides in ("none", "source", "target", "both"):
        settings = Extraction(gaps=Gaps.of(sides))
        table = extract(*texts, *Alignments.of(links).arrays, tmp_path / sides, settings=settings)
        model = Model([Table(table)], [Language(estimate(texts[1], 2).model)], {})
        decoder = PhraseDecoder(model.with_weights(dict.fromkeys(model.feature_names, 0.1)))
        references = ["I call up my mother .", "I call my mother up ."]
        forced = decoder.force(["ich rufe meine Mutter an ."] * 2, references)
        found[sides] = np.diff(forced.candidates.groups).tolist()
    assert found == {"none": [0, 0], "source": [1, 0], "target": [0, 0], "both": [1, 1]}
