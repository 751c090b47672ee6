"""What runs leave in their folders: to go on from, and to look at."""

from __future__ import annotations

import json
import shutil
import tempfile
from functools import cache
from pathlib import Path

from pitchpipe.metrics.score_store import ScoreStore
from pitchpipe.report import report
from pitchpipe.study.survey import SURVEY
from pitchpipe.training.stages import Stages
from pitchpipe.tuning.kept_trials import KeptTrials, TunedTrial, read_trial

from ..online.world import World, learned
from ..study.studies import run as run_study
from ..study.studies import write_lists
from ..tuning.loop.test_loop import tuned
from .mutations import BYTES, JSON, TEXT
from .sealed import ARRAYS
from .target import Target

KEYS = [bytes([number]) * 16 for number in range(3)]


def _loop(folder: Path) -> None:
    tuned(folder=folder, iterations=2)


def _made(make, name: str):
    def seeds(folder: Path) -> list[bytes]:
        (folder / "whole").mkdir()
        make(folder / "whole")
        return [(folder / "whole" / name).read_bytes()]

    return seeds


def _show(folder: Path) -> None:
    report(folder).to_html()


def _resume(folder: Path) -> None:
    """Go on with a copy: what was not done yet is written."""
    copy = folder.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    tuned(folder=copy, iterations=2)


def _online(folder: Path) -> None:
    learned("adagrad(epochs=1)", World(sentences=6, candidates=5, sparse=6, fired=2), folder=folder)


def _resume_online(folder: Path) -> None:
    copy = folder.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    learned("adagrad(epochs=1)", World(sentences=6, candidates=5, sparse=6, fired=2), folder=copy)
    _show(folder)


def _scores(folder: Path) -> list[bytes]:
    store = ScoreStore(folder / "scores.sqlite")
    store.add("metric", dict.fromkeys(KEYS, (0.5, 1.0)))
    store.close()
    return [(folder / "scores.sqlite").read_bytes()]


def _use_scores(path: Path) -> None:
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    store = ScoreStore(path)
    try:
        found = store.find("metric", KEYS)
        assert all(isinstance(value, float) for row in found.values() for value in row)
        store.add("metric", {b"x" * 16: (1.0, 1.0)})
        store.count("metric", 1)
        with store.claiming("metric", KEYS):
            pass
        store.tallies()
    finally:
        store.close()


def _stage(folder: Path) -> None:
    """A stage is done again, or skipped, whatever its record says."""
    (folder / "in").write_text("x")
    stages = Stages(folder, say=lambda text: None)
    stages.run(
        "one",
        lambda show: {"n": len((folder / "out").write_text("y") * "z")},
        inputs=[folder / "in"],
        settings={},
        outputs=[folder / "out"],
    )
    assert stages.done[0].cached or stages.done[0].facts["n"] == 1


STUDY = """\
[lists]
dev = ["dev.nbest", "dev.ref"]

[test]
news = ["news.jsonl"]

[grid]
methods = ["regression"]

[report]
trials = 10
"""


@cache
def _study_files() -> dict[str, bytes]:
    """What is in the folder of a study of lists that is done, by name."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write_lists(folder)
        (folder / "lists.toml").write_text(STUDY)
        run_study(folder / "lists.toml", folder / "study")
        files = [path for path in (folder / "study").rglob("*") if path.is_file()]
        return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def _studied(folder: Path) -> None:
    for name, contents in _study_files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(contents)


def _in_study(name: str) -> Target:
    """What is done with a study's folder one file of which is odd."""

    def file(folder: Path) -> Path:
        return next((folder / "study").glob(name))

    def seeds(folder: Path) -> list[bytes]:
        _studied(folder)
        return [file(folder).read_bytes()]

    def show(path: Path) -> None:
        place = path.parent
        file(place).write_bytes(path.read_bytes())
        report(place / "study").to_html()

    kinds = ARRAYS if name.endswith("npz") else JSON if name.endswith("json") else TEXT
    return Target(f"study-{Path(name).name}", show, seeds, kinds, beside=_studied, slow=True)


def _surveyed(folder: Path) -> None:
    _studied(folder / "made")
    shutil.move(folder / "made/study", folder / "german")


SIDE = {"tokens": 900, "types": 80, "unaligned": 7}
SUMMARY = {
    "settings": {"metric": "bleu", "method": "kbmira", "order": 3},
    "build": {
        "prepare": {"lines": 200, "removed": {"long": 1}},
        "align": {"links": 800, "source": SIDE, "target": SIDE},
        "phrases": {"phrase_pairs": 10, "source_phrases": 5, "by_length": {"1": 6, "2": 4}},
        "lm": {"ngrams": [10, 20, 30], "tokens": 900},
    },
    "text": {"source": {"found": "tokenised text"}},
    "texts": {"dev": {"lines": 20, "tokens": 90, "types": 50, "unknown": 3}},
    "search": {"beam": 100},
    "tuning": {"before": 20.5, "after": 22.1, "reason": "the weights settled", "iterations": 3},
    "test": {
        "bleu": {"before": 20.1, "after": 21.2, "p": 0.01, "trials": 1000, "signature": "x"},
        "examples": [],
    },
    "seconds": {"prepare": 1.5, "align": 2.0, "tune": 3.0},
    "warnings": ["a word"],
    "version": "1",
}


def _trial(folder: Path) -> list[bytes]:
    KeptTrials(folder).get("trial", lambda: TunedTrial(40.5, {"lm": 0.25, "tm": -1.0}))
    return [path.read_bytes() for path in folder.glob("trial-*.json")]


def _use_trial(path: Path) -> None:
    found = read_trial(path)
    assert all(isinstance(value, float) for value in (found.score, *found.weights.values()))


RUN_TARGETS = [
    Target("loop.json", _show, _made(_loop, "loop.json"), JSON, "loop.json", _loop, True),
    Target("iteration", _show, _made(_loop, "00.json"), JSON, "00.json", _loop, True),
    Target("iteration-lists", _show, _made(_loop, "01.npz"), ARRAYS, "01.npz", _loop, True),
    Target("resumed-settings", _resume, _made(_loop, "loop.json"), JSON, "loop.json", _loop, True),
    Target("resumed-iteration", _resume, _made(_loop, "01.json"), JSON, "01.json", _loop, True),
    Target("resumed-lists", _resume, _made(_loop, "00.npz"), ARRAYS, "00.npz", _loop, True),
    Target("checkpoint", _resume_online, _made(_online, "online.npz"), ARRAYS, "online.npz", _online, True),
    Target("trial", _use_trial, _trial, JSON, "trial.json"),
    Target("score-store", _use_scores, _scores, BYTES, "scores.sqlite"),
    Target("stage", _stage, _made(_stage, "one.stage.json"), JSON, "one.stage.json", _stage, True),
    _in_study("study.toml"),
    _in_study("grid.json"),
    _in_study("cells/reg*/result.json"),
    _in_study("texts/dev.json"),
    _in_study("texts/news.npz"),
    Target(
        "survey",
        _show,
        lambda folder: [b'{"pairs": ["german", "french"]}'],
        JSON,
        SURVEY,
        _surveyed,
        True,
        slow=True,
    ),
    Target(
        "summary.json",
        _show,
        lambda folder: [json.dumps(SUMMARY).encode()],
        JSON,
        "summary.json",
        whole_folder=True,
    ),
]
