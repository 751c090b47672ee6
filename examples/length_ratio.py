"""Add a Python feature of phrase pairs: the number of target words for each source word.

It runs once for each phrase pair, however many sentences there are, and counts in the estimate of the untranslated
rest. A positive weight makes translations longer, a negative one shorter.

    python examples/length_ratio.py
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from pitchpipe.decoder import PhraseDecoder, PhraseFeature, PhraseOption
from synthetic_system import trained


class LengthRatio(PhraseFeature):
    names = ("LengthRatio",)

    def phrase(self, option: PhraseOption) -> float:
        return len(option.target.split()) / len(option.source.split())


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        model, sentences, _ = trained(Path(folder))
        decoder = PhraseDecoder(model, features=[LengthRatio()])
        words = sum(len(sentence.split()) for sentence in sentences)
        for weight in (-1.0, 0.0, 1.0):
            found = decoder.translate(sentences, weights={**model.weights, "LengthRatio": weight})
            length = sum(len(text.split()) for text in found.best())
            print(f"weight {weight:4.1f}: {length / words:.3f} target words for a source word")


if __name__ == "__main__":
    main()
