"""N-best lists of Kaldi: tables with a line for each candidate, whose key is that of the utterance and a number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, ClassVar

from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, input_name, open_input
from pitchpipe.lists.formats.format import ListFormat
from pitchpipe.lists.formats.lines import keyed_lines, located, number_of, text_lines
from pitchpipe.lists.formats.listing import Listing
from pitchpipe.settings import setting

_TEXTS = ("text", "words_text")
_NO_COSTS = ("words", "ali")
"""What `nbest-to-linear` writes too: words and alignments as numbers."""
_PACKED = (".gz", ".zst", ".xz", ".bz2")


@dataclass(frozen=True)
class Kaldi(ListFormat):
    """N-best lists of Kaldi: `utt-1 words` in one file, and `utt-1 cost` in others, as `nbest-to-linear` writes them.

    Give a folder that has the words as `text` or `words_text`; every file in it with a cost for each candidate is a
    feature, such as `ac_cost` and `lm_cost`. Or give the file of words, and name the others: `kaldi(ac=exp/ac_cost,
    lm=exp/lm_cost)`. The features are minus the costs, so that higher is better, and have the names of their files
    without `_cost`. The feature `words` counts the words.
    """

    name: ClassVar[str] = "kaldi"
    sample_folder: ClassVar[Mapping[str, str]] = {
        "text": "utt1-1 the house is small\n",
        "ac_cost": "utt1-1 310.5\n",
        "lm_cost": "utt1-1 12.25\n",
    }

    ac: str = setting("", "the file of acoustic costs, if the lists are not a folder")
    lm: str = setting("", "the file of language model costs, if the lists are not a folder")

    def recognises_folder(self, folder: Path) -> bool:
        return _words_in(folder) is not None

    def read_folder(self, folder: Path, listing: Listing, threads: int = 1) -> None:
        words = _words_in(folder)
        if words is None:
            raise InputError(
                f"{folder}: found no file 'text' or 'words_text' in it, expected one as Kaldi writes"
            )
        costs = {
            _plain(path).removesuffix("_cost"): path
            for path in sorted(folder.iterdir())
            if path.is_file() and _plain(path) not in (*_TEXTS, *_NO_COSTS) and _has_costs(path)
        }
        with open_input(words) as file:
            _read(file, input_name(words), costs, listing)

    def read(self, file: BinaryIO, name: str, listing: Listing, threads: int = 1) -> None:
        _read(file, name, {kind: path for kind in ("ac", "lm") if (path := getattr(self, kind))}, listing)


def _read(file: BinaryIO, name: str, costs: Mapping[str, StrPath], listing: Listing) -> None:
    if not costs:
        raise InputError(
            f"{name}: found no file of costs with it, expected a folder with both, or kaldi(ac=FILE, lm=FILE)"
        )
    texts: dict[str, tuple[int, str]] = {}
    for number, line in text_lines(file, name):
        key, _, text = line.strip().partition(" ")
        with located(name, number):
            if key in texts:
                raise InputError(f"found {key!r} a second time, expected each candidate once")
            if not key.rpartition("-")[0] or not key.rpartition("-")[2].isdigit():
                raise InputError(
                    f"found {key[:40]!r}, expected an utterance and the number of a candidate, as in utt-1"
                )
        texts[key] = (number, text)
    columns = {kind: _costs(path, texts, name) for kind, path in costs.items()}
    for key, (number, text) in texts.items():
        with located(name, number):
            features = {kind: -values[key] for kind, values in columns.items()}
            listing.add(listing.group(key.rpartition("-")[0]), text, {**features, "words": len(text.split())})


def _costs(path: StrPath, keys: Iterable[str], name: str) -> dict[str, float]:
    """The costs in a file, one for each of the keys."""
    found: dict[str, float] = {}
    known = set(keys)
    for number, key, rest in keyed_lines(path):
        with located(input_name(path), number):
            if key not in known:
                raise InputError(f"found {key!r}, which {name} does not have, expected its candidates only")
            found[key] = number_of(rest, "a cost")
    missing = next((key for key in keys if key not in found), None)
    if missing is not None:
        raise InputError(f"{path}: found no cost of {missing!r}, expected one for each candidate of {name}")
    return found


def _words_in(folder: Path) -> Path | None:
    return next(
        (path for path in sorted(folder.iterdir()) if path.is_file() and _plain(path) in _TEXTS), None
    )


def _plain(path: Path) -> str:
    return path.stem if path.suffix in _PACKED else path.name


def _has_costs(path: Path) -> bool:
    """Whether the first line is a key and a number."""
    with open_input(path) as file:
        fields = file.readline(1 << 16).split()
    try:
        return len(fields) == 2 and isinstance(float(fields[1]), float)
    except ValueError:
        return False
