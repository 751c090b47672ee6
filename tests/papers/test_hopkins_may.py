"""The worked example of Hopkins and May (2011): figure 1."""

import numpy as np
import pytest

from pitchpipe.arrays import SparseRows
from pitchpipe.lists import Pool
from pitchpipe.metrics import find_metric
from pitchpipe.text import GroupedTexts
from pitchpipe.tuning import Problem, find_method, tune

TEXTS = [["he goes not", "he does not go", "she not go"], ["I go not", "we do not go", "I do not go"]]
FEATURES = np.array([[2, 4], [3, 8], [6, 1], [-3, -3], [1, -5], [-5, -3]], float)
GOLD = np.array([0.28, 0.42, 0.12, 0.15, 0.18, 0.34])


@pytest.fixture
def pool() -> Pool:
    candidates = GroupedTexts.of(TEXTS)
    none = SparseRows.none(6)
    return Pool(candidates.groups, FEATURES, ("x1", "x2"), none, (), candidates.texts, gold=GOLD)


def test_the_scores_and_policies_of_figure_1(pool):
    scores = pool.scores(np.array([-2.0, 1.0]))
    assert scores.tolist() == [0, 2, -11, 3, -7, 7]
    assert scores[[1, 5]].sum() == 9  # p1, which w takes
    assert scores[[2, 3]].sum() == -8  # p2
    assert pool.winners(np.array([-2.0, 1.0])).tolist() == [1, 5]


def test_the_pair_1_1_and_1_3_gives_two_training_instances(pool):
    pairs = find_method("pro(threshold=0.01)").pairs(Problem(pool, find_metric("gold")), seed=1)
    rows, labels = pairs.both_signs()
    at = next(i for i, pair in enumerate(zip(pairs.better, pairs.worse, strict=True)) if pair == (0, 2))
    assert rows[2 * at].tolist() == [-4, 3]
    assert labels[2 * at] == 1
    assert rows[2 * at + 1].tolist() == [4, -3]
    assert labels[2 * at + 1] == -1


def test_all_six_pairs_are_found_and_ranked_by_their_difference(pool):
    pairs = find_method("pro(threshold=0.01)").pairs(Problem(pool, find_metric("gold")), seed=1)
    found = list(zip(pairs.better.tolist(), pairs.worse.tolist(), strict=True))
    assert found == [(1, 2), (0, 2), (1, 0), (5, 3), (5, 4), (4, 3)]


@pytest.mark.parametrize("name", ["pro", "regression"])
def test_the_best_policy_is_learned(pool, name):
    tuned = tune(pool, name, "gold", {"x1": 1.0})
    assert tuned.objective == pytest.approx((0.42 + 0.34) / 2)
    assert tuned.start_objective == pytest.approx((0.12 + 0.18) / 2)
