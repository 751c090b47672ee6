"""Systems with and without a language model over word classes: BLEU and processor time.

Run as `python -m benchmarks.class_models FOLDER [TEXT...]`. Texts are `de-en` and `en-de`, Multi30k, and `ja-en`, the Tanaka
corpus, if they are beside the repository. The first half of the tuning text is tuned on, the second half is to choose by, and
test only shows the result. Each result is a line of JSON in FOLDER/results; rerun the command to resume.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.tuning_methods import DATA
from pitchpipe.decoder import open_decoder
from pitchpipe.files import read_lines
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.metrics.scoring import score
from pitchpipe.model import ModelTexts
from pitchpipe.training import TrainSettings, train, tune_decoder

TANAKA = DATA.parent / "tanaka-ja-en"
TEXTS = {
    "de-en": {part: [DATA / f"{name}.tok.{end}" for end in ("de", "en")]
              for part, name in (("train", "train"), ("dev", "val"), ("test", "test_2016_flickr"))},
    "en-de": {part: [DATA / f"{name}.tok.{end}" for end in ("en", "de")]
              for part, name in (("train", "train"), ("dev", "val"), ("test", "test_2016_flickr"))},
    "ja-en": {part: [TANAKA / f"{part}.{end}" for end in ("ja", "en")] for part in ("train", "dev", "test")},
}  # fmt: skip
SYSTEMS = {"none": {}, "classes=100": {"classes": 100}}
SEEDS = (1, 2, 3)


def run(text: str, system: str, seed: int, folder: Path) -> dict[str, Any]:
    files = TEXTS[text]
    settings = TrainSettings.of(method="none", **SYSTEMS[system])
    began = time.process_time()
    source, target = map(str, files["train"])
    model = train(source, target, str(folder), settings=settings, threads=1).model
    building = time.process_time() - began
    how = ModelTexts.read(folder)
    dev, test = (
        DevSet(how.source(read_lines(one)), [[line] for line in how.target(read_lines(other))])
        for one, other in (files["dev"], files["test"])
    )
    half = len(dev.sentences) // 2
    decoder = open_decoder(model, threads=1)
    began = time.process_time()
    tuning_text = DevSet(dev.sentences[:half], dev.references[:half])
    (tuned,) = tune_decoder(decoder, tuning_text, method="kbmira", seed=seed)
    tuning = time.process_time() - began

    def measured(part: DevSet, first: int) -> float:
        output = list(decoder.translate(part.sentences[first:], weights=tuned.weights).best())
        return score(output, part.references[first:], "bleu").score

    held_out = measured(dev, half)
    began = time.process_time()
    bleu = measured(test, 0)
    seconds = time.process_time() - began
    return {
        "held_out": held_out,
        "test": bleu,
        "building": building,
        "tuning": tuning,
        "sentences_a_second": len(test.sentences) / seconds,
        "weight": tuned.weights.get("ClassLM0", 0.0),
    }


def main(home: str, *texts: str) -> None:
    results = Path(home) / "results"
    results.parent.mkdir(parents=True, exist_ok=True)
    lines: Sequence[str] = results.read_text().splitlines() if results.exists() else []
    done = {(one["text"], one["system"], one["seed"]) for one in map(json.loads, lines)}
    for seed in SEEDS:
        for text in texts or TEXTS:
            for system in SYSTEMS:
                if (text, system, seed) in done:
                    continue
                found = run(text, system, seed, Path(home) / f"{text}-{system}")
                with results.open("a") as file:
                    file.write(json.dumps({"text": text, "system": system, "seed": seed, **found}) + "\n")
                print(
                    text, system, seed, {name: round(value, 2) for name, value in found.items()}, flush=True
                )


if __name__ == "__main__":
    main(*sys.argv[1:])
