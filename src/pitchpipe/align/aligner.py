"""A trained model of word alignment: aligns text, and is kept in a file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.align.alignments import Alignments
from pitchpipe.align.lexicon import Lexicon, check_texts
from pitchpipe.align.parameters import Parameters
from pitchpipe.align.shards import line_parts
from pitchpipe.align.symmetrize import DEFAULT, Posterior, symmetrization, symmetrize
from pitchpipe.arrays import offsets_of
from pitchpipe.files.flat_file import damaged, read_flat_file, write_flat_file
from pitchpipe.files.typed import checked_value
from pitchpipe.text import Corpus, Texts

_KIND = "word alignment model"
_VERSION = 1
_CELLS = 1 << 23
"""Word pairs whose posteriors are in memory at a time; at least those of one pair of lines."""


@dataclass(frozen=True)
class Aligner:
    """Translation tables of both directions and, for an HMM, how it jumps."""

    method: str
    lexicon: Lexicon
    parameters: Parameters
    log_likelihoods: tuple[tuple[float, float], ...] = ()
    """Of the training text, forward and backward, before each iteration."""

    def align(
        self,
        source: Corpus | Iterable[str],
        target: Corpus | Iterable[str],
        symmetrize: str | Posterior = DEFAULT,
        *,
        names: tuple[str, str] = ("source", "target"),
        threads: int = 1,
    ) -> Alignments:
        """The alignments of lines that are translations of each other, those of the training text or others.

        `symmetrize` says how the directions are joined, as in `grow-diag` or `posterior:0.5`; `names` are what
        messages call the texts.
        """
        how = symmetrization(symmetrize)
        texts = _corpus(source), _corpus(target)
        check_texts(*texts, names)
        return Alignments.joined(self._parts(*texts, how, threads))

    def align_parts(
        self, source: Corpus, target: Corpus, symmetrize: str | Posterior = DEFAULT, *, threads: int = 1
    ) -> Iterator[Alignments]:
        """The same for a text that may be large: the alignments of its first lines, then of those after them."""
        check_texts(source, target, ("source", "target"))
        return self._parts(source, target, symmetrization(symmetrize), threads)

    def _parts(
        self, source: Corpus, target: Corpus, how: str | Posterior, threads: int
    ) -> Iterator[Alignments]:
        for first, last in line_parts(source, target, _CELLS):
            yield self._aligned(source.part(first, last), target.part(first, last), how, threads)

    def directions(
        self, source: Corpus | Iterable[str], target: Corpus | Iterable[str], *, threads: int = 1
    ) -> tuple[Alignments, Alignments]:
        """The best link of each target word, and the best link of each source word, if better than none."""
        texts = _corpus(source), _corpus(target)
        check_texts(*texts, ("source", "target"))
        return self._directions(*texts, threads)

    def posteriors(self, source: Corpus, target: Corpus, *, threads: int = 1) -> NDArray[np.float32]:
        """The probability of every possible link, forward and backward, by line, source word and target word."""
        pairs = self.lexicon.find(source, target, threads)
        return pairs.posteriors(self.parameters.arrays, 0, len(source), threads)

    def _aligned(self, source: Corpus, target: Corpus, how: str | Posterior, threads: int) -> Alignments:
        if isinstance(how, Posterior):
            posteriors = self.posteriors(source, target, threads=threads)
            return _links(source, target, how.chosen(posteriors))
        return symmetrize(*self._directions(source, target, threads), how, threads=threads)

    def _directions(self, source: Corpus, target: Corpus, threads: int) -> tuple[Alignments, Alignments]:
        pairs = self.lexicon.find(source, target, threads)
        posteriors = pairs.posteriors(self.parameters.arrays, 0, len(source), threads)
        best = pairs.best_cells(posteriors, 0, len(source), threads)
        return _links(source, target, best[:, 0]), _links(source, target, best[:, 1])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model, whole or not at all."""
        lexicon, parameters = self.lexicon, self.parameters
        arrays: dict[str, NDArray[Any]] = {
            "source.data": lexicon.source.data,
            "source.offsets": lexicon.source.offsets,
            "target.data": lexicon.target.data,
            "target.offsets": lexicon.target.offsets,
            "rows": lexicon.rows,
            "targets": lexicon.targets,
            "pairs": parameters.pairs,
            "null_target": parameters.null_target,
            "null_source": parameters.null_source,
            "jumps": parameters.jumps,
        }
        facts = {"method": self.method, "null": parameters.null, "log_likelihoods": self.log_likelihoods}
        write_flat_file(path, _KIND, _VERSION, arrays, facts)

    @classmethod
    def read(cls, path: str | os.PathLike[str], threads: int = 1) -> Aligner:
        """A model that was saved; all of it is checked."""
        file = read_flat_file(path, _KIND, _VERSION)
        file.verify(threads)
        try:
            aligner = cls._of_file(file.arrays, file.facts)
            aligner.posteriors(Corpus.of([]), Corpus.of([]))
        except (KeyError, TypeError, ValueError) as error:
            raise damaged(path, error) from None
        return aligner

    @classmethod
    def _of_file(cls, found: Mapping[str, NDArray[Any]], facts: Mapping[str, Any]) -> Aligner:
        lexicon = Lexicon(
            Texts(found["source.data"], found["source.offsets"]),
            Texts(found["target.data"], found["target.offsets"]),
            found["rows"],
            found["targets"],
        )
        null = checked_value("null", facts["null"], float)
        parameters = Parameters(
            found["pairs"], found["null_target"], found["null_source"], found["jumps"], null
        )
        history = tuple((forward, backward) for forward, backward in facts["log_likelihoods"])
        return cls(checked_value("method", facts["method"], str), lexicon, parameters, history)


def _corpus(text: Corpus | Iterable[str]) -> Corpus:
    return text if isinstance(text, Corpus) else Corpus.of(text)


def _links(source: Corpus, target: Corpus, chosen: NDArray[Any]) -> Alignments:
    """The links that are chosen from all cells: pairs of a source and a target token, line by line."""
    line_of_token = np.repeat(np.arange(len(source)), source.lengths)
    starts = offsets_of(target.lengths[line_of_token])
    cells = np.flatnonzero(chosen)
    tokens = np.searchsorted(starts, cells, side="right") - 1
    lines = line_of_token[tokens]
    links = np.stack([tokens - source.offsets[lines], cells - starts[tokens]], axis=1)
    return Alignments(links.astype(np.int32), offsets_of(np.bincount(lines, minlength=len(source))))
