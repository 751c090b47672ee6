"""Figure 5 of Liu and Huang (2014): test BLEU against the beam, for MERT and search-aware MERT tuned with that beam.

Run as `python -m benchmarks.search_aware [METHOD [SEED...]]`. The text is that of `tuning_methods`. In the paper, search-aware MERT
with a beam of 4 is as good as MERT with a beam of 16.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.tuning_methods import SEEDS, THREADS, built, find_texts, read, spread
from pitchpipe.decoder import PhraseDecoder, SearchSettings
from pitchpipe.metrics.scoring import score
from pitchpipe.model import Model, ModelTexts
from pitchpipe.training import DevSet, tune_decoder
from pitchpipe.tuning.loop.loop import LoopResult

BEAMS = (2, 4, 8, 16, 30, 100)
KINDS = {"last bin": "none", "search-aware, potential": "potential"}
"""How candidates of search bins are scored."""


def main(methods: Sequence[str] = ()) -> None:
    method = methods[0] if methods else "mert(restarts=2)"
    seeds = [int(seed) for seed in methods[1:]] or SEEDS
    with tempfile.TemporaryDirectory() as folder:
        texts = find_texts(Path(folder))
        model = built(texts, f"{folder}/model")
        how = ModelTexts.read(f"{folder}/model")
        dev, test = (read(pair, how) for pair in (texts.dev, texts.test))
        print(f"{'test BLEU, ' + method:<32}" + "".join(f"{f'beam {beam}':>14}" for beam in BEAMS))
        for name, kind in KINDS.items():
            print(f"{name:<32}", end="", flush=True)
            for beam in BEAMS:
                found = [
                    tuned(model, seed=seed, beam=beam, method=method, kind=kind, dev=dev, test=test)[0]
                    for seed in seeds
                ]
                print(f"{f'{np.mean(found):.2f} ±{spread(found)}':>14}", end="", flush=True)
            print()


def tuned(
    model: Model,
    *,
    beam: int,
    method: str,
    kind: str,
    seed: int,
    dev: DevSet,
    test: DevSet,
) -> tuple[float, LoopResult]:
    """Test BLEU of weights tuned with a beam, decoded with it too, and how they came about."""
    decoder = PhraseDecoder(model, SearchSettings(beam=beam, pop_limit=2 * beam), threads=THREADS)
    (loop,) = tune_decoder(decoder, dev, method=method, search_aware=kind, seed=seed)
    assert isinstance(loop, LoopResult)
    best = list(decoder.translate(test.sentences, weights=loop.weights).best())
    return float(score(best, test.references, "bleu").score), loop


if __name__ == "__main__":
    main(sys.argv[1:])
