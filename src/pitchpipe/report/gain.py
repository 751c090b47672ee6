"""What tuning gained, in a sentence."""

from __future__ import annotations

from pitchpipe.metrics import Metric


def gain_sentence(what: str, metric: Metric, where: str, before: float, after: float) -> str:
    """By how much a metric changed, and whether that is for the better."""
    change = after - before
    if abs(change) < 0.005:
        return f"{what} left {metric.spec} of {where} as it was, at {after:.2f}."
    better = (change > 0) == metric.higher_is_better
    did = "improved" if better else "worsened"
    return f"{what} {did} {metric.spec} of {where} from {before:.2f} to {after:.2f} ({change:+.2f})."
