"""PRO and its classifiers."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Perceptron
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from pitchpipe import InputError
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem, find_method, tune
from pitchpipe.tuning.methods.pro import Pro
from pitchpipe.tuning.pairs import PairwiseOptimizer

from .tunable_pools import pool_of, random_pool, separable_pool, stored_sparsely


@pytest.fixture
def pool():
    return random_pool(np.random.default_rng(3), groups=40, candidates=20, features=4)


def vector(tuned):
    return np.array(list(tuned.weights.values()))


@pytest.mark.parametrize(
    ("name", "estimator"),
    [
        ("logistic", LogisticRegression(C=2.0, fit_intercept=False, tol=1e-8, max_iter=1000)),
        (
            "svm",
            # scikit-learn halves |w|^2 and multiplies losses by C, as we do by 1 / l2.
            LinearSVC(C=2.0, loss="squared_hinge", dual=False, fit_intercept=False, tol=1e-8),
        ),
    ],
)
@pytest.mark.parametrize("sparsely", [False, True])
def test_built_in_classifiers_find_what_scikit_learn_finds(pool, name, estimator, sparsely):
    pool = stored_sparsely(pool) if sparsely else pool
    ours = tune(pool, Pro(classifier=name, l2=0.5), "bleu")
    theirs = tune(pool, Pro(classifier=estimator), "bleu")
    assert vector(ours) == pytest.approx(vector(theirs), abs=1e-4)


def test_any_linear_classifier_can_be_given_as_an_object():
    pool, planted = separable_pool(np.random.default_rng(2))
    given = Perceptron(random_state=1)
    optimizer = Pro(classifier=given)
    found = vector(tune(pool, optimizer, "bleu"))
    assert found @ planted / np.linalg.norm(found) / np.linalg.norm(planted) > 0.9
    assert not hasattr(given, "coef_")
    assert optimizer.spec == "pro(classifier=Perceptron(random_state=1))"


def test_group_weights_reach_a_given_classifier():
    texts, references = [["a b", "a c"], ["d e", "d f"]], [["a b"], ["d e"]]
    features = [[1, 0], [0, 0], [0, 1], [0, 0]]
    pool = pool_of(texts, features, references, group_weights=[9, 1])
    estimator = LogisticRegression(C=0.1)
    first, second = vector(tune(pool, Pro(classifier=estimator), "bleu:1", {"f0": -1, "f1": -1}))
    assert first > 2 * second > 0


def test_what_is_no_linear_classifier_is_refused(pool):
    with pytest.raises(InputError, match=r"DecisionTreeClassifier has no coef_ .* 4 features"):
        tune(pool, Pro(classifier=DecisionTreeClassifier()), "bleu")
    with pytest.raises(InputError, match="classifier must be one of logistic, svm, perceptron, not 'forest'"):
        find_method("pro(classifier=forest)")
    with pytest.raises(InputError, match="classifier must be one of"):
        Pro(classifier=7)


@pytest.mark.parametrize("spec", ["pro", "pro(classifier=svm)", "pro(classifier=perceptron)", "regression"])
def test_sparse_features_give_the_weights_of_dense_ones(pool, spec):
    spec = spec.replace(")", ", standardize=false)") if "(" in spec else f"{spec}(standardize=false)"
    assert vector(tune(stored_sparsely(pool), spec, "bleu")) == pytest.approx(
        vector(tune(pool, spec, "bleu")), abs=1e-5
    )


@pytest.mark.parametrize("spec", ["pro", "pro(classifier=perceptron)", "regression(l2=1)"])
def test_the_unit_of_a_dense_feature_does_not_matter(spec):
    pool, _ = separable_pool(np.random.default_rng(2), groups=40, features=4)
    problem = Problem(pool, find_metric("bleu"))
    units = np.array([1.0, 1000.0, 1e-3, 7.0])
    other = pool_of(
        [pool.candidates.group(group) for group in range(40)],
        pool.dense * units,
        [pool.references.group(group) for group in range(40)],
    )
    one, two = vector(tune(pool, spec, "bleu")), vector(tune(other, spec, "bleu")) * units
    assert one == pytest.approx(two / np.abs(two).sum(), abs=1e-6)
    assert problem.objective(one) == pytest.approx(problem.objective(two))


def test_pairs_that_differ_too_little_are_told():
    pool = pool_of([["a b c d", "a b c x"]], [[1, 2], [3, 4]], [["a b c d"]])
    tuned = tune(pool, "pro(threshold=2)", "bleu", {"f0": 1.0})
    assert tuned.weights == {"f0": 1.0, "f1": 0.0}
    assert "pro: no two candidates of a list differ enough to learn from" in tuned.warnings


def test_the_length_guard_counts_words():
    pool = pool_of([["a b c d", "a b", "a b c x y z"]], [[1], [2], [3]], [["a b c d"]])
    problem = Problem(pool, find_metric("bleu:1"))
    far, near = (
        {(int(a), int(b)) for a, b in zip(pairs.better, pairs.worse, strict=True)}
        for pairs in (Pro(length_guard=words).pairs(problem, 1) for words in (0, 2))
    )
    assert far - near == {(2, 1)}
    assert near == {(0, 1), (0, 2)}


def test_the_sampler_settings_are_shared_by_all_pairwise_learners():
    for spec in ("pro", "regression"):
        optimizer = find_method(f"{spec}(samples=10, keep=3)")
        assert isinstance(optimizer, PairwiseOptimizer)
        pool = random_pool(np.random.default_rng(4), groups=30, candidates=30)
        counts = np.bincount(optimizer.pairs(Problem(pool, find_metric("bleu")), 1).groups)
        assert counts.max() == 3
