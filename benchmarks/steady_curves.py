"""How steady methods are: BLEU of the tuning text by round, the largest fall below the start, and BLEU of unseen text.

Run as `python -m benchmarks.steady_curves [PAIR...] [METHOD...] [SEED...]`, as in `de-en ja-en kbmira 1 2 3`. Pairs are
Multi30k (`de-en`, `en-de`) and short everyday sentences (`ja-en`, `en-ja`) if they are beside the repository, else, or as
`synthetic`, the synthetic language pair. By default all that there are, five methods and three seeds. Each run is a line.
The start is that of the method's own curve; an online method's curve is of the sentences that it holds out. `start` and `test`
are the model's start weights and the tuned ones on the test text. Models are kept in the folder that MODELS names, if it is set.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.tuning_methods import THREADS, Texts, find_texts, read
from pitchpipe.decoder import Decoder, PhraseDecoder
from pitchpipe.metrics.scoring import score
from pitchpipe.model import Model, ModelTexts, SparseFeatures
from pitchpipe.training import DevSet, TrainSettings, train, tune_decoder

SHARED = Path(__file__).parents[1].parent / "shared" / "data"
METHODS = ("kbmira", "pro", "regression", "mert", "PT+AL+LO: adagrad(synchronous=true)")
MOST = 3.0
"""What a curve may fall below its start."""


@dataclass(frozen=True)
class Curve:
    """What a run came to."""

    dev: list[float]
    chosen: int
    start: float
    test: float

    @property
    def fall(self) -> float:
        """How far the worst round is below the first."""
        return self.dev[0] - min(self.dev)

    @property
    def faults(self) -> str:
        fell = f"falls by more than {MOST:g}" if self.fall > MOST else ""
        below = "ends below its start" if self.test < self.start else ""
        return ", ".join(one for one in (fell, below) if one)


def main(words: Sequence[str] = ()) -> None:
    seeds = [int(word) for word in words if word.isdigit()] or [1, 2, 3]
    pairs = [word for word in words if word in PAIRS] or [
        name for name in PAIRS if (SHARED / PAIRS[name][0]).is_dir()
    ]
    methods = [word for word in words if not word.isdigit() and word not in PAIRS] or METHODS
    with tempfile.TemporaryDirectory() as folder:
        for pair in pairs or ["synthetic"]:
            texts = texts_of(pair, Path(folder))
            place = f"{os.environ.get('MODELS', folder)}/{pair}"
            model, how = built(texts, place), ModelTexts.read(place)
            dev, test = read(texts.dev, how), read(texts.test, how)
            for method in methods:
                found = [show(pair, method, seed, run(model, method, seed, dev, test)) for seed in seeds]
                tests = [one.test for one in found]
                falls = max(one.fall for one in found)
                print(f"{pair} {method}: test {np.mean(tests):.2f}, largest fall {falls:.2f}\n", flush=True)


PAIRS: dict[str, tuple[str, str]] = {
    "de-en": ("multi30k-de-en", "{train,val,test_2016_flickr}.tok"),
    "ja-en": ("tanaka-ja-en", "{train,dev,test}"),
    "en-de": ("multi30k-de-en", "{train,val,test_2016_flickr}.tok"),
    "en-ja": ("tanaka-ja-en", "{train,dev,test}"),
    "synthetic": ("", ""),
}
"""Folder of a text pair, and the names of its training, tuning and test files."""


def texts_of(pair: str, folder: Path) -> Texts:
    if pair == "synthetic":
        return find_texts(folder, synthetic=True)
    place, names = PAIRS[pair]
    source, target = pair.split("-")
    files = [str(SHARED / place / name) for name in _spread(names)]
    return Texts(*((f"{file}.{source}", f"{file}.{target}") for file in files))


def _spread(names: str) -> Iterator[str]:
    inside, _, after = names.removeprefix("{").partition("}")
    return (name + after for name in inside.split(","))


def built(texts: Texts, folder: str) -> Model:
    """Built as `train` does, which looks at the tuning text to choose how wide to search."""
    settings = TrainSettings.of(method="none")
    return train(*texts.train, folder, dev=texts.dev, settings=settings, threads=THREADS).model


def run(model: Model, method: str, seed: int, dev: DevSet, test: DevSet) -> Curve:
    kind, _, spec = method.rpartition(": ")
    if kind:
        model = replace(model, sparse=SparseFeatures(kind.split("+")))
    decoder = PhraseDecoder(model, threads=THREADS)
    (found,) = tune_decoder(decoder, dev, method=spec, seed=seed)
    before, after = (bleu(decoder, test, weights) for weights in (decoder.weights, found.weights))
    return Curve(list(found.curve), found.chosen, before, after)


def bleu(decoder: Decoder, text: DevSet, weights: dict[str, float]) -> float:
    return score(
        list(decoder.translate(text.sentences, weights=weights).best()), text.references, "bleu"
    ).score


def show(pair: str, method: str, seed: int, curve: Curve) -> Curve:
    rounds = " ".join(
        f"{value:.2f}{'*' if number == curve.chosen else ''}" for number, value in enumerate(curve.dev)
    )
    print(
        f"{pair} {method} seed {seed}: {rounds} | start {curve.start:.2f} test {curve.test:.2f} {curve.faults}",
        flush=True,
    )
    return curve


if __name__ == "__main__":
    main(sys.argv[1:])
