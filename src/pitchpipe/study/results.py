"""What the cells of a study came to, as far as they are done."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.files import read_lines
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.metrics.score_store import keeping_scores
from pitchpipe.metrics.scoring import statistics
from pitchpipe.metrics.significance import AllPairs, Comparison, System, compare, compare_all
from pitchpipe.notebook import html_table
from pitchpipe.study.cell import ERROR, Cell, is_done, method_of, output_path, read_result
from pitchpipe.study.grid import STUDY, read_cells
from pitchpipe.study.reading import read_study
from pitchpipe.study.study import UNTUNED, Study
from pitchpipe.study.texts import read_lists, read_text
from pitchpipe.training import DevSet


@dataclass(repr=False)
class Results:
    """The cells of a study's folder; scores are computed from their translations when they are asked for.

    Where a study has beams, methods are told apart by them in `by_beam` only.
    """

    folder: Path
    study: Study
    cells: Sequence[Cell]
    done: dict[Cell, dict[str, Any]]
    failed: dict[Cell, str]
    threads: int = 1
    _rows: dict[tuple[Cell, str, str, int | None], Array] = field(default_factory=dict)
    _compared: dict[tuple[str, str, str], Comparison | None] = field(default_factory=dict)
    _pairs: dict[tuple[str, str, str], AllPairs | None] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: str | os.PathLike[str], threads: int = 1) -> Results:
        """Read a study's folder; the study may still go on."""
        place = Path(folder)
        study, cells = read_study(place / STUDY), read_cells(place)
        done, failed = {}, {}
        for cell in cells:
            result = read_result(cell.path(place))
            if result is not None and is_done(result, study, place, method_of(study, cell.method)):
                done[cell] = result
            elif os.path.exists(problem := cell.path(place) / ERROR):
                failed[cell] = problem.read_text("utf-8").partition("\n")[0]
        return cls(place, study, cells, done, failed, threads)

    @cached_property
    def untuned(self) -> Cell | None:
        """The cell of the start weights."""
        return next((cell for cell in self.done if cell.method == UNTUNED), None)

    @property
    def start(self) -> dict[str, float]:
        """The start weights, once their cell is done."""
        return self.done[self.untuned]["weights"] if self.untuned else {}

    @cached_property
    def by_beam(self) -> dict[int, Results]:
        """The results with each beam of the study, from narrow to wide."""
        return {beam: self._at(beam) for beam in self.study.beams}

    @property
    def widest(self) -> Results:
        """The results with the widest beam; all of them if the study has no beams."""
        return self.by_beam[self.study.beams[-1]] if self.study.beams else self

    def replicas(self, method: str, metric: str) -> list[Cell]:
        """The cells of a method and a metric that are done."""
        return [cell for cell in self.done if (cell.method, cell.metric) == (method, metric)]

    def methods(self, metric: str) -> list[str]:
        """The methods that have a cell that is done, of those tuned to a metric."""
        return [one.name for one in self.study.methods if self.replicas(one.name, metric)]

    def score(self, cell: Cell, text: str, score: str, iteration: int | None = None) -> float:
        """A metric of a cell's translation of a text, or of that with the weights of an iteration."""
        built = find_metric(score)
        return float(built.score(self._statistics(cell, text, built, iteration).sum(axis=0)))

    def scores(self, method: str, metric: str, text: str, score: str) -> list[float]:
        """The metric `score` of each replica of a method tuned to `metric`."""
        return [self.score(cell, text, score) for cell in self.replicas(method, metric)]

    def compared(self, metric: str, text: str, score: str) -> Comparison | None:
        """All methods tuned to a metric, against the baseline; None where it, or every other one, is not done yet."""
        key = metric, text, score
        if key not in self._compared:
            self._compared[key] = self._compare(*key)
        return self._compared[key]

    def pairs(self, metric: str, text: str, score: str) -> AllPairs | None:
        """Every two methods tuned to a metric, or the only one and the start weights; None where there are no two."""
        key = metric, text, score
        if key not in self._pairs:
            self._pairs[key] = self._compare_all(*key)
        return self._pairs[key]

    def text(self, cell: Cell, name: str) -> DevSet:
        """What a cell calls a text by a name: `dev` is its own tuning text."""
        return read_text(self.folder, self.study.text_names(method_of(self.study, cell.method))[name])

    def seconds(self, method: str, metric: str) -> float:
        """The mean time to tune one replica, decoding included."""
        found = [self.done[cell] for cell in self.replicas(method, metric)]
        return fmean(one["decode_seconds"] + one["optimize_seconds"] for one in found)

    def as_dict(self) -> dict[str, Any]:
        """All scores of all cells, and all comparisons."""
        texts, scores = self.study.texts, self.study.scores
        cells = [
            {
                **asdict(cell),
                "scores": {
                    text: {score: self.score(cell, text, score) for score in scores} for text in texts
                },
                **{
                    name: value for name, value in result.items() if name not in ("method", "metric", "texts")
                },
            }
            for cell, result in self.done.items()
        ]
        parts: list[tuple[int | None, Results]] = [*self.by_beam.items()] or [(None, self)]
        compared = [
            {"tuned_to": metric, "beam": beam, "text": text, "score": score, **found.as_dict()}
            for beam, results in parts
            for metric in self.study.metrics
            for text in texts[1:]
            for score in scores
            if (found := results.compared(metric, text, score))
        ]
        failed = [{**asdict(cell), "problem": problem} for cell, problem in self.failed.items()]
        pairs = [
            {"tuned_to": metric, "beam": beam, "text": text, "score": metric, **asdict(all_pairs)}
            for beam, results in parts
            for metric in self.study.metrics
            for text in texts[1:]
            if (all_pairs := results.pairs(metric, text, metric))
        ]
        return {
            "study": self.study.tables(),
            "cells": cells,
            "compared": compared,
            "pairs": pairs,
            "failed": failed,
        }

    def __repr__(self) -> str:
        names = ", ".join(method.name for method in self.study.methods)
        return f"Results({names}; {len(self.done)} of {len(self.cells)} cells done)"

    def _repr_html_(self) -> str:
        texts = self.study.comparable
        rows: list[list[str | int | float | None]] = [
            [method, metric, *(fmean(self.scores(method, metric, text, metric)) for text in texts)]
            for metric in self.study.metrics
            for method in self.methods(metric)
        ]
        return html_table("Means over replicas", ["method", "metric", *texts], rows)

    def _at(self, beam: int) -> Results:
        done = {cell: result for cell, result in self.done.items() if cell.beam == beam}
        failed = {cell: problem for cell, problem in self.failed.items() if cell.beam == beam}
        cells = [cell for cell in self.cells if cell.beam == beam]
        return replace(self, cells=cells, done=done, failed=failed, _compared={}, _pairs={})

    def _compare(self, metric: str, text: str, score: str) -> Comparison | None:
        baseline, settings = self.study.baseline, self.study.report
        names = self.methods(metric)
        if baseline not in names or len(names) < 2:
            return None
        ordered = sorted(names, key=lambda name: name != baseline)
        return compare(
            [self._system(name, metric, text, score) for name in ordered], score, settings.test, **self._test
        )

    def _compare_all(self, metric: str, text: str, score: str) -> AllPairs | None:
        names = sorted(self.methods(metric), key=lambda name: name != self.study.baseline)
        systems = [self._system(name, metric, text, score) for name in names]
        if len(systems) == 1 and self.untuned:
            systems.insert(0, self._system(UNTUNED, "", text, score))
        if len(systems) < 2:
            return None
        against = self.compared(metric, text, score)
        known = {
            (names[0], one.name): one.difference.p
            for one in (against.systems if against else ())
            if one.difference is not None
        }
        return compare_all(systems, score, self.study.report.test, known=known, **self._test)

    @property
    def _test(self) -> dict[str, Any]:
        settings = self.study.report
        return {
            "trials": settings.trials,
            "correction": settings.correction,
            "seed": self.study.grid.seed,
            "threads": self.threads,
        }

    def _system(self, name: str, metric: str, text: str, score: str) -> System:
        built = find_metric(score)
        cells = self.replicas(name, metric)
        return System(name, np.array([self._statistics(cell, text, built, None) for cell in cells]))

    def _statistics(self, cell: Cell, text: str, metric: Metric, iteration: int | None) -> Array:
        key = cell, text, metric.spec, iteration
        if key not in self._rows:
            lines = read_lines(output_path(cell.path(self.folder), text, iteration))
            read = self.text(cell, text)
            # The sentences of lists are their ids.
            sources = read.sentences if self.study.has_decoder else read_lists(self.folder, text).sources
            with keeping_scores(self.folder):
                self._rows[key] = statistics(
                    lines,
                    read.references if any(read.references) else None,
                    metric,
                    sources=sources,
                    tokenize=self.study.tokenize,
                    threads=self.threads,
                )
        return self._rows[key]
