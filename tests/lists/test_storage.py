import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.lists import Pool

from .pools import facts_of, pool_of, pools


@given(pools())
def test_a_saved_pool_is_loaded_bit_for_bit(tmp_path_factory, pool):
    path = tmp_path_factory.mktemp("pool") / "pool.npz"
    pool.save(path)
    again = Pool.read_saved(path)
    for one, other in (
        (pool.offsets, again.offsets),
        (pool.dense.view(np.int64), again.dense.view(np.int64)),
        (pool.sparse.starts, again.sparse.starts),
        (pool.sparse.features, again.sparse.features),
        (pool.sparse.values.view(np.int64), again.sparse.values.view(np.int64)),
        (pool.texts.data, again.texts.data),
        (pool.texts.offsets, again.texts.offsets),
    ):
        np.testing.assert_array_equal(one, other)
        assert one.dtype == other.dtype
    assert (pool.gold is None) == (again.gold is None)
    assert pool.gold is None or pool.gold.tobytes() == again.gold.tobytes()
    assert facts_of(again) == facts_of(pool)
    assert (again.dense_names, again.sparse_names) == (pool.dense_names, pool.sparse_names)


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "pool"
    candidate = {"text": "ä b", "features": {"x": 1}, "gold": 2}
    groups = [{"id": number, "references": ["ä"], "candidates": [candidate] * 2} for number in range(5)]
    (tmp_path / "list").write_text("\n".join(map(json.dumps, groups)))
    Pool.read(tmp_path / "list").save(path)
    return path


def test_read_knows_a_saved_pool(saved):
    assert len(Pool.read(saved)) == 10


@given(st.data())
def test_a_damaged_file_is_loaded_as_it_was_or_refused(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("pool") / "pool"
    pool = pool_of([[("a b", [1, 2]), ("c", [3, 4])]])
    pool.save(path)
    whole = path.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        path.write_bytes(whole[:place])
    else:
        path.write_bytes(
            whole[:place] + bytes([whole[place] ^ data.draw(st.integers(1, 255))]) + whole[place + 1 :]
        )
    try:
        again = Pool.read_saved(path)
    except InputError:
        return
    assert again.dense.tolist() == pool.dense.tolist()
    assert list(again.texts) == list(pool.texts)


def changed(saved, **arrays):
    """The saved arrays with some replaced; None leaves one out."""
    with np.load(saved) as stored:
        whole = dict(stored)
    whole |= {name.replace("__", "."): array for name, array in arrays.items()}
    with saved.open("wb") as file:
        np.savez(file, **{name: array for name, array in whole.items() if array is not None})
    with pytest.raises(InputError) as error:
        Pool.read_saved(saved)
    return str(error.value).removeprefix(f"{saved}: ")


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"offsets": None}, "offsets is missing"),
        ({"offsets": np.array([0, 5, 4, 6, 8, 10])}, "offsets does not rise from 0 to 10"),
        ({"offsets": np.array([0, 2, 2, 6, 8, 10])}, "offsets does not rise from 0 to 10"),
        ({"offsets": np.array([0, 2, 4, 6, 8, 11])}, "offsets does not rise from 0 to 10"),
        ({"offsets": np.zeros(0, np.int64)}, "offsets does not rise from 0 to 10"),
        ({"offsets": np.arange(0.0, 12, 2)}, "offsets is not an array of 1 dimensions of int64"),
        ({"dense": np.zeros((9, 1))}, "dense has the shape (9, 1), not (10, 1)"),
        ({"dense": np.full((10, 1), np.nan)}, "dense holds NaN or infinity"),
        ({"gold": np.zeros(9)}, "gold has the shape (9,), not (10,)"),
        ({"group_weights": np.zeros(5)}, "group_weights has one that is not above 0"),
        ({"texts__data": np.full(40, 0xFF, np.uint8)}, "texts is not UTF-8"),
        ({"texts__offsets": np.array([0, 1, *range(8, 44, 4)])}, "texts is cut within a character"),
        ({"sparse__starts": np.zeros(9, np.int64)}, "sparse.starts has the wrong size"),
        (
            {
                "sparse__starts": np.array([0] + [2] * 10),
                "sparse__features": np.zeros(2, np.int32),
                "sparse__values": np.ones(2),
            },
            "sparse.features has a number that no name has",
        ),
        (
            {
                "sparse__starts": np.array([0] + [2] * 10),
                "sparse__features": np.array([1, 0], np.int32),
                "sparse__values": np.ones(2),
                "sparse_names__data": np.frombuffer(b"ab", np.uint8),
                "sparse_names__offsets": np.array([0, 1, 2]),
            },
            "sparse.features does not rise within a row",
        ),
        (
            {"sparse_names__data": np.frombuffer(b"x", np.uint8), "sparse_names__offsets": np.array([0, 1])},
            "names repeat",
        ),
        (
            {"group_ids__data": np.frombuffer(b"00123", np.uint8)},
            "group_ids does not have an id of its own for each group",
        ),
        ({"references__groups": np.array([0, 5])}, "references.groups has the wrong size"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(saved, arrays, message):
    assert changed(saved, **arrays) == f"the saved pool is damaged: {message}"


def test_other_versions_and_other_arrays_are_refused(saved):
    assert changed(saved, pitchpipe_pool=np.array(2)) == "found version 2 of a saved pool, expected 1"
    message = "found other arrays than those of a saved pool, expected 'pitchpipe_pool'"
    assert changed(saved, pitchpipe_pool=None) == message


def test_pickled_objects_are_never_loaded(saved):
    assert changed(saved, gold=np.array([{}] * 10)).startswith("the saved pool is damaged: Object arrays")


def test_text_is_not_a_saved_pool(tmp_path):
    (tmp_path / "list").write_text("0 ||| a ||| lm= 1\n")
    with pytest.raises(InputError, match="list: found something else than a saved pool"):
        Pool.read_saved(tmp_path / "list")
