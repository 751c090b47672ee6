"""The report of a tuning loop, from its folder."""

from __future__ import annotations

import math

import numpy as np

from pitchpipe.analysis import TuningRecord, line_section, list_facts, plane_section
from pitchpipe.lists import Pool, merge
from pitchpipe.lists.known_features import readable
from pitchpipe.metrics import Metric
from pitchpipe.metrics.base import short_name
from pitchpipe.metrics.score_store import tallies_in
from pitchpipe.pages.bars import Bars
from pitchpipe.pages.figure import Figure
from pitchpipe.pages.heat_map import HeatMap
from pitchpipe.pages.lines import Line, Lines
from pitchpipe.pages.page import Report, Section
from pitchpipe.pages.provenance import provenance
from pitchpipe.pages.table import Cell, Table
from pitchpipe.report.gain import fitted_sentence, gain_sentence
from pitchpipe.report.list_table import list_table
from pitchpipe.study.verdict import duration

MOST_LINES = 6
"""Features whose weights are drawn over the iterations: those that moved most."""
MOST_WEIGHTS = 18
"""Weights in a table or figure: the largest ones, as many as a figure has room for."""
REACH = 0.2
"""How far a section of the error surface goes from the weights, of which the dense ones' sizes sum to 1."""
AVERAGE_LAST = " The last row is of the average of the weights found in the later half of the iterations."
GRID = 25
MOST_POINTS = 400
"""Of a line across the surface; more could not be seen."""


def tuning_report(record: TuningRecord) -> Report:
    """What a tuning loop did: its objective and weights over the iterations, and what its lists allow."""
    metric = record.metric
    chosen = record.chosen(metric)
    first, best = record.iterations[0], record.iterations[chosen]
    seconds = sum(one.decode_seconds + one.optimize_seconds for one in record.iterations)
    gains = record.gains(metric)
    return Report(
        f"Tuning with {record.settings['optimizer']}",
        f"Weights tuned to {metric.spec} with a decoder in the loop, seed {record.settings['seed']}.",
        [
            (f"{metric.spec} before", f"{first.objective:.2f}"),
            (f"{metric.spec} after", f"{best.objective:.2f}"),
            *([("over-fitting gap", f"{gains.gap:+.2f}")] if gains else []),
            ("chosen iteration", f"{chosen} of {len(record.iterations) - 1}"),
            ("candidates", f"{record.iterations[-1].candidates:,}"),
            ("time", f"{seconds:.1f} s"),
            *_kept_scores(record),
        ],
        [*tuning_sections(record, metric), provenance(record.settings, {metric.spec: metric.signature})],
        [tuning_verdict(record, metric)],
    )


def _kept_scores(record: TuningRecord) -> list[tuple[str, str]]:
    """How many scores of slow metrics were computed; stages keep theirs in the folder above."""
    kept = tallies_in(record.folder) or tallies_in(record.folder.parent)
    return [(f"scores of {short_name(signature)}", str(tally)) for signature, tally in kept.items()]


def tuning_verdict(record: TuningRecord, metric: Metric) -> str:
    """What tuning gained, as far as the tuning text can tell, and at what cost."""
    chosen = record.chosen(metric)
    first, best, last = record.iterations[0], record.iterations[chosen], len(record.iterations) - 1
    seconds = (
        sum(getattr(one, f"{part}_seconds") for one in record.iterations) for part in ("decode", "optimize")
    )
    decoding, tuning = seconds
    gained = gain_sentence(
        record.settings["optimizer"], metric, "the tuning text", first.objective, best.objective
    )
    said = f"{gained} It took {duration(decoding + tuning)} for {last} iteration{'s' * (last != 1)}, {duration(decoding)} of it decoding."
    if gains := record.gains(metric):
        kept = "so part of the gain is over-fitting" if gains.gap > 0 else "so the gain holds on unseen text"
        return f"{said} Held-out sentences gained {gains.held_out:+.2f}, {kept}; the difference is not tested for significance."
    return f"{said} {fitted_sentence(first.objective, best.objective)}"


def tuning_sections(record: TuningRecord, metric: Metric) -> list[Section]:
    """Everything about the loop but its settings."""
    chosen = record.chosen(metric)
    sections = [
        Section(
            "Iterations", [_curve(record, metric), _trajectories(record), _iterations(record, metric, chosen)]
        ),
        Section("Weights", _weights(record, chosen)),
    ]
    if record.has_lists:
        last = len(record.iterations) - 1
        facts = {
            f"iteration {number}": [list_facts(record.translations(number), metric)]
            for number in dict.fromkeys([0, last])
        }
        sections.append(Section("What the lists allow", [list_table(facts, metric.spec)]))
        pool = merge([record.lists(number) for number in range(last + 1)])
        sections += _surface(record, pool, metric, chosen)
    return sections


