"""What a moses.ini of either format describes: tables, language models and weights."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitchpipe.errors import InputError
from pitchpipe.model.moses.orientation import OrientationType

PLAIN = ("UnknownWordPenalty", "WordPenalty", "PhrasePenalty", "Distortion")
"""Features without a file; a model has at most one of each."""


@dataclass(frozen=True)
class PhraseTableFile:
    """A phrase table: where the ini names it, its feature, its file, and how many scores it has."""

    place: str
    name: str
    path: str
    scores: int | None = None
    limit: int | None = None


@dataclass(frozen=True)
class LanguageModelFile:
    """A language model; `counts_unknown` adds a second value, the number of unknown words."""

    place: str
    name: str
    path: str
    order: int | None = None
    counts_unknown: bool = False


@dataclass(frozen=True)
class ReorderingTableFile:
    """A reordering table; `missing` are the probabilities of phrase pairs that it does not have."""

    place: str
    name: str
    path: str
    type: OrientationType
    missing: tuple[float, ...] = ()


@dataclass
class Plan:
    """A model that is not yet read."""

    tables: list[PhraseTableFile] = field(default_factory=list)
    languages: list[LanguageModelFile] = field(default_factory=list)
    reordering: list[ReorderingTableFile] = field(default_factory=list)
    plain: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The place and Moses's name of each feature without a file."""
    weights: dict[str, tuple[str, list[float]]] = field(default_factory=dict)
    """The place and the weights of each feature, by Moses's name of it."""

    def our_weights(self, scores: list[int]) -> dict[str, float]:
        """The weights by our names of the features; `scores` is how many each phrase table has."""
        weights = {f"{kind}0": 0.0 for kind in PLAIN}
        if "UnknownWordPenalty" in self.plain:
            place, name = self.plain["UnknownWordPenalty"]
            self.weights.setdefault(name, (place, [1.0]))
        for kind, (place, name) in self.plain.items():
            weights[f"{kind}0"] = self._take(name, 1, place)[0]
        for table, count in zip(self.tables, scores, strict=True):
            weights |= _numbered(table.name, self._take(table.name, count, table.place))
        for language in self.languages:
            count = 1 + language.counts_unknown
            weights |= _numbered(language.name, self._take(language.name, count, language.place))
        for one in self.reordering:
            weights |= _numbered(one.name, one.type.spread(self._take(one.name, one.type.weights, one.place)))
        for name, (place, _) in self.weights.items():
            if name not in self.names:
                raise InputError(
                    f"{place}: found a weight of {name}, expected one of {', '.join(self.names)}"
                )
        return weights

    @property
    def names(self) -> list[str]:
        """Moses's names of all features."""
        names = [name for _, name in self.plain.values()] + [one.name for one in self.tables]
        return names + [one.name for one in self.languages] + [one.name for one in self.reordering]

    def _take(self, name: str, count: int, place: str) -> list[float]:
        if name not in self.weights:
            raise InputError(f"{place}: found no weight of {name} in [weight], expected {count}")
        where, found = self.weights[name]
        if len(found) != count:
            raise InputError(f"{where}: found {len(found)} weights of {name}, expected {count}")
        return found


def _numbered(name: str, values: list[float]) -> dict[str, float]:
    return {name: values[0]} if len(values) == 1 else {f"{name}_{i}": value for i, value in enumerate(values)}
