"""A conversation with a decoder: each translation with its phrases, scores and alignment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitchpipe.align.drawing import drawn_alignment
from pitchpipe.cli import terminal
from pitchpipe.cli.open_model import line_batches
from pitchpipe.decoder import Candidate, SourceText, SystemDecoder
from pitchpipe.decoder.tokens import tokens
from pitchpipe.errors import InputError
from pitchpipe.files import input_name


def talk(decoder: SystemDecoder, text: SourceText, source: str) -> None:
    """Translate line by line, and show how each translation is put together. A mistyped line does not end it."""
    lines = (line for batch in line_batches(source) for line in batch)
    for number, line in enumerate(lines, 1):
        try:
            answer = _answer(decoder, text, line, f"{input_name(source)}:{number}")
        except InputError as error:
            terminal.warn(str(error))
            continue
        terminal.write_lines([*answer, ""])


def _answer(decoder: SystemDecoder, text: SourceText, line: str, place: str) -> Iterator[str]:
    sentences, given = text.prepare([line], place=lambda _: place)
    found = decoder.translate(sentences, given=given)
    return explained(tokens(sentences[0]), found[0], decoder.weights)


def explained(words: list[str], candidate: Candidate, weights: Mapping[str, float]) -> Iterator[str]:
    """Source, translation, segmentation, alignment and features of a translation."""
    target = tokens(candidate.text)
    yield f"source       {' '.join(words)}"
    yield f"translation  {candidate.text}"
    phrases = (
        f"[{' '.join(words[p.source_begin : p.source_end])} = {' '.join(target[p.target_begin : p.target_end])}]"
        for p in candidate.phrases
    )
    yield f"phrases      {' '.join(phrases)}"
    yield ""
    yield from drawn_alignment(words, target, set(candidate.alignment))
    yield ""
    width = max(map(len, candidate.features), default=0)
    for name, value in candidate.features.items():
        weight = weights.get(name, 0.0)
        yield f"{name:{width}}  {value:10.3f} x {weight:8.4f} = {value * weight:10.4f}"
    yield f"{'total':{width}}  {candidate.score:34.4f}"
