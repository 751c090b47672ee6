"""Sparse features tuned on the training text, left out of the model or one line at a time, against tuning on dev.

Run as `python -m benchmarks.training_text PREFIX --work FOLDER` with texts PREFIX/train.tok.de, val.tok.de,
test_2016_flickr.tok.de and the same in .en, as of Multi30k; without arguments the texts are small ones of the synthetic
language pair. MERT and kb-MIRA tune dense features on dev; AdaGrad learns the sparse features PT and AL too, on dev and on
lines of the training text: with these lines left out of the model, and with the model of all lines, each of which is
translated without its own phrase pairs, at the usual rate and at a third of it, a tenth of that for dense weights. Dev then
only chooses the epoch. BLEU is of dev and test, p is by
approximate randomisation against MERT, all seeds together; then how many PT features two tunings have in common. FOLDER keeps the models; rerun the command to resume.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from pitchpipe.analysis import overlap, weighted_features
from pitchpipe.data import language_pair
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.significance import System
from pitchpipe.metrics.significance.randomisation import approximate_randomisation
from pitchpipe.training import Trained, train
from pitchpipe.weights import Weights

SEARCH: dict[str, Any] = {"beam": 50, "pop_limit": 50, "nbest": 50}
DENSE = {"mert": "mert(restarts=5)", "kbmira": "kbmira"}
EPOCHS = 3


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("prefix", nargs="?", type=Path)
    parser.add_argument("--work", type=Path, help="keeps the models, to resume")
    parser.add_argument("--lines", type=int, default=5000, help="of the training text, to tune on")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--sparse", default="PT+AL")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        work = given.work or Path(name)
        if given.prefix is None:
            language_pair(train=400, dev=40, test=60, references=1, seed=1).write(work)
            texts = {part: [str(work / f"{part}.{side}") for side in ("de", "en")] for part in PARTS}
            given.lines = min(given.lines, 100)
        else:
            texts = {
                part: [str(given.prefix / f"{file}.tok.{side}") for side in ("de", "en")]
                for part, file in PARTS.items()
            }
        compared(texts, work, given)


PARTS = {"train": "train", "dev": "val", "test": "test_2016_flickr"}


def compared(texts: dict[str, list[str]], work: Path, given: argparse.Namespace) -> None:
    """Train every system with every seed, and print what they score."""
    outputs: dict[str, list[list[str]]] = {}
    dev: dict[str, list[float]] = {}
    for seed in range(1, given.seeds + 1):
        for name, settings in systems(given).items():
            began = time.process_time()
            folder = work / f"{name}-{seed}"
            trained = built(texts, folder, seed=seed, **settings)
            outputs.setdefault(name, []).append((folder / "test.output").read_text().splitlines())
            dev.setdefault(name, []).append(trained.summary["tuning"]["after"])
            print(
                f"{name} seed {seed}: dev {dev[name][-1]:.2f}, test {trained.summary['test']['bleu']['after']:.2f}, "
                f"{time.process_time() - began:.0f} s of processor time",
                flush=True,
            )
    metric = find_metric("bleu")
    references = [[line] for line in Path(texts["test"][1]).read_text().splitlines()]
    found = {name: System.of(name, lines, references, metric) for name, lines in outputs.items()}
    print(f"\n{'system':<24}{'dev':>8}{'test':>8}{'p':>8}")
    for name, one in found.items():
        p = (
            ""
            if name == "mert"
            else f"{approximate_randomisation(found['mert'], one, metric, trials=2000):.3f}"
        )
        test = metric.score(one.rows.sum(axis=(0, 1)))
        print(f"{name:<24}{sum(dev[name]) / len(dev[name]):>8.2f}{float(test):>8.2f}{p:>8}")
    features = {
        name: {
            one
            for one in weighted_features(Weights.read(work / f"{name}-1" / "weights"))
            if one.startswith("PT:")
        }
        for name in found
        if name.startswith("adagrad")
    }
    print(f"\n{'PT features of seed 1':<48}{'A':>8}{'B':>8}{'both':>8}")
    for first, second in combinations(features, 2):
        counts = overlap(features[first], features[second])
        print(f"{first:<24}{second:<24}{counts.one:>8,}{counts.other:>8,}{counts.shared:>8,}")


def systems(given: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """The settings of each system."""
    online = {
        "method": f"adagrad(epochs={given.epochs}, synchronous=true)",
        "sparse": given.sparse,
    }
    small = {
        "method": f"adagrad(epochs={given.epochs}, synchronous=true, rate=0.03, dense_rate=0.1)",
        "sparse": given.sparse,
    }
    lines = {"tune_on": f"train:{given.lines}"}
    alone = {**lines, "leave": "one-out"}
    return {
        **{name: {"method": method, "iterations": 8} for name, method in DENSE.items()},
        "adagrad dev": online,
        "adagrad left out": {**online, **lines},
        "adagrad leave-one-out": {**online, **alone},
        "adagrad, small steps": {**small, **alone},
    }


def built(texts: dict[str, list[str]], folder: Path, **settings: Any) -> Trained:
    source, target = texts["train"]
    return train(
        source,
        target,
        str(folder),
        dev=texts["dev"],
        test=texts["test"],
        threads=1,
        say=lambda text: print(f"  {text}", file=sys.stderr, flush=True),
        **SEARCH,
        **settings,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
