"""What programs of users answer and write: scores, embeddings and translations."""

from __future__ import annotations

import shlex
import shutil
from itertools import count
from pathlib import Path

import numpy as np

from pitchpipe.lists.outside_program import OutsideProgram
from pitchpipe.metrics.command import Command
from pitchpipe.metrics.program import running
from pitchpipe.metrics.scoring import score
from pitchpipe.text import GroupedTexts

from .mutations import JSON, TEXT
from .target import Target

ANSWERING = 'while IFS= read -r line <&3 && printf "%s\\n" "$line" && read -r asked; do :; done 3< "$0"'
"""Says the lines of a file: the first unasked, each other one in answer to a question."""
SCORES = (
    b'{"version": "1"}\n0.5\n[3, 7]\n{"score": 1}\n',
    b'{"version": "1"}\n[1, 2]\n-1e-3\n{"error": "no"}\n',
)
SENTENCES = ["ein haus", "zwei"]
VECTORS = b'{"version": "1"}\n[0.5, 1]\n[3, 7]\n[0, 0]\n[1e30, 2]\n'
_numbers = count()
"""Each input is asked about texts of its own, since answers are kept."""


def _asked(path: Path, **settings: str) -> None:
    line = shlex.join(["sh", "-c", ANSWERING, str(path)])
    running.__globals__["_running"].cache_clear()
    metric = Command(program=line, timeout=5.0, **settings)
    number = next(_numbers)
    candidates = GroupedTexts.singles([f"a {number}", f"b {number}"])
    try:
        rows = metric.statistics(candidates, GroupedTexts.singles([f"c {number}", f"d {number}"]))
    finally:
        running(line, 1).end()
    assert np.isfinite(rows).all()


def _scores(path: Path) -> None:
    _asked(path)


def _vectors(path: Path) -> None:
    _asked(path, by="embed")


def _translations(path: Path) -> None:
    """What a program writes, and what was kept of an earlier run."""
    written = OutsideProgram(f"cp {shlex.quote(str(path))} {{output}} -S {{input}}", ())
    kept = OutsideProgram("true {input} {output}", (), path.parent)
    shutil.copyfile(path, path.with_name(f"{kept._key(SENTENCES, {})}.txt"))
    for program in (written, kept):
        score(program.translate(SENTENCES, {}), [["a house"], ["two"]], "bleu")


PROGRAM_TARGETS = [
    Target("scorer", _scores, lambda folder: SCORES, (*TEXT, *JSON[2:])),
    Target("embedder", _vectors, lambda folder: [VECTORS], (*TEXT, *JSON[2:])),
    Target("translations", _translations, lambda folder: [b"a house\ntwo\n"]),
]
