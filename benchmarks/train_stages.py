"""`pitchpipe train` with its default settings, from text to a tuned and evaluated system: seconds and the share of each stage.

Run as `python -m benchmarks.train_stages`. The text is that of `tuning_methods`. The command is a process of its own; the
last line is all of its time, its start and the files it writes too.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.tuning_methods import THREADS, find_texts
from pitchpipe.training.summary import summary_text


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        texts = find_texts(Path(folder))
        command = [
            sys.executable,
            "-m",
            "pitchpipe",
            "train",
            *texts.train,
            "--dev",
            *texts.dev,
            "--test",
            *texts.test,
        ]
        began = time.perf_counter()
        subprocess.run(
            [*command, "-o", "model", "--threads", str(THREADS)], cwd=folder, check=True, capture_output=True
        )
        seconds = time.perf_counter() - began
        summary = json.loads((Path(folder) / "model" / "summary.json").read_text())
    print(summary_text(summary))
    print(f"{seconds:.1f} seconds in all, {THREADS} threads")


if __name__ == "__main__":
    main()
