"""What `fairseq-generate` and `fairseq-interactive` print."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import BinaryIO, ClassVar

from pitchpipe.errors import InputError
from pitchpipe.lists.formats.format import ListFormat
from pitchpipe.lists.formats.lines import located, number_of, text_lines
from pitchpipe.lists.formats.listing import Listing
from pitchpipe.lists.formats.white_space import WHITE_SPACE
from pitchpipe.settings import setting

_LINE = re.compile(r"([A-Z])-(\d+)\t(.*)")


@dataclass
class _Candidate:
    """What the lines since the last `H-` say."""

    sentence: str
    line: int
    text: str
    features: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Fairseq(ListFormat):
    """What fairseq-generate prints with `--nbest`: lines that start with S-, T-, H-, D- and P-; others are skipped.

    The text is that of D-, or of H- if there is none. The features are `score`, from H-; `logprob`, the sum of P-;
    and `tokens`, the number of scores in P-. T- has the references, and S- the source.
    """

    name: ClassVar[str] = "fairseq"
    sample: ClassVar[str] = (
        "S-0\tdas Haus ist klein\nT-0\tthe house is small\nH-0\t-0.25\tthe house is small\n"
        "D-0\t-0.25\tthe house is small\nP-0\t-0.5 -0.25 -0.125 -0.25 -0.125"
    )

    targets: bool = setting(True, "whether to take T- as the references")

    def recognises(self, start: bytes) -> bool:
        return re.search(rb"^[SH]-\d+\t", start, re.M) is not None

    def read(self, file: BinaryIO, name: str, listing: Listing, threads: int = 1) -> None:
        candidate: _Candidate | None = None

        def end() -> None:
            if candidate is not None:
                with located(name, candidate.line):
                    listing.add(listing.group(candidate.sentence), candidate.text, candidate.features)

        for number, line in text_lines(file, name):
            match = _LINE.fullmatch(line)
            if match is None:
                continue
            kind, sentence, rest = match.groups()
            with located(name, number):
                if kind == "S":
                    listing.know(sentence, source=rest)
                elif kind == "T" and self.targets:
                    listing.know(sentence, references=[rest.strip(WHITE_SPACE)])
                elif kind == "H":
                    score, _, text = rest.partition("\t")
                    value = number_of(score, "a score")
            if kind == "H":
                end()
                candidate = _Candidate(sentence, number, text, {"score": value})
            elif kind in "DP":
                with located(name, number):
                    if candidate is None or candidate.sentence != sentence:
                        raise InputError(f"found {kind}-{sentence}, expected it after H-{sentence}")
                    if kind == "D":
                        candidate.text = rest.partition("\t")[2]
                    else:
                        numbers = [number_of(one, "a log probability") for one in rest.split()]
                        candidate.features |= {"logprob": sum(numbers), "tokens": len(numbers)}
        end()
