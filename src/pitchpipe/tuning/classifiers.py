"""What PRO can classify pairs with: built-in linear classifiers by name, or any object like scikit-learn's."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.tuning.margin_losses import logistic_loss, minimize_loss, squared_hinge_loss
from pitchpipe.tuning.pairs import Pairs
from pitchpipe.tuning.perceptron import averaged_perceptron

Classifier = Callable[[Pairs, float, np.random.Generator], Array]


def logistic(pairs: Pairs, l2: float, rng: np.random.Generator) -> Array:
    """Maximum entropy, as MegaM. Both signs of a pair have the same loss, so each pair counts twice."""
    return minimize_loss(logistic_loss, pairs.differences, 2.0 * pairs.weights, l2)


def svm(pairs: Pairs, l2: float, rng: np.random.Generator) -> Array:
    """The linear support vector machine with squared hinge loss."""
    return minimize_loss(squared_hinge_loss, pairs.differences, 2.0 * pairs.weights, l2)


def perceptron(pairs: Pairs, l2: float, rng: np.random.Generator) -> Array:
    """The averaged perceptron, which knows no l2."""
    return averaged_perceptron(pairs, rng)


CLASSIFIERS: dict[str, Classifier] = {"logistic": logistic, "svm": svm, "perceptron": perceptron}


def fitted(classifier: Any, pairs: Pairs) -> Array:
    """The weights of a linear classifier with scikit-learn's `fit` and `coef_`, fitted to both signs of each pair."""
    rows, labels = pairs.both_signs()
    own = copy.deepcopy(classifier)
    if (pairs.weights == 1).all():
        own.fit(rows, labels)
    else:
        own.fit(rows, labels, sample_weight=np.repeat(pairs.weights, 2))
    weights = np.asarray(getattr(own, "coef_", ()), float).ravel()
    if len(weights) != rows.shape[1]:
        raise InputError(
            f"{type(own).__name__} has no coef_ with a weight for each of {rows.shape[1]} features: not linear?"
        )
    return weights
