import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem, directions, tune, walks
from pitchpipe.tuning.basis import axes_of
from pitchpipe.tuning.constraints import Constraints
from pitchpipe.tuning.directions import STRATEGIES, Walker
from pitchpipe.tuning.line_search import LineSearch
from pitchpipe.tuning.methods import mert
from pitchpipe.tuning.walks import FOLLOW, Walk, follow_best

from .tunable_pools import pool_of, random_pool, separable_pool, with_sparse


def test_more_restarts_never_hurt():
    pool = random_pool(np.random.default_rng(3), groups=30, candidates=15, features=5)
    for follow in FOLLOW:
        specs = [f"mert(restarts={restarts}, follow={follow})" for restarts in (0, 5, 20)]
        objectives = [tune(pool, spec, "bleu").objective for spec in specs]
        assert objectives == sorted(objectives)


def walks_over(pool, starts=6):
    problem = Problem(pool, find_metric("bleu"))
    rng = np.random.default_rng(1)
    lines = LineSearch(problem, np.eye(len(pool.feature_names)))
    points = rng.normal(size=(starts, len(pool.feature_names)))
    return [
        Walk(Walker(lines, at, np.random.default_rng(2)), [STRATEGIES["coordinate"]], 200, 1) for at in points
    ]


def each(do, walks):
    for walk in walks:
        do(walk)


def test_only_the_best_walk_is_followed_to_its_end():
    pool = random_pool(np.random.default_rng(9), groups=40, candidates=20, features=5)
    slow = walks_over(pool)
    each(Walk.until_slow, slow)
    heights = [walk.walker.height for walk in slow]
    walks = walks_over(pool)
    ended = list(follow_best(walks, [STRATEGIES["coordinate"]], each))
    assert sorted(map(id, ended)) == sorted(map(id, walks))
    assert walks.index(ended[-1]) == int(np.argmax(heights))
    assert ended[-1].walker.height >= max(heights)
    assert [walk.walker.height for walk in ended[:-1]] == [*heights[:4], *heights[5:]]


def test_a_walk_that_has_become_slow_stops_before_its_end(monkeypatch):
    pool = random_pool(np.random.default_rng(9), groups=40, candidates=20, features=5)
    turns = {}
    for share in (0.0, 0.5):
        monkeypatch.setattr(walks, "SLOW", share)
        some = walks_over(pool)
        each(Walk.until_slow, some)
        turns[share] = [walk.turns for walk in some]
    ended = walks_over(pool)
    each(Walk.finish, ended)
    assert sum(turns[0.5]) < sum(turns[0.0]) <= sum(walk.turns for walk in ended)


def test_both_axes_are_the_features_and_the_principal_ones():
    problem = Problem(random_pool(np.random.default_rng(3)), find_metric("bleu"))
    searched = np.array([True, False, True])
    parts = [axes_of(problem, searched, basis) for basis in ("features", "principal")]
    assert (axes_of(problem, searched, "both") == np.vstack(parts)).all()


def test_sparse_features_are_searched_along_too():
    rng = np.random.default_rng(4)
    pool = with_sparse(random_pool(rng, groups=20, candidates=12), rng)
    dense_only = tune(pool, "mert(fixed=s*)", "bleu", {"f0": 1, "f1": 1, "f2": 1})
    both = tune(pool, "mert", "bleu")
    assert both.objective > dense_only.objective
    assert any(both.weights[name] for name in pool.sparse_names)


def test_too_many_sparse_features_keep_their_start_weights(monkeypatch):
    rng = np.random.default_rng(5)
    pool = with_sparse(random_pool(rng, groups=20, candidates=12), rng)
    start = dict(zip(pool.feature_names, rng.normal(size=9), strict=True))
    held = tune(pool, "mert(fixed=s*)", "bleu", start)
    monkeypatch.setattr(mert, "MOST_CELLS", 10)
    found = tune(pool, "mert", "bleu", start)
    assert found.objective == pytest.approx(held.objective, rel=0.05)
    assert found.objective > found.start_objective
    assert {name: found.weights[name] for name in pool.sparse_names} == {
        name: start[name] for name in pool.sparse_names
    }
    assert found.objective == Problem(pool, find_metric("bleu")).objective(pool.vector(found.weights))
    assert any("6 sparse features keep their start weights" in warning for warning in found.warnings)


def test_dense_features_are_searched_along_however_many_candidates_there_are(monkeypatch):
    pool = random_pool(np.random.default_rng(5), groups=20, candidates=12)
    few = tune(pool, "mert", "bleu")
    monkeypatch.setattr(mert, "MOST_CELLS", 10)
    many = tune(pool, "mert", "bleu")
    assert many.weights == few.weights
    assert not any("sparse" in warning for warning in many.warnings)


def test_a_weight_that_does_not_matter_is_told():
    pool = pool_of([["a", "a"], ["b", "c"]], [[1, 0], [0, 0], [0, 1], [0, 0]], [["a"], ["b"]])
    tuned = tune(pool, "mert", "bleu:1")
    assert tuned.warnings == ("the metric is the same whatever the weight of f0",)


def test_random_directions_are_drawn_from_the_seed():
    pool, _ = separable_pool(np.random.default_rng(6))
    one, two = (tune(pool, "mert(directions=random)", "bleu", seed=seed) for seed in (1, 2))
    assert one.weights != two.weights


@pytest.mark.parametrize("spec", ["mert(directions=sideways)", "mert(directions=koehn+sideways)"])
def test_an_unknown_direction_is_told_before_anything_runs(spec):
    with pytest.raises(InputError, match="there is no search direction 'sideways'"):
        tune(random_pool(np.random.default_rng(7)), spec, "bleu")


@pytest.mark.parametrize("directions", sorted(STRATEGIES))
def test_steps_rise_from_each_start(directions):
    pool = random_pool(np.random.default_rng(8), groups=30, candidates=10)
    tuned = tune(pool, f"mert(directions={directions}, restarts=0)", "bleu")
    assert list(tuned.steps) == sorted(tuned.steps)
    assert tuned.steps[-1] == pytest.approx(tuned.objective)


def walker_over(pool, fixed="", ranges=""):
    problem = Problem(pool, find_metric("bleu"))
    start = np.ones(len(pool.feature_names))
    limits = Constraints.parse(pool.feature_names, start, fixed, ranges)
    search = LineSearch(problem, np.eye(len(start)), constraints=limits)
    return Walker(search, start, np.random.default_rng(1), threads=1)


@pytest.mark.parametrize("ranges", ["", "f0:0:"])
def test_a_walk_that_goes_far_is_scaled_down(monkeypatch, ranges):
    monkeypatch.setattr(directions, "FARTHEST", 1e-3)
    walker = walker_over(random_pool(np.random.default_rng(3)), ranges=ranges)
    problem = walker.search.problem
    assert walker.go_best(walker.axes) > 0
    assert np.abs(walker.weights).sum() == pytest.approx(1)
    assert problem.objective(walker.weights) == pytest.approx(walker.steps[-1])
    np.testing.assert_array_equal(walker.scores, walker.search.scores(walker.weights))


def test_a_walk_with_fixed_weights_stops_before_it_goes_too_far(monkeypatch):
    monkeypatch.setattr(directions, "FARTHEST", 1e-3)
    walker = walker_over(random_pool(np.random.default_rng(3)), fixed="f0")
    assert walker.go_best(walker.axes) == 0
    assert walker.weights.tolist() == [1.0] * len(walker.weights)
    assert walker.steps == []
