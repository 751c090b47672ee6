"""Weights as native decoders take them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pitchpipe import _native
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.model import SPARSE_STARTS
from pitchpipe.weights import NumberedWeights
from pitchpipe.weights.hashed import bucket_of, buckets_of

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
        dense, values = weights.dense.tolist(), weights.sparse_values.astype(np.float32)
        bits = weights.vocabulary.bits
        if bits:
            return _native.DecoderWeights(dense, weights.hashes, values, bits)
        return _native.DecoderWeights(dense, weights.hashes, values)
    named = dict.fromkeys(dense_names, 0.0)
    known = (*starts, *(start for template in templates for start in SPARSE_STARTS[template]))
    sparse = {}
    for name, value in weights.items():
        if not abs(value) <= LARGEST_WEIGHT:
            raise InputError(f"found the weight {value} of {name!r}, expected a finite number")
        if name in named:
            named[name] = value
        elif name.startswith(known) or (known and bucket_of(name)):
            sparse[name] = value
        else:
            raise InputError(str(unknown_name("feature", name, dense_names)))
    buckets = buckets_of(sparse)
    if buckets is not None:
        numbers, values = np.array(buckets[1], np.uint64), np.array([*sparse.values()], np.float32)
        return _native.DecoderWeights(list(named.values()), numbers, values, buckets[0])
    return _native.DecoderWeights(list(named.values()), sparse)
