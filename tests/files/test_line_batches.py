"""Lines are taken as they come."""

import gzip
import os
import threading

import pytest

from pitchpipe.files.line_batches import line_batches


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", []),
        (b"\n", [b""]),
        (b"a\nb", [b"a", b"b"]),
        (b"a\n\nb\n", [b"a", b"", b"b"]),
        (b"a\r\n", [b"a\r"]),
        (b"\xef\xbb\xbfa\n", [b"a"]),
        (b"x" * 3_000_000 + b"\ny", [b"x" * 3_000_000, b"y"]),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_all_lines_of_a_file_come_in_order(tmp_path, content, lines, packed):
    (tmp_path / "text").write_bytes(gzip.compress(content) if packed else content)
    assert [line for batch in line_batches(tmp_path / "text", 2) for line in batch] == lines


def test_batches_of_a_file_are_full(tmp_path):
    (tmp_path / "text").write_bytes(b"some words\n" * 300_005)
    sizes = [len(batch) for batch in line_batches(tmp_path / "text", 1000)]
    assert sizes == [1000] * 300 + [5]


def test_a_pipe_gives_what_is_there_and_no_more(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    found = []
    with_pipe = threading.Thread(
        target=lambda: found.append(open(tmp_path / "pipe", "wb", buffering=0)), daemon=True
    )
    with_pipe.start()
    batches = line_batches(tmp_path / "pipe", 3)
    first = threading.Thread(target=lambda: found.append(next(batches)), daemon=True)
    first.start()
    with_pipe.join(20)
    pipe = found.pop()
    pipe.write(b"one\ntwo\nthr")
    first.join(20)
    assert found == [[b"one", b"two"]]
    pipe.write(b"ee\n4\n5\n6\n")
    assert next(batches) == [b"three", b"4", b"5"]
    assert next(batches) == [b"6"]
    pipe.write(b"last")
    pipe.close()
    assert next(batches) == [b"last"]
    assert list(batches) == []


@pytest.mark.parametrize("start", [b"\xef", b"\xef\xbb", b"\x1f"])
def test_the_first_bytes_of_a_pipe_may_come_one_by_one(tmp_path, start):
    whole = gzip.compress(b"a\n") if start == b"\x1f" else b"\xef\xbb\xbfa\n"
    os.mkfifo(tmp_path / "pipe")

    def write():
        with open(tmp_path / "pipe", "wb", buffering=0) as pipe:
            for byte in whole:
                pipe.write(bytes([byte]))

    threading.Thread(target=write, daemon=True).start()
    assert [line for batch in line_batches(tmp_path / "pipe", 9) for line in batch] == [b"a"]
