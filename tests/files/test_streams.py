import bz2
import gzip
import io
import lzma
import os
import re
import subprocess
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.files import open_input, read_lines, write_packed, write_texts, write_whole
from pitchpipe.files.packing import ENDINGS

PACKINGS = {
    "plain": bytes,
    "gzip": gzip.compress,
    "zstd": zstandard.compress,
    "xz": lzma.compress,
    "bzip2": bz2.compress,
}
PACKED = [name for name in PACKINGS if name != "plain"]
NOISE = os.urandom(100_000)


def read_all(path):
    with open_input(path) as file:
        return file.read()


def message_of(path):
    with pytest.raises(InputError) as error:
        read_all(path)
    return str(error.value)


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("data", [b"", b"a", b"ab\ncd", NOISE, b"x" * 3_000_000])
def test_packed_files_read_as_plain_ones(tmp_path, packing, data):
    path = tmp_path / "file"
    path.write_bytes(PACKINGS[packing](data))
    assert read_all(path) == data


@pytest.mark.parametrize("packing", PACKED)
def test_packed_files_set_end_to_end_read_as_one(tmp_path, packing):
    path = tmp_path / "file"
    path.write_bytes(PACKINGS[packing](NOISE) + PACKINGS[packing](b"") + PACKINGS[packing](b"end"))
    assert read_all(path) == NOISE + b"end"


@pytest.mark.parametrize("packing", PACKED)
@pytest.mark.parametrize("left", [12, 20, 50_000, -1])
def test_a_packed_file_that_is_cut_short_is_an_error(tmp_path, packing, left):
    path = tmp_path / "file"
    path.write_bytes(PACKINGS[packing](NOISE)[:left])
    assert message_of(path) == f"{path}: the {packing} data is cut short"


@pytest.mark.parametrize("packing", PACKED)
@pytest.mark.parametrize("place", [1000, -3])
def test_a_damaged_packed_file_is_an_error(tmp_path, packing, place):
    path = tmp_path / "file"
    data = bytearray((PACKINGS | {"zstd": _checked_zstd})[packing](b"abc" * 50 + NOISE))
    data[place] ^= 0xFF
    path.write_bytes(data)
    assert message_of(path).startswith(f"{path}: the {packing} data is damaged: ")


def _checked_zstd(data):
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


