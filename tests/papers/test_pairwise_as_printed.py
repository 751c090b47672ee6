"""PRO (Hopkins and May 2011) and regression (Bazrafshan et al. 2012) against transcriptions of what the papers print."""

from itertools import pairwise

import numpy as np
import pytest

from pitchpipe import _native
from pitchpipe.metrics import find_metric
from pitchpipe.training.presets import find_preset
from pitchpipe.tuning import Problem, find_method
from pitchpipe.tuning.loop import tuning_loop
from pitchpipe.tuning.settings import TuningSettings

from ..tuning.loop.test_loop import START, FixedDecoder
from ..tuning.tunable_pools import random_pool

GAMMA, XI = 200, 10
AS_PRINTED = (
    f"samples={GAMMA}, keep={XI}, gold=bleu, distinct=false, standardize=false, rescale=false, sparse_l2=1"
)
METHODS = {"pro": f"pro({AS_PRINTED})", "regression": f"regression({AS_PRINTED})"}


def bleu_plus_one(candidate, references):
    """Lin and Och (2004): one is added to the matches and totals of n-grams from the second order on."""
    mine, others = candidate.split(), [one.split() for one in references]
    product = 1.0
    for n in range(1, 5):
        grams, *wanted = (
            [tuple(words[i : i + n]) for i in range(len(words) - n + 1)] for words in (mine, *others)
        )
        matches = sum(min(grams.count(gram), max(one.count(gram) for one in wanted)) for gram in set(grams))
        product *= (matches + (n > 1)) / max(len(grams) + (n > 1), 1)
    closest = min((abs(len(one) - len(mine)), len(one)) for one in others)[1]
    return min(1.0, np.exp(1 - closest / max(len(mine), 1))) * product**0.25


def sampler(g, x, draws):
    """Figure 4 of Hopkins and May, with the step function of section 4.2, for one source sentence."""
    v = []
    for j, other, _ in zip(*draws, strict=True):
        if abs(g[j] - g[other]) >= 0.05:
            v.append((x[j], x[other], g[j] - g[other]))
    v.sort(key=lambda one: abs(one[2]), reverse=True)
    for first, second, ahead in v[:XI]:
        yield first - second, ahead
        yield second - first, -ahead


def maximum_entropy(x, targets, precision=1.0):
    """MegaM: logistic regression on the signs with a Gaussian prior, by Newton's method."""
    y, w = np.sign(targets), np.zeros(x.shape[1])
    for _ in range(100):
        p = 1 / (1 + np.exp(y * (x @ w)))
        slope = precision * w - x.T @ (y * p)
        w = w - np.linalg.solve(precision * np.eye(len(w)) + (x.T * (p * (1 - p))) @ x, slope)
    return w


def least_squares(x, targets):
    """Equation (4) of Bazrafshan et al."""
    return np.linalg.solve(x.T @ x, x.T @ targets)


LEARNERS = {"pro": maximum_entropy, "regression": least_squares}


def printed(learner, pool, seed):
    """The weights that a paper's method learns from the lists of one iteration."""
    data, texts = [], list(pool.texts)
    draw_seed = int(np.random.default_rng(seed).integers(2**63))
    for group, (begin, end) in enumerate(pairwise(pool.offsets.tolist())):
        g = [bleu_plus_one(text, pool.references.group(group)) for text in texts[begin:end]]
        draws = _native.pair_draws(end - begin, GAMMA, draw_seed, group)
        data += sampler(g, pool.dense[begin:end], draws)
    return learner(np.array([x for x, _ in data]), np.array([ahead for _, ahead in data]))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", METHODS)
def test_the_weights_are_those_that_the_paper_learns(name, seed):
    pool = random_pool(np.random.default_rng(seed), 8, 15)
    found = find_method(METHODS[name]).optimize(pool, find_metric("bleu"), seed=seed, keep_start=False)
    weights = np.array([found.weights[feature] for feature in pool.feature_names])
    (other,) = set(METHODS) - {name}
    assert weights == pytest.approx(printed(LEARNERS[name], pool, seed), rel=1e-4, abs=1e-6)
    assert weights != pytest.approx(printed(LEARNERS[other], pool, seed), rel=0.1)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize(
    "changed", ["distinct=true", "standardize=true", "rescale=true", 'gold="bleu(sentence=nakov)"']
)
def test_what_differs_by_default_gives_other_weights(name, changed):
    pool = random_pool(np.random.default_rng(1), 8, 15)
    key = changed.partition("=")[0]
    spec = ", ".join(changed if one.startswith(f"{key}=") else one for one in AS_PRINTED.split(", "))
    ours, theirs = (
        find_method(one).optimize(pool, find_metric("bleu"), seed=1, keep_start=False).weights
        for one in (f"{name}({spec})", METHODS[name])
    )
    if (name, changed) == (
        "regression",
        "standardize=true",
    ):  # least squares do not see the units of features
        assert ours == pytest.approx(theirs)
    else:
        assert ours != pytest.approx(theirs, rel=1e-3)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize(("mixing", "as_printed"), [("plain", True), ("scaled", False)])
def test_weights_are_interpolated_as_they_are(name, mixing, as_printed):
    """w_t = psi w' + (1 - psi) w_{t-1}: section 5.4.4 of Hopkins and May, equation (6) of Bazrafshan et al."""
    decoder = FixedDecoder()
    settings = TuningSettings(
        interpolation=0.1, mixing=mixing, iterations=3, tolerance=0, patience=0, choose="best"
    )
    rounds = tuning_loop(
        decoder, decoder.text, find_method(METHODS[name]), find_metric("bleu"), START, settings=settings
    ).iterations
    assert len(rounds) > 2
    mixed = [
        {feature: 0.1 * one.tuned[feature] + 0.9 * one.weights[feature] for feature in START}
        for one in rounds[:-1]
    ]
    same = [after.weights == pytest.approx(want) for after, want in zip(rounds[1:], mixed, strict=True)]
    assert all(same) == as_printed


@pytest.mark.parametrize("spelling", ["bleu", "bleu:4", "bleu(length=average)", "bleu(smooth=none)"])
@pytest.mark.parametrize("name", METHODS)
def test_pairs_are_ranked_by_one_sentence_level_bleu_however_the_metric_is_spelt(name, spelling):
    method = find_method(name)
    assert method.judge(find_metric(spelling)).sentence == "nakov"
    assert method.judge(find_metric("bleu(sentence=exp)")).sentence == "exp"
    assert method.judge(find_metric("chrf")) == find_metric("chrf")
    pool = random_pool(np.random.default_rng(2), 8, 15)
    found, wanted = (
        find_method(spec).pairs(Problem(pool, find_metric(spelling)), seed=1).gold.tolist()
        for spec in (name, f'{name}(gold="{method.judge(find_metric(spelling)).spec}")')
    )
    assert found == wanted


def test_presets_run_the_papers_loops():
    for preset, name in (("hopkins2011", "pro"), ("bazrafshan2012", "regression"), ("bazrafshan2012", "pro")):
        method = find_method(find_preset(preset).method(name))
        values = find_preset(preset).values(name, [TuningSettings])
        assert (method.distinct, method.standardize, method.rescale, method.sparse_l2) == (
            False,
            False,
            False,
            1,
        )
        assert (method.gold, method.samples, method.keep) == ("bleu", 5000, 50)
        assert (values["mixing"], values["interpolation"]) == ("plain", 0.1)
