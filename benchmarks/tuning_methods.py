"""Methods with the decoder in the loop: dev and test BLEU over seeds, iterations, where the time goes, weights that are not 0.

Run as `python -m benchmarks.tuning_methods [METHOD...]`, as in `kbmira 'mert(restarts=5)' 'potential: pro'`. The text is
Multi30k if it is beside the repository, else, or with the word `synthetic`, the synthetic language pair. Online methods
decode and tune at once. `PT+AL+LO: adagrad 'PT+AL+LO: pro' 'PT+AL+LO: kbmira'` is table 8 of Green et al. (2013): epochs
and time on the same sparse features. Peers' figures are those of Moses on the same files, with fast_align, a 5-gram
language model and 100-best lists, measured elsewhere on a machine of this class. Numbers are seeds, in place of 1, 2 and 3.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pitchpipe.data import language_pair
from pitchpipe.decoder import PhraseDecoder
from pitchpipe.files import read_lines
from pitchpipe.lists.decoded import SEARCH_AWARE
from pitchpipe.metrics.scoring import score
from pitchpipe.model import Model, ModelTexts, SparseFeatures
from pitchpipe.training import DevSet, TrainSettings, train, tune_decoder

DATA = Path(__file__).parents[1].parent / "shared" / "data" / "multi30k-de-en"
METHODS = (
    "kbmira",
    "pro",
    "regression",
    "PT+AL+LO: adagrad",
    "potential: kbmira",
    "potential: pro",
    "mert",
    "potential: mert",
    "loglinear",
)
"""What is tuned on, if not lists of translations or with more than dense features, and how."""
SEEDS = (1, 2, 3)
THREADS = 2
PEERS = {"Moses, MERT": (41.14, 40.30, 6, 617), "Moses, kbmira": (None, 40.44, 8, 228)}


@dataclass(frozen=True)
class Texts:
    """Files of a parallel text in three parts."""

    train: tuple[str, str]
    dev: tuple[str, str]
    test: tuple[str, str]


@dataclass(frozen=True)
class Outcome:
    """What tuning with one seed came to."""

    dev: float
    test: float
    iterations: int
    decode: float
    optimize: float
    weights: int


def main(methods: Sequence[str] = ()) -> None:
    with tempfile.TemporaryDirectory() as folder:
        texts = find_texts(Path(folder), synthetic="synthetic" in methods)
        model = built(texts, f"{folder}/model")
        how = ModelTexts.read(f"{folder}/model")
        dev, test = (read(pair, how) for pair in (texts.dev, texts.test))
        print(
            f"{'method':<28}{'dev':>7}{'±':>6}{'test':>7}{'±':>6}{'iterations':>11}{'decode s':>10}{'tune s':>9}{'weights':>9}"
        )
        seeds = [int(name) for name in methods if name.isdigit()] or SEEDS
        for method in [name for name in methods if name != "synthetic" and not name.isdigit()] or METHODS:
            show(method, [tuned(model, method, seed, dev, test) for seed in seeds])
    for peer, (on_dev, on_test, rounds, seconds) in PEERS.items():
        print(
            f"{peer:<28}{on_dev or '':>7}{'':6}{on_test:>7.2f}{'':6}{rounds:>11}  {seconds} s together, elsewhere"
        )


def find_texts(folder: Path, synthetic: bool = False) -> Texts:
    if DATA.is_dir() and not synthetic:
        names = ("train", "val", "test_2016_flickr")
        pairs = [(str(DATA / f"{name}.tok.de"), str(DATA / f"{name}.tok.en")) for name in names]
    else:
        pair = language_pair(train=20_000, dev=1000, test=1000)
        pairs = []
        for name, part in (("train", pair.train), ("dev", pair.dev), ("test", pair.test)):
            paths = str(folder / f"{name}.de"), str(folder / f"{name}.en")
            Path(paths[0]).write_text("".join(f"{line}\n" for line in part.source))
            Path(paths[1]).write_text("".join(f"{lines[0]}\n" for lines in part.references))
            pairs.append(paths)
    return Texts(*pairs)


def built(texts: Texts, folder: str) -> Model:
    began = time.perf_counter()
    settings = TrainSettings.of(method="none")
    model = train(*texts.train, folder, settings=settings, threads=THREADS).model
    print(f"built in {time.perf_counter() - began:.1f} s, {THREADS} threads\n", flush=True)
    return model


def read(pair: tuple[str, str], how: ModelTexts) -> DevSet:
    return DevSet(how.source(read_lines(pair[0])), [[line] for line in how.target(read_lines(pair[1]))])


def tuned(model: Model, method: str, seed: int, dev: DevSet, test: DevSet) -> Outcome:
    kind, _, spec = method.rpartition(": ")
    aware = kind if kind in SEARCH_AWARE else "none"
    if kind and aware == "none":
        model = replace(model, sparse=SparseFeatures(kind.split("+")))
    decoder = PhraseDecoder(model, threads=THREADS)
    (found,) = tune_decoder(decoder, dev, method=spec, search_aware=aware, seed=seed)
    texts = list(decoder.translate(test.sentences, weights=found.weights).best())
    return Outcome(
        found.objective,
        score(texts, test.references, "bleu").score,
        len(found.curve),
        found.decode_seconds,
        found.optimize_seconds,
        sum(value != 0 for value in found.weights.values()),
    )


def show(method: str, outcomes: Sequence[Outcome]) -> None:
    dev, test = ([getattr(one, name) for one in outcomes] for name in ("dev", "test"))
    rounds, decode, optimize, weights = (
        np.mean([getattr(one, name) for one in outcomes])
        for name in ("iterations", "decode", "optimize", "weights")
    )
    print(
        f"{method:<28}{np.mean(dev):>7.2f}{spread(dev):>6}{np.mean(test):>7.2f}{spread(test):>6}"
        f"{rounds:>11.1f}{decode:>10.1f}{optimize:>9.1f}{weights:>9,.0f}",
        flush=True,
    )


def spread(values: Sequence[float]) -> str:
    return f"{np.std(values, ddof=1):.2f}" if len(values) > 1 else ""


if __name__ == "__main__":
    main(sys.argv[1:])
