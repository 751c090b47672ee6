"""What every decoder gives back: scored translations of each sentence, or partial ones of each search bin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.arrays import Array, Numbers, SparseRows, offsets_of
from pitchpipe.notebook import counted
from pitchpipe.text import Texts


@dataclass(frozen=True)
class Phrase:
    """A step of a derivation: source words `source_begin` to `source_end - 1` become these target words."""

    source_begin: int
    source_end: int
    target_begin: int
    target_end: int


@dataclass(frozen=True)
class Candidate:
    """A translation, or the start of one."""

    text: str
    score: float
    features: Mapping[str, float]
    """Dense ones, and the sparse ones that are not 0."""
    phrases: tuple[Phrase, ...] = ()
    """In the order of the translation."""
    alignment: tuple[tuple[int, int], ...] = ()
    """Positions of aligned words, source and target."""
    covered: int = 0
    """Source words that are translated."""
    extended: str = ""
    """Of a search bin's candidates, a whole sentence: the text, and after it the best monotone translation of each gap in
    order; of a chart's, the text in the best translation through its span."""


@dataclass(frozen=True)
class Derivations:
    """How each candidate was put together."""

    phrases: NDArray[np.int32]
    """The steps of all derivations, as `Phrase` has them; those of candidate i begin at `phrase_offsets[i]`."""
    phrase_offsets: Numbers
    links: NDArray[np.int32]
    """Pairs of aligned words, cut in the same way."""
    link_offsets: Numbers

    @classmethod
    def joined(cls, parts: Sequence[Derivations]) -> Derivations:
        return cls(
            np.concatenate([part.phrases for part in parts]),
            _joined_offsets([part.phrase_offsets for part in parts]),
            np.concatenate([part.links for part in parts]),
            _joined_offsets([part.link_offsets for part in parts]),
        )


