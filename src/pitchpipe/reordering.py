"""The reordering models: what each is called in tables, settings and features.

`native/reordering/` says how each finds the orientation of a phrase, in text and in search. This module imports nothing, so
that help texts can list the models.
"""

from __future__ import annotations

from typing import NamedTuple


class ReorderingModel(NamedTuple):
    """One kind of reordering model."""

    name: str
    """Moses's name, by which tables and the native core know it."""
    choice: str
    """What settings call it."""
    feature: str
    """The name of its features."""


class TableColumns(NamedTuple):
    """What the lines of Moses's text table of a reordering model hold."""

    columns: tuple[int, ...] = (0, 1, 2, 3, 4, 5)
    """Where each of our six scores is on a line; -1 for one that the model does not have, which is then 0."""
    by_source: bool = False
    """Whether the lines are of source phrases, not of phrase pairs."""
    missing: tuple[float, ...] = ()
    """The probabilities, as on a line, of phrase pairs without a line; none: each needs one."""


KINDS = (
    ReorderingModel("wbe-msd-bidirectional-fe", "word", "LexicalReordering0"),
    ReorderingModel("hier-msd-bidirectional-fe", "hierarchical", "HierarchicalReordering0"),
)
"""In the order in which a table has their scores."""

REORDERING_MODELS = tuple(model.name for model in KINDS)
FEATURES = {model.name: model.feature for model in KINDS}
CHOICES: dict[str, tuple[str, ...]] = {
    "both": REORDERING_MODELS[:2],
    **{model.choice: (model.name,) for model in KINDS},
    "none": (),
}
"""The names of the models that a setting stands for."""
