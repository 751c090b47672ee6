"""Work that takes a while, is done in a folder, and can be done again there."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pitchpipe.data import language_pair
from pitchpipe.metrics.score_store import tallies_in
from pitchpipe.report import report
from pitchpipe.study import Results

from ..study.studies import LISTS, write_lists

PITCHPIPE = (sys.executable, "-m", "pitchpipe")
TIMES = ("seconds", "decode_seconds", "optimize_seconds")
"""What differs from run to run."""


@dataclass(frozen=True)
class Work:
    """A command in a folder with its inputs, and what it comes to."""

    name: str
    command: Sequence[str]
    inputs: Callable[[Path], object]
    result: Callable[[Path], object]
    """What must be the same, however often the work was ended before."""


def texts(folder: Path) -> None:
    language_pair(train=200, dev=20, test=10, references=1, seed=5).write(folder)


def lists(folder: Path) -> None:
    write_lists(folder)
    (folder / "study.toml").write_text(LISTS)
    (folder / "scorer.py").write_text(
        'import sys, time\nprint(\'{"version": "1"}\', flush=True)\n'
        "for line in sys.stdin:\n    with open('calls', 'a') as file:\n        file.write(line)\n"
        "    time.sleep(0.02)\n    print(len(line) % 7, flush=True)\n"
    )


def with_model(folder: Path) -> None:
    """Texts, and a model of them that is built once for all."""
    texts(folder)
    build = ("train", "train.de", "train.en", "-o", "model", "--set", "order=2")
    subprocess.run([*PITCHPIPE, *build], cwd=folder, check=True, capture_output=True)


def aligned(folder: Path) -> None:
    texts(folder)
    command = [*PITCHPIPE, "align", "train.de", "train.en", "-o", "train.align"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def files(*names: str) -> Callable[[Path], object]:
    """Hashes of files."""
    return lambda folder: {
        name: hashlib.blake2b((folder / name).read_bytes(), digest_size=8).hexdigest() for name in names
    }


def studied(folder: Path) -> object:
    """All scores of a study but the times, and that its page can be drawn."""
    assert report(folder / "study").to_html()
    found = Results.read(folder / "study").as_dict()
    del found["study"]  # it has the paths of its texts
    return json.dumps(_without_times(found), sort_keys=True)


def _without_times(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_times(one) for key, one in value.items() if key not in TIMES}
    return [_without_times(one) for one in value] if isinstance(value, list) else value


def scored(folder: Path) -> object:
    """The lists with the scores, which were kept; no call was repeated."""
    (tally,) = tallies_in(folder / "run").values()
    calls = (folder / "calls").read_text().splitlines()
    assert tally.computed == len(calls) == len(set(calls)) > 0
    return files("more.jsonl")(folder)


SCORER = f'qe=command("{sys.executable} scorer.py", source=true, workers=2)'
TRAIN = (
    "train",
    "train.de",
    "train.en",
    "--dev",
    "dev.de",
    "dev.en",
    "--test",
    "test.de",
    "test.en",
    "-o",
    "model",
)
SMALL = ("--set", "order=3,nbest=20,iterations=2,method=kbmira", "--threads", "1")
TUNE = (
    "tune",
    "model",
    "--dev",
    "dev.de",
    "-r",
    "dev.en",
    "--run",
    "run",
    "-o",
    "weights.txt",
    "--threads",
    "1",
)
STORED = ("rescore", "dev.nbest", "--source", "dev.ref", "--add", SCORER, "--run", "run", "-o", "more.jsonl")

WORKS = {
    work.name: work
    for work in (
        Work(
            "train",
            (*TRAIN, *SMALL),
            texts,
            files(
                "model/weights", "model/model.json", "model/phrases.table", "model/lm.lm", "model/test.output"
            ),
        ),
        Work("tune", (*TUNE, "--set", "iterations=4,nbest=30"), with_model, files("weights.txt")),
        Work(
            "online",
            (*TUNE, "--method", "adagrad(epochs=3, synchronous=true)", "--set", "nbest=20"),
            with_model,
            files("weights.txt"),
        ),
        Work("compare", ("compare", "study.toml", "-o", "study", "--threads", "1"), lists, studied),
        Work("scores", STORED, lists, scored),
        Work(
            "extract",
            ("extract", "train.de", "train.en", "train.align", "-o", "phrases.table"),
            aligned,
            files("phrases.table"),
        ),
    )
}
