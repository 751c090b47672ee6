"""The line search against its definition: score the winners on every interval between crossings."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import InputError, _native
from pitchpipe.arrays import first_best
from pitchpipe.metrics import Bleu, find_metric
from pitchpipe.tuning import Problem
from pitchpipe.tuning.constraints import Constraints
from pitchpipe.tuning.line_search import LineSearch, Smoothing, _products

from ..metrics.test_contract import TEXT_METRICS
from .tunable_pools import pool_of, random_pool, random_pools

SPECS = [
    *(spec for spec in TEXT_METRICS if not find_metric(spec).wants_source),
    "gold",
    "bleu:2(smooth=none)",
    "bleu + 0.5*bleu:1",
    "bleu(smooth=lin-och)",
    "bleu - ter",
]


def search_of(problem, start, fixed="", ranges="", smoothing="none"):
    constraints = Constraints.parse(problem.pool.feature_names, start, fixed, ranges)
    axes = np.eye(len(start))
    return LineSearch(problem, axes, Smoothing.parse(smoothing), constraints)


def places_between_crossings(intercepts, slopes, offsets):
    """The middle of every interval between any two crossings of two lines of the same group."""
    crossings = []
    for begin, end in pairwise(offsets):
        s, b = slopes[begin:end], intercepts[begin:end]
        one, other = np.nonzero(s[:, None] < s[None, :])
        crossings.extend((b[one] - b[other]) / (s[other] - s[one]))
    ends = np.unique(np.concatenate([[-50.0, 50.0], np.clip(crossings, -50, 50)]))
    wide = np.diff(ends) > 1e-7
    return ((ends[1:] + ends[:-1]) / 2)[wide]


def assert_equals_brute_force(problem, start, direction):
    pool = problem.pool
    search = search_of(problem, start)
    (found,) = search.plateaus(start, search.scores(start), direction[None])
    assert (np.diff(found.boundaries) > 0).all()
    assert len(found.objectives) == len(found.boundaries) + 1
    intercepts, slopes = pool.dense @ start, pool.dense @ direction
    for place in places_between_crossings(intercepts, slopes, pool.offsets):
        winners = first_best(intercepts + place * slopes, pool.offsets)
        expected = problem.metric.score(problem.rows[winners].sum(axis=0))
        plateau = np.searchsorted(found.boundaries, place)
        assert found.objectives[plateau] == pytest.approx(float(expected), abs=1e-8)


@pytest.mark.parametrize("spec", SPECS)
@settings(max_examples=25)
@given(pool=random_pools(), seed=st.integers(0, 2**32), axis=st.booleans())
def test_the_line_search_equals_brute_force_for_every_metric(spec, pool, seed, axis):
    rng = np.random.default_rng(seed)
    start = rng.integers(-2, 3, 3).astype(float)
    direction = np.eye(3)[rng.integers(3)] if axis else rng.integers(-2, 3, 3).astype(float)
    assert_equals_brute_force(Problem(pool, find_metric(spec)), start, direction)


def test_many_vertices_are_sorted_and_still_exact():
    angles = np.linspace(0.01, np.pi - 0.01, 300)
    rng = np.random.default_rng(3)
    rows = rng.permutation(np.column_stack([np.cos(angles), np.sin(angles)]))
    pool = pool_of([["the house"] * 300], rows, [["the house"]], gold=rng.normal(size=300))
    problem = Problem(pool, find_metric("gold"))
    assert_equals_brute_force(problem, np.array([0.0, 1.0]), np.array([1.0, 0.0]))
    (found,) = (search := search_of(problem, np.ones(2))).plateaus(
        np.ones(2), search.scores(np.ones(2)), np.array([[1.0, 0.0]])
    )
    assert len(found.boundaries) == 299


@pytest.mark.parametrize("spec", [spec for spec in SPECS if find_metric(spec).native_score() is not None])
@given(seed=st.integers(0, 2**32))
def test_native_scores_equal_the_formula_in_python(spec, seed):
    some_metric = find_metric(spec)
    native = some_metric.native_score()
    sums = np.random.default_rng(seed).integers(0, 4, some_metric.width).astype(float)
    if isinstance(some_metric, Bleu):
        sums[: some_metric.order] = np.minimum(sums[: some_metric.order], sums[some_metric.order : -1])
    assert native(sums) == pytest.approx(float(some_metric.score(sums)), rel=1e-12, abs=1e-12)


def test_scores_move_with_the_point():
    rng = np.random.default_rng(5)
    problem = Problem(random_pool(rng), find_metric("bleu"))
    search = search_of(problem, np.zeros(3))
    start, direction = rng.normal(size=3), rng.normal(size=3)
    scores = search.scores(start)
    move = search.moves(start, scores, direction[None])[0]
    search.advance(scores, move)
    np.testing.assert_allclose(scores, search.scores(start + move.step * direction), atol=1e-12)


@given(pool=random_pools(), seed=st.integers(0, 2**32), bounded=st.booleans())
def test_the_chosen_step_reaches_what_it_promises_and_keeps_the_limits(pool, seed, bounded):
    rng = np.random.default_rng(seed)
    problem = Problem(pool, find_metric("bleu"))
    start, direction = rng.uniform(-1, 1, 3), rng.normal(size=3)
    search = search_of(problem, start, ranges="f*:-1.5:1.25" if bounded else "")
    for move in search.moves(start, search.scores(start), direction[None]):
        weights = start + move.step * direction
        assert problem.objective(weights) == pytest.approx(problem.objective(start) + move.gain, abs=1e-9)
        assert np.isfinite(weights).all()
        assert np.abs(weights).max() < 1e6
        if bounded:
            assert (weights >= -1.5).all()
            assert (weights <= 1.25).all()


def test_past_the_last_boundary_the_step_is_bounded():
    # The better candidate wins for every x above 1, so the best plateau has no right end.
    pool = pool_of([["bad", "good"]], [[0, 1], [1, 0]], [["good"]])
    problem = Problem(pool, find_metric("bleu:1"))
    start = np.array([0.0, 1.0])
    search = search_of(problem, start)
    (move,) = search.moves(start, search.scores(start), np.array([[1.0, 0.0]]))
    assert move.step == pytest.approx(1.1)


@pytest.mark.parametrize("how", ["average", "worst"])
@pytest.mark.parametrize("window", [3, 5, 7])
@given(gains=st.lists(st.integers(0, 100).map(float), min_size=1, max_size=12).map(np.array))
def test_smoothing_equals_its_definition(how, window, gains):
    combine = np.mean if how == "average" else np.min
    half = window // 2
    expected = [combine(gains[max(0, place - half) : place + half + 1]) for place in range(len(gains))]
    assert Smoothing.parse(f"{how}:{window}")(gains) == pytest.approx(expected)


@pytest.mark.parametrize("text", ["average", "average:4", "max:3", "worst:9", "none:3"])
def test_other_smoothings_are_refused(text):
    with pytest.raises(InputError, match="smoothing is none, average:N or worst:N"):
        Smoothing.parse(text)


def test_an_isolated_peak_loses_its_place_under_worst_smoothing():
    gains = np.array([1.0, 9.0, 1.0, 5.0, 5.0, 5.0])
    assert np.argmax(Smoothing()(gains)) == 1
    assert np.argmax(Smoothing("worst", 3)(gains)) == 4


def native_search(features, rows, offsets):
    columns = np.zeros(features.shape[1] * _native.padded_size(np.array(offsets)))
    search = _native.LineSearch(columns, rows, np.array(offsets), 1)
    search.fill(0, features, 1)
    return search


def native_scores(search, offsets, weights):
    scores = np.zeros(_native.padded_size(np.array(offsets)))
    search.score(weights, scores)
    return scores


@pytest.mark.parametrize(
    ("features", "rows", "offsets", "message"),
    [
        (np.zeros((3, 2)), np.zeros((2, 1)), [0, 3], "do not fit together"),
        (np.zeros((2, 2)), np.zeros((3, 1)), [0, 3], "not those of whole groups"),
        (np.zeros((2, 2)), np.zeros((3, 1)), [0, 1, 3], "not those of whole groups"),
        (np.zeros((4, 2)), np.zeros((3, 1)), [0, 3], "not those of whole groups"),
        (np.zeros((0, 2)), np.zeros((3, 1)), [0, 3], "not those of whole groups"),
        (np.zeros((3, 2)), np.zeros((3, 1)), [0, 2, 2, 3], "group 1 is empty"),
        (np.full((1, 2), np.nan), np.zeros((1, 1)), [0, 1], "feature is NaN"),
        (np.zeros((1, 2)), np.full((1, 1), np.inf), [0, 1], "statistic is NaN"),
        (np.zeros((0, 2)), np.zeros((0, 1)), [0], "no candidates"),
        (np.zeros((3, 2)), np.zeros((3, 1)), [0, 5, 3], "do not|empty"),
    ],
)
def test_the_native_search_checks_what_it_is_given(features, rows, offsets, message):
    with pytest.raises(ValueError, match=message):
        native_search(features, rows, offsets)


def test_the_native_search_needs_room_for_whole_columns():
    columns = np.zeros(9)
    with pytest.raises(ValueError, match="do not fit together"):
        _native.LineSearch(columns, np.zeros((3, 1)), np.array([0, 3]), 1)


def test_features_come_in_pieces_of_whole_groups():
    rng = np.random.default_rng(1)
    offsets, features = np.array([0, 3, 4, 9]), rng.normal(size=(9, 2))
    whole = native_search(features, np.ones((9, 1)), offsets)
    pieces = _native.LineSearch(np.zeros(2 * _native.padded_size(offsets)), np.ones((9, 1)), offsets, 1)
    pieces.fill(1, features[3:], 1)
    pieces.fill(0, features[:3], 1)
    weights = np.array([0.5, -2.0])
    np.testing.assert_array_equal(
        native_scores(pieces, offsets, weights), native_scores(whole, offsets, weights)
    )
    with pytest.raises(ValueError, match="not those of whole groups"):
        pieces.fill(3, features[:3], 1)


@pytest.mark.parametrize("size", [1, 4, 9, 300])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e308])
@pytest.mark.parametrize("ends", [(-np.inf, np.inf), (-1.0, 1.0)])
def test_the_native_search_ends_whatever_the_scores_are(size, bad, ends):
    rng = np.random.default_rng(size)
    search = native_search(rng.normal(size=(size, 2)), np.ones((size, 2)), [0, size])
    directions = np.array([[1.0, 0.0], [0.5, bad], [bad, bad]])
    low, high = (np.full(len(directions), end) for end in ends)
    for share in (0.1, 1.0):
        scores = native_scores(search, [0, size], rng.normal(size=2))
        scores[rng.random(len(scores)) <= share] = bad
        for boundaries, sums in search.search(scores, directions, low, high, None, 2):
            assert np.isfinite(boundaries).all()
            assert len(sums) == len(boundaries) + 1
            np.testing.assert_array_equal(sums, 1.0)


def test_lines_that_cross_beyond_all_numbers_have_no_boundary():
    features = np.array([[0.0], [5e-324], [1.0]])
    search = native_search(features, np.array([[1.0], [2.0], [3.0]]), [0, 3])
    scores = native_scores(search, [0, 3], np.zeros(1))
    scores[:3] = [1.0, 0.0, 0.0]
    scores[3:] = 0.0
    ends = np.array([-np.inf]), np.array([np.inf])
    [(boundaries, sums)] = search.search(scores, np.ones((1, 1)), *ends, None, 1)
    assert boundaries.tolist() == [1.0]
    assert sums.tolist() == [[1.0], [3.0]]


@pytest.mark.parametrize("features", [3, 6, 14, 23])
@pytest.mark.parametrize("block", [1, 300, 10_000])
def test_products_in_pieces_are_those_of_the_whole(features, block):
    rng = np.random.default_rng(features)
    pool = random_pool(rng, groups=150, candidates=20, features=features)
    mixed = rng.normal(size=(features, features))
    found = [
        _products(pool, mixed, begin, min(begin + block, len(pool))) for begin in range(0, len(pool), block)
    ]
    np.testing.assert_allclose(np.concatenate(found), pool.dense @ mixed.T, rtol=1e-12, atol=1e-12)
