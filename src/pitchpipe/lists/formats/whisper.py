"""Transcriptions in the JSON of Whisper, one for each candidate."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

from pitchpipe.errors import InputError
from pitchpipe.files import open_input
from pitchpipe.lists.formats.format import ListFormat
from pitchpipe.lists.formats.jsonl import finite, json_id, json_object, json_text
from pitchpipe.lists.formats.lines import located, text_lines
from pitchpipe.lists.formats.listing import Listing

_MARK = re.compile(rb'"avg_logprob": *-?[\d.]')
_RANK = re.compile(r"[.-]\d+$")


class Whisper(ListFormat):
    """Transcriptions as Whisper writes them as JSON, one on each line: its `text` and its `segments`.

    Whisper gives one transcription; several come from sampling, with several temperatures or models. Candidates of an
    utterance have the same `id`; without one, it is the name of the file up to a rank such as `.2`. A folder has a
    file for each candidate: `utt1.1.json`, `utt1.2.json`. The features are `logprob`, the sum over all tokens;
    `no_speech`, the highest probability of no speech in a segment; `compression`, the highest ratio of a segment,
    which is high if text repeats itself; and `words`. A `reference` is used if there is one.
    """

    name: ClassVar[str] = "whisper"
    sample: ClassVar[str] = (
        '{"id": "utt1", "text": " the house is small", "language": "en", "segments": [{"text": " the house is small", '
        '"tokens": [264, 1782, 307, 1359], "avg_logprob": -0.25, "no_speech_prob": 0.01, "compression_ratio": 0.8}]}'
    )

    def recognises(self, start: bytes) -> bool:
        return start.startswith(b"{") and _MARK.search(start) is not None and b'"candidates"' not in start

    def recognises_folder(self, folder: Path) -> bool:
        first = next(iter(sorted(folder.glob("*.json"))), None)
        if first is None:
            return False
        with open_input(first) as file:
            return self.recognises(file.peek().lstrip())

    def read_folder(self, folder: Path, listing: Listing, threads: int = 1) -> None:
        files = sorted(folder.glob("*.json"), key=_by_rank)
        if not files:
            raise InputError(f"{folder}: found no files that end in .json, expected one for each candidate")
        for path in files:
            with open_input(path) as file:
                self.read(file, str(path), listing, threads)

    def read(self, file: BinaryIO, name: str, listing: Listing, threads: int = 1) -> None:
        for number, line in text_lines(file, name):
            with located(name, number):
                found = json_object(line)
                utterance = json_id(found["id"]) if "id" in found else _RANK.sub("", Path(name).stem)
                text = json_text(found.get("text"), "'text'").strip()
                features = _features(found)
                if "reference" in found:
                    reference = json_text(found["reference"], "'reference'").strip()
                    listing.know(utterance, references=[reference])
                listing.add(listing.group(utterance), text, {**features, "words": len(text.split())})


def _features(found: dict[str, Any]) -> Mapping[str, float]:
    segments = found.get("segments")
    if not isinstance(segments, list) or not all(isinstance(one, dict) for one in segments):
        raise InputError("found no list of 'segments', expected that of Whisper")
    return {
        # Whisper divides by the tokens and the mark at their end.
        "logprob": sum(
            finite(one.get("avg_logprob"), "avg_logprob") * (_tokens(one) + 1) for one in segments
        ),
        "no_speech": max(
            (finite(one.get("no_speech_prob", 0), "no_speech_prob") for one in segments), default=0.0
        ),
        "compression": max(
            (finite(one.get("compression_ratio", 0), "compression_ratio") for one in segments), default=0.0
        ),
    }


def _tokens(segment: dict[str, Any]) -> int:
    tokens = segment.get("tokens", [])
    if not isinstance(tokens, list):
        raise InputError(f"found {str(tokens)[:40]} as tokens, expected a list")
    return len(tokens)


def _by_rank(path: Path) -> tuple[str, int, str]:
    rank = _RANK.search(path.stem)
    return _RANK.sub("", path.stem), int(rank[0][1:]) if rank else 0, path.name
