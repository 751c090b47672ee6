"""Random small pools, and what it means that two pools are the same."""

import numpy as np
from hypothesis import strategies as st

from pitchpipe.arrays import SparseRows
from pitchpipe.lists import Pool
from pitchpipe.text import GroupedTexts, Texts

NUMBERS = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from([0.0, -0.0, 1.0, -2.5, 1e-310])
TEXTS = st.lists(st.sampled_from(["a", "b", "straße", "日本", "|||x", "||", "=", "x= 1"]), max_size=4).map(
    " ".join
)
DENSE_NAMES = ("lm", "tm_0", "tm_1", "tm_2", "d_1")
SPARSE_NAMES = ("pp_a=b", "wt:x", "é", "tm_10")


@st.composite
def pools(draw):
    """Pools with dense and sparse features, sometimes with references, sources, gold scores and weights."""
    lengths = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    rows = sum(lengths)
    dense_names = DENSE_NAMES[: draw(st.integers(0, len(DENSE_NAMES)))]

    def maybe(values):
        return draw(st.none() | values)

    def for_each(count, values):
        return st.lists(values, min_size=count, max_size=count)

    dense = draw(for_each(rows * len(dense_names), NUMBERS))
    entries = draw(
        for_each(rows, st.dictionaries(st.integers(0, len(SPARSE_NAMES) - 1), NUMBERS, max_size=3))
    )
    references = maybe(for_each(len(lengths), st.lists(TEXTS, min_size=1, max_size=2)))
    gold = maybe(for_each(rows, NUMBERS))
    sources = maybe(for_each(len(lengths), TEXTS))
    weights = maybe(for_each(len(lengths), st.floats(0.1, 10)))
    texts = draw(for_each(rows, TEXTS).filter(any))
    return Pool(
        offsets=np.cumsum([0, *lengths]),
        dense=np.array(dense, float).reshape(rows, len(dense_names)),
        dense_names=dense_names,
        sparse=SparseRows(
            np.cumsum([0, *map(len, entries)]),
            np.array([feature for row in entries for feature in sorted(row)], np.int32),
            np.array([row[feature] for row in entries for feature in sorted(row)], float),
        ),
        sparse_names=SPARSE_NAMES,
        texts=Texts.of(texts),
        references=None if references is None else GroupedTexts.of(references),
        gold=None if gold is None else np.array(gold),
        group_weights=np.zeros(0) if weights is None else np.array(weights),
        sources=None if sources is None else tuple(sources),
    )


def pool_of(groups, **fields):
    """A pool of dense features: groups are lists of (text, values)."""
    rows = [row for group in groups for row in group]
    dense = np.array([values for _, values in rows], float)
    return Pool(
        offsets=np.cumsum([0, *map(len, groups)]),
        dense=dense,
        dense_names=tuple("abcdefgh"[: dense.shape[1]]),
        sparse=SparseRows.none(len(rows)),
        sparse_names=(),
        texts=Texts.of(text for text, _ in rows),
        **fields,
    )


def candidates_of(pool):
    """Every group as a list of (text, features that are not 0 by name, gold score)."""
    groups = []
    for start, end in zip(pool.offsets[:-1], pool.offsets[1:], strict=True):
        groups.append([])
        for row in range(start, end):
            features = dict(zip(pool.dense_names, pool.dense[row].tolist(), strict=True))
            for entry in range(pool.sparse.starts[row], pool.sparse.starts[row + 1]):
                name = pool.sparse_names[pool.sparse.features[entry]]
                assert name not in features
                features[name] = float(pool.sparse.values[entry])
            filled = {name: value for name, value in features.items() if value != 0}
            groups[-1].append((pool.texts[row], filled, None if pool.gold is None else float(pool.gold[row])))
    return groups


def facts_of(pool):
    """What a pool says of its groups."""
    references = pool.references
    lists = None if references is None else [references.group(index) for index in range(len(references))]
    return pool.group_ids, lists, pool.group_weights.tolist(), pool.sources
