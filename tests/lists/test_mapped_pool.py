"""A pool that is mapped, and all that is made of it in files, is the pool in memory to the bit."""

from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import _native
from pitchpipe.files.scratch import Scratch
from pitchpipe.lists import Pool, reordered, rerank, save_lists
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import tune
from pitchpipe.tuning.loop import GrowingPool

from ..tuning.tunable_pools import random_pool

SMALL = Scratch(16)
"""All that has more than one byte goes to a file."""


def mapped(pool, folder):
    pool.save(folder / "pool.npz")
    return replace(Pool.read_saved(folder / "pool.npz"), scratch=SMALL)


@pytest.fixture
def both(tmp_path, monkeypatch):
    """A pool with weights of lists and equal candidates in memory, and the same in files, taken piece by piece."""
    monkeypatch.setattr("pitchpipe.lists.pool._JUDGED", 7)
    monkeypatch.setattr("pitchpipe.files.scratch._ROWS", 3)
    monkeypatch.setattr("pitchpipe.text.texts._ROWS", 3)
    pool = random_pool(np.random.default_rng(1), groups=12, candidates=9, features=4, whole_numbers=True)
    pool = replace(pool, group_weights=np.linspace(0.5, 2, 12))
    return pool, mapped(pool, tmp_path)


def same(one, other):
    assert one.offsets.tolist() == other.offsets.tolist()
    assert one.dense.tolist() == other.dense.tolist()
    assert list(one.texts) == list(other.texts)
    assert one.gold.tolist() == other.gold.tolist()


def test_a_saved_pool_is_mapped(tmp_path):
    pool = random_pool(np.random.default_rng(1))
    pool.save(tmp_path / "pool.npz")
    for found in (Pool.read_saved(tmp_path / "pool.npz"), Pool.read(tmp_path / "pool.npz")):
        assert not found.dense.flags.owndata
        assert not found.dense.flags.writeable
        assert not found.texts.data.flags.writeable
        assert found.scratch.memory == Scratch().memory


@pytest.mark.parametrize("metric", ["bleu", "nist", "bleu - ter", "gold", "chrf"])
def test_statistics_in_pieces_are_those_of_the_whole(both, metric):
    whole, pieces = (one.statistics(find_metric(metric), 2) for one in both)
    assert whole.tobytes() == pieces.tobytes()


@pytest.mark.parametrize(
    "method", ["mert", "mert(follow=all, restarts=3)", "kbmira", "mira", "pro", "regression"]
)
def test_tuned_weights_are_the_same(both, method):
    one, other = (tune(each, method, "bleu", seed=3) for each in both)
    assert one.weights == other.weights
    assert one.objective == other.objective


def test_a_pool_that_grows_beyond_memory_is_the_same(monkeypatch):
    rng = np.random.default_rng(5)
    lists = [replace(random_pool(rng, groups=6, candidates=9), references=None) for _ in range(3)]
    lists.append(lists[0])
    metric = find_metric("gold")

    def grown():
        growing = GrowingPool(metric, lambda pool, metric: pool.statistics(metric))
        places = [growing.add(one)[1].tolist() for one in lists]
        return (
            growing.pool,
            growing.rows,
            places,
            tune(growing.pool, "mert(restarts=2)", "gold", seed=3).weights,
        )

    pool, rows, *others = grown()
    assert pool.dense.flags.owndata
    monkeypatch.setattr("pitchpipe.files.scratch.ROOMY", 16)
    filed, filed_rows, *filed_others = grown()
    assert not filed.dense.flags.owndata
    same(pool, filed)
    assert rows.tolist() == filed_rows.tolist()
    assert others == filed_others


def test_what_is_chosen_is_the_same(both):
    pool, saved = both
    weights = {"f0": 0.5, "f1": -1.0, "f2": 0.0, "f3": 0.25}
    assert rerank(pool, weights) == rerank(saved, weights)
    same(reordered(pool, weights, 2), reordered(saved, weights, 2))
    same(pool.without_duplicates(), saved.without_duplicates())
    some = np.array([5, 2, 5, 11])
    same(pool.take_groups(some), saved.take_groups(some))


