"""Odd versions of good files: of their bytes, their lines and words, and of the values in JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

Mutation = Callable[[bytes, Random], bytes]
"""Makes another input of one."""

NUMBERS = (
    *(b"0", b"-0", b"1", b"-1", b"2", b"255", b"256", b"65536", b"2147483648", b"4294967296", b"-2147483649"),
    *(b"18446744073709551616", b"99999999999999999999999", b"1" * 400, b"9" * 5000),
    *(
        b"nan",
        b"NaN",
        b"inf",
        b"-Infinity",
        b"1e-400",
        b"1e400",
        b"-1e308",
        b"0.1e",
        b"1_000",
        b"0x10",
        b"+5",
    ),
    "١٢".encode(),
)
"""What is, or looks like, a number at the edge of some type."""
ODD = (
    *(
        b"\0",
        b"\r",
        b"\r\n",
        b"\n\n",
        b"\t",
        b" ",
        b"|||",
        b" ||| ",
        b"=",
        b'"',
        b"'",
        b"\\",
        b"#",
        b"[",
        b"]",
        b"{",
        b"}",
    ),
    *(
        b"<s>",
        b"</s>",
        b"<unk>",
        b"[X,1]",
        b"[X]",
        b"\xff",
        b"\xc3",
        b"\xed\xa0\x80",
        b"\xef\xbb\xbf",
        b"\xe2\x80\xa8",
        b"\\ud800",
    ),
    *(b"a" * 5000, b"[" * 5000, b"(" * 3000, b"../", b"/dev/null", b"-", b""),
)
VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        2**31,
        2**63,
        2**64,
        10**400,
        0.5,
        -0.0,
        1e308,
        float("nan"),
        float("inf"),
    ),
    *(
        "",
        "a",
        "\0",
        "\ud800",
        "../x",
        "é" * 300,
        "x" * 5000,
        [],
        {},
        [[]],
        {"a": 1},
        ["a"],
        [1, "a"],
        {"": None},
        [None] * 100,
    ),
)
"""JSON values of every type."""


def bytes_changed(data: bytes, rng: Random) -> bytes:
    """A few bytes flipped, set, added, removed, repeated or moved."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 4, 16))):
        at = rng.randrange(len(made) + 1)
        size = min(rng.choice((1, 1, 2, 4, 8, 64)), len(made) - at)
        match rng.randrange(7):
            case 0 if size:
                made[at] ^= 1 << rng.randrange(8)
            case 1 if size:
                made[at : at + size] = rng.choice((b"\0", b"\xff", b"\x7f", b"\x80")) * size
            case 2:
                made[at:at] = rng.randbytes(rng.choice((1, 2, 8)))
            case 3:
                del made[at : at + size]
            case 4:
                made[at:at] = made[at : at + size] * rng.choice((1, 3, 50))
            case 5:
                del made[at:]
            case 6:
                number = rng.choice((0, 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1, len(made)))
                made[at : at + 8] = number.to_bytes(8, "little")[:size]
    return bytes(made)


def lines_changed(data: bytes, rng: Random) -> bytes:
    """Lines repeated, removed, swapped or cut."""
    lines = data.split(b"\n")
    for _ in range(rng.choice((1, 1, 2, 4))):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(5):
            case 0:
                lines.insert(at, lines[other])
            case 1 if len(lines) > 1:
                del lines[at]
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
            case 4:
                lines[at] += rng.choice((b" ", b"\t", b" ||| ")) + lines[other]
    return b"\n".join(lines)


def words_changed(data: bytes, rng: Random) -> bytes:
    """Words replaced by odd ones, by numbers at the edge, or by other words of the text."""
    words = _words(data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(words))
        match rng.randrange(5):
            case 0 | 1:
                words[at] = rng.choice(NUMBERS)
            case 2:
                words[at] = rng.choice(ODD)
            case 3:
                words[at] = rng.choice(words)
            case 4:
                words.insert(at, rng.choice((*ODD, *NUMBERS)))
    return b"".join(words)


def _words(data: bytes) -> list[bytes]:
    """The text cut where white space and marks are, so that joining gives it back."""
    words, word, kind = [], bytearray(), None
    for byte in data:
        found = 0 if byte in b" \t\n" else 1 if byte in b"=|:,;()[]{}<>\"'" else 2
        if found != kind and word:
            words.append(bytes(word))
            word.clear()
        word.append(byte)
        kind = found
    return [*words, bytes(word)]


def values_changed(data: bytes, rng: Random) -> bytes:
    """A JSON document, or one of its lines, with other values, more or fewer of them."""
    lines = data.split(b"\n") if data.count(b"\n{") else [data]
    at = rng.randrange(len(lines))
    try:
        contents = json.loads(lines[at])
    except ValueError:
        return words_changed(data, rng)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        contents = changed_value(contents, rng)
    try:
        lines[at] = json.dumps(contents).encode()
    except (ValueError, RecursionError):
        return data
    return b"\n".join(lines)


def changed_value(contents: Any, rng: Random) -> Any:
    """A value with one change somewhere in it."""
    if isinstance(contents, dict) and contents and rng.random() < 0.9:
        key, made = rng.choice(list(contents)), dict(contents)
        match rng.randrange(12):
            case 0:
                del made[key]
            case 1:
                made[rng.choice(["", "\0", "\ud800", "x" * 300, key + "x"])] = rng.choice(VALUES)
            case _:
                made[key] = changed_value(made[key], rng)
        return made
    if isinstance(contents, list) and contents and rng.random() < 0.9:
        at, listed = rng.randrange(len(contents)), list(contents)
        match rng.randrange(8):
            case 0:
                del listed[at]
            case 1:
                listed[at:at] = [listed[at]] * rng.choice((1, 20))
            case _:
                listed[at] = changed_value(listed[at], rng)
        return listed
    return rng.choice(VALUES)


def spliced(seeds: Sequence[bytes]) -> Mutation:
    """The start of an input with the end of another one."""

    def splice(data: bytes, rng: Random) -> bytes:
        other = rng.choice(seeds)
        return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]

    return splice


BYTES: tuple[Mutation, ...] = (bytes_changed,)
TEXT: tuple[Mutation, ...] = (bytes_changed, lines_changed, words_changed, words_changed)
JSON: tuple[Mutation, ...] = (bytes_changed, words_changed, values_changed, values_changed, values_changed)
