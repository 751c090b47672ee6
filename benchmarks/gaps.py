"""Systems of phrases without gaps, with gaps in the source, the target or both, and hierarchical ones: BLEU, size and speed.

Run as `python -m benchmarks.gaps [FOLDER] [TEXT...]`. Texts are `german` and `head-final`, the synthetic pair in both
varieties, and `de-en` and `en-de`, Multi30k if it is beside the repository. Systems are built once, and tuned with each of
three seeds, the first seed of all texts before the next. Each result is a line of JSON in FOLDER/results; rerun the
command to resume. Without a folder, the synthetic texts are used and nothing is kept. Seconds are of one processor; a
significance test compares each system with that without gaps.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.tuning_methods import DATA
from pitchpipe.align import Alignments
from pitchpipe.data import language_pair
from pitchpipe.decoder import open_decoder
from pitchpipe.files import read_lines
from pitchpipe.grammar import RuleExtraction, extract_rules
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.significance import System
from pitchpipe.metrics.significance.randomisation import approximate_randomisation
from pitchpipe.model import Model, ModelTexts
from pitchpipe.phrases import Extraction, Gaps, extract
from pitchpipe.text import Corpus
from pitchpipe.training import TrainSettings, train, tune_decoder

SYSTEMS = {
    "none": {},
    "source": {"gaps": "source"},
    "target": {"gaps": "target"},
    "both": {"gaps": "both"},
    "hierarchical": {"grammar": "hierarchical"},
}
SYNTHETIC = {"train": 3000, "dev": 200, "test": 500, "references": 1}
MULTI30K = {"train": "train", "dev": "val", "test": "test_2016_flickr"}
DEV_LINES = 300
"""Of Multi30k's tuning text."""
SEEDS = (1, 2, 3)

Files = Mapping[str, tuple[str, str]]


def find_texts(folder: Path, names: Sequence[str]) -> dict[str, Files]:
    """The files of each text: a source and a target of its training, tuning and test part."""
    found: dict[str, Files] = {}
    for variety in ("german", "head-final"):
        pair = language_pair(**SYNTHETIC, variety=variety)
        pair.write(folder / variety)
        found[variety] = {part: _two(folder / variety, pair.files(part)) for part in ("train", "dev", "test")}
    if DATA.is_dir():
        for ends in (("de", "en"), ("en", "de")):
            found["-".join(ends)] = {
                part: _two(DATA, [f"{name}.tok.{end}" for end in ends]) for part, name in MULTI30K.items()
            }
    return {name: files for name, files in found.items() if not names or name in names}


def _two(folder: Path, names: Sequence[str]) -> tuple[str, str]:
    return str(folder / names[0]), str(folder / names[1])


def built(files: Files, system: str, folder: Path) -> Model:
    settings = TrainSettings.of(method="none", **SYSTEMS[system])
    return train(*files["train"], str(folder), settings=settings, threads=1).model


def extraction_seconds(system: str, folder: Path) -> float:
    """Extraction alone, done again from the aligned text of a system."""
    source, target = (Corpus.read(folder / "work" / f"train.{side}") for side in ("source", "target"))
    links = Alignments.read(folder / "work" / "alignment", source, target)
    began = time.process_time()
    path = folder / "again.table"
    if "grammar" in SYSTEMS[system]:
        settings = TrainSettings.of(**SYSTEMS[system]).build.rules()
        assert isinstance(settings, RuleExtraction)
        extract_rules(source, target, links.links, links.offsets, path, settings=settings, threads=1)
    else:
        how = Extraction(gaps=Gaps.of(SYSTEMS[system].get("gaps", "none")))
        extract(source, target, links.links, links.offsets, path, settings=how, threads=1)
    path.unlink()
    return time.process_time() - began


def run(files: Files, system: str, seed: int, folder: Path) -> dict[str, Any]:
    model = built(files, system, folder)
    how = ModelTexts.read(folder)
    dev, test = (
        DevSet(
            how.source(read_lines(source)[:most]), [[line] for line in how.target(read_lines(target)[:most])]
        )
        for (source, target), most in ((files["dev"], DEV_LINES), (files["test"], None))
    )
    decoder = open_decoder(model, threads=1)
    began = time.process_time()
    (tuned,) = tune_decoder(decoder, dev, seed=seed)
    tuning = time.process_time() - began
    began = time.process_time()
    output = list(decoder.translate(test.sentences, weights=tuned.weights).best())
    seconds = time.process_time() - began
    rows = System.of(system, [output], test.references).rows
    return {
        "bleu": float(find_metric("bleu").score(rows.sum(axis=(0, 1)))),
        "dev": tuned.objective,
        "pairs": sum(len(one.table) for one in model.tables),
        "extraction": extraction_seconds(system, folder),
        "tuning": tuning,
        "sentences_a_second": len(output) / seconds,
        "rows": rows[0].tolist(),
    }


def main(*arguments: str) -> None:
    if arguments:
        study(Path(arguments[0]), arguments[1:])
        return
    with tempfile.TemporaryDirectory() as folder:
        study(Path(folder), ("german", "head-final"))


def study(home: Path, names: Sequence[str]) -> None:
    home.mkdir(parents=True, exist_ok=True)
    results = home / "results"
    done: dict[tuple[str, str, int], dict[str, Any]] = {}
    for line in results.read_text().splitlines() if results.exists() else []:
        one = json.loads(line)
        done[one["text"], one["system"], one["seed"]] = one
    texts = find_texts(home, names)
    for seed in SEEDS:
        for text, files in texts.items():
            for system in SYSTEMS:
                if (text, system, seed) in done:
                    continue
                found = run(files, system, seed, home / f"{text}-{system}")
                one = {"text": text, "system": system, "seed": seed, **found}
                done[text, system, seed] = one
                with results.open("a") as file:
                    file.write(json.dumps(one) + "\n")
                print(f"{text} {system}, seed {seed}: {one['bleu']:.2f}", file=sys.stderr, flush=True)
            show(text, done)


def show(text: str, done: Mapping[tuple[str, str, int], Mapping[str, Any]]) -> None:
    """The table of a text, from all seeds that every system has been run with."""
    seeds = [seed for seed in SEEDS if all((text, system, seed) in done for system in SYSTEMS)]
    metric = find_metric("bleu")
    print(f"\n{text}, {len(seeds)} seeds")
    print(f"{'system':<14}{'BLEU':>7}{'p':>8}{'pairs':>12}{'extraction s':>14}{'sentences/s':>13}")
    plain: System | None = None
    for system in SYSTEMS:
        runs = [done[text, system, seed] for seed in seeds]
        rows = System(system, np.array([one["rows"] for one in runs]))
        plain = plain or rows
        p = "" if rows is plain else f"{approximate_randomisation(plain, rows, metric):.4f}"
        means = {name: float(np.mean([one[name] for one in runs])) for name in ("bleu", "sentences_a_second")}
        print(
            f"{system:<14}{means['bleu']:>7.2f}{p:>8}{runs[0]['pairs']:>12,}{runs[0]['extraction']:>14.1f}"
            f"{means['sentences_a_second']:>13.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
