import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem, tune
from pitchpipe.tuning.constraints import Constraints

from .tunable_pools import random_pool

NAMES = ("lm", "tm_0", "tm_1", "length")
START = np.array([0.5, 0.25, 0.25, 0.0])


def test_patterns_ranges_and_fixed_features_are_read():
    limits = Constraints.parse(NAMES, START, "length", "tm_*:0: lm:-1:1")
    assert limits.low.tolist() == [-1, 0, 0, 0]
    assert limits.high.tolist() == [1, np.inf, np.inf, 0]
    assert limits.free.tolist() == [True, True, True, False]


@pytest.mark.parametrize(
    ("fixed", "ranges", "message"),
    [
        ("", "lm", "a range is name:low:high, not 'lm'"),
        ("", "lm:x:1", "'x' is not a number"),
        ("", "lm:1:0", "the low end is not below the high end"),
        ("", "lm:nan:1", "'nan' is not a number"),
        ("", "lm:0.6:1", "the start weight of lm, 0.5, is outside its range 0.6 to 1"),
        ("tm", "", "there is no feature 'tm'"),
        ("lenght", "", "there is no feature 'lenght'; did you mean 'length'?"),
    ],
)
def test_bad_limits_are_told(fixed, ranges, message):
    with pytest.raises(InputError) as error:
        Constraints.parse(NAMES, START, fixed, ranges)
    assert message in str(error.value)


@pytest.mark.parametrize("directions", ["koehn", "coordinate", "powell", "random", "koehn+random"])
def test_mert_keeps_fixed_weights_and_ranges(directions):
    pool = random_pool(np.random.default_rng(11), groups=20, candidates=10, features=4)
    start = {"f0": 0.3, "f1": 0.2, "f2": -0.1, "f3": 0.4}
    method = f"mert(directions={directions}, restarts=3, fixed=f0, ranges=f1:0: f2::0 f3:0.1:0.5)"
    tuned = tune(pool, method, "bleu", start)
    assert tuned.weights["f0"] == 0.3
    assert tuned.weights["f1"] >= 0
    assert tuned.weights["f2"] <= 0
    assert 0.1 <= tuned.weights["f3"] <= 0.5
    assert tuned.objective > tuned.start_objective
    problem = Problem(pool, find_metric("bleu"))
    assert problem.objective(pool.vector(tuned.weights)) == tuned.objective


def test_sign_constraints_survive_the_scaling_to_unit_sum():
    pool = random_pool(np.random.default_rng(12), groups=20, candidates=10, features=4)
    tuned = tune(pool, "mert(ranges=f*:0:)", "bleu")
    assert min(tuned.weights.values()) >= 0
    assert sum(tuned.weights.values()) == pytest.approx(1)
