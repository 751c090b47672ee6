"""Files of arrays are read by NumPy too, and are mapped where they lie as their types need it."""

import io
import mmap
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.files.zipped_arrays import write_zipped, zipped_arrays

ARRAYS = st.dictionaries(
    st.text("abc.é", min_size=1, max_size=9),
    st.sampled_from(["u1", "i4", "i8", "f8"]).flatmap(
        lambda kind: st.lists(st.integers(0, 99), max_size=20).map(lambda numbers: np.array(numbers, kind))
    ),
    max_size=5,
)


def written(arrays):
    file = io.BytesIO()
    write_zipped(file, arrays)
    return file.getvalue()


@given(ARRAYS)
def test_what_is_written_is_read_here_and_by_numpy(arrays):
    data = written(arrays)
    with np.load(io.BytesIO(data)) as loaded:
        for read in (loaded, zipped_arrays(data)):
            assert set(read) == set(arrays)
            for name, array in arrays.items():
                np.testing.assert_array_equal(read[name], array)
                assert read[name].dtype == array.dtype


def test_shapes_stay_as_they_are():
    arrays = {
        "one": np.array(5),
        "rows": np.arange(6.0).reshape(2, 3),
        "turned": np.arange(6.0).reshape(3, 2).T,
    }
    for name, array in zipped_arrays(written(arrays)).items():
        np.testing.assert_array_equal(array, arrays[name])


def test_aligned_arrays_are_views_of_a_map(tmp_path):
    path = tmp_path / "arrays.npz"
    path.write_bytes(written({"odd": np.zeros(3, np.uint8), "numbers": np.arange(1000.0)}))
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    whole = np.frombuffer(mapped, np.uint8)
    numbers = zipped_arrays(mapped)["numbers"]
    assert np.shares_memory(numbers, whole)
    assert numbers.ctypes.data % 64 == 0


@pytest.mark.parametrize("write", [np.savez, np.savez_compressed])
def test_what_numpy_writes_is_read(write):
    file = io.BytesIO()
    arrays = {"a": np.arange(5), "b": np.asfortranarray(np.arange(6.0).reshape(2, 3))}
    write(file, **arrays)
    found = zipped_arrays(file.getvalue())
    for name, array in arrays.items():
        np.testing.assert_array_equal(found[name], array)
        assert found[name].flags.aligned


def test_a_byte_that_is_not_what_was_written_is_found():
    data = bytearray(written({"numbers": np.arange(1000.0)}))
    data[4000] ^= 1
    with pytest.raises(InputError, match="is not what was written"):
        zipped_arrays(bytes(data))


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        (
            b"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (9,), }".ljust(127)
            + b"\n",
            "fewer",
        ),
        (
            b"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (-9,), }".ljust(127)
            + b"\n",
            "fewer",
        ),
        (
            b"\x93NUMPY\x01\x00v\x00{'descr': '|O', 'fortran_order': False, 'shape': (0,), }".ljust(127)
            + b"\n",
            "Object",
        ),
        (b"numbers", "is no array"),
    ],
)
def test_a_member_that_is_no_array_of_numbers_is_refused(contents, message):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.npy", contents)
    with pytest.raises(InputError, match=message):
        zipped_arrays(file.getvalue())
