"""Weights to start tuning from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from pitchpipe.model.features import GAP_ORIENTATION


def start_weights(names: Iterable[str], *, labels: bool = False) -> dict[str, float]:
    """Weights by which an untuned system translates sensibly; they are Moses's, with all reordering models as one.

    Where rules have `labels`, glue and many small rules gain nothing: they would go before what labels say. The thesis's
    are `thesis_weights`.
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
        elif name.startswith(GAP_ORIENTATION):
            weights[name] = 0.1
        elif name.startswith("Glue"):
            weights[name] = 1.0
    fixed = {"WordPenalty0": -1.0, "Distortion0": 0.3, "PhrasePenalty0": 0.2, "UnknownWordPenalty0": 1.0}
    if labels:
        fixed |= {"Glue0": 0.0, "PhrasePenalty0": -0.5}
    return weights | {name: value for name, value in fixed.items() if name in weights}


def thesis_weights(names: Iterable[str]) -> dict[str, float]:
    """Those that the thesis prints (Cer 2011, section 6.3, note 4).

    1 for reordering, distortion and the language model, 0.3 for lexical weights, 0.2 for phrase probabilities, 0 for all
    others.
    """

    def weight(name: str) -> float:
        if "Reordering" in name or name.startswith(("Distortion", "LM")):
            return 1.0
        score = re.fullmatch(r"TranslationModel\d+_(\d+)", name)
        if score is None:
            return 0.0
        return 0.3 if int(score[1]) in (1, 3) else 0.2  # p(f|e), lex(f|e), p(e|f), lex(e|f)

    return {name: weight(name) for name in names}


def initial_weights(how: str, names: Sequence[str], seed: int) -> dict[str, float]:
    """Weights that tuning may start from in place of a model's own: `TuningSettings.initial` says which."""
    if how == "thesis":
        return thesis_weights(names)
    if how == "uniform":
        return dict.fromkeys(names, 1.0 / max(1, len(names)))
    if how == "positive":
        drawn = np.random.default_rng(seed).uniform(0.0, 1.0, len(names))
        drawn /= max(drawn.sum(), 1e-300)
    else:
        drawn = np.random.default_rng(seed).uniform(-1.0, 1.0, len(names))
    return dict(zip(names, drawn.tolist(), strict=True))
