"""Systems of several kinds, built once on each text and tuned with several seeds: what `gaps` and `grammars` share.

Each result is a line of JSON in a folder's file `results`, so that a study that is stopped resumes. A run has a process of its
own, whose most memory in use is kept; seconds are of one processor. A significance test compares each system with the first.
"""

from __future__ import annotations

import json
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.tuning_methods import DATA as MULTI30K
from pitchpipe.data import language_pair
from pitchpipe.decoder import open_decoder
from pitchpipe.files import read_lines
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.significance import System
from pitchpipe.metrics.significance.randomisation import approximate_randomisation
from pitchpipe.model import Model, ModelTexts
from pitchpipe.training import TrainSettings, train, tune_decoder

TANAKA = MULTI30K.parent / "tanaka-ja-en"
SYNTHETIC = {"train": 3000, "dev": 200, "test": 500, "references": 1}
PARTS = ("train", "dev", "test")
DEV_LINES = 300
"""Of a tuning text."""
SEEDS = (1, 2, 3)

Settings = Mapping[str, Any]
Done = dict[tuple[str, str, int], dict[str, Any]]


@dataclass(frozen=True)
class Text:
    """Two files for each part, and trees over the target to train on, if there are any."""

    train: tuple[str, str]
    dev: tuple[str, str]
    test: tuple[str, str]
    parses: str | None = None


def find_texts(folder: Path, names: Sequence[str]) -> dict[str, Text]:
    """`german` and `head-final`, written to the folder, and those that are beside the repository."""
    found: dict[str, Text] = {}
    for variety in ("german", "head-final"):
        pair = language_pair(**SYNTHETIC, variety=variety)
        pair.write(folder / variety, parses=True)
        files = {part: _two(folder / variety, pair.files(part)) for part in PARTS}
        found[variety] = Text(**files, parses=str(folder / variety / "train.parses"))
    for home, ends, name in ((MULTI30K, ("de", "en"), "{}.tok.{}"), (TANAKA, ("ja", "en"), "{}.{}")):
        parts = ("train", "val", "test_2016_flickr") if home is MULTI30K else PARTS
        for pair_of in (ends, ends[::-1]) if home.is_dir() else ():
            whole, dev, test = (_two(home, [name.format(part, end) for end in pair_of]) for part in parts)
            found["-".join(pair_of)] = Text(whole, dev, test)
    return {name: text for name, text in found.items() if not names or name in names}


def _two(folder: Path, names: Sequence[str]) -> tuple[str, str]:
    return str(folder / names[0]), str(folder / names[1])


def build(text: Text, settings: Settings, folder: Path) -> dict[str, float]:
    """Builds a system, unless it is there; the processor time and the memory that it took."""
    kept = folder / "building.json"
    if not kept.exists():
        chosen = TrainSettings.of(method="none", **settings)
        parses = text.parses if chosen.build.trees_over else None
        # The tuning text is for the width of the search and how far it jumps.
        train(*text.train, str(folder), dev=text.dev, target_parses=parses, settings=chosen, threads=1)
        facts = {"building": time.process_time(), "building_megabytes": megabytes()}
        kept.write_text(json.dumps(facts))
    found: dict[str, float] = json.loads(kept.read_text())
    return found


def run(text: Text, seed: int, folder: Path) -> dict[str, Any]:
    """Tunes a system that is built, and translates the test text."""
    how = ModelTexts.read(folder)
    dev, test = (
        DevSet(
            how.source(read_lines(source)[:most]), [[line] for line in how.target(read_lines(target)[:most])]
        )
        for (source, target), most in ((text.dev, DEV_LINES), (text.test, None))
    )
    model = Model.read(folder)
    decoder = open_decoder(model, threads=1)
    began = time.process_time()
    (tuned,) = tune_decoder(decoder, dev, seed=seed)
    tuning = time.process_time() - began
    began = time.process_time()
    output = list(decoder.translate(test.sentences, weights=tuned.weights).best())
    seconds = time.process_time() - began
    rows = System.of("", [output], test.references).rows
    return {
        "bleu": float(find_metric("bleu").score(rows.sum(axis=(0, 1)))),
        "dev": tuned.objective,
        "pairs": sum(len(one.table) for one in model.tables),
        "tuning": tuning,
        "sentences_a_second": len(output) / seconds,
        "megabytes": megabytes(),
        "rows": rows[0].tolist(),
    }


def megabytes() -> float:
    """The most memory that this process has had in use, mapped files too."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def in_own_process(work: Callable[..., dict[str, Any]], *arguments: Any) -> dict[str, Any]:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, arguments)


def study(
    home: Path,
    names: Sequence[str],
    systems: Mapping[str, Settings],
    *,
    more: Callable[[str, Path], dict[str, Any]] = lambda system, folder: {},
    columns: Sequence[str] = (),
) -> None:
    """Run all systems that the texts allow, the first seed of all texts before the next; `more` measures a system besides."""
    home.mkdir(parents=True, exist_ok=True)
    results = home / "results"
    done: Done = {}
    for line in results.read_text().splitlines() if results.exists() else []:
        one = json.loads(line)
        done[one["text"], one["system"], one["seed"]] = one
    for seed in SEEDS:
        for name, text in find_texts(home, names).items():
            fitting = {
                system: settings
                for system, settings in systems.items()
                if text.parses or not TrainSettings.of(**settings).build.trees_over
            }
            for system, settings in fitting.items():
                if (name, system, seed) in done:
                    continue
                folder = home / f"{name}-{system}"
                found = in_own_process(build, text, settings, folder)
                found |= in_own_process(run, text, seed, folder) | more(system, folder)
                one = {"text": name, "system": system, "seed": seed, **found}
                done[name, system, seed] = one
                with results.open("a") as file:
                    file.write(json.dumps(one) + "\n")
                print(f"{name} {system}, seed {seed}: {one['bleu']:.2f}", file=sys.stderr, flush=True)
            show(name, list(fitting), done, columns)


def show(text: str, systems: Sequence[str], done: Done, columns: Sequence[str]) -> None:
    """The table of a text, from all seeds that every system has been run with: BLEU, p and means of the columns."""
    seeds = [seed for seed in SEEDS if all((text, system, seed) in done for system in systems)]
    metric = find_metric("bleu")
    print(f"\n{text}, {len(seeds)} seeds")
    print(f"{'system':<16}{'BLEU':>7}{'p':>8}" + "".join(f"{name:>20}" for name in columns))
    first: System | None = None
    for system in systems:
        runs = [done[text, system, seed] for seed in seeds]
        rows = System(system, np.array([one["rows"] for one in runs]))
        first = first or rows
        p = "" if rows is first else f"{approximate_randomisation(first, rows, metric):.4f}"
        means = {name: float(np.mean([one[name] for one in runs])) for name in ("bleu", *columns)}
        print(
            f"{system:<16}{means['bleu']:>7.2f}{p:>8}"
            + "".join(f"{means[name]:>20,.1f}" for name in columns),
            flush=True,
        )
