import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize as general_minimize

from pitchpipe.tuning.cutting_plane import maximum_on_simplex


@settings(deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(1, 4))
def test_the_small_programme_has_the_maximum_that_a_general_solver_finds(seed, count, width):
    rng = np.random.default_rng(seed)
    slopes, offsets = rng.normal(size=(count, width)), rng.normal(size=count)
    gram = slopes @ slopes.T

    def value(alpha):
        return offsets @ alpha - 0.5 * alpha @ gram @ alpha

    first = np.zeros(count)
    first[0] = 1.0
    alpha = maximum_on_simplex(gram, offsets, first)
    general = general_minimize(
        lambda alpha: -value(alpha),
        np.full(count, 1 / count),
        jac=lambda alpha: gram @ alpha - offsets,
        bounds=[(0, 1)] * count,
        constraints={"type": "eq", "fun": lambda alpha: alpha.sum() - 1},
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 500},
    )
    assert (alpha >= 0).all()
    assert alpha.sum() == pytest.approx(1)
    assert value(alpha) == pytest.approx(-general.fun, abs=1e-6)


def test_planes_that_are_all_the_same_do_no_harm():
    alpha = maximum_on_simplex(np.ones((5, 5)), np.array([1.0, 1.0, 1.0, 1.0, 2.0]), np.eye(5)[0])
    assert alpha == pytest.approx([0, 0, 0, 0, 1])
    assert maximum_on_simplex(np.zeros((2, 2)), np.array([0.0, 1.0]), np.eye(2)[0]) == pytest.approx([0, 1])
