"""Cross-validation, intervals of weights, what each feature adds, and learning curves, on lists whose truth is known."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError, tune
from pitchpipe.tuning.trust import Trainer, ablation, bootstrap_weights, cross_validate, learning_curve
from pitchpipe.tuning.trust.ablation import SPARSE
from pitchpipe.tuning.trust.folds import fold_numbers
from tests.tuning.tunable_pools import random_pool, separable_pool, with_sparse

MERT = "mert(restarts=2)"


def planted(groups=40, seed=1):
    """Feature f0 is the quality with some noise, f1 is noise, and f2 is the same for all candidates of a list."""
    rng = np.random.default_rng(seed)
    pool, _ = separable_pool(rng, groups=groups, candidates=6, features=3)
    values = rng.normal(size=(len(pool), 3))
    values[:, 0] += 3 * pool.gold
    values[:, 2] = pool.group_of
    return replace(pool, dense=values)


@given(st.integers(2, 9), st.integers(9, 40), st.integers(0, 99))
def test_folds_are_of_equal_size_and_depend_on_the_seed_only(folds, count, seed):
    numbers = fold_numbers(count, folds, seed)
    sizes = np.bincount(numbers, minlength=folds)
    assert sizes.sum() == count
    assert sizes.max() - sizes.min() <= 1
    np.testing.assert_array_equal(numbers, fold_numbers(count, folds, seed))


def test_every_sentence_is_judged_by_weights_that_did_not_see_it():
    pool = random_pool(np.random.default_rng(3), groups=9)
    labels = ["a", "b", "c"] * 3
    found = cross_validate(Trainer.of(pool, MERT, "bleu:2"), labels, trials=50)
    for place, label in enumerate("abc"):
        unseen = np.array([one == label for one in labels])
        part = pool.take_groups(np.flatnonzero(~unseen))
        weights = tune(part, MERT, "bleu:2").weights
        expected = pool.winners(pool.vector(weights))[unseen]
        np.testing.assert_array_equal(found.choices[unseen], expected)
        assert found.folds[place].seen == pytest.approx(tune(part, MERT, "bleu:2").objective)
        assert found.folds[place].sentences == 3
    rows = pool.statistics(Trainer.of(pool, MERT, "bleu:2").metric)[found.choices].sum(axis=0)
    assert found.score == pytest.approx(float(Trainer.of(pool, MERT, "bleu:2").metric.score(rows)))
    assert found.interval[0] <= found.score <= found.interval[1]


def test_a_real_gain_is_significant_and_noise_does_not_gain():
    found = cross_validate(Trainer.of(planted(), MERT, "gold"), 4, trials=500)
    assert found.score > found.first
    assert found.p < 0.01
    assert list(found.weights) == ["f0", "f1", "f2"]
    assert found.as_dict()["folds"][0]["unseen"] == found.folds[0].unseen
    noise = replace(planted(), dense=np.random.default_rng(0).normal(size=(240, 3)))
    seen = cross_validate(Trainer.of(noise, MERT, "gold"), 4, trials=500)
    assert seen.p > 0.05
    assert seen.seen > seen.score


def test_error_rates_are_judged_the_other_way():
    found = cross_validate(Trainer.of(planted(), MERT, "wer"), 4, trials=200)
    assert found.score < found.first
    assert found.p < 0.05


def test_weights_of_folds_are_comparable():
    trainer = Trainer.of(planted(), MERT, "gold")
    found = cross_validate(trainer, 4, trials=10)
    for fold in found.folds:
        assert trainer.shares(trainer.pool.vector(fold.weights)).sum() == pytest.approx(1)
    fixed = Trainer.of(planted(), "mert(restarts=1, fixed=f0)", "gold", {"f0": 5.0, "f1": 1.0})
    assert {fold.weights["f0"] for fold in cross_validate(fixed, 4, trials=10).folds} == {5.0}


def test_a_sentence_that_is_drawn_twice_counts_twice():
    pool = random_pool(np.random.default_rng(5), groups=6)
    trainer = Trainer.of(pool, MERT, "bleu:2")
    found = trainer.weights(np.array([2, 0, 1, 1, 3, 0]))
    part = replace(pool, group_weights=np.array([2.0, 1, 1, 1, 3, 1])).take_groups(np.array([0, 2, 3, 4]))
    expected = trainer.comparable(pool.vector(tune(part, MERT, "bleu:2").weights))
    np.testing.assert_array_equal(found, expected)
    repeated = pool.take_groups(np.array([0, 0, 2, 3, 4, 4, 4]))
    score = float(
        trainer.metric.score(repeated.statistics(trainer.metric)[repeated.winners(found)].sum(axis=0))
    )
    assert score == pytest.approx(tune(part, MERT, "bleu:2").objective)


def test_intervals_say_which_weights_the_data_determine():
    found = bootstrap_weights(Trainer.of(planted(), MERT, "gold"), 20)
    good, noise, constant = found.weights
    assert good.determined
    assert good.low > 0
    assert good.note == ""
    assert good.share > 0.5
    assert good.beyond_chance == 1
    assert not noise.determined
    assert noise.note.startswith("not sure: in ")
    assert replace(noise, low=-0.1).note == "the data do not determine its sign"
    assert constant.note.startswith("never varies")
    assert found.bagged["f0"] == pytest.approx(found.samples[:, 0].mean())
    again = bootstrap_weights(Trainer.of(planted(), MERT, "gold", threads=2), 20)
    np.testing.assert_array_equal(found.samples, again.samples)
    with pytest.raises(InputError, match="found 1 draws"):
        bootstrap_weights(Trainer.of(planted(), MERT, "gold"), 1)


def test_leaving_out_what_matters_costs_and_noise_does_not():
    rows = {one.name: one for one in ablation(Trainer.of(planted(), MERT, "gold"), 4, trials=500)}
    assert rows["f0"].adds > 0
    assert rows["f0"].p < 0.01
    assert rows["f0"].interval[0] > 0
    assert rows["f2"].adds == pytest.approx(0, abs=1e-9)
    assert rows["f1"].p > 0.05
    wer = {one.name: one for one in ablation(Trainer.of(planted(), MERT, "wer"), 4, trials=200)}
    assert wer["f0"].adds > 0


def test_features_are_left_out_together_and_sparse_ones_always_are():
    pool = with_sparse(random_pool(np.random.default_rng(2), groups=8), np.random.default_rng(2))
    rows = ablation(Trainer.of(pool, "mert(restarts=0)", "bleu:2"), 2, trials=20)
    assert [one.name for one in rows] == ["f0", "f1", "f2", SPARSE]
    (both,) = ablation(
        Trainer.of(pool, "mert(restarts=0)", "bleu:2"), 2, parts={"x": ["f0", "f1"]}, trials=20
    )
    assert both.name == "x"
    with pytest.raises(InputError, match="there is no feature 'f9'"):
        ablation(Trainer.of(pool, MERT, "bleu:2"), 2, parts={"x": ["f9"]})


def test_a_learning_curve_ends_with_all_sentences():
    points = learning_curve(Trainer.of(planted(), MERT, "gold"), 4, parts=(0.1, 1.0), trials=100)
    assert [one.sentences for one in points] == [3, 30]
    assert points[-1].p is None
    assert points[-1].score == pytest.approx(
        cross_validate(Trainer.of(planted(), MERT, "gold"), 4).score, rel=0.05
    )


def test_folds_that_make_no_sense_are_refused():
    for folds, sentence in (
        (1, "found 1 folds"),
        (41, "found 41 folds"),
        (["a"] * 40, "the same fold"),
        (["a"], "one for each"),
    ):
        with pytest.raises(InputError, match=sentence):
            cross_validate(Trainer.of(planted(), MERT, "gold"), folds)
