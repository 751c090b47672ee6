"""A conversation with a decoder: each translation with its phrases, scores and alignment."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

from pitchpipe.align.drawing import drawn_alignment
from pitchpipe.cli import terminal
from pitchpipe.decoder import Candidate, Decoder
from pitchpipe.decoder.tokens import tokens
from pitchpipe.files import open_input
from pitchpipe.model import ModelTexts


def talk(decoder: Decoder, texts: ModelTexts, source: str) -> None:
    """Translate line by line, and show how each translation is put together."""
    if source == "-" and sys.stdin.isatty():
        terminal.log("A sentence on each line; Ctrl-D ends.")
    with open_input(source) as file:
        for line in file:
            (sentence,) = texts.source([line.decode(errors="replace").strip()])
            found = decoder.translate([sentence])
            terminal.write_lines([*explained(tokens(sentence), found[0], decoder.weights), ""])


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
