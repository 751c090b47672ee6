"""Weights to start tuning from."""

from __future__ import annotations

from collections.abc import Iterable


def start_weights(names: Iterable[str]) -> dict[str, float]:
    """Weights by which an untuned system translates sensibly; they follow the thesis's, scaled.

    All reordering models together count as one.
    """
    names = list(names)
    reordering = sum("Reordering" in name for name in names)
    weights = dict.fromkeys(names, 0.0)
    for name in names:
        if "Reordering" in name:
            weights[name] = 1.8 / reordering
        elif name.startswith("TranslationModel"):
            weights[name] = 0.2
        elif name.startswith("LM"):
            weights[name] = 0.5
        elif name.startswith("Glue"):
            weights[name] = 1.0
    fixed = {"WordPenalty0": -1.0, "Distortion0": 0.3, "PhrasePenalty0": 0.2, "UnknownWordPenalty0": 1.0}
    return weights | {name: value for name, value in fixed.items() if name in weights}
