"""Sentences that show what tuning changed."""

from __future__ import annotations

from collections.abc import Sequence

from pitchpipe.metrics import Metric

EACH_WAY = 2
"""Examples of sentences that became better, and of those that became worse."""
UNCHANGED = 3
"""Examples where nothing changed."""


def chosen_examples(
    sentences: Sequence[str],
    references: Sequence[Sequence[str]],
    outputs: tuple[Sequence[str], Sequence[str]],
    scores: tuple[Sequence[float], Sequence[float]],
    metric: Metric,
) -> list[dict[str, str]]:
    """The largest gains and the largest losses of the sentence score, or the first sentences where there are none."""
    before, after = scores
    sign = 1.0 if metric.higher_is_better else -1.0
    gains = [sign * (new - old) for old, new in zip(before, after, strict=True)]
    best = sorted((i for i, gain in enumerate(gains) if gain > 0), key=lambda i: -gains[i])[:EACH_WAY]
    worst = sorted((i for i, gain in enumerate(gains) if gain < 0), key=lambda i: gains[i])[:EACH_WAY]
    return [
        {
            **({"change": f"{after[i] - before[i]:+.1f} {metric.spec}"} if gains[i] else {}),
            "source": sentences[i],
            "reference": references[i][0],
            "before": outputs[0][i],
            "after": outputs[1][i],
        }
        for i in [*best, *worst] or range(min(UNCHANGED, len(sentences)))
    ]
