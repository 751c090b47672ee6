"""The report of an online run, from its folder."""

from __future__ import annotations

from pitchpipe.metrics import Metric, metric_of_signature
from pitchpipe.online import OnlineRecord, best_epoch, find_online
from pitchpipe.pages.bars import Bars
from pitchpipe.pages.figure import Figure
from pitchpipe.pages.lines import Line, Lines
from pitchpipe.pages.page import Report, Section
from pitchpipe.pages.provenance import provenance
from pitchpipe.pages.table import Table
from pitchpipe.report.gain import fitted_sentence, gain_sentence
from pitchpipe.study.verdict import duration

MOST_WEIGHTS = 18
"""Sparse weights in a figure: the largest ones, as many as it has room for."""


def online_report(record: OnlineRecord) -> Report:
    """What an online run learned: its objective and its features over the epochs."""
    metric = metric_of_signature(record.settings["metric"])
    chosen = best_epoch(record.epochs, metric)
    best = record.epochs[chosen]
    return Report(
        f"Learning with {record.settings['method']}",
        f"Weights tuned to {metric.spec} with a decoder, a few sentences at a time, seed {record.settings['seed']}.",
        [
            (f"{metric.spec} before", f"{record.epochs[0].objective:.2f}"),
            (f"{metric.spec} after", f"{best.objective:.2f}"),
            ("chosen epoch", f"{chosen} of {len(record.epochs) - 1}"),
            ("sparse features", f"{len(record.sparse):,}"),
            ("time", f"{sum(one.seconds for one in record.epochs):.1f} s"),
        ],
        [*online_sections(record, metric), provenance(record.settings, {metric.spec: metric.signature})],
        [online_verdict(record, metric)],
    )


def online_verdict(record: OnlineRecord, metric: Metric) -> str:
    """What learning gained where its epochs were judged, and at what cost."""
    chosen, last = best_epoch(record.epochs, metric), len(record.epochs) - 1
    held_out = _held_out(record)
    where = "held-out sentences" if held_out else "the tuning text"
    before, after = record.epochs[0].objective, record.epochs[chosen].objective
    said = gain_sentence(record.settings["method"], metric, where, before, after)
    seconds = sum(one.seconds for one in record.epochs)
    said += f" It took {duration(seconds)} for {last} epoch{'s' * (last != 1)}."
    if held_out:
        return f"{said} The epoch was chosen by these sentences, and the difference is not tested for significance."
    return f"{said} {fitted_sentence(before, after)}"


def _held_out(record: OnlineRecord) -> float:
    """The part of the text that epochs were judged by; runs of earlier versions note it with the method only."""
    return float(record.settings.get("held_out", find_online(record.settings["method"]).held_out))


def online_sections(record: OnlineRecord, metric: Metric) -> list[Section]:
    """Everything about the run but its settings."""
    numbers, chosen = range(len(record.epochs)), best_epoch(record.epochs, metric)
    find_online(record.settings["method"])
    judged = "the held-out sentences" if _held_out(record) else "the tuning text"
    curve = Figure(
        "learning_curve",
        f"{metric.spec} over the epochs",
        Lines(
            [Line(judged, numbers, [one.objective for one in record.epochs])],
            "epoch",
            metric.spec,
            whole_x=True,
            robust=True,
        ),
        f"The translation of {judged} with the weights after each epoch; 0 is the start.",
    )
    features = Figure(
        "features",
        "Sparse features over the epochs",
        Lines(
            [Line("not 0", numbers, [one.features for one in record.epochs])],
            "epoch",
            "features",
            digits=0,
            whole_x=True,
        ),
    )
    table = Table(
        "epochs",
        "Every epoch",
        ["epoch", metric.spec, "sparse features", "examples", "seconds"],
        [
            [number, one.objective, one.features, one.examples, one.seconds]
            for number, one in enumerate(record.epochs)
        ],
        best=[(chosen, 0), (chosen, 1)],
        note=f"The weights after epoch {chosen} were chosen. Examples are pairs of candidates, or violations.",
    )
    sections = [Section("Epochs", [curve, features, table])]
    if record.sparse:
        largest = sorted(record.sparse, key=lambda name: -abs(record.sparse[name]))[:MOST_WEIGHTS]
        part = (
            f"The largest {len(largest)} of {len(record.sparse):,}."
            if len(record.sparse) > len(largest)
            else ""
        )
        bars = Bars(largest, [record.sparse[name] for name in largest], digits=3)
        sections.append(Section("Weights", [Figure("weights", "Chosen sparse weights", bars, part)]))
    return sections
