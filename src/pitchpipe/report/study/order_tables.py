"""Where systems have words that are to move (Green et al. 2013, section 5.3)."""

from __future__ import annotations

from collections.abc import Sequence

from pitchpipe.analysis.word_order import OUTCOMES
from pitchpipe.metrics.significance import SIGNIFICANT
from pitchpipe.pages import Section, Table, best_in_columns
from pitchpipe.pages.table import Cell
from pitchpipe.report.study.score_tables import BETTER, WORSE, word
from pitchpipe.study.results import Results
from pitchpipe.study.word_order import OrderFacts, WordOrder, word_orders


def order_sections(results: Results) -> list[Section]:
    """A section if the study has annotations."""
    found = word_orders(results)
    tables = [
        table for one in found for table in (order_table(results, one), *order_differences(results, one))
    ]
    said = (
        "Annotations say in which order a translation should have words of the source, and which of these belong together. "
        "Translations are judged by the decoder's own alignment, which may be wrong."
    )
    return [Section("Word order", tables, said)] if tables else []


def order_table(results: Results, one: WordOrder) -> Table:
    """A row for each method: what it does with the annotated places."""
    baseline = results.study.baseline
    rows: list[list[Cell]] = []
    for facts in one.facts:
        spread = "" if facts.deviation is None else f" ± {facts.deviation:.1f}"
        rows.append(
            [
                facts.method,
                f"{facts.percent:.1f}{spread}{_mark(one, facts, baseline)}",
                *(facts.outcomes[outcome] for outcome in OUTCOMES),
            ]
        )
    return Table(
        f"order_{word(one.metric)}_{one.text}",
        f"{one.text}: {one.places:,} annotated places{_aim(results, one)}",
        ["method", "right %", *OUTCOMES],
        rows,
        digits=[0, 1, *[1] * len(OUTCOMES)],
        best=best_in_columns([[facts.percent] for facts in one.facts], digits=1),
        note="Means over replicas. Apart: words that belong together have others between them. "
        f"* is significantly better and † significantly worse than {baseline}: p < {SIGNIFICANT}, corrected for all pairs.",
    )


def order_differences(results: Results, one: WordOrder) -> Sequence[Table]:
    """The places that a method and the baseline have in another way, as the paper counts them."""
    if not one.differences:
        return []
    baseline = results.study.baseline
    rows: list[list[Cell]] = [
        [each.method, each.differ, each.right, each.baseline_right, each.neither] for each in one.differences
    ]
    return [
        Table(
            f"order_differences_{word(one.metric)}_{one.text}",
            f"{one.text}: places that a method has otherwise than {baseline}{_aim(results, one)}",
            ["method", "differ", "it is right", f"{baseline} is right", "neither"],
            rows,
            digits=[0, 1, 1, 1, 1],
            note="Means over seeds, each against the same seed of the baseline.",
        )
    ]


def _mark(one: WordOrder, facts: OrderFacts, baseline: str) -> str:
    known = {name for pair in one.pairs.pairs for name in (pair.one, pair.other)} if one.pairs else set()
    if one.pairs is None or facts.method == baseline or not {facts.method, baseline} <= known:
        return ""
    pair = one.pairs.pair(facts.method, baseline)
    if pair.corrected >= SIGNIFICANT:
        return ""
    ahead = pair.difference > 0 if pair.one == facts.method else pair.difference < 0
    return BETTER if ahead else WORSE


def _aim(results: Results, one: WordOrder) -> str:
    return f", tuned to {one.metric}" if len(results.study.metrics) > 1 else ""
