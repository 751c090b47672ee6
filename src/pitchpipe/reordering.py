"""The reordering models: what each is called in tables, settings and features.

`native/reordering/` says how each finds the orientation of a phrase, in text and in search. This module imports nothing of
ours, so that help texts can list the models.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class ReorderingModel(NamedTuple):
    """One kind of reordering model."""

    name: str
    """Moses's name, by which tables and the native core know it."""
    choice: str
    """What settings call it."""
    feature: str
    """The name of its features."""
    orientations: tuple[str, ...]
    """Where a phrase lies, seen from the one before it, and then the one after it, seen from the phrase."""

    @property
    def scores(self) -> tuple[str, ...]:
        """What each score of a phrase pair is, in Moses's order."""
        return tuple(f"{side} {one}" for side in ("previous", "next") for one in self.orientations)


class TableColumns(NamedTuple):
    """What the lines of Moses's text table of a reordering model hold."""

    columns: tuple[int, ...] = ()
    """Where each of our scores is on a line; -1 for one that the model does not have, which is then 0. None: in order."""
    by_source: bool = False
    """Whether the lines are of source phrases, not of phrase pairs."""
    missing: tuple[float, ...] = ()
    """The probabilities, as on a line, of phrase pairs without a line; none: each needs one."""


_THREE = ("monotone", "swap", "discontinuous")
_FOUR = ("monotone", "swap", "right", "left")

MODELS = {
    model.name: model
    for model in (
        ReorderingModel("wbe-msd-bidirectional-fe", "word", "LexicalReordering0", _THREE),
        ReorderingModel("hier-msd-bidirectional-fe", "hierarchical", "HierarchicalReordering0", _THREE),
        ReorderingModel("wbe-mslr-bidirectional-fe", "word-mslr", "LexicalReordering0", _FOUR),
        ReorderingModel("hier-mslr-bidirectional-fe", "hierarchical-mslr", "HierarchicalReordering0", _FOUR),
    )
}
"""By name, in the order in which a table has their scores. Those with `mslr` tell right from left where a phrase is neither
monotone nor swapped."""

REORDERING_MODELS = tuple(MODELS)
FEATURES = {model.name: model.feature for model in MODELS.values()}
CHOICES: dict[str, tuple[str, ...]] = {
    "both": REORDERING_MODELS[:2],
    **{model.choice: (model.name,) for model in MODELS.values()},
    "both-mslr": REORDERING_MODELS[2:],
    "none": (),
}
"""The names of the models that a setting stands for."""


def score_names(model: str) -> tuple[str, ...]:
    """What the scores of a model are called; a model that is not known has those of three orientations."""
    return MODELS.get(model, MODELS[REORDERING_MODELS[0]]).scores


def score_places(models: Sequence[str]) -> list[tuple[int, int]]:
    """Where each of a table's models has its scores in a row: the first, and how many there are."""
    counts = [len(score_names(model)) for model in models]
    return [(sum(counts[:i]), count) for i, count in enumerate(counts)]
