import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.data import linear_pool
from pitchpipe.metrics import find_metric


def test_gold_is_the_weighted_sum_of_the_features():
    pool, weights = linear_pool(20, 30, 7)
    np.testing.assert_allclose(pool.gold, pool.dense @ weights)
    assert np.linalg.norm(weights) == pytest.approx(1)


def test_the_pool_has_the_shape_of_the_paper():
    pool, weights = linear_pool()
    assert (pool.group_count, len(pool), pool.dense.shape, weights.shape) == (
        500,
        50_000,
        (50_000, 10),
        (10,),
    )
    assert set(np.diff(pool.offsets)) == {100}
    assert pool.dense.min() >= 0
    assert pool.dense.max() <= 500
    assert pool.dense.mean() == pytest.approx(250, abs=2)
    assert pool.texts[0] == "s0c0"
    assert pool.texts[101] == "s1c1"


def test_gold_weights_win_under_the_gold_metric():
    pool, weights = linear_pool(50, 40, 5, seed=3)
    gold = find_metric("gold")
    rows = pool.statistics(gold)
    best = float(gold.score(rows[pool.winners(weights)].sum(axis=0)))
    assert best == pytest.approx(np.maximum.reduceat(pool.gold, pool.offsets[:-1]).mean())
    assert best > float(gold.score(rows[pool.winners(np.ones(5))].sum(axis=0)))


def test_noise_moves_the_features_and_leaves_the_gold_scores():
    clean, weights = linear_pool(50, 40, 5)
    noisy, same = linear_pool(50, 40, 5, noise=500.0)
    np.testing.assert_array_equal(weights, same)
    np.testing.assert_array_equal(clean.gold, noisy.gold)
    assert (noisy.dense - clean.dense).std() == pytest.approx(500, rel=0.03)


def test_the_seed_decides():
    one, again, other = (linear_pool(5, 5, 3, seed=seed)[0].dense for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, again)
    assert (one != other).any()


@pytest.mark.parametrize("bad", [{"sentences": 0}, {"candidates": 0}, {"features": 0}, {"noise": -1.0}])
def test_impossible_settings_are_refused(bad):
    with pytest.raises(InputError, match=next(iter(bad))):
        linear_pool(**bad)
