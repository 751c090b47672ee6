"""`pitchpipe demo lists`: several ways of tuning a synthetic pool, side by side."""

from __future__ import annotations

import sys
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from pitchpipe.cli import terminal

if TYPE_CHECKING:
    from pitchpipe.lists import Pool

METHODS = (
    "mert",
    "mert(directions=koehn, basis=features)",
    "simplex(restarts=1)",
    "pro",
    "kbmira",
    "risk",
)
METRIC = "bleu"
HELD_OUT = 0.25

BEFORE = """\
A translation system has proposed {candidates:,} translations, {each} for each of
{sentences:,} German sentences, and gave each of them {features} scores: from a language
model, phrase tables and so on. Which translation it picks depends on how much
each score weighs. Below are weights found in several ways on {tuned:,} of the
sentences, judged by BLEU (0 to 100, higher is better) on these and on the
{unseen:,} others, which they have not seen.
"""

AFTER = """\
Equal weights are where all methods start. The last line shows what is left in
the lists: it takes, sentence by sentence, the candidate that serves the corpus
best, with the references in view; hardly any weights get there.

The same with your own lists, from any system:
  pitchpipe tune nbest.gz -r reference.txt --method mert --metric bleu -o weights.txt
  pitchpipe rerank nbest.gz -w weights.txt > best.txt
  pitchpipe score best.txt -r reference.txt -m bleu -m ter
What a method or a metric is, and its settings: pitchpipe explain mert
"""


@dataclass(frozen=True)
class Line:
    """A line of the demo's table."""

    weights: str
    tuning: float
    unseen: float
    seconds: float


def demo_lists(sentences: int, candidates: int, *, seed: int, threads: int, json: bool) -> None:
    """Tune synthetic lists by several methods."""
    from pitchpipe.data import translation_pool
    from pitchpipe.lists import split

    terminal.log("making candidates ...")
    pool = translation_pool(sentences=sentences, candidates=candidates, seed=seed)
    seen, unseen = split(pool, HELD_OUT, seed)
    lines = compare(seen, unseen, seed, threads)
    if json:
        terminal.write_json({"seed": seed, "metric": METRIC, "lines": [asdict(line) for line in lines]})
        return
    terminal.write(
        BEFORE.format(
            candidates=len(pool),
            each=candidates,
            sentences=sentences,
            features=len(pool.feature_names),
            tuned=seen.group_count,
            unseen=unseen.group_count,
        )
        + "\n"
    )
    rows = [
        [line.weights, f"{line.tuning:.2f}", f"{line.unseen:.2f}", f"{line.seconds:.1f}"] for line in lines
    ]
    best = max(range(1, len(lines) - 1), key=lambda index: lines[index].unseen)
    terminal.show_table(
        ["weights", "BLEU, tuned on these", "BLEU, unseen", "seconds"], rows, sys.stdout, best=best
    )
    terminal.write("\n" + AFTER)


def compare(seen: Pool, unseen: Pool, seed: int, threads: int) -> list[Line]:
    """Equal weights, the methods, and the oracle."""
    from pitchpipe.lists.oracle import oracle
    from pitchpipe.tuning import tune_each

    with terminal.tuning_progress() as progress:
        runs = tune_each(
            seen, METHODS, METRIC, held_out=unseen, seed=seed, threads=threads, progress=progress
        )
    began = time.perf_counter()
    tuning, held_out = (oracle(part, METRIC, threads=threads).best for part in (seen, unseen))
    first = runs[0]
    assert first.start_held_out is not None
    lines = [Line("equal weights", first.tuned.start_objective, first.start_held_out, 0.0)]
    for run in runs:
        assert run.held_out is not None
        lines.append(Line(run.tuned.method, run.tuned.objective, run.held_out, run.tuned.seconds))
    return [*lines, Line("best choice (oracle)", tuning, held_out, time.perf_counter() - began)]
