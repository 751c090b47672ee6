"""Weights from a file for the features of a pool."""

from __future__ import annotations

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files import StrPath, input_name
from pitchpipe.lists.pool import Pool
from pitchpipe.weights import Weights


def read_weights_for(
    pool: Pool, path: StrPath, *, allow_missing: bool = False
) -> tuple[dict[str, float], list[str]]:
    """Read the weights of a pool's features, and say what they lack.

    A weight without a feature and a dense feature without a weight are errors, unless `allow_missing`. A sparse
    feature without a weight counts as 0, since new text has features that the tuning lists never had.
    """
    weights = Weights.read(path)
    name = input_name(path)
    features = set(pool.feature_names)
    strays = [feature for feature in weights if feature not in features]
    unweighted = [feature for feature in pool.dense_names if feature not in weights]
    if not allow_missing:
        if strays:
            raise InputError(f"{name}: {unknown_name('feature', strays[0], pool.feature_names)}")
        if unweighted:
            raise InputError(
                f"{name}: found no weight of {unweighted[0]!r}, expected one for each feature of the lists"
            )
    new = sum(feature not in weights for feature in pool.sparse_names)
    notes = [
        f"{name}: {count} {what}"
        for count, what in (
            (len(strays), "weights are of features that the lists do not have"),
            (len(unweighted), "features have no weight and count as 0"),
            (new, "sparse features have no weight and count as 0"),
        )
        if count
    ]
    return {feature: value for feature, value in weights.items() if feature in features}, notes
