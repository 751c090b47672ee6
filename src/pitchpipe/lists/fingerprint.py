"""What tells two pools apart: hashes of their candidates and of all they hold."""

from __future__ import annotations

import hashlib
import json

import numpy as np

from pitchpipe.lists.pool import Pool


def of_candidates(pool: Pool) -> str:
    """A hash of candidates and their features."""
    return _hashed(pool).hexdigest()


def of_pool(pool: Pool) -> str:
    """A hash of all that tuning looks at: references, sources, gold scores and weights of sentences too."""
    digest = _hashed(pool)
    known = pool.references
    texts = None if known is None else [known.group(group) for group in range(pool.group_count)]
    digest.update(json.dumps([pool.group_ids, pool.sources, texts]).encode())
    for array in (pool.group_weights, np.zeros(0) if pool.gold is None else pool.gold):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def _hashed(pool: Pool) -> hashlib.blake2b:
    digest = hashlib.blake2b("\n".join(pool.feature_names).encode(), digest_size=8)
    for array in (
        pool.offsets,
        pool.dense,
        pool.sparse.starts,
        pool.sparse.features,
        pool.sparse.values,
        pool.texts.data,
    ):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest
