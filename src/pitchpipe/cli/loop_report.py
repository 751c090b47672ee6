"""What a tuning loop found, told to people and to machines."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from pitchpipe.cli import terminal
from pitchpipe.metrics import Metric
from pitchpipe.notebook import counted
from pitchpipe.online import OnlineResult
from pitchpipe.tuning.loop import Iteration, LoopResult, Replica
from pitchpipe.tuning.loop.replicas import mean_and_deviation

RULES = {
    "average": "the average of those found in the later half of the iterations",
    "best": "the best on the text",
    "last": "the last ones",
    "held-out": "the best on the held-out sentences",
}


def tell_iteration(number: int, iteration: Iteration) -> None:
    """A line on stderr for each iteration of tuning."""
    unseen = "" if iteration.held_out is None else f", {iteration.held_out:.2f} held out"
    score = f"  iteration {number}: {iteration.objective:.2f}{unseen}"
    decoded = f"{iteration.decode_seconds:.1f} s to decode"
    if iteration.averaged:
        terminal.log(
            f"{score}, with the average of the weights of the later half of the iterations ({decoded})"
        )
        return
    tuned = "" if iteration.predicted is None else f", tuned to {iteration.predicted:.2f} on all lists"
    terminal.log(
        f"{score}, {iteration.new} new candidates{tuned} "
        f"({decoded}, {iteration.optimize_seconds:.1f} s to tune)"
    )


def show_online(found: OnlineResult) -> None:
    """What an online method learned from, why it ended, and what came of it, on stderr."""
    learned = [f"{count:,} {name}" for name, count in found.facts.items() if not name.startswith("buckets")]
    terminal.log(f"learned from {', '.join(learned)}")
    if found.buckets:
        terminal.log(found.buckets)
    terminal.log(
        f"stopped: {found.reason}; the weights of epoch {found.chosen} are the best: {found.objective:.2f}, "
        f"{found.epochs[0].objective:.2f} before"
    )
    if found.relearned:
        how = "learned again from" if found.chosen else "dense weights tuned again on"
        terminal.log(f"{how} all {counted(found.relearned, 'sentence')}")
    terminal.log(f"{found.features:,} sparse features are not 0")


def show_stages(replica: Replica, metrics: Sequence[Metric]) -> None:
    """A line on stderr for each stage: why it ended, and what its weights were chosen by."""
    for metric, found in zip(metrics, replica.stages, strict=True):
        first, last = found.iterations[0], found.iterations[found.chosen]
        unseen = ""
        if last.held_out is not None:
            unseen = f"; held out {last.held_out:.2f}, {first.held_out:.2f} before"
        stage = f"{metric.spec}: " if len(metrics) > 1 else ""
        terminal.log(
            f"{stage}stopped: {found.reason}; the weights of iteration {found.chosen} are "
            f"{RULES[found.rule]}: {last.objective:.2f}, {first.objective:.2f} before{unseen}"
        )


def show_replicas(replicas: Sequence[Replica], best: Replica) -> None:
    """A table on stderr: what each seed came to, their mean and standard deviation."""
    header = ["seed", "before", "after"]
    columns = [
        [one.result.iterations[0].objective for one in replicas],
        [one.result.objective for one in replicas],
    ]
    unseen = [one.result.held_out for one in replicas if one.result.held_out is not None]
    if unseen:
        header.append("held out")
        columns.append(unseen)
    rows = [
        [str(one.seed), *(f"{value:.2f}" for value in values), str(len(one.result.iterations)), ""]
        for one, *values in zip(replicas, *columns, strict=True)
    ]
    place = replicas.index(best)
    rows[place][-1] = "best"
    both = [mean_and_deviation(values) for values in columns]
    rows += [["mean", *(f"{mean:.2f}" for mean, _ in both), "", ""]]
    rows += [["deviation", *(f"{deviation:.2f}" for _, deviation in both), "", ""]]
    terminal.show_table([*header, "iterations", ""], rows, sys.stderr, best=place)


def as_dict(
    replicas: Sequence[Replica], best: Replica, metrics: Sequence[Metric], method: str
) -> dict[str, Any]:
    """The best replica's last stage on top; all stages and all replicas where there are several."""
    found = {"metric": metrics[-1].signature, "method": method, "seed": best.seed, **_facts(best.result)}
    if len(metrics) > 1:
        stages = zip(metrics, best.stages, strict=True)
        found["stages"] = [{"metric": metric.signature, **_facts(stage)} for metric, stage in stages]
    if len(replicas) > 1:
        found["mean"], found["deviation"] = mean_and_deviation([one.result.objective for one in replicas])
        found["replicas"] = [{"seed": one.seed, **_facts(one.result)} for one in replicas]
    return found


def _facts(result: LoopResult) -> dict[str, Any]:
    return {"objective": result.objective, "held_out": result.held_out, **asdict(result)}
