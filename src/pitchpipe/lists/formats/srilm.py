"""N-best lists of SRILM and Decipher: a file for each utterance."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import BinaryIO, ClassVar

from pitchpipe.errors import InputError
from pitchpipe.files import open_input
from pitchpipe.lists.formats.format import ListFormat
from pitchpipe.lists.formats.lines import located, number_of, text_lines
from pitchpipe.lists.formats.listing import Listing

_BYTELOGS = math.log(10) * 10000.5 / 1024
"""Bytelogs in a factor of ten."""
_NO_WORDS = ("<s>", "</s>", "-pau-")
_WIDTH = 11
"""Fields of a word in NBestList2.0: `word ( st: 0.1 et: 0.3 g: -10 a: -20 )`."""
_PLAIN = re.compile(rb"(-?[\d.]+(e[+-]?\d+)?\s+){2}\d+(\s+[^\s|]\S*)+\s*(\n|$)")


class Srilm(ListFormat):
    """N-best lists of SRILM, a file for each utterance: `acoustic lm words` before the words, or NBestList1.0 or 2.0.

    The name of the file, without `.gz` and `.score`, is the id of the utterance. Give the files, or a folder of them.
    The features are `acoustic`, `lm` and `words`; NBestList1.0 has one score, which is `acoustic` as in SRILM.
    Bytelogs become logarithms of base 10. Sentence marks and pauses (`-pau-`) are not words of the candidates.
    """

    name: ClassVar[str] = "srilm"
    sample: ClassVar[str] = "-310.5 -12.25 4 the house is small"

    def recognises(self, start: bytes) -> bool:
        return start.startswith((b"NBestList1.0", b"NBestList2.0")) or _PLAIN.match(start) is not None

    def recognises_folder(self, folder: Path) -> bool:
        first = next(iter(_files(folder)), None)
        if first is None:
            return False
        try:
            with open_input(first) as file:
                return self.recognises(file.peek().lstrip())
        except InputError:
            return False

    def read_folder(self, folder: Path, listing: Listing, threads: int = 1) -> None:
        for path in _files(folder):
            with open_input(path) as file:
                self.read(file, str(path), listing, threads)

    def read(self, file: BinaryIO, name: str, listing: Listing, threads: int = 1) -> None:
        utterance = re.sub(r"\.(gz|zst|xz|bz2)$", "", Path(name).name).removesuffix(".score")
        version = ""
        for number, line in text_lines(file, name):
            with located(name, number):
                fields = line.split()
                if number == 1 and line.startswith("NBestList"):
                    version = fields[0].removeprefix("NBestList")
                    if version not in ("1.0", "2.0"):
                        raise InputError(f"found {fields[0]!r}, expected NBestList1.0 or NBestList2.0")
                    continue
                words, features = _READERS[version](fields)
                text = " ".join(word for word in words if word not in _NO_WORDS)
                listing.add(listing.group(utterance), text, features)


def _plain(fields: list[str]) -> tuple[list[str], dict[str, float]]:
    if len(fields) < 3:
        raise InputError(
            f"found {' '.join(fields)!r}, expected acoustic score, LM score, number of words, words"
        )
    names = ("acoustic", "lm", "words")
    return fields[3:], {name: number_of(field, name) for name, field in zip(names, fields, strict=False)}


def _version_1(fields: list[str]) -> tuple[list[str], dict[str, float]]:
    words = fields[1:]
    return words, {"acoustic": _score(fields) / _BYTELOGS, "words": len(words)}


def _version_2(fields: list[str]) -> tuple[list[str], dict[str, float]]:
    _score(fields)
    if (len(fields) - 1) % _WIDTH:
        raise InputError(f"found {len(fields) - 1} fields after the score, expected {_WIDTH} for each word")
    words: list[str] = []
    acoustic = lm = 0.0
    end = -1.0
    for at in range(1, len(fields), _WIDTH):
        word, _, _, start_time, _, end_time, _, of_lm, _, of_sound, _ = fields[at : at + _WIDTH]
        # Phones and states follow the word that they are in.
        if number_of(start_time, "a time") <= end or re.search(r"-\d$", word):
            continue
        end = number_of(end_time, "a time")
        words.append(word)
        acoustic += number_of(of_sound, "a score")
        lm += number_of(of_lm, "a score")
    return words, {"acoustic": acoustic / _BYTELOGS, "lm": lm / _BYTELOGS, "words": len(words)}


def _score(fields: list[str]) -> float:
    """The score in brackets before the words."""
    if not fields or not re.fullmatch(r"\(.*\)", fields[0]):
        raise InputError(f"found {' '.join(fields)[:40]!r}, expected a score in brackets and words")
    return number_of(fields[0][1:-1], "a score")


_READERS = {"": _plain, "1.0": _version_1, "2.0": _version_2}


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
