"""Learn a distortion model from Python features that score many steps at once.

The usual distortion cost is the same for each word a jump crosses. Here each kind of jump is its own feature: forward
or backward, short or long, after another jump or not. The state is whether the last step was a jump. `steps` gets
arrays, so Python runs once for each stack of the search, not once for each hypothesis. The weights are tuned on the
decoder's own lists.

    python examples/discriminative_distortion.py
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import pitchpipe
from pitchpipe.decoder import Extensions, PhraseDecoder, Sentence, StepFeature
from synthetic_system import trained

LONG = 3


class JumpKinds(StepFeature):
    names = ("ForwardShort", "ForwardLong", "BackwardShort", "BackwardLong", "AgainJump")

    def steps(
        self, analysis: Sentence, states: NDArray[np.int64], extensions: Extensions
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        jump = extensions.begin - extensions.last_end
        kinds = [(jump > 0) & (jump < LONG), jump >= LONG, (jump < 0) & (jump > -LONG), jump <= -LONG]
        again = (states == 1) & (jump != 0)
        return np.column_stack([*kinds, again]).astype(float), (jump != 0).astype(np.int64)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        model, sentences, references = trained(Path(folder))
        decoder = PhraseDecoder(model, features=[JumpKinds()])
        start = {**dict.fromkeys(JumpKinds.names, 0.0), **model.weights}
        found = decoder.translate(sentences, nbest=50, distinct=True)
        lists = Path(folder, "lists.jsonl")
        with lists.open("w") as file:
            for i, sentence in enumerate(sentences):
                candidates = [{"text": one.text, "features": dict(one.features)} for one in found.of(i)]
                group = {
                    "id": i,
                    "source": sentence,
                    "references": list(references[i]),
                    "candidates": candidates,
                }
                file.write(json.dumps(group) + "\n")
        pool = pitchpipe.Pool.read(lists)
        tuned = pitchpipe.tune(pool, method="mert", metric="bleu", start=start, seed=1)
        print(f"before  BLEU {tuned.start_objective:.1f}")
        print(f"tuned   BLEU {tuned.objective:.1f}")
        for name in JumpKinds.names:
            print(f"{name:<14} {tuned.weights[name]:7.3f}")


if __name__ == "__main__":
    main()
