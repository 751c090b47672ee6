"""Weights as native decoders take them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pitchpipe import _native
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.model import SPARSE_STARTS
from pitchpipe.weights import NumberedWeights

LARGEST_WEIGHT = 1e9


def native_weights(
    weights: Mapping[str, float],
    dense_names: Sequence[str],
    templates: Sequence[str],
    starts: Sequence[str] = (),
) -> _native.DecoderWeights:
    """Weights of these dense features, 0 where one has none, and of the sparse ones.

    Sparse features are those of these templates, and those whose names have these starts.
    """
    if isinstance(weights, NumberedWeights):
        dense = weights.dense.tolist()
        return _native.DecoderWeights(dense, weights.hashes, weights.sparse_values.astype(np.float32))
    named = dict.fromkeys(dense_names, 0.0)
    known = (*starts, *(start for template in templates for start in SPARSE_STARTS[template]))
    sparse = {}
    for name, value in weights.items():
        if not abs(value) <= LARGEST_WEIGHT:
            raise InputError(f"found the weight {value} of {name!r}, expected a finite number")
        if name in named:
            named[name] = value
        elif name.startswith(known):
            sparse[name] = value
        else:
            raise InputError(str(unknown_name("feature", name, dense_names)))
    return _native.DecoderWeights(list(named.values()), sparse)
