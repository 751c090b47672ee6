import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.lists import split, tokenized
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem, best_run, tune, tune_each

from .tunable_pools import pool_of, random_pool, separable_pool


@given(st.integers(2, 30), st.floats(0.01, 0.99), st.integers(0, 5))
def test_a_split_gives_each_list_to_one_side_in_order(groups, fraction, seed):
    pool = random_pool(np.random.default_rng(1), groups=groups, candidates=2)
    count = round(fraction * groups)
    if not 0 < count < groups:
        with pytest.raises(InputError, match="leaves none on one side"):
            split(pool, fraction, seed)
        return
    seen, held_out = split(pool, fraction, seed)
    assert held_out.group_count == count
    ids = [list(map(int, part.group_ids)) for part in (seen, held_out)]
    assert sorted([*ids[0], *ids[1]]) == list(range(groups))
    assert ids == [sorted(part) for part in ids]


def test_another_seed_gives_another_split():
    pool = random_pool(np.random.default_rng(1), groups=30)
    assert split(pool, 0.5, 1)[0].group_ids == split(pool, 0.5, 1)[0].group_ids
    assert split(pool, 0.5, 1)[0].group_ids != split(pool, 0.5, 2)[0].group_ids


@pytest.mark.parametrize("fraction", [0, 1, -0.5, 1.5, float("nan")])
def test_a_part_that_is_none_is_refused(fraction):
    with pytest.raises(InputError, match="must be above 0 and below 1"):
        split(random_pool(np.random.default_rng(1)), fraction)


@pytest.mark.parametrize("spec", ["bleu", "wer"])
def test_each_run_is_what_tune_gives_and_measured_on_the_unseen_lists(spec):
    pool, _ = separable_pool(np.random.default_rng(3), groups=30, candidates=8)
    seen, held_out = split(pool, 0.3)
    methods = ["mert(restarts=1)", "simplex(restarts=0)"]
    runs = tune_each(seen, methods, spec, held_out=held_out, seed=2)
    unseen = Problem(held_out, find_metric(spec))
    for method, run in zip(methods, runs, strict=True):
        assert run.tuned.weights == tune(seen, method, spec, seed=2).weights
        assert run.held_out == unseen.objective(held_out.vector(run.tuned.weights))
        assert run.start_held_out == unseen.objective(np.full(5, 0.2))
    best = max if spec == "bleu" else min
    assert best_run(runs, find_metric(spec)).held_out == best(run.held_out for run in runs)


def test_without_unseen_lists_the_best_run_is_the_best_on_its_own():
    pool = random_pool(np.random.default_rng(5), groups=20)
    runs = tune_each(pool, ["simplex(restarts=0, evaluations=1)", "mert"], "bleu")
    assert runs[1].tuned.objective > runs[0].tuned.objective
    assert best_run(runs, find_metric("bleu")) is runs[1]
    assert best_run(runs, find_metric("wer")) is runs[0]
    assert runs[0].held_out is None


def test_a_start_is_kept_for_the_unseen_lists_too():
    pool = random_pool(np.random.default_rng(6), groups=20)
    seen, held_out = split(pool, 0.5)
    start = {"f0": -1.0, "f1": 0.5, "f2": 0.25}
    run = tune_each(seen, ["mert"], "bleu", start, held_out=held_out)[0]
    assert run.start_held_out == Problem(held_out, find_metric("bleu")).objective(held_out.vector(start))


def test_tokens_are_cut_in_candidates_and_references():
    pool = pool_of([["a house, small."]], [[1]], [["a house , small ."]])
    cut = tokenized(pool, "13a")
    assert list(cut.texts) == ["a house , small ."]
    assert cut.references.group(0) == ["a house , small ."]
    assert tokenized(pool, "none") is pool
