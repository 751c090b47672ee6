"""What tuning gained on a test text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitchpipe.metrics import find_metric
from pitchpipe.metrics.scoring import score
from pitchpipe.metrics.significance import System
from pitchpipe.metrics.significance.randomisation import approximate_randomisation
from pitchpipe.training.examples import chosen_examples

TRIALS = 2000
"""Of the significance test: enough to tell, and a moment only."""


def gains(
    metrics: Sequence[str],
    untuned: Sequence[str],
    tuned: Sequence[str],
    sentences: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    threads: int = 1,
) -> dict[str, Any]:
    """Scores before and after; the first metric, which was tuned to, has examples and a significance test too."""
    found: dict[str, Any] = {}
    for name in metrics:
        metric = find_metric(name)
        before, after = (
            score(lines, references, metric, sources=sentences, threads=threads) for lines in (untuned, tuned)
        )
        found[name] = {"before": before.score, "after": after.score, "signature": after.signature}
        if name == metrics[0]:
            outputs, scores = (untuned, tuned), (before.sentences, after.sentences)
            found["examples"] = chosen_examples(sentences, references, outputs, scores, metric)
    tested, metric = found[metrics[0]], find_metric(metrics[0])
    one, other = (
        System.of(way, [lines], references, metric, sources=sentences, threads=threads)
        for way, lines in (("before", untuned), ("after", tuned))
    )
    tested["trials"] = TRIALS
    tested["p"] = approximate_randomisation(one, other, metric, trials=TRIALS, threads=threads)
    return found
