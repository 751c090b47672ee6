"""The report of a campaign: what judges prefer, and how far they can be believed."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pitchpipe.judge.answers import ANSWER
from pitchpipe.judge.checks import self_agreement
from pitchpipe.judge.results import PairResult, Results, Tally
from pitchpipe.judge.settings import PROTOCOLS, CampaignSettings
from pitchpipe.metrics.correlation import MEASURES, Agreement
from pitchpipe.notebook import counted
from pitchpipe.pages import Figure, Intervals, Report, Section, Table
from pitchpipe.pages.table import Cell
from pitchpipe.settings import setting_fields

SIGNIFICANT = 0.05


def judge_report(results: Results, metrics: Mapping[str, Agreement] | None = None) -> Report:
    """The page of a campaign; `metrics` are those that were held against the judges."""
    settings = results.campaign.settings
    lead = (
        f"{counted(len(results.records), 'judge')} gave {counted(_answers(results), 'judgement')} of "
        f"{counted(len(results.campaign.segments), 'sentence')} by {counted(len(results.campaign.systems), 'system')}: "
        f"{PROTOCOLS[settings.protocol]}."
    )
    sections = [
        *([_preferences(results)] if results.preferences else []),
        *([_systems(results)] if results.preferences or results.scores else []),
        _judges(results),
        *([_metrics(metrics, len(results.campaign.systems))] if metrics else []),
        *_comments(results),
        _settings(settings),
    ]
    return Report(_title(results), lead, _facts(results), sections, verdict(results))


def verdict(results: Results) -> list[str]:
    """What the campaign has found, a sentence for each pair, or for the order of more systems."""
    found = [pair_sentence(one) for one in results.pairs] if results.preferences else []
    if len(found) > 3:
        best = results.strengths[0]
        clear = sum(one.corrected < SIGNIFICANT for one in results.pairs)
        found = [
            f"{best.system} is the strongest of {len(results.strengths)} systems. "
            f"{clear} of {len(results.pairs)} pairs differ significantly after Holm's correction."
        ]
    if results.left_out:
        found.append(f"Left out, since they failed too many controls: {', '.join(results.left_out)}.")
    return found if results.preferences else ["There is nothing to compare yet.", *found]


def pair_sentence(one: PairResult) -> str:
    """Which of two systems is preferred, and whether that is significant."""
    votes = one.majority
    better, worse = one.pair if votes.wins >= votes.losses else one.pair[::-1]
    decided = votes.wins + votes.losses
    if votes.wins == votes.losses:
        return f"Judges prefer neither {better} nor {worse}: {votes.wins} sentences each, and {votes.ties} equal."
    share = max(votes.share, 1 - votes.share)
    start = (
        f"Judges prefer {better} to {worse} in {100 * share:.1f} % of the {counted(decided, 'sentence')} "
        f"in which they prefer one (one-sided binomial test: p {p_value(one.binomial)}; sign test: p {p_value(one.sign)})"
    )
    corrected = "" if math.isclose(one.corrected, one.sign) else " after correction for the number of pairs"
    if one.corrected < SIGNIFICANT:
        return f"{start}: a significant difference{corrected}."
    missing = one.missing
    more = f"; about {missing:,} more such sentences would be needed to find one" if missing else ""
    return f"{start}: no significant difference{corrected}{more}."


def p_value(p: float) -> str:
    return f"= {p:.4f}".replace("0.", ".", 1) if 0.0001 <= p < 1 else "= 1" if p >= 1 else "< .0001"


def p_cell(p: float) -> str:
    return f"{p:.4f}" if p >= 0.0001 else "< 0.0001"


def preference_tables(results: Results) -> list[Table]:
    """Votes, their tests, and single judgements, a row for each two systems."""
    votes, tests, judged = list[list[Cell]](), list[list[Cell]](), list[list[Cell]]()
    for one in results.pairs:
        name = " : ".join(one.pair)
        weighted = " : ".join(map(str, (one.weighted.wins, one.weighted.ties, one.weighted.losses)))
        share = 100 * one.majority.share
        votes.append([name, *_tally(one.majority), share, _range(one.share_interval, 100, 1), weighted])
        tests.append([name, *map(p_cell, (one.binomial, one.sign, one.corrected)), one.missing])
        judged.append(
            [name, *_tally(one.judgements), 100 * one.rate, _range(one.rate_interval, 100, 1), one.same]
        )
    counts = ["first : second", "first better", "equal", "second better", "% first", "95% interval"]
    return [
        Table(
            "votes",
            "Sentences, by the majority of their judges",
            [*counts, "weighted vote"],
            votes,
            (0, 0, 0, 0, 1),
            note="% first leaves equals out. The weighted vote counts judges by how well they agree with others: wins, equals, "
            "losses.",
        ),
        Table(
            "tests",
            "Tests",
            ["first : second", "p binomial", "p sign test", "p corrected", "more needed"],
            tests,
            note="The binomial test is one-sided, for the system with more sentences. The sign test is two-sided, and corrected by "
            "Holm for the number of pairs. More needed: sentences with a preference, for a power of 80 %.",
        ),
        Table(
            "judgements",
            "Single judgements",
            [*counts, "same, not shown"],
            judged,
            (0, 0, 0, 0, 1),
            note="% first counts an equal as half. The interval is over resampled sentences, each with all its judges.",
        ),
    ]


def _preferences(results: Results) -> Section:
    figure = Figure(
        "preferences",
        "Sentences in which the first is better",
        Intervals(
            [" : ".join(one.pair) for one in results.pairs],
            [100 * one.majority.share for one in results.pairs],
            [(100 * low, 100 * high) for low, high in (one.share_interval for one in results.pairs)],
            "% of sentences with a preference, and the 95% interval",
            50.0,
            1,
        ),
    )
    return Section("Preferences", [figure, *preference_tables(results)])


def system_tables(results: Results) -> list[Table]:
    """Strengths of the systems, and their mean scores where there are any."""
    found = []
    if results.scores:
        rows: list[list[Cell]] = [
            [one.system, one.judgements, one.mean, _range(one.interval), one.standardised]
            for one in results.scores
        ]
        found.append(
            Table(
                "scores",
                "Scores",
                ["system", "judgements", "mean", "95% interval", "standardised"],
                rows,
                (0, 0, 2, 0, 3),
                note="Standardised: in units of each judge's deviation from the judge's mean.",
            )
        )
    if results.preferences:
        rows = [
            [one.system, one.value, _range(one.interval), f"{one.ranks[0]} to {one.ranks[1]}"]
            for one in results.strengths
        ]
        found.append(
            Table(
                "strengths",
                "Strengths (Bradley and Terry)",
                ["system", "strength", "95% interval", "places"],
                rows,
                note="The log odds of beating the average system. Intervals and places are over resampled sentences.",
            )
        )
    return found


def _systems(results: Results) -> Section:
    tables = system_tables(results)
    if not results.preferences:
        return Section("Systems", tables)
    figure = Figure(
        "strength",
        "Strengths",
        Intervals(
            [one.system for one in results.strengths],
            [one.value for one in results.strengths],
            [one.interval for one in results.strengths],
            "log odds of beating the average system",
            0.0,
        ),
    )
    return Section("Systems", [figure, *tables])


def judge_tables(results: Results) -> list[Table]:
    """The judges, and how far they agree."""
    rows: list[list[Cell]] = [
        [
            one.judge,
            one.answers,
            one.skips,
            f"{one.right} of {one.controls}" if one.controls else "none",
            None if one.same is None else 100 * one.same,
            one.median_seconds,
            results.weights.get(one.judge),
            "left out" if one.judge in results.left_out else "counted",
        ]
        for one in results.records
    ]
    found = results.agreement
    repeated, kappa = self_agreement([one for one in results.records if one.judge not in results.left_out])
    level = "interval" if results.has_scores else "ordinal"
    measures: list[list[Cell]] = [
        ["Cohen's kappa, mean of every two judges", found.cohen],
        ["Fleiss's kappa", found.fleiss],
        [f"Krippendorff's alpha, {level}", found.krippendorff],
        [
            "Pearson's correlation with " + ("the mean" if results.has_scores else "the majority"),
            found.with_majority,
        ],
        [f"with oneself: Cohen's kappa of {counted(repeated, 'repeated answer')}", kappa],
    ]
    known = [[name, value] for name, value in measures if isinstance(value, float) and not math.isnan(value)]
    return [
        Table(
            "judges",
            "Judges",
            [
                "judge",
                "answers",
                "skipped",
                "controls right",
                "% same again",
                "median seconds",
                "weight",
                "status",
            ],
            rows,
            (0, 0, 0, 0, 0, 1, 2),
            note=f"Judges with less than {100 * results.pass_rate:.0f} % of their controls right are left out of everything else.",
        ),
        Table(
            "agreement",
            "Agreement",
            ["measure", "value"],
            known,
            (0, 3),
            note=f"Over {counted(found.items, 'item')} that two judges or more have judged; 0 is chance, 1 is perfect.",
        ),
    ]


def _judges(results: Results) -> Section:
    return Section("Judges", judge_tables(results))


def metric_tables(metrics: Mapping[str, Agreement], systems: int) -> list[Table]:
    """How metrics agree with the judges, by segment, and by system where there are more than two of them."""
    names = list(MEASURES)
    levels = ("segment", "system") if systems > 2 else ("segment",)
    return [
        Table(
            f"metrics_by_{level}",
            f"By {level}",
            ["metric", *names],
            [[spec, *(str(getattr(one, level)[name]) for name in names)] for spec, one in metrics.items()],
        )
        for level in levels
    ]


def _metrics(metrics: Mapping[str, Agreement], systems: int) -> Section:
    text = "1 is perfect agreement with the judges; in brackets is the range over resampled sentences. "
    measures = "; ".join(f"{name}: {what}" for name, what in MEASURES.items())
    return Section("Metrics", metric_tables(metrics, systems), f"{text}{measures[:1].upper()}{measures[1:]}.")


def _comments(results: Results) -> list[Section]:
    rows = [[event.judge, event.item, event.comment] for event in results.events if event.comment]
    if not rows:
        return []
    return [Section("Comments", [Table("comments", "What judges wrote", ["judge", "item", "comment"], rows)])]


def _settings(settings: CampaignSettings) -> Section:
    rows = [[name, str(getattr(settings, name)).lower()] for name in setting_fields(CampaignSettings)]
    table = Table("settings", "Settings", ["setting", "value"], rows)
    return Section("To repeat this", [table], "The same texts, settings and seed make the same campaign.")


def _title(results: Results) -> str:
    systems = list(results.campaign.systems)
    return (
        f"Judgements of {' and '.join(systems)}"
        if len(systems) < 3
        else f"Judgements of {len(systems)} systems"
    )


def _facts(results: Results) -> list[tuple[str, str]]:
    seconds = [one for record in results.records for one in record.seconds]
    hour = f"{3600 * len(seconds) / sum(seconds):,.0f}" if sum(seconds) else "unknown"
    shown = sum(len(task) for task in results.campaign.tasks) * results.campaign.settings.judgements
    done = len(results.events)
    return [
        ("judgements", f"{_answers(results):,}"),
        ("of the campaign", f"{100 * done / shown:.0f} %" if shown else "all"),
        ("judges", f"{len(results.records)}"),
        ("items an hour", hour),
    ]


def _answers(results: Results) -> int:
    return sum(event.kind == ANSWER for event in results.events)


def _tally(tally: Tally) -> list[Cell]:
    return [tally.wins, tally.ties, tally.losses]


def _range(ends: tuple[float, float], scale: float = 1.0, digits: int = 2) -> str:
    return f"{scale * ends[0]:.{digits}f} to {scale * ends[1]:.{digits}f}"