def _curve(record: TuningRecord, metric: Metric) -> Figure:
    rounds = range(len(record.iterations))
    objectives = [one.objective for one in record.iterations]
    predicted = [math.nan, *(_or_nan(one.predicted) for one in record.iterations[:-1])]
    lines = [Line("translation of the tuning text", rounds, objectives)]
    if any(map(math.isfinite, predicted)):
        lines.append(Line("as predicted on the lists before", rounds, predicted))
    note = "A prediction far from the translation means that the lists were missing candidates."
    if record.settings.get("search_aware") not in (None, "none"):
        note = "Predictions are of all search bins; they say how tuning went, not how whole sentences will be translated."
    held_out = [_or_nan(one.held_out) for one in record.iterations]
    if any(map(math.isfinite, held_out)):
        lines.append(Line("translation of held-out sentences", rounds, held_out))
        note += (
            " The over-fitting gap is what was gained on the tuning text and not on the held-out sentences."
        )
    return Figure(
        "learning_curve",
        f"{metric.spec} over the iterations",
        Lines(lines, "iteration", metric.spec, whole_x=True, robust=True),
        note,
    )


def _trajectories(record: TuningRecord) -> Figure:
    rounds = range(len(record.iterations))
    all_found = record.trajectories()
    found = list(all_found.items())[:MOST_LINES]
    return Figure(
        "weight_trajectories",
        "Weights over the iterations",
        Lines(
            [Line(readable(name, all_found), rounds, values.tolist()) for name, values in found],
            "iteration",
            "weight",
            digits=4,
            whole_x=True,
        ),
        f"The {len(found)} that move most; the sizes of all dense weights of an iteration sum to 1.",
    )


def _iterations(record: TuningRecord, metric: Metric, chosen: int) -> Table:
    watched = any(one.held_out is not None for one in record.iterations)
    rows = [
        [
            number,
            one.objective,
            *([one.held_out] if watched else []),
            one.predicted,
            one.new,
            one.candidates,
            one.decode_seconds,
            one.optimize_seconds,
        ]
        for number, one in enumerate(record.iterations)
    ]
    return Table(
        "iterations",
        "Every iteration",
        [
            "iteration",
            metric.spec,
            *(["held out"] if watched else []),
            "tuned to",
            "new candidates",
            "candidates",
            "decoding s",
            "tuning s",
        ],
        rows,
        best=[(chosen, 0), (chosen, 1)],
        note=f"The weights of iteration {chosen} were chosen. “Tuned to” is the score on all lists so far."
        + AVERAGE_LAST * record.iterations[-1].averaged,
    )


def _weights(record: TuningRecord, chosen: int) -> list[Table | Figure]:
    found = record.trajectories()
    ordered = sorted(found, key=lambda name: -abs(found[name][chosen]))
    shown = ordered[:MOST_WEIGHTS]
    part = (
        f"The largest {len(shown)} of {len(ordered):,}; the sizes of the dense ones sum to 1."
        if len(ordered) > len(shown)
        else "Their sizes sum to 1."
    )
    start, after = ([float(found[name][number]) for name in shown] for number in (0, chosen))
    rows: list[list[Cell]] = [
        [readable(name, found), name, before, now, f"{now - before:+.4f}"]
        for name, before, now in zip(shown, start, after, strict=True)
    ]
    return [
        Figure(
            "weights",
            "Chosen weights",
            Bars([readable(name, found) for name in shown], after, digits=3),
            part,
        ),
        Table(
            "weights",
            "Weights before and after",
            ["feature", "its name", "start", "chosen", "change"],
            rows,
            digits=[0, 0, 4, 4, 4],
            note=part,
        ),
    ]


def _surface(record: TuningRecord, pool: Pool, metric: Metric, chosen: int) -> list[Section]:
    known = set(pool.feature_names)
    weights = {name: value for name, value in record.scaled_weights(chosen).items() if name in known}
    varying = [name for name in record.trajectories() if name in pool.dense_names]
    if not varying:
        return []
    lines = [_section_line(pool, metric, weights, name) for name in varying[:3]]
    items = [
        Figure(
            "surface_lines",
            f"{metric.spec} as one weight changes",
            Lines(lines, "change of the weight", metric.spec, digits=3),
            "On the lists of all iterations, around the chosen weights: what a line search sees.",
        )
    ]
    if len(varying) > 1:
        steps = np.linspace(-REACH, REACH, GRID)
        names = varying[0], varying[1]
        values = plane_section(
            pool, metric, weights, ({names[0]: 1.0}, {names[1]: 1.0}), first=steps, second=steps
        )
        items.append(
            Figure(
                "surface_plane",
                f"{metric.spec} as two weights change",
                HeatMap(
                    [f"{step:+.2f}" for step in steps[::-1]],
                    [f"{step:+.2f}" for step in steps],
                    values[::-1],
                    x_label=f"change of {readable(names[0], known)}",
                    y_label=f"change of {readable(names[1], known)}",
                ),
                "The chosen weights are in the middle.",
            )
        )
    return [Section("The error surface", items)]


def _section_line(pool: Pool, metric: Metric, weights: dict[str, float], name: str) -> Line:
    found = line_section(pool, metric, weights, {name: 1.0}, low=-REACH, high=REACH)
    x = np.concatenate([[-REACH], found.boundaries, [REACH]])
    y = np.append(found.objectives, found.objectives[-1])
    if len(x) > MOST_POINTS:
        at = np.linspace(-REACH, REACH, MOST_POINTS)
        x, y = at, found.objectives[np.searchsorted(found.boundaries, at)]
    return Line(readable(name, pool.feature_names), x.tolist(), y.tolist(), steps=True, markers=False)


def _or_nan(value: float | None) -> float:
    return math.nan if value is None else value
