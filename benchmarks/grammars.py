"""Phrase-based, hierarchical and, where there are trees, GHKM systems: BLEU, size, processor time and memory.

Run as `python -m benchmarks.grammars [FOLDER] [TEXT...]`. Texts are `german` and `head-final`, the synthetic pair in both
varieties, which has trees, and, if they are beside the repository, `de-en` and `en-de` (Multi30k), `ja-en` and `en-ja`
(Tanaka). Systems are built once and tuned on 300 sentences with each of three seeds; rerun the command to resume.
Without a folder, the synthetic texts are used and nothing is kept. A significance test compares each system with phrases.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.kinds_of_systems import study

SYSTEMS = {
    "phrases": {},
    "hierarchical": {"grammar": "hierarchical"},
    "shapes": {"grammar": "hierarchical", "sparse": "SH"},
    "oriented": {"grammar": "hierarchical", "constraints": "loose(orientation=true)"},
    "oriented-shapes": {"grammar": "hierarchical", "constraints": "loose(orientation=true)", "sparse": "SH"},
    "ghkm": {"grammar": "ghkm"},
    "ghkm-oriented": {"grammar": "ghkm", "constraints": "ghkm(orientation=true)"},
}
COLUMNS = ("pairs", "building", "building_megabytes", "tuning", "megabytes", "sentences_a_second")


def main(*arguments: str) -> None:
    if arguments:
        study(Path(arguments[0]), arguments[1:], SYSTEMS, columns=COLUMNS)
        return
    with tempfile.TemporaryDirectory() as folder:
        study(Path(folder), ("german", "head-final"), SYSTEMS, columns=COLUMNS)


if __name__ == "__main__":
    main(*sys.argv[1:])
