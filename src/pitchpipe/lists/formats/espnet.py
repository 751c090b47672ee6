"""N-best lists of ESPnet: a folder for each rank."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, ClassVar

from pitchpipe.errors import InputError
from pitchpipe.lists.formats.format import ListFormat
from pitchpipe.lists.formats.lines import keyed_lines, located, number_of
from pitchpipe.lists.formats.listing import Listing

_TENSOR = re.compile(r"tensor\(([^,()]+).*\)")


class Espnet(ListFormat):
    """N-best lists of ESPnet 2: a folder with `1best_recog`, `2best_recog` and so on, each with `text` and `score`.

    Give the folder that contains them, or the folder of a decoding run that has them in `output.1`, `output.2` and so
    on, or in `logdir/output.1`; the run's own `text` next to `logdir` has only the best and is not read. If there is
    no `text`, the words come from the `token` file. The features are `score` and `words`, which counts the words.
    """

    name: ClassVar[str] = "espnet"
    sample_folder: ClassVar[Mapping[str, str]] = {
        "1best_recog/text": "utt1 the house is small\n",
        "1best_recog/score": "utt1 tensor(-3.25)\n",
    }

    def recognises_folder(self, folder: Path) -> bool:
        return bool(_ranks(folder))

    def read(self, file: BinaryIO, name: str, listing: Listing, threads: int = 1) -> None:
        raise InputError(f"{name}: found a file, expected a folder that has 1best_recog in it")

    def read_folder(self, folder: Path, listing: Listing, threads: int = 1) -> None:
        ranks = _ranks(folder)
        if not ranks:
            raise InputError(f"{folder}: found no folder 1best_recog in it, expected one as ESPnet writes")
        for rank in ranks:
            text = next((rank / name for name in ("text", "token") if (rank / name).is_file()), rank / "text")
            scores = {key: (number, rest) for number, key, rest in keyed_lines(rank / "score")}
            for number, key, words in keyed_lines(text):
                with located(str(text), number):
                    if key not in scores:
                        raise InputError(
                            f"found {key!r}, which {rank / 'score'} does not have, expected its score"
                        )
                line, score = scores.pop(key)
                with located(str(rank / "score"), line):
                    tensor = _TENSOR.fullmatch(score)
                    value = number_of(tensor.group(1) if tensor else score, "a score")
                with located(str(text), number):
                    listing.add(listing.group(key), words, {"score": value, "words": len(words.split())})
            for key, (line, _) in scores.items():
                raise InputError(
                    f"{rank / 'score'}:{line}: found {key!r}, which {text} does not have, expected its text"
                )


def _ranks(folder: Path) -> list[Path]:
    """The folders of candidates, from best to worst, job by job."""
    parts = re.compile(r"output\.(\d+)")
    jobs = _numbered(folder, parts) or _numbered(folder / "logdir", parts) or [folder]
    return [rank for job in jobs for rank in _numbered(job, re.compile(r"(\d+)best_recog"))]


def _numbered(folder: Path, pattern: re.Pattern[str]) -> list[Path]:
    if not folder.is_dir():
        return []
    found = [
        (int(match.group(1)), path) for path in folder.iterdir() if (match := pattern.fullmatch(path.name))
    ]
    return [path for _, path in sorted(found) if path.is_dir()]