def test_rubbish_after_a_gzip_member_is_an_error(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(gzip.compress(b"text") + b"rubbish")
    assert "the gzip data is damaged" in message_of(path)


def test_zstd_without_its_package_says_what_to_install(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(zstandard.compress(b"text"))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    assert message_of(path) == f"{path}: zstd files need the zstandard package: pip install zstandard"


@pytest.mark.parametrize(("packing", "module"), [("xz", "lzma"), ("bzip2", "bz2")])
def test_a_python_without_a_packing_says_so(tmp_path, monkeypatch, packing, module):
    path = tmp_path / "file"
    path.write_bytes(PACKINGS[packing](b"text"))
    monkeypatch.setitem(sys.modules, module, None)
    expected = f"{packing} files need the module {module}, which this Python was built without"
    assert expected in message_of(path)
    with pytest.raises(InputError, match=expected), write_packed(f"{path}.{packing.replace('ip', '')}"):
        pass


def test_padding_between_the_streams_of_xz_is_skipped(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(lzma.compress(b"a") + bytes(8) + lzma.compress(b"b") + bytes(4))
    assert read_all(path) == b"ab"


@pytest.mark.parametrize("packing", ["xz", "bzip2"])
def test_a_small_file_that_stands_for_much_is_read_in_pieces(tmp_path, packing):
    path = tmp_path / "file"
    path.write_bytes(PACKINGS[packing](bytes(100_000_000)))
    tracemalloc.start()
    with open_input(path) as file:
        read = sum(len(piece) for piece in iter(lambda: file.read(1 << 16), b""))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert read == 100_000_000
    assert peak < 20_000_000


@pytest.mark.parametrize("packing", PACKINGS)
def test_lines_of_a_pipe_come_as_they_are_written(packing):
    ours, theirs = os.pipe()
    data = PACKINGS[packing](b"one\n")
    for byte in data[:3]:
        os.write(theirs, bytes([byte]))
    os.write(theirs, data[3:])
    with open_input(f"/dev/fd/{ours}") as file:
        assert file.readline() == b"one\n"
        os.close(theirs)
        assert file.read() == b""
    os.close(ours)


def test_a_text_that_begins_like_bzip2_is_a_text(tmp_path):
    path = tmp_path / "file"
    path.write_text("BZh9 is how it begins\n")
    assert read_lines(path) == ["BZh9 is how it begins"]


@pytest.mark.parametrize("packing", PACKINGS)
def test_a_byte_order_mark_is_skipped(tmp_path, packing):
    path = tmp_path / "file"
    path.write_bytes(PACKINGS[packing]("\ufeffa\ufeff\n".encode()))
    assert read_lines(path) == ["a\ufeff"]


def test_a_directory_and_a_missing_file_cannot_be_read(tmp_path):
    assert message_of(tmp_path) == f"{tmp_path}: cannot be read: Is a directory"
    assert message_of(tmp_path / "no") == f"{tmp_path / 'no'}: cannot be read: No such file or directory"


def test_a_name_with_a_nul_character_cannot_be_read():
    assert message_of("a\0b") == r"'a\x00b': cannot be read: embedded null byte"


def test_errors_of_the_reader_s_own_work_pass_unchanged(tmp_path):
    path = tmp_path / "file"
    path.write_text("text")
    with pytest.raises(OSError, match="disk full"), open_input(path):
        raise OSError("disk full")


def test_a_dash_is_the_standard_input_which_stays_open(monkeypatch):
    stdin = io.TextIOWrapper(io.BytesIO(gzip.compress(b"a\nb\n")))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert read_lines("-") == ["a", "b"]
    assert not stdin.buffer.closed


@given(st.lists(st.text(st.characters(exclude_characters="\n\ufeff", exclude_categories=["Cs"])), max_size=5))
def test_lines_end_at_newlines_only(tmp_path_factory, lines):
    path = tmp_path_factory.mktemp("lines") / "file"
    path.write_bytes("".join(f"{line}\r\n" for line in lines).encode())
    assert read_lines(path) == lines


def test_a_line_that_is_not_utf8_is_named(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"ok\nna\xefve\n")
    with pytest.raises(InputError, match=r"file:2: found a byte that is not UTF-8 \(byte 3 of the line\)"):
        read_lines(path)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(TypeError), write_whole(path) as file:
        file.writelines([b"new", "text"])
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize("name", ["folder", "no/file", "file/below"])
def test_what_cannot_be_written_is_said(tmp_path, name):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("old")
    with (
        pytest.raises(InputError, match=f"{name}: cannot be written: "),
        write_whole(tmp_path / name) as file,
    ):
        file.write(b"new")
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]


def test_a_link_stays_a_link_to_what_was_written(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    with write_whole(tmp_path / "link") as file:
        file.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_pipe_is_written_and_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with ThreadPoolExecutor(1) as reader:
        read = reader.submit((tmp_path / "pipe").read_bytes)
        with write_whole(tmp_path / "pipe") as file:
            file.write(b"new")
        assert read.result(timeout=10) == b"new"
    assert (tmp_path / "pipe").is_fifo()


def test_an_empty_name_cannot_be_written():
    with pytest.raises(InputError, match="not the name of a file"), write_whole(""):
        pass


def test_the_name_says_whether_to_pack(tmp_path):
    unpack = {"": bytes, ".gz": gzip.decompress, ".zst": _unpacked_zstd}
    unpack |= {".xz": lzma.decompress, ".bz2": bz2.decompress}
    for ending, unpacked in unpack.items():
        for name in ("file", "again"):
            with write_packed(tmp_path / f"{name}{ending}") as file:
                file.write(b"text")
        written = (tmp_path / f"file{ending}").read_bytes()
        assert unpacked(written) == b"text"
        assert (tmp_path / f"again{ending}").read_bytes() == written
        assert (written == b"text") == (ending == "")


def test_lines_are_packed_too(tmp_path):
    for ending in ("", *ENDINGS):
        write_texts({f"{tmp_path}/file{ending}": ["one", "zwei €"]})
        assert read_lines(tmp_path / f"file{ending}") == ["one", "zwei €"]


def _unpacked_zstd(data):
    return zstandard.ZstdDecompressor().decompressobj().decompress(data)


def test_several_texts_are_written_each_packed_by_its_name(tmp_path):
    write_texts({f"{tmp_path}/a": ["one", "zwei €"], f"{tmp_path}/b.gz": iter(["three"])})
    assert (tmp_path / "a").read_text() == "one\nzwei €\n"
    assert gzip.decompress((tmp_path / "b.gz").read_bytes()) == b"three\n"


@pytest.mark.parametrize("bad", ["full", "full.gz", "folder", "none/file"])
@pytest.mark.parametrize("first", [True, False])
def test_if_one_text_cannot_be_written_none_is(tmp_path, bad, first):
    (tmp_path / "old").write_text("old")
    (tmp_path / "folder").mkdir()
    for name in ("full", "full.gz"):
        (tmp_path / name).symlink_to("/dev/full")
    before = sorted(os.listdir(tmp_path))
    paths = [f"{tmp_path}/{bad}", f"{tmp_path}/old", f"{tmp_path}/new"]
    refused = pytest.raises(OSError, match=f"cannot be written: No space left on device: .*{bad}")
    with refused if "full" in bad else pytest.raises(InputError, match=f"{bad}: cannot be written: "):
        write_texts({path: ["text"] * 10 for path in (paths if first else reversed(paths))})
    assert sorted(os.listdir(tmp_path)) == before
    assert (tmp_path / "old").read_text() == "old"


def test_an_existing_file_keeps_its_permissions(tmp_path):
    path = tmp_path / "secret"
    path.write_text("old")
    path.chmod(0o600)
    with write_whole(path) as file:
        file.write(b"new")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o600)


def test_a_new_file_has_the_permissions_that_others_get(tmp_path):
    (tmp_path / "plain").write_text("")
    with write_whole(tmp_path / "new"):
        pass
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_temporary_name_cannot_be_guessed(tmp_path):
    names = set()
    for _ in range(3):
        with write_whole(tmp_path / "file") as file:
            names.add(Path(file.name).name)
    assert len(names) == 3
    assert all(name.startswith(".file.") for name in names)


def test_what_a_killed_process_left_is_removed_and_that_of_a_running_one_is_not(tmp_path):
    script = (
        "import os, signal\nfrom pitchpipe.files import write_whole\n"
        f"with write_whole({str(tmp_path / 'file')!r}) as file:\n"
        "    file.write(b'half')\n    file.flush()\n    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=False)
    (left,) = tmp_path.iterdir()
    ours = left.with_name(re.sub(r"-\d+-", f"-{os.getpid()}-", left.name))
    other = tmp_path / ".file.elsewhere-1-ab.tmp"
    for path in (ours, other):
        path.write_text("")
    with write_whole(tmp_path / "file") as file:
        file.write(b"whole")
    assert {path.name for path in tmp_path.iterdir()} == {"file", ours.name, other.name}
    assert (tmp_path / "file").read_text() == "whole"


def test_a_long_name_can_be_written(tmp_path):
    path = tmp_path / ("x" * 250)
    with write_whole(path) as file:
        file.write(b"a")
    assert path.read_text() == "a"


@pytest.mark.parametrize("ending", [".gz", ".xz", ".bz2", ".zst"])
def test_a_small_file_that_stands_for_a_huge_one_is_refused(tmp_path, ending, monkeypatch):
    monkeypatch.setattr("pitchpipe.files.packing._MOST", 1 << 20)
    with write_packed(tmp_path / f"bomb{ending}") as file:
        for _ in range(8):
            file.write(bytes(1 << 20))
    with pytest.raises(InputError, match="unpacks to more than 300 times its size, expected text"):
        read_lines(tmp_path / f"bomb{ending}")


def test_text_that_packs_well_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr("pitchpipe.files.packing._MOST", 1 << 10)
    lines = [f"the house of {number} has {number} rooms" for number in range(5000)]
    write_texts({str(tmp_path / "text.xz"): lines})
    assert read_lines(tmp_path / "text.xz") == lines
