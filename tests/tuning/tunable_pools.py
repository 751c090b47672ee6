"""Small pools with references, for tests that tune."""

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from pitchpipe.arrays import SparseRows
from pitchpipe.lists import Pool
from pitchpipe.text import GroupedTexts

WORDS = ["the", "a", "small", "house", "is", "old", "."]


def pool_of(groups, features, references, gold=None, group_weights=()):
    """A pool from lists of candidate texts, rows of dense features, and lists of references."""
    candidates = GroupedTexts.of(groups)
    dense = np.array(features, float).reshape(len(candidates.texts), -1)
    return Pool(
        offsets=candidates.groups,
        dense=dense,
        dense_names=tuple(f"f{index}" for index in range(dense.shape[1])),
        sparse=SparseRows.none(len(dense)),
        sparse_names=(),
        texts=candidates.texts,
        references=GroupedTexts.of(references),
        gold=None if gold is None else np.array(gold, float),
        group_weights=np.array(group_weights, float),
    )


def random_pool(rng, groups=5, candidates=8, features=3, whole_numbers=False):
    """Random words and features; `whole_numbers` makes many equal scores."""

    def sentence(low):
        return " ".join(rng.choice(WORDS, rng.integers(low, 8)))

    texts = [[sentence(0) for _ in range(rng.integers(1, candidates + 1))] for _ in range(groups)]
    count = sum(map(len, texts))
    values = rng.integers(-3, 4, (count, features)) if whole_numbers else rng.normal(size=(count, features))
    references = [[sentence(3), sentence(3)] for _ in range(groups)]
    return pool_of(texts, values, references, gold=rng.normal(size=count))


@st.composite
def random_pools(draw, **sizes):
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    return random_pool(rng, whole_numbers=draw(st.booleans()), **sizes)


def separable_pool(rng, groups=60, candidates=20, features=5):
    """Candidates whose quality is a linear function of the features: the planted weights rank them."""
    planted = rng.normal(size=features)
    values = rng.normal(size=(groups * candidates, features))
    quality = values @ planted
    reference = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    order = np.argsort(np.argsort(-quality.reshape(groups, candidates), axis=1), axis=1)
    right = np.round(len(reference) * (1 - order / (candidates - 1))).astype(int)
    texts = [
        [" ".join(reference[:count] + ["x"] * (len(reference) - count)) for count in row] for row in right
    ]
    return pool_of(texts, values, [[" ".join(reference)]] * groups, gold=quality), planted


def with_sparse(pool, rng, count=6):
    """The pool with random sparse features added, about two for each candidate."""
    present = rng.random((len(pool), count)) < 2 / count
    starts = np.concatenate([[0], np.cumsum(present.sum(axis=1))])
    features = np.nonzero(present)[1].astype(np.int32)
    sparse = SparseRows(starts, features, rng.normal(size=len(features)))
    return type(pool)(
        **{**vars(pool), "sparse": sparse, "sparse_names": tuple(f"s{index}" for index in range(count))}
    )


def stored_sparsely(pool, dense=1):
    """The same pool with all but the first features stored as sparse ones."""
    values = pool.dense[:, dense:]
    rows, features = np.nonzero(values)
    starts = np.concatenate([[0], np.cumsum((values != 0).sum(axis=1))])
    return replace(
        pool,
        dense=np.ascontiguousarray(pool.dense[:, :dense]),
        dense_names=pool.dense_names[:dense],
        sparse=SparseRows(starts, features.astype(np.int32), values[rows, features]),
        sparse_names=pool.dense_names[dense:],
    )


def stored_densely(pool):
    """The same pool with all features stored as dense ones."""
    return replace(
        pool,
        dense=pool.all_dense(),
        dense_names=pool.feature_names,
        sparse=SparseRows.none(len(pool)),
        sparse_names=(),
    )
