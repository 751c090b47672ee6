"""Weights between several metrics."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError, tune
from pitchpipe.tuning.pareto import _is_beaten, _parts, pareto
from tests.tuning.tunable_pools import random_pool

MERT = "mert(restarts=2)"


def test_the_ends_are_what_tuning_to_one_metric_finds():
    pool = random_pool(np.random.default_rng(4), groups=12)
    points = pareto(pool, ["bleu:2", "ter"], MERT, points=3)
    assert [one.shares for one in points] == [(1, 0), (0.5, 0.5), (0, 1)]
    assert points[0].scores[0] == pytest.approx(tune(pool, MERT, "bleu:2").objective)
    assert points[-1].scores[1] == pytest.approx(tune(pool, MERT, "ter").objective)
    assert any(one.on_front for one in points)
    assert min(one.balance for one in points) >= 0
    assert max(one.balance for one in points) <= 1
    assert points[0].as_dict()["weights"] == points[0].weights


def test_metrics_without_a_scale_are_scaled_by_their_spread():
    pool = random_pool(np.random.default_rng(4), groups=12)
    points = pareto(pool, ["gold", "chrf"], MERT, points=2)
    assert points[0].scores[0] == pytest.approx(tune(pool, MERT, "gold").objective)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=6))
def test_a_point_is_beaten_by_its_definition(points):
    gains = np.array(points, float)
    for place, one in enumerate(points):
        beaten = any(
            all(a >= b for a, b in zip(other, one, strict=True)) and other != one for other in points
        )
        assert _is_beaten(gains, place) == beaten


def test_mixtures_of_three_metrics_cover_the_triangle():
    assert list(_parts(2, 2)) == [(2, 0), (1, 1), (0, 2)]
    assert len(list(_parts(3, 4))) == 15
    assert all(sum(one) == 4 for one in _parts(3, 4))


def test_one_metric_is_refused():
    pool = random_pool(np.random.default_rng(4), groups=3)
    with pytest.raises(InputError, match="found 1 metrics"):
        pareto(pool, ["bleu"])
    with pytest.raises(InputError, match="found 1 points"):
        pareto(pool, ["bleu", "ter"], points=1)
