"""MERT's search strategies, step by step as they were published, over the same exact line search.

The strategies of the thesis (Cer 2011, sections 3.1.2 and 3.2.1), and Powell's method with the rule for discarding a
direction as in Press et al. (2007, section 10.7), which the thesis cites.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from pitchpipe.arrays import Array
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem, directions
from pitchpipe.tuning.directions import STRATEGIES, Walker
from pitchpipe.tuning.line_search import LineSearch
from tests.tuning.tunable_pools import random_pool

FEATURES, ROUNDS = 4, 3


class Objective:
    """What is minimised, and the exact minimum along a line: all that a strategy may ask for."""

    def __init__(self, lines: LineSearch, metric_sign: float) -> None:
        self.lines, self.sign = lines, metric_sign

    def __call__(self, point: Array) -> float:
        return -self.sign * self.lines.problem.objective(point)

    def linmin(self, point: Array, direction: Array) -> Array:
        """The point where the line through `point` is lowest."""
        (move,) = self.lines.moves(point, self.lines.scores(point), direction[None])
        return point + move.step * direction if move.gain > 1e-9 else point


def coordinate(f: Objective, w: Array, rng: np.random.Generator) -> Array:
    """Along every coordinate in turn."""
    for _ in range(ROUNDS):
        for i in range(FEATURES):
            w = f.linmin(w, np.eye(FEATURES)[i])
    return w


def koehn(f: Objective, w: Array, rng: np.random.Generator) -> Array:
    """A trial along each coordinate, and an update with the most successful one (3.1.2.2)."""
    for _ in range(ROUNDS):
        trials = [f.linmin(w, coordinate) for coordinate in np.eye(FEATURES)]
        w = min(trials, key=f)
    return w


def random(f: Objective, w: Array, rng: np.random.Generator) -> Array:
    """Each component of a direction is Gaussian; one line minimisation after another (3.2.1)."""
    for _ in range(ROUNDS * FEATURES):
        d = rng.normal(size=FEATURES)
        w = f.linmin(w, d)
    return w


def powell(f: Objective, w: Array, rng: np.random.Generator) -> Array:
    """Press et al.: the routine `powell`, with their names; `xi` are the directions."""
    p, xi = w, list(np.eye(FEATURES))
    for _ in range(ROUNDS):
        pt, fp = p, f(p)
        ibig, largest = 0, 0.0
        for i in range(FEATURES):
            fptt = f(p)
            p = f.linmin(p, xi[i])
            if fptt - f(p) > largest:
                largest, ibig = fptt - f(p), i
        fret = f(p)
        ptt, xit = 2 * p - pt, p - pt
        fptt = f(ptt)
        if fptt < fp:
            t = 2 * (fp - 2 * fret + fptt) * (fp - fret - largest) ** 2 - largest * (fp - fptt) ** 2
            if t < 0:
                p = f.linmin(p, xit)
                xi[ibig] = xi[FEATURES - 1]
                xi[FEATURES - 1] = xit
    return p


def best_random(f: Objective, w: Array, rng: np.random.Generator) -> Array:
    """Ours: of as many random directions as there are features, the one that gains the most."""
    for _ in range(ROUNDS):
        trials = [f.linmin(w, rng.normal(size=FEATURES)) for _ in range(FEATURES)]
        w = min(trials, key=f)
    return w


PUBLISHED: dict[str, Callable[..., Array]] = {
    "coordinate": coordinate,
    "koehn": koehn,
    "powell": powell,
    "random": random,
    "best-random": best_random,
}


def ends(name: str, metric: str, seed: int) -> tuple[Array, Array]:
    """Where our strategy and the published one come to from the same start."""
    rng = np.random.default_rng(seed)
    pool = random_pool(rng, groups=15, candidates=10, features=FEATURES)
    problem = Problem(pool, find_metric(metric))
    start, lines = rng.normal(size=FEATURES), LineSearch(problem, np.eye(FEATURES))
    walker = Walker(lines, start, np.random.default_rng(seed), threads=1)
    one_round = STRATEGIES[name]()
    for _ in range(ROUNDS):
        one_round(walker)
    objective = Objective(lines, 1.0 if problem.metric.higher_is_better else -1.0)
    return walker.weights, PUBLISHED[name](objective, start, np.random.default_rng(seed))


def test_every_strategy_has_its_transcription() -> None:
    assert PUBLISHED.keys() == STRATEGIES.keys()


@pytest.mark.parametrize("metric", ["bleu", "wer"])
@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_a_strategy_goes_where_the_published_one_goes(name: str, metric: str) -> None:
    for seed in range(5):
        ours, published = ends(name, metric, seed)
        assert ours == pytest.approx(published, rel=1e-9), seed


def test_no_two_strategies_go_the_same_way() -> None:
    """So that one in the place of another would be noticed."""
    where = {
        name: tuple(tuple(ends(name, "bleu", seed)[0].round(9)) for seed in range(5)) for name in STRATEGIES
    }
    assert len(set(where.values())) == len(STRATEGIES)


def test_powell_both_replaces_directions_and_keeps_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both branches of the rule are among what the other tests compare."""
    decided, rule = [], directions._replaces

    def noted(*arguments: float) -> bool:
        decided.append(rule(*arguments))
        return decided[-1]

    monkeypatch.setattr(directions, "_replaces", noted)
    for seed in range(5):
        ends("powell", "bleu", seed)
    assert {True, False} == set(decided)
