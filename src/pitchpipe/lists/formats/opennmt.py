"""N-best output of OpenNMT, which has no ids: so many lines belong to each sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import BinaryIO, ClassVar

from pitchpipe.errors import InputError
from pitchpipe.lists.formats.format import ListFormat
from pitchpipe.lists.formats.lines import located, number_of, text_lines
from pitchpipe.lists.formats.listing import Listing
from pitchpipe.settings import setting


@dataclass(frozen=True)
class OpenNmt(ListFormat):
    """N-best output of OpenNMT: `opennmt:5` for five lines for each sentence, each with its score.

    OpenNMT-py writes `text`, a tab and `score` (`-n_best 5 -with_score`), OpenNMT-tf `score ||| text` (`n_best: 5`
    and `with_scores: true`). There are no ids, so you must name this format. The features are `score` and `words`,
    which counts the words; a second score, as of quality, is `estimate`.
    """

    name: ClassVar[str] = "opennmt"
    positional: ClassVar[str | None] = "nbest"
    sample: ClassVar[str] = "the house is small\t-0.25"

    nbest: int = setting(1, "how many candidates each sentence has", minimum=1)

    def read(self, file: BinaryIO, name: str, listing: Listing, threads: int = 1) -> None:
        number = 0
        for number, line in text_lines(file, name):
            with located(name, number):
                text, scores = _parts(line)
                features = {label: number_of(one, f"the {label}") for label, one in scores.items()}
                group = listing.group(str((number - 1) // self.nbest))
                listing.add(group, text, {**features, "words": len(text.split())})
        if number % self.nbest:
            raise InputError(f"{name}: found {number} lines, expected {self.nbest} for each sentence")


def _parts(line: str) -> tuple[str, dict[str, str]]:
    text, *scores = line.split("\t")
    if 1 <= len(scores) <= 2:
        return text, dict(zip(("score", "estimate"), scores, strict=False))
    score, bars, rest = line.partition(" ||| ")
    if scores or not bars:
        raise InputError(f"found {line[:40]!r}, expected the text, a tab and its score, or score ||| text")
    return rest.partition(" ||| ")[0], {"score": score}
