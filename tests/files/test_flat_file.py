"""Flat files: what was written comes back, and damage is told."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import InputError, _native
from pitchpipe.files.flat_file import read_flat_file, write_flat_file

ARRAYS = {
    "numbers": np.arange(300_000, dtype=np.float32).reshape(1000, 300),
    "empty": np.zeros((0, 3), np.int64),
    "bytes": np.arange(256, dtype=np.uint8),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_flat_file(tmp_path / "file", "table", 3, ARRAYS, {"name": "Größe"})
    return tmp_path / "file"


def test_arrays_and_facts_come_back(path: Path) -> None:
    file = read_flat_file(path, "table", 3)
    file.verify()
    assert file.facts == {"name": "Größe"}
    assert list(file.arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        np.testing.assert_array_equal(file.arrays[name], array)
        assert file.arrays[name].dtype == array.dtype


def test_arrays_are_aligned_and_read_only(path: Path) -> None:
    for array in read_flat_file(path, "table", 3).arrays.values():
        assert not array.flags.writeable
        assert array.size == 0 or array.ctypes.data % 64 == 0


def test_a_file_cut_short_anywhere_is_refused(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    for size in [0, 7, 23, 30, 200, len(data) // 2, len(data) - 1]:
        (tmp_path / "part").write_bytes(data[:size])
        with pytest.raises(InputError, match=r": (the file is cut short|found another kind of file)"):
            read_flat_file(tmp_path / "part", "table", 3)


@settings(max_examples=60)
@given(st.data())
def test_a_flipped_bit_anywhere_is_noticed(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("flat") / "file"
    write_flat_file(path, "table", 1, {"a": np.arange(16, dtype=np.uint8), "b": np.zeros(64, np.uint8)})
    whole = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(whole)
    try:
        file = read_flat_file(path, "table", 1)
        file.verify()
    except InputError:
        return
    np.testing.assert_array_equal(file.arrays["a"], np.arange(16))
    np.testing.assert_array_equal(file.arrays["b"], np.zeros(64))


@pytest.mark.parametrize(
    ("kind", "version", "message"),
    [("model", 3, "found a table, expected a model"), ("table", 4, "found version 3 of a table, expected 4")],
)
def test_another_kind_or_version_is_refused(path: Path, kind: str, version: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_flat_file(path, kind, version)


def test_checksums_of_pieces_add_up_whatever_the_threads() -> None:
    data = np.random.default_rng(1).integers(0, 256, (1 << 21) + 77, np.uint8)
    pieces = [_native.checksum(data[: 1 << 20], 0, 1), _native.checksum(data[1 << 20 :], 1, 1)]
    assert _native.checksum(data, 0, 1) == sum(pieces) % 2**64 == _native.checksum(data, 0, 3)


def rewritten(path: Path, change) -> None:
    """The file with another header, whose checksum is right."""
    data = path.read_bytes()
    length = int.from_bytes(data[12:16], "little")
    contents = json.loads(data[24 : 24 + length])
    header = change(contents)
    header = header if isinstance(header, bytes) else json.dumps(header or contents).encode()
    header += b" " * (-(24 + len(header)) % 64)
    checksum = _native.checksum(np.frombuffer(header, np.uint8), 0, 1)
    start = data[:12] + len(header).to_bytes(4, "little") + checksum.to_bytes(8, "little")
    path.write_bytes(start + header + data[24 + length + -(24 + length) % 64 :])


@pytest.mark.parametrize(
    "change",
    [
        lambda header: header["arrays"]["bytes"].update(type="|O8"),
        lambda header: header["arrays"]["bytes"].update(type="<f8"),
        lambda header: header["arrays"]["bytes"].update(shape=[-1]),
        lambda header: header["arrays"]["bytes"].update(shape=[2**70]),
        lambda header: header["arrays"]["bytes"].update(shape="ab"),
        lambda header: header["arrays"]["bytes"].update(offset=-64),
        lambda header: header["arrays"]["bytes"].update(offset=1),
        lambda header: header["arrays"]["bytes"].update(offset=1.5),
        lambda header: header["arrays"]["bytes"].update(checksum=None),
        lambda header: header.pop("facts") and None,
        lambda header: header.update(facts=[1]),
        lambda header: header.update(arrays=[]),
        lambda header: header.update(bytes="all"),
        lambda header: b"[]",
        lambda header: b"1",
        lambda header: b"{",
    ],
)
def test_a_header_that_describes_no_arrays_is_told(path: Path, change) -> None:
    rewritten(path, change)
    with pytest.raises(InputError, match="the file is damaged"):
        read_flat_file(path, "table", 3)


def test_a_header_nested_too_deeply_is_told(tmp_path: Path) -> None:
    write_flat_file(tmp_path / "deep", "table", 3, ARRAYS, {"name": "x" * 200_000})
    rewritten(tmp_path / "deep", lambda header: b"[" * 100_000)
    with pytest.raises(InputError, match="the file is damaged"):
        read_flat_file(tmp_path / "deep", "table", 3)
