"""One study on several text pairs, and how its methods stand over all of them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import fmean

import numpy as np

from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, read_json, write_json
from pitchpipe.metrics import find_metric
from pitchpipe.study.results import Results

SURVEY = "survey.json"


@dataclass(frozen=True)
class Overall:
    """A method over all text pairs; scores are of the last text of each pair, by the metric that was tuned to."""

    name: str
    means: Mapping[str, float]
    """The mean over replicas on each pair."""
    rank: float
    """The mean over pairs of its place among the methods, from 1."""
    loss: float
    """How far it is behind the best method, on the pair where that is most."""
    gain: float
    """Over the start weights, on the pair and with the seed where that is least."""
    fall: float
    """How far an iteration fell below the start weights on the tuning text, where that is most."""
    seconds: float
    """The mean time to tune one replica."""


@dataclass(frozen=True)
class Survey:
    """The results of each text pair; a method is compared where every pair has it."""

    pairs: Mapping[str, Results]

    @classmethod
    def read(cls, folder: StrPath, threads: int = 1) -> Survey:
        """Read the studies of a folder, as far as they have gone."""
        path = Path(folder, SURVEY)
        names = read_json(path).get("pairs")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise InputError(f"{path}: found no list of pairs, expected what `compare` wrote")
        begun = [name for name in names if os.path.exists(os.path.join(folder, name, "grid.json"))]
        return cls({name: Results.read(Path(folder, name), threads) for name in begun})

    @staticmethod
    def begin(folder: StrPath, names: Sequence[str]) -> None:
        """Make a folder in which each pair gets one of its own."""
        Path(folder).mkdir(parents=True, exist_ok=True)
        write_json(Path(folder, SURVEY), {"pairs": list(names)})

    @property
    def metric(self) -> str:
        """The metric that is tuned to; of several, the first."""
        return next(iter(self.pairs.values())).study.metrics[0]

    @cached_property
    def methods(self) -> list[Overall]:
        """The methods that are done on all pairs, the best one first."""
        results = list(self.pairs.values())
        known = [set(one.methods(self.metric)) for one in results]
        names = [one.name for one in results[0].study.methods if all(one.name in done for done in known)]
        if not names:
            return []
        means = np.array([[fmean(self._scores(one, name)) for one in results] for name in names])
        table = self._sign * means
        ranks = 1 + (table[None] > table[:, None]).sum(axis=1)
        losses = table.max(axis=0) - table
        found = [
            Overall(
                name,
                dict(zip(self.pairs, means[place].tolist(), strict=True)),
                float(ranks[place].mean()),
                float(losses[place].max()),
                min(gain for one in results for gain in self._gains(one, name)),
                max(fall for one in results for fall in self._falls(one, name)),
                fmean(one.seconds(name, self.metric) for one in results),
            )
            for place, name in enumerate(names)
        ]
        return sorted(found, key=lambda one: (one.rank, one.loss))

    def untuned(self, pair: str) -> float | None:
        """The score of the start weights on a pair, once it is known."""
        results = self.pairs[pair]
        return (
            results.score(results.untuned, results.study.texts[-1], self.metric) if results.untuned else None
        )

    @property
    def _sign(self) -> float:
        return 1.0 if find_metric(self.metric).higher_is_better else -1.0

    def _scores(self, results: Results, name: str) -> list[float]:
        return results.scores(name, self.metric, results.study.texts[-1], self.metric)

    def _gains(self, results: Results, name: str) -> list[float]:
        """Of each replica; above 0 is better than the start weights."""
        if results.untuned is None:
            return [0.0]
        start = results.score(results.untuned, results.study.texts[-1], self.metric)
        return [self._sign * (one - start) for one in self._scores(results, name)]

    def _falls(self, results: Results, name: str) -> list[float]:
        """Of each replica; 0 if no iteration is worse than the start."""
        curves = [results.done[cell]["curve"] for cell in results.replicas(name, self.metric)]
        return [max([0.0, *(self._sign * (curve[0] - one) for one in curve)]) for curve in curves]
