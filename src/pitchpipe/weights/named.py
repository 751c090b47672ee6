"""Weights by the names of their features."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pitchpipe.files import StrPath
from pitchpipe.notebook import counted, html_table
from pitchpipe.weights.files import read_weights, write_weights

MOST_SHOWN = 30
"""Weights in a notebook's table."""


class Weights(dict[str, float]):
    """A weight for each feature; a feature that is not there has the weight 0.

    Examples
    --------
    >>> weights = Weights.read("weights.txt")
    >>> weights["LM0"]
    """

    @classmethod
    def read(cls, path: StrPath) -> Weights:
        """Read a file of weights, a moses.ini or a JSON file; see `pitchpipe.weights.files`."""
        return cls(read_weights(path))

    def write(self, path: StrPath) -> None:
        """Write a line of name and value for each weight, whole or not at all; reading gives the same bits."""
        write_weights(path, self)

    @property
    def size(self) -> float:
        """The sum of the sizes of all weights."""
        return sum(map(abs, self.values()))

    def mixed(self, new: Mapping[str, float], share: float, measured: Collection[str] = ()) -> Weights:
        """These with a share of others; where both differ, these are first scaled to the size of the others.

        Only the features that are `measured` count for the size, if any are named: thousands of sparse features have far
        larger sums of weights, tuned, than the dense ones whose scale matters.
        """
        names = dict.fromkeys([*self, *new])
        tuned = [name for name in names if self.get(name) != new.get(name)]
        counted = [name for name in tuned if name in measured] if measured else tuned
        sizes = [sum(abs(vector.get(name, 0.0)) for name in counted) for vector in (self, new)]
        scales = dict.fromkeys(tuned, sizes[1] / sizes[0] if all(sizes) else 1.0)
        kept = Weights({name: scales.get(name, 1.0) * value for name, value in self.items()})
        return kept.interpolated(new, share)

    def interpolated(self, new: Mapping[str, float], share: float) -> Weights:
        """These with a share of others, both as they are."""
        names = dict.fromkeys([*self, *new])
        mixed = {name: share * new.get(name, 0.0) + (1 - share) * self.get(name, 0.0) for name in names}
        return Weights({name: value for name, value in mixed.items() if value or name in self})

    def distance(self, other: Mapping[str, float]) -> float:
        """The largest difference of a weight, both vectors scaled so that the sizes of their weights sum to 1."""
        scales = [sum(map(abs, vector.values())) or 1.0 for vector in (self, other)]
        names = {*self, *other}
        return max(
            (abs(self.get(n, 0.0) / scales[0] - other.get(n, 0.0) / scales[1]) for n in names), default=0.0
        )

    def _repr_html_(self) -> str:
        largest = sorted(self.items(), key=lambda one: -abs(one[1]))[:MOST_SHOWN]
        title = counted(len(self), "weight") + (", the largest" if len(self) > len(largest) else "")
        return html_table(title, ["feature", "weight"], largest)

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value:.4g}" for name, value in list(self.items())[:4])
        return f"Weights({shown}{', ...' if len(self) > 4 else ''}; {len(self):,} features)"
