"""What tuning gained, in a sentence."""

from __future__ import annotations

from pitchpipe.metrics import Metric


def gain_sentence(what: str, metric: Metric, where: str, before: float, after: float) -> str:
    """By how much a metric changed, and whether that is for the better."""
    change = after - before
    if not is_change(before, after):
        return f"{what} left {metric.spec} of {where} as it was, at {after:.2f}."
    better = (change > 0) == metric.higher_is_better
    did = "improved" if better else "worsened"
    return f"{what} {did} {metric.spec} of {where} from {before:.2f} to {after:.2f} ({change:+.2f})."


def fitted_sentence(before: float, after: float) -> str:
    """What the score of the text that was tuned on does not say."""
    if not is_change(before, after):
        return "There is no gain to test on other text."
    return "The weights were fitted to this text: measure them on another one to see whether the gain is significant."


def is_change(before: float, after: float) -> bool:
    """Whether a difference is seen with two digits."""
    return abs(after - before) >= 0.005
