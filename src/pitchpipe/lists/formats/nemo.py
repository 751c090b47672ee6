"""N-best transcriptions of NeMo: a manifest with the beams of each utterance."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Any, BinaryIO, ClassVar

from pitchpipe.errors import InputError
from pitchpipe.lists.formats.format import ListFormat
from pitchpipe.lists.formats.jsonl import finite, json_object, json_text
from pitchpipe.lists.formats.lines import located, text_lines
from pitchpipe.lists.formats.listing import Listing


class Nemo(ListFormat):
    """What NeMo's `transcribe_speech.py` writes with `return_best_hypothesis=false`: an utterance on each line, with its beams.

    The id is the name of the audio file without folder and ending; a part of a file has its offset after an `@`. If
    the manifest has a `text`, it is the reference. The features are `score` and `words`, which counts the words.
    """

    name: ClassVar[str] = "nemo"
    sample: ClassVar[str] = (
        '{"audio_filepath": "wav/utt1.wav", "duration": 2.5, "text": "the house is small", '
        '"pred_text": "the house is small", "beams": [["the house is small", -3.25]]}'
    )

    def recognises(self, start: bytes) -> bool:
        line = start.partition(b"\n")[0]
        return line.startswith(b"{") and re.search(rb'"beams": *\[', line) is not None

    def read(self, file: BinaryIO, name: str, listing: Listing, threads: int = 1) -> None:
        seen: set[str] = set()
        for number, line in text_lines(file, name):
            with located(name, number):
                found = json_object(line)
                utterance = _utterance(found)
                if utterance in seen:
                    raise InputError(f"found the utterance {utterance} a second time, expected each once")
                seen.add(utterance)
                if "text" in found:
                    listing.know(utterance, references=[json_text(found["text"], "'text'").strip()])
                for beam in _beams(found):
                    words = json_text(beam[0], "the text of a beam")
                    features = {"score": finite(beam[1], "score"), "words": len(words.split())}
                    listing.add(listing.group(utterance), words, features)


def _utterance(found: dict[str, Any]) -> str:
    path = PurePosixPath(json_text(found.get("audio_filepath"), "'audio_filepath'"))
    offset = finite(found.get("offset") or 0.0, "offset")
    return f"{path.stem}@{offset:g}" if offset else path.stem


def _beams(found: dict[str, Any]) -> list[list[Any]]:
    beams = found.get("beams")
    if not isinstance(beams, list) or not beams:
        raise InputError("found no 'beams', expected those of NeMo with return_best_hypothesis=false")
    for beam in beams:
        if not isinstance(beam, list) or len(beam) != 2:
            raise InputError(f"found the beam {str(beam)[:40]}, expected a text and its score")
    return beams
