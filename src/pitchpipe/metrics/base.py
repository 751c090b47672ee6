"""What a metric is: a row of statistics for each candidate, and a score of the summed rows."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from pitchpipe import _native
from pitchpipe.arrays import Array, offsets_of
from pitchpipe.errors import InputError, MissingReferencesError
from pitchpipe.metrics.judged import Judged, JudgedTexts
from pitchpipe.settings import Settings, setting_fields
from pitchpipe.specs import QUOTED, quoted
from pitchpipe.text import GroupedTexts

SIGNED = rf"(?:{QUOTED}|[^|\s]+)"
"""The pattern of a setting's value in a signature."""


@dataclass(frozen=True)
class Metric(Settings, ABC):
    """A measure of translation quality that is a function of summed statistics.

    A new metric in Python defines `name`, `width`, `row` and `score`. One that is computed for all candidates
    at once, natively or by a batch model, defines `statistics` in place of `row`.
    Scores are on sacreBLEU's scale: 0 to 100 for similarities, percent for error rates.
    """

    higher_is_better: ClassVar[bool] = True
    scale: ClassVar[float | None] = 100.0
    """The difference between best and worst, roughly; None if the scores have no scale of their own."""
    version: ClassVar[str] = "1"
    """Part of the signature; goes up when the numbers change."""

    @property
    @abstractmethod
    def width(self) -> int:
        """How many statistics a row has."""

    @abstractmethod
    def score(self, sums: Array) -> Array:
        """The corpus score of summed rows; works along the last axis, whatever comes before it."""

    def row(self, candidate: str, references: Sequence[str]) -> ArrayLike:
        """The statistics of one candidate."""
        raise NotImplementedError(f"{type(self).__name__} defines neither row nor statistics")

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        """The statistics of every candidate against the references of its group, a row each."""
        rows = np.zeros((len(candidates.texts), self.width))
        for group in range(len(candidates)):
            group_references = references.group(group)
            for index in range(candidates.groups[group], candidates.groups[group + 1]):
                rows[index] = self.row(candidates.texts[index], group_references)
        return rows

    def pool_statistics(self, pool: Judged, threads: int = 1) -> Array:
        """The statistics of every candidate of a pool."""
        self.check(pool)
        assert pool.references is not None
        return self.statistics(pool.candidates, pool.references, threads)

    @property
    def wants_source(self) -> bool:
        """Whether the source text is looked at."""
        return False

    @property
    def needs_references(self) -> bool:
        """Whether there must be references; a quality estimator has none."""
        return True

    def check(self, pool: Judged) -> None:
        """Refuse texts without the references or the source that the metric wants to see."""
        if self.needs_references and pool.references is None:
            raise MissingReferencesError(f"{self.name} needs references, and the lists have none")
        if self.wants_source and pool.sources is None:
            raise InputError(f"{self.name} wants to see the source text, and there is none")

    def pair_statistics(self, pool: Judged, threads: int = 1) -> Array:
        """The row of every candidate against each reference of its group alone, those of a candidate after each other.

        Without references, candidates are compared with all candidates of their group, themselves among them. A metric
        that can share work between pairs defines this anew.
        """
        candidates, against = pool.candidates, pool.references or pool.candidates
        many, each = np.diff(against.groups), np.diff(candidates.groups)
        # A group for each reference: what a metric learns about it serves all candidates.
        groups = np.repeat(np.arange(len(candidates)), many)
        singles = GroupedTexts(against.texts, np.arange(len(against.texts) + 1))
        sources = None if pool.sources is None else [pool.sources[group] for group in groups.tolist()]
        rows = self.pool_statistics(JudgedTexts(candidates.take_groups(groups), singles, sources), threads)
        blocks = np.split(rows, offsets_of(many * each)[1:-1])
        turned = [
            block.reshape(count, -1, self.width).swapaxes(0, 1).reshape(-1, self.width)
            if len(block)
            else block
            for block, count in zip(blocks, many.tolist(), strict=True)
        ]
        return np.concatenate(turned) if turned else rows

    def average_statistics(self, pool: Judged, weights: Array, threads: int = 1) -> Array:
        """The row of every candidate against the weighted mean of its group's references, or of its candidates."""
        raise InputError(f"{self.name} cannot compare with a mean of texts, expected bleu or chrf")

    def counts(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> dict[str, int]:
        """What the score is made of, in whole numbers by name, for those metrics that have a name for it."""
        return {}

    def native_score(self) -> _native.CorpusScore | None:
        """The formula of `score` in native code, where there is one; line searches then run faster."""
        total = _native.CorpusScore()
        return total if self.add_native_score(total, 1.0) else None

    def add_native_score(self, total: _native.CorpusScore, weight: float) -> bool:
        """Add weight times this metric to a native score; False if its formula has no native form."""
        return False

    def scale_of(self, scores: Array) -> float:
        """The difference between best and worst: the metric's own, or else that among these scores; never 0."""
        return self.scale or float(np.ptp(scores)) or 1.0

    def sentence_scores(self, rows: Array) -> Array:
        """The score of each row on its own, smoothed where the metric needs it."""
        return self.score(rows)

    def corpus_score(
        self,
        candidates: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str] | None = None,
    ) -> float:
        """The score of a system's output; `references[i]` are the references of sentence i."""
        if len(candidates) != len(references):
            raise InputError(f"{len(candidates)} candidates but references for {len(references)} sentences")
        texts = JudgedTexts(GroupedTexts.singles(candidates), GroupedTexts.of(references), sources)
        return float(self.score(self.pool_statistics(texts).sum(axis=0)))

    @property
    def signature(self) -> str:
        """Says exactly what was computed: the name, every setting and the version."""
        settings = [
            f"{name}:{_signed(getattr(self, name))}"
            for name, field in setting_fields(self).items()
            if field.metadata["signed"]
        ]
        return "|".join([self.name, *settings, f"version:{self.version}"])


def short_name(signature: str) -> str:
    """A signature without its settings, as in `bleu - ter`."""
    return re.sub(rf"(\|\w+:{SIGNED})+", "", signature)


def _signed(value: object) -> str:
    """A setting's value in a signature: in quotes if it would not be read to its end."""
    text = str(value)
    return text if re.fullmatch(r"""[^|\s"'][^|\s]*""", text) else quoted(text)


def ratio(numerator: Array, denominator: Array) -> Array:
    """numerator / denominator, and 0 where the denominator is 0."""
    zero = np.zeros(np.broadcast_shapes(np.shape(numerator), np.shape(denominator)))
    return np.divide(numerator, denominator, out=zero, where=np.asarray(denominator) != 0)
