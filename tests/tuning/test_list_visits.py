import numpy as np
import pytest

from pitchpipe import _native
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem
from pitchpipe.tuning.list_visits import Lists

from .tunable_pools import pool_of

TWO = {
    "dense": np.zeros((2, 1)),
    "divisors": np.ones(1),
    "starts": np.array([0, 1, 2]),
    "features": np.array([0, 1], np.int32),
    "values": np.ones(2),
    "sparse_count": 2,
    "offsets": np.array([0, 2]),
}


def rows(**changes):
    return _native.FeatureRows(**{**TWO, **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"dense": np.zeros((3, 1))}, "do not fit together"),
        ({"dense": np.array([[0.0], [np.nan]])}, "NaN or infinite"),
        ({"dense": np.array([[0.0], [1e300]]), "divisors": np.array([1e-300])}, "NaN or infinite"),
        ({"divisors": np.zeros(1)}, "NaN or infinite"),
        ({"divisors": np.ones(2)}, "expected a number to divide each dense feature by"),
        ({"values": np.array([0.0, np.inf])}, "NaN or infinite"),
        ({"values": np.ones(3)}, "starts of sparse rows do not rise from 0 to 3"),
        ({"features": np.zeros(1, np.int32)}, "do not fit together"),
        ({"features": np.array([0, 2], np.int32)}, "sparse feature 2 of candidate 1 is out of range"),
        ({"features": np.array([-1, 0], np.int32)}, "sparse feature -1 of candidate 0 is out of range"),
        ({"starts": np.array([0, 2, 2]), "features": np.array([1, 1], np.int32)}, "out of order"),
        ({"starts": np.array([0, 3, 2])}, "starts of sparse rows do not rise"),
        ({"starts": np.zeros(0, np.int64)}, "starts of sparse rows do not rise"),
        ({"offsets": np.array([0, 3])}, "offsets of groups do not rise from 0 to 2"),
        ({"offsets": np.array([0, 2, 2])}, "group 1 is empty"),
        ({"sparse_count": 2**31}, "too many sparse features"),
    ],
)
def test_features_that_do_not_fit_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        rows(**changes)


def test_no_candidates_are_refused():
    nothing = np.zeros(1, np.int64)
    with pytest.raises(ValueError, match="there are no candidates"):
        rows(
            dense=np.zeros((0, 1)),
            starts=nothing,
            features=np.zeros(0, np.int32),
            values=np.zeros(0),
            offsets=nothing,
        )


GOLD, START, SHARE = np.zeros(2), np.zeros(3), np.ones(1)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: _native.KbMira(rows(), np.zeros(3), START, 1.0, SHARE), "gold scores and features"),
        (
            lambda: _native.KbMira(rows(), np.array([0, np.nan]), START, 1.0, SHARE),
            "sentence-level score is NaN",
        ),
        (lambda: _native.KbMira(rows(), GOLD, np.zeros(2), 1.0, SHARE), "2 start weights for 3 features"),
        (lambda: _native.KbMira(rows(), GOLD, START + np.inf, 1.0, SHARE), "start weight is NaN or infinite"),
        (lambda: _native.KbMira(rows(), GOLD, START, 0.0, SHARE), "C and the shares of groups are above 0"),
        (lambda: _native.KbMira(rows(), GOLD, START, 1.0, np.ones(2)), "2 shares for 1 groups"),
        (lambda: _native.KbMira(rows(), np.ones((2, 4)), 0.9, START, 1.0, SHARE), "an odd number, not 4"),
        (lambda: _native.KbMira(rows(), -np.ones((2, 3)), 0.9, START, 1.0, SHARE), "a count is negative"),
        (
            lambda: _native.KbMira(rows(), np.ones((2, 3)), 1.5, START, 1.0, SHARE),
            "a decay is above 0 and at most 1",
        ),
        (
            lambda: _native.Mira(rows(), GOLD, np.array([2]), START, 1.0, SHARE, 0.1, 9),
            "target 2 is not in group 0",
        ),
        (
            lambda: _native.Mira(rows(), GOLD, np.array([-1]), START, 1.0, SHARE, 0.1, 9),
            "target -1 is not in",
        ),
        (
            lambda: _native.Mira(rows(), GOLD + np.inf, np.array([0]), START, 1.0, SHARE, 0.1, 9),
            "loss is NaN",
        ),
        (
            lambda: _native.Mira(rows(), np.zeros(1), np.array([0]), START, 1.0, SHARE, 0.1, 9),
            "losses, targets and",
        ),
        (
            lambda: _native.Mira(rows(), GOLD, np.array([0]), START, 1.0, SHARE, 0.0, 9),
            "tolerance must be above 0",
        ),
    ],
)
def test_a_learner_for_other_lists_is_refused(build, message):
    with pytest.raises(ValueError, match=message):
        build()


@pytest.mark.parametrize("group", [-1, 1])
def test_a_group_that_is_not_there_is_refused_before_anything_moves(group):
    learner = _native.KbMira(rows(), np.array([1.0, 0.0]), START, 1.0, SHARE)
    with pytest.raises(IndexError, match=f"there is no group {group}"):
        learner.epoch(np.array([0, group]))
    assert not learner.weights().any()


@pytest.mark.parametrize(
    ("weight", "copies", "share"), [(1, 1, 1.0), (3, 3, 1.0), (0.5, 1, 0.5), (1.5, 2, 0.75), (1e6, 100, 1e4)]
)
def test_a_list_is_visited_as_often_as_its_weight_says(weight, copies, share):
    pool = pool_of([["a", "b"]], [[1], [2]], [["a"]], group_weights=[weight])
    lists = Lists(Problem(pool, find_metric("bleu")), np.ones(1))
    assert lists.copies.tolist() == [copies]
    assert lists.shares.tolist() == [share]
    np.testing.assert_allclose(lists.problem.unweighted_rows, find_metric("bleu").pool_statistics(pool))