@dataclass(frozen=True, repr=False)
class Candidates:
    """Candidates in flat arrays; sentence g has the rows `groups[g]` to `groups[g + 1] - 1`, best first.

    Of search bins, those of a sentence come one bin after the other, and best first within each.
    """

    groups: Numbers
    texts: Texts
    scores: Array
    dense: NDArray[np.float32] | Array
    """A row of dense features for each candidate."""
    dense_names: tuple[str, ...]
    sparse: SparseRows
    sparse_names: tuple[str, ...]
    gold: Array | None = None
    """Scores that came with the candidates, for the metric `gold`."""
    covered: NDArray[np.int32] | None = None
    """How many source words each candidate translates; None, as what follows, where a decoder does not tell."""
    extended: Texts | None = None
    """See `Candidate.extended`."""
    places: NDArray[np.int32] | None = None
    """Of search bins, what tells those apart that cover as many words: one for each span and label of a chart."""
    derivations: Derivations | None = None

    @classmethod
    def from_arrays(cls, dense_names: Sequence[str], arrays: Mapping[str, Any]) -> Candidates:
        """From the arrays that the native decoder gives."""
        return cls(
            arrays["groups"],
            Texts(arrays["text"], arrays["text_offsets"]),
            arrays["scores"],
            arrays["dense"],
            tuple(dense_names),
            SparseRows(arrays["sparse_starts"], arrays["sparse_features"], arrays["sparse_values"]),
            tuple(Texts(arrays["sparse_names"], arrays["sparse_name_offsets"])),
            covered=arrays["covered"],
            extended=Texts(arrays["extended"], arrays["extended_offsets"]),
            places=arrays["places"],
            derivations=Derivations(
                arrays["segments"],
                arrays["segment_offsets"],
                arrays["links"],
                arrays["link_offsets"],
            ),
        )

    @classmethod
    def joined(cls, parts: Sequence[Candidates]) -> Candidates:
        """The candidates of all parts, one part after the other; all have the same dense features."""
        names = tuple(dict.fromkeys(name for part in parts for name in part.sparse_names))
        numbers = {name: number for number, name in enumerate(names)}
        features = [
            np.array([numbers[name] for name in part.sparse_names], np.int32)[part.sparse.features]
            for part in parts
        ]
        gold = [part.gold for part in parts if part.gold is not None]
        covered = [part.covered for part in parts if part.covered is not None]
        extended = [part.extended for part in parts if part.extended is not None]
        places = [part.places for part in parts if part.places is not None]
        derivations = [part.derivations for part in parts if part.derivations is not None]
        return cls(
            _joined_offsets([part.groups for part in parts]),
            Texts.joined([part.texts for part in parts]),
            np.concatenate([part.scores for part in parts]),
            np.concatenate([part.dense for part in parts]),
            parts[0].dense_names,
            SparseRows(
                _joined_offsets([part.sparse.starts for part in parts]),
                np.concatenate(features),
                np.concatenate([part.sparse.values for part in parts]),
            ),
            names,
            np.concatenate(gold) if gold else None,
            np.concatenate(covered) if covered else None,
            Texts.joined(extended) if extended else None,
            np.concatenate(places) if places else None,
            Derivations.joined(derivations) if derivations else None,
        )

    def without_derivations(self) -> Candidates:
        """Without what tuning on lists does not need: it need not travel."""
        return replace(self, derivations=None)

    def emptied(self) -> Candidates:
        """The same sentences, without candidates."""
        return replace(
            self,
            groups=np.zeros_like(self.groups),
            texts=Texts.of([]),
            scores=self.scores[:0],
            dense=self.dense[:0],
            sparse=SparseRows(self.sparse.starts[:1], self.sparse.features[:0], self.sparse.values[:0]),
            gold=None,
            covered=None,
            extended=None,
            places=None,
            derivations=None,
        )

    def __len__(self) -> int:
        return len(self.groups) - 1

    def __repr__(self) -> str:
        return f"Candidates({counted(len(self), 'sentence')}, {counted(len(self.texts), 'candidate')})"

    def sparse_features(self, row: int) -> dict[str, float]:
        """The sparse features of a candidate."""
        entries = slice(*self.sparse.starts[row : row + 2])
        names = (self.sparse_names[feature] for feature in self.sparse.features[entries].tolist())
        return dict(zip(names, self.sparse.values[entries].tolist(), strict=True))

    def of(self, sentence: int) -> list[Candidate]:
        """The candidates of a sentence."""
        return [self[row] for row in range(self.groups[sentence], self.groups[sentence + 1])]

    def __getitem__(self, row: int) -> Candidate:
        dense = dict(zip(self.dense_names, self.dense[row].tolist(), strict=True))
        found = Candidate(
            self.texts[row],
            float(self.scores[row]),
            dense | self.sparse_features(row),
            covered=0 if self.covered is None else int(self.covered[row]),
            extended="" if self.extended is None else self.extended[row],
        )
        if self.derivations is None:
            return found
        phrases = slice(*self.derivations.phrase_offsets[row : row + 2])
        links = slice(*self.derivations.link_offsets[row : row + 2])
        return replace(
            found,
            phrases=tuple(Phrase(*place) for place in self.derivations.phrases[phrases].tolist()),
            alignment=tuple((source, target) for source, target in self.derivations.links[links].tolist()),
        )

    def best(self) -> Iterator[str]:
        """The best text of each sentence; empty where there is none."""
        for begin, end in zip(self.groups[:-1], self.groups[1:], strict=True):
            yield self.texts[begin] if begin < end else ""

    def best_alignments(self) -> Iterator[tuple[tuple[int, int], ...]]:
        """The aligned words of the best candidate of each sentence, where the decoder tells; none where there is none."""
        for begin, end in zip(self.groups[:-1], self.groups[1:], strict=True):
            yield self[begin].alignment if begin < end else ()


def _joined_offsets(parts: Sequence[Numbers]) -> Numbers:
    return offsets_of(np.concatenate([np.diff(part) for part in parts]))
