"""A real case from lists to a tested choice: Multi30k, German to English, 100-best lists of our own decoder.

Run as `python -m benchmarks.rescored_lists`, or with the folder of a model of the tokenised text and a file of weights, as in
`python -m benchmarks.rescored_lists model weights.txt`; without them, a system is built, which takes most of the time. Added
are IBM model 1 in both directions, agreement by chrF and by BLEU, a language model of other text
(Tanaka), the length over the source's, and the number of words. Weights are tuned to BLEU by MERT on the lists of the validation text, cross-validated over its
sentences, and tested on the lists of test_2016_flickr. The texts must be beside the repository.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from pitchpipe import Decoder, Pool, rescore, train
from pitchpipe.align import find_aligner
from pitchpipe.lists.decoded import decoded
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lm import estimate
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.significance import System, compare
from pitchpipe.model import ModelTexts
from pitchpipe.text import Corpus
from pitchpipe.tuning.trust import Trainer, ablation, cross_validate

DATA = Path(__file__).parents[1].parent / "shared" / "data"
PAIR, OTHER = DATA / "multi30k-de-en", DATA / "tanaka-ja-en" / "train.en"
NBEST, METHOD, METRIC = 100, "mert", "bleu"
QUICK = "kbmira"
"""The method of the ablation, which tunes 45 times; MERT takes ten times as long."""
JUDGES = ("bleu", "chrf", "ter")


def main() -> None:
    if not PAIR.exists():
        print(f"{PAIR.name} is not there")
        return
    given = [one for one in sys.argv[1:] if one != "rescored_lists"]
    with tempfile.TemporaryDirectory() as folder:
        model = given[0] if given else built(folder)
        decoder = Decoder.read(model, given[1] if len(given) > 1 else None, threads=2)
        texts = ModelTexts.read(model)
        dev, test = (lists(decoder, texts, name) for name in ("val", "test_2016_flickr"))
        began = time.process_time()
        added = features(folder)
        more = rescore(dev, added, threads=2), rescore(test, added, threads=2)
        print(
            f"{len(dev) + len(test):,} candidates rescored in {time.process_time() - began:.1f} s of processor time"
        )
    print(f"new features: {', '.join(more[0].dense_names[len(dev.dense_names) :])}\n")
    start = dict(decoder.weights)
    few = Trainer.of(dev, METHOD, METRIC, start, threads=2)
    many = Trainer.of(more[0], METHOD, METRIC, start, threads=2)
    chosen = {"decoder's choice": test.offsets[:-1]}
    for name, trainer, lists_of_test in (
        ("its features, tuned", few, test),
        ("with added features", many, more[1]),
    ):
        began = time.process_time()
        found = cross_validate(trainer, 5)
        low, high = found.interval
        print(
            f"{name}: {METRIC} of first candidates {found.first:.2f}, seen {found.seen:.2f}, "
            f"unseen {found.score:.2f} ({low:.2f} to {high:.2f}), p {found.p:.4f}; "
            f"{time.process_time() - began:.0f} s"
        )
        weights = trainer.weights(np.ones(dev.group_count, np.int64))
        chosen[name] = lists_of_test.winners(weights)
        mean = lists_of_test.vector(found.weights)
        chosen[f"{name}, mean of folds"] = lists_of_test.winners(mean)
    tested(test, chosen)
    quick = Trainer.of(more[0], QUICK, METRIC, threads=2)
    shown(quick, more[0].dense_names[len(dev.dense_names) :])


def built(folder: str) -> str:
    texts = {name: (str(PAIR / f"{name}.tok.de"), str(PAIR / f"{name}.tok.en")) for name in ("train", "val")}
    train(*texts["train"], f"{folder}/model", dev=texts["val"], threads=2)
    return f"{folder}/model"


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines()


def lists(decoder: Decoder, texts: ModelTexts, name: str) -> Pool:
    """As `translate` makes them: unknown words are replaced by known parts of them first."""
    text = DevSet(
        texts.source(lines(PAIR / f"{name}.tok.de")), [[one] for one in lines(PAIR / f"{name}.tok.en")]
    )
    pool = decoded(decoder, text, decoder.weights, nbest=NBEST)
    return replace(pool, sources=tuple(text.sentences))


def features(folder: str) -> list[str]:
    """The models that are needed, trained, and the specs of all features."""
    texts = [Corpus.read(PAIR / f"train.tok.{language}") for language in ("de", "en")]
    find_aligner("model1").train(*texts, threads=2).save(f"{folder}/aligner")
    estimate(Corpus.of(line.lower() for line in lines(OTHER)), order=4).model.save(f"{folder}/other.lm")
    return [
        f'model1("{folder}/aligner")',
        "mbr(chrf)",
        "mbr(bleu)",
        f'lm("{folder}/other.lm")',
        "length_ratio",
        "words",
    ]


def tested(test: Pool, chosen: dict[str, np.ndarray]) -> None:
    print(f"\n{'on ' + 'test_2016_flickr':<40}" + "".join(f"{name:>18}" for name in JUDGES))
    found = {}
    for judge in JUDGES:
        rows = test.statistics(find_metric(judge), 2)
        systems = [System(name, rows[choices][None]) for name, choices in chosen.items()]
        found[judge] = compare(systems, judge, trials=10_000, correction="none", threads=2).systems
    for place, name in enumerate(chosen):
        cells = []
        for judge in JUDGES:
            one = found[judge][place]
            cells.append(f"{one.score:.2f}" + (f" (p {one.difference.p:.4f})" if one.difference else ""))
        print(f"{name:<40}" + "".join(f"{cell:>18}" for cell in cells))


def shown(trainer: Trainer, names: Sequence[str]) -> None:
    """What each added feature adds on unseen sentences of the validation text."""
    print(f"\n{'without':<28}{'it adds':>9}{'95% interval':>20}{'p (holm)':>10}")
    for one in ablation(
        trainer, 5, parts={**{name: [name] for name in names}, "all that were added": list(names)}
    ):
        low, high = one.interval
        print(f"{one.name:<28}{one.adds:>+9.2f}{f'{low:+.2f} to {high:+.2f}':>20}{one.p:>10.4f}", flush=True)


if __name__ == "__main__":
    main()
