"""The worked example of Cer's thesis: tables 3.1 and 3.2."""

import numpy as np
import pytest

from pitchpipe.analysis import line_section, plane_section
from pitchpipe.arrays import SparseRows
from pitchpipe.lists import Pool
from pitchpipe.metrics import find_metric
from pitchpipe.text import GroupedTexts
from pitchpipe.tuning import Problem, tune
from pitchpipe.tuning.line_search import LineSearch

REFERENCE = "This is a small house"
CANDIDATES = ["This is it", "This is small house", "This is miniscule building", "This is a small house"]
FEATURES = np.array([[-1.2, -0.1], [-0.2, -1.2], [-1.6, -0.9], [-0.1, -0.9]])
BLEU_2 = [29.64, 63.59, 31.79, 100.0]
START = np.array([1.0, 0.5])


@pytest.fixture
def pool() -> Pool:
    candidates = GroupedTexts.of([CANDIDATES])
    return Pool(
        offsets=candidates.groups,
        dense=FEATURES,
        dense_names=("tm", "lm"),
        sparse=SparseRows.none(4),
        sparse_names=(),
        texts=candidates.texts,
        references=GroupedTexts.of([[REFERENCE]]),
    )


def test_bleu_of_the_four_candidates(pool):
    bleu = find_metric("bleu:2")
    assert bleu.score(pool.statistics(bleu)) == pytest.approx(BLEU_2, abs=0.005)


def test_winners_along_the_language_model_weight(pool):
    problem = Problem(pool, find_metric("bleu:2"))
    search = LineSearch(problem, np.eye(2))
    (plateaus,) = search.plateaus(START, search.scores(START), np.array([[0.0, 1.0]]))
    assert plateaus.boundaries == pytest.approx([-0.25 / 0.3, 0.7 / 0.8])
    assert plateaus.objectives == pytest.approx([BLEU_2[1], BLEU_2[3], BLEU_2[0]], abs=0.005)


@pytest.mark.parametrize("start", [(1, 2.5), (1, -1.5), (-1, -1), (0, 0)])
def test_mert_finds_the_house_from_anywhere(pool, start):
    tuned = tune(pool, "mert(restarts=0)", "bleu:2", dict(zip(pool.feature_names, start, strict=True)))
    assert tuned.objective == pytest.approx(100)
    assert sum(map(abs, tuned.weights.values())) == pytest.approx(1)


@pytest.mark.parametrize("method", ["svm", "m3n", "loglinear"])
def test_learners_towards_targets_find_the_house(pool, method):
    tuned = tune(pool, method, "bleu:2", {"tm": -1, "lm": -1})
    assert tuned.objective == pytest.approx(100)


def test_the_surface_of_figure_3_1_is_plateaus_that_meet_at_the_origin(pool):
    steps = np.array([-1.5, -0.5, 0.3, 1.2])
    unit = ({"tm": 1.0}, {"lm": 1.0})
    near, far = (
        plane_section(pool, "bleu:2", {}, unit, first=scale * steps, second=scale * steps)
        for scale in (1e-3, 1)
    )
    assert near == pytest.approx(far)
    winners = (np.stack(np.meshgrid(steps, steps), axis=-1) @ FEATURES.T).argmax(axis=-1)
    assert far == pytest.approx(np.array(BLEU_2)[winners], abs=0.005)
    assert len(np.unique(far)) == 4


def test_the_line_of_figure_3_2(pool):
    found = line_section(pool, "bleu:2", {"tm": 1, "lm": 0.5}, {"lm": 1}, low=-1, high=0.5)
    assert found.boundaries == pytest.approx([-0.25 / 0.3])
    assert found.objectives == pytest.approx([BLEU_2[1], BLEU_2[3]], abs=0.005)