@given(st.data())
def test_the_best_of_each_list_are_the_first_of_it_in_order(data):
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    pool = random_pool(rng, whole_numbers=True)
    weights = dict(zip(pool.feature_names, rng.integers(-1, 2, 3).astype(float).tolist(), strict=True))
    scores, most = pool.scores(pool.vector(weights)), data.draw(st.integers(1, 4))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitchpipe.arrays.BLOCK", data.draw(st.integers(1, 30)))
        found = reordered(pool, weights, most)
    expected = []
    for begin, end in zip(pool.offsets[:-1].tolist(), pool.offsets[1:].tolist(), strict=True):
        expected += sorted(range(begin, end), key=lambda row: (-scores[row], row))[:most]
    assert found.dense.tolist() == pool.dense[expected].tolist()


LINES = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.sampled_from("abc"),
        st.sampled_from(["lm= 1 tm= 2", "tm= 2 lm= 1", "lm= 1", "x= 3"]),
    ),
    min_size=1,
    max_size=12,
)


@given(LINES, st.integers(1, 5))
def test_lists_that_are_read_in_pieces_are_the_same_pool(tmp_path_factory, lines, piece):
    folder = tmp_path_factory.mktemp("lists")
    (folder / "lists").write_text("".join(f"{id} ||| {text} ||| {rest} ||| 0\n" for id, text, rest in lines))
    whole = Pool.read(folder / "lists")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitchpipe.lists.formats.listing._PIECE", piece)
        patch.setattr("pitchpipe.lists.formats.nbest._CHUNK", 11)
        patch.setattr("pitchpipe.lists.formats.columns._ROWS", 2)
        patch.setattr(import_module("pitchpipe.lists.merge"), "BLOCK", 2)
        pieces = Pool.read(folder / "lists")
        saved = save_lists([folder / "lists"], folder / "saved.npz", memory=16)
    for other in (pieces, Pool.read_saved(folder / "saved.npz"), saved):
        one = whole if other is pieces else whole.without_duplicates()
        assert one.feature_names == other.feature_names
        assert one.group_ids == other.group_ids
        assert one.offsets.tolist() == other.offsets.tolist()
        assert one.all_dense().tolist() == other.all_dense().tolist()
        assert list(one.texts) == list(other.texts)


def test_features_that_come_twice_are_refused_in_every_piece(tmp_path, monkeypatch):
    monkeypatch.setattr("pitchpipe.lists.formats.listing._PIECE", 1)
    monkeypatch.setattr("pitchpipe.lists.formats.nbest._CHUNK", 11)
    (tmp_path / "lists").write_text("0 ||| a ||| lm= 1 ||| 0\n0 ||| b ||| lm= 1 lm= 2 ||| 0\n")
    with pytest.raises(ValueError, match="lists:2: found 'lm' twice"):
        Pool.read(tmp_path / "lists")
    (tmp_path / "lists").write_text("0 ||| a ||| lm= 1 ||| 0\n0 ||| b ||| lm= 1 2 ||| 0\n")
    with pytest.raises(ValueError, match="lists:2: found 2 values of 'lm', expected 1 as before"):
        Pool.read(tmp_path / "lists")


def test_blocks_of_features_that_are_kept_or_made_score_the_same():
    rng = np.random.default_rng(1)
    pool = random_pool(rng, groups=30, candidates=20, features=5)
    rows = find_metric("bleu").pool_statistics(pool)
    learned = []
    for kept in (0, 1 << 30):
        features = _native.FeatureRows(
            pool.dense,
            np.array([1.0, 0.3, 2.0, 1.7, 0.1]),
            np.zeros(len(pool) + 1, np.int64),
            np.zeros(0, np.int32),
            np.zeros(0),
            0,
            pool.offsets,
            kept,
        )
        learner = _native.KbMira(features, rows, 0.99, np.full(5, 0.2), 0.01, np.ones(30))
        learner.epoch(np.arange(30))
        learned.append(learner.weights().tobytes())
    assert learned[0] == learned[1]
