"""Sections of the error surface against the objective at single points."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.analysis import line_section, plane_section
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem
from tests.tuning.tunable_pools import random_pool, with_sparse

WEIGHTS = {"f0": 0.3, "f1": -0.2, "f2": 0.5}


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.sampled_from(["bleu", "wer", "chrf"]), st.booleans())
def test_a_line_has_the_objective_of_every_point(seed, spec, sparse):
    rng = np.random.default_rng(seed)
    pool = random_pool(rng)
    pool = with_sparse(pool, rng) if sparse else pool
    direction = {"f0": 1.0, "f2": -0.5} | ({"s1": 2.0} if sparse else {})
    found = line_section(pool, spec, WEIGHTS, direction, low=-1.5, high=2.0)
    problem = Problem(pool, find_metric(spec))
    assert (np.diff(found.objectives) != 0).all()
    ends = np.concatenate([[-1.5], found.boundaries, [2.0]])
    assert (np.diff(ends) > 0).all()
    points = rng.uniform(-1.5, 2.0, 30)
    for t in points[np.abs(points[:, None] - ends).min(axis=1) > 1e-9]:
        here = problem.objective(pool.vector(WEIGHTS) + t * pool.vector(direction))
        assert found.objectives[np.searchsorted(found.boundaries, t)] == pytest.approx(here)


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.sampled_from(["bleu", "ter"]))
def test_a_plane_has_the_objective_of_every_point(seed, spec):
    rng = np.random.default_rng(seed)
    pool = random_pool(rng)
    first, second = np.sort(rng.normal(size=4)), np.sort(rng.normal(size=3))
    one, other = {"f0": 1.0}, {"f1": 1.0, "f2": 0.3}
    found = plane_section(pool, spec, WEIGHTS, (one, other), first=first, second=second)
    problem = Problem(pool, find_metric(spec))
    for row, y in enumerate(second):
        for column, x in enumerate(first):
            point = pool.vector(WEIGHTS) + x * pool.vector(one) + y * pool.vector(other)
            assert found[row, column] == pytest.approx(problem.objective(point))


def test_lines_that_go_nowhere_are_refused():
    pool = random_pool(np.random.default_rng(1))
    with pytest.raises(InputError, match="found a direction whose weights are all 0"):
        line_section(pool, "bleu", WEIGHTS, {"f0": 0.0}, low=0, high=1)
    with pytest.raises(InputError, match="found a line from 1 to 1, expected the first to be less"):
        line_section(pool, "bleu", WEIGHTS, {"f0": 1.0}, low=1, high=1)
    with pytest.raises(InputError, match="there is no feature 'f9'"):
        line_section(pool, "bleu", WEIGHTS, {"f9": 1.0}, low=0, high=1)
