"""Add a Python feature that analyses the source sentence before decoding: jumps over punctuation.

Words before a comma should mostly be translated before those after it. `start` finds the punctuation of a sentence
once; each `step` of the search then counts how many marks the decoder jumps over.

    python examples/source_punctuation.py
"""

from __future__ import annotations

import tempfile
from itertools import accumulate
from pathlib import Path

from pitchpipe.decoder import Extension, PhraseDecoder, Sentence, StepFeature
from synthetic_system import trained


class PunctuationJumps(StepFeature):
    names = ("PunctuationJumps",)

    def start(self, sentence: Sentence) -> list[int]:
        marks = (word in {",", ";", ":", "."} for word in sentence.words)
        return list(accumulate(marks, initial=0))

    def step(self, analysis: list[int], state: int, extension: Extension) -> tuple[float, int]:
        return abs(analysis[extension.begin] - analysis[extension.last_end]), 0


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        model, sentences, _ = trained(Path(folder))
        decoder = PhraseDecoder(model, features=[PunctuationJumps()])
        for weight in (0.0, -1.0):
            found = decoder.translate(sentences, weights={**model.weights, "PunctuationJumps": weight})
            jumps = int(found.dense[:, found.dense_names.index("PunctuationJumps")].sum())
            print(f"weight {weight:4.1f}: {jumps} jumps over punctuation in {len(sentences)} sentences")


if __name__ == "__main__":
    main()
