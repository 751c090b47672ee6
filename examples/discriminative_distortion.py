"""Learn which words move: a sparse feature for each kind of jump and word, written in Python.

The usual distortion cost is the same for each word a jump crosses, even where the jump is right. Discriminative
distortion (Cer 2011, section 2.6.3; Green, Galley and Manning 2010) predicts the movement from the words. Here the
tuner learns the weights: of the kind of each jump alone, and together with the source word that is jumped to and the
one that is jumped from. There is no estimate of jumps to come beyond the decoder's own.

`steps` gets arrays and returns arrays, so Python runs once for each stack of the search.

    pitchpipe train train.de train.en --dev val.de val.en -o model --feature discriminative_distortion:Distortion
    python examples/discriminative_distortion.py
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pitchpipe.decoder import Extensions, PhraseDecoder, Sentence, SparseValues, StepFeature
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.metrics.scoring import score
from pitchpipe.training import tune_decoder

EDGES = np.array([-6, -2, 0, 1, 3, 7])
KINDS = ("back-far", "back", "back-1", "on", "forward", "forward-more", "forward-far")


class Distortion(StepFeature):
    """The kind of each jump, with the words that it leads from and to."""

    starts = ("Jump:",)

    def start(self, sentence: Sentence) -> list[str]:
        """The names of a sentence: of each kind alone, of each kind from each word, and to each word."""
        from_words = ("<s>", *sentence.words)
        return [
            *(f"Jump:{kind}" for kind in KINDS),
            *(f"Jump:{kind}:from:{word}" for word in from_words for kind in KINDS),
            *(f"Jump:{kind}:to:{word}" for word in sentence.words for kind in KINDS),
        ]

    def steps(
        self, analysis: list[str], states: NDArray[np.int64], extensions: Extensions
    ) -> tuple[SparseValues, NDArray[np.int64]]:
        kind = np.digitize(extensions.begin - extensions.last_end, EDGES)
        word_after = len(KINDS) * (1 + extensions.last_end) + kind
        word_at = len(KINDS) * (2 + extensions.size + extensions.begin) + kind
        rows = np.repeat(np.arange(len(extensions)), 3)
        columns = np.column_stack([kind, word_after, word_at]).reshape(-1)
        return SparseValues(analysis, rows, columns), states


def main() -> None:
    from synthetic_system import trained

    with tempfile.TemporaryDirectory() as folder:
        model, sentences, references = trained(Path(folder), dev=200)
        text = DevSet(sentences[:120], references[:120])
        decoder = PhraseDecoder(model, features=[Distortion()])
        weights = tune_decoder(decoder, text, method="kbmira", iterations=3, nbest=30)[-1].weights
        for name, used in (("before", model.weights), ("tuned", weights)):
            found = list(decoder.translate(sentences[120:], weights=used).best())
            print(f"{name:<7} BLEU {score(found, references[120:], 'bleu').score:.1f} on 80 other sentences")
        learned = {name: weight for name, weight in weights.items() if name.startswith("Jump:")}
        print(f"{len(learned)} weights of jumps; the largest:")
        for name, weight in sorted(learned.items(), key=lambda one: -abs(one[1]))[:5]:
            print(f"{name:<32} {weight:7.3f}")


if __name__ == "__main__":
    main()
