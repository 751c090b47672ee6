"""The built-in classifiers reach the optimum that a general solver finds."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from pitchpipe.tuning import margin_losses
from pitchpipe.tuning.margin_losses import logistic_loss, minimize_loss, squared_hinge_loss

LOSSES = [logistic_loss, squared_hinge_loss]


def instances(seed, noise):
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(80, 6)) * [1, 1, 10, 0.1, 1, 0]
    towards = np.sign(rows @ [1, -1, 0.1, 5, 0, 0] + noise * rng.normal(size=80))
    return rows * towards[:, None], rng.integers(1, 4, 80).astype(float)


@pytest.mark.parametrize("loss", LOSSES)
def test_slopes_and_curvatures_equal_finite_differences(loss):
    margins, tiny = np.array([-700.0, -3.0, -0.2, 0.0, 0.4, 0.9, 1.1, 2.5, 700.0]), 1e-6
    _, slopes, curvatures = loss(margins)
    before, after = loss(margins - tiny), loss(margins + tiny)
    assert slopes == pytest.approx((after[0] - before[0]) / (2 * tiny), abs=1e-4)
    assert curvatures == pytest.approx((after[1] - before[1]) / (2 * tiny), abs=1e-4)


@pytest.mark.parametrize("noise", [0.0, 2.0])
@pytest.mark.parametrize("l2", [0.01, 1.0])
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("how", ["solved", "by conjugate gradients", "sparse"])
def test_the_optimum_is_that_of_a_general_solver(monkeypatch, how, loss, l2, noise):
    rows, counts = instances(3, noise)

    def objective(weights):
        losses, slopes, _ = loss(rows @ weights)
        value = counts @ losses + l2 / 2 * weights @ weights
        return value, rows.T @ (counts * slopes) + l2 * weights

    expected = minimize(objective, np.zeros(6), jac=True, method="BFGS", options={"gtol": 1e-7}).x
    if how == "by conjugate gradients":
        monkeypatch.setattr(margin_losses, "MOST_SOLVED", 0)
    found = minimize_loss(loss, csr_matrix(rows) if how == "sparse" else rows, counts, l2)
    assert found == pytest.approx(expected, abs=1e-4)
    assert objective(found)[0] <= objective(expected)[0] + 1e-9


@pytest.mark.parametrize("loss", LOSSES)
def test_separable_instances_without_a_prior_end_finite_and_separated(loss):
    rows, counts = instances(4, 0.0)
    found = minimize_loss(loss, rows, counts, 0.0)
    assert np.isfinite(found).all()
    assert (rows @ found > 0).all()
