"""The tables of scores, with what chance alone would explain."""

from __future__ import annotations

from statistics import fmean

from pitchpipe.metrics import find_metric
from pitchpipe.metrics.optimised import MARK, flattered
from pitchpipe.metrics.significance import SIGNIFICANT, TESTS, p_text
from pitchpipe.pages import Table, best_in_columns
from pitchpipe.pages.table import Cell
from pitchpipe.study.results import Results
from pitchpipe.study.study import DEV, UNTUNED, Study
from pitchpipe.study.verdict import best_first
from pitchpipe.tuning.loop.replicas import mean_and_deviation

BETTER, WORSE = " *", " †"


def score_table(results: Results, metric: str, score: str) -> Table:
    """A row for each method tuned to a metric, a column for each text: mean and deviation over replicas, and a mark."""
    study, texts = results.study, results.study.comparable
    names = results.methods(metric)
    rows: list[list[Cell]] = []
    if results.untuned:
        start = [f"{results.score(results.untuned, text, score):.2f}" for text in texts]
        rows.append([UNTUNED, *start])
    rows += [[name, *(score_cell(results, name, metric, text, score) for text in texts)] for name in names]
    means = [[mean_score(results, UNTUNED, "", text, score) for text in texts]] if results.untuned else []
    means += [[mean_score(results, name, metric, text, score) for text in texts] for name in names]
    higher = find_metric(score).higher_is_better
    better = "higher" if higher else "lower"
    aim = f"tuned to {metric}, " if len(study.metrics) > 1 else ""
    return Table(
        f"scores_{word(metric)}_{word(score)}",
        f"{marked_score(results, metric, score)}: {aim}{better} is better",
        ["method", *texts],
        rows,
        best=best_in_columns(means, higher),
    )


def tuning_text_title(study: Study) -> str:
    """What `dev` is called: where methods are tuned on several texts, it is another one for each."""
    return "own tuning text" if study.tuning_texts else DEV


def marked_score(results: Results, metric: str, score: str) -> str:
    """A metric's name, with a mark if it was tuned to; where there are several such, titles say which."""
    alone = len(results.study.metrics) == 1
    return f"{score} {MARK}" if alone and flattered({score: find_metric(score)}, [metric]) else score


def score_cell(results: Results, method: str, metric: str, text: str, score: str) -> str:
    """Mean and deviation of a method over replicas, with a mark on test texts; nothing of one that is not done."""
    values = results.scores(method, metric, text, score)
    if not values:
        return ""
    mean, deviation = mean_and_deviation(values)
    spread = f" ± {deviation:.2f}" if len(values) > 1 else ""
    mark = "" if text == DEV else _mark(results, metric, text, score, method)
    return f"{mean:.2f}{spread}{mark}"


def mean_score(results: Results, method: str, metric: str, text: str, score: str) -> float | None:
    """The mean over replicas, of a method that is done."""
    values = results.scores(method, metric, text, score)
    return fmean(values) if values else None


def best_method(results: Results, metric: str, score: str) -> tuple[str, float] | None:
    """The method with the best mean on the test texts, or on the tuning text if there are none, and that mean."""
    texts = results.study.texts[1:] or results.study.texts
    sign = 1.0 if find_metric(score).higher_is_better else -1.0
    means = {
        name: fmean(fmean(results.scores(name, metric, text, score)) for text in texts)
        for name in results.methods(metric)
    }
    return max(means.items(), key=lambda item: sign * item[1]) if means else None


def marks_note(results: Results) -> str:
    """What the marks and numbers of score tables mean."""
    report, replicas = results.study.report, results.study.grid.replicas
    spread = f"Mean ± standard deviation over {replicas} replicas. " if replicas > 1 else ""
    if len(results.study.methods) < 2 or len(results.study.texts) < 2:
        return spread.strip()
    over = " over replicas (Clark et al. 2011)" if replicas > 1 and report.test == "ar" else ""
    others = len(results.study.methods) - 1
    corrected = others > 1 and report.correction != "none"
    return (
        f"{spread}* is significantly better and † significantly worse than {results.study.baseline}: p < {SIGNIFICANT} by "
        f"{TESTS[report.test]}{over}, {report.trials:,} trials"
        + (f", corrected for {others} comparisons by {report.correction.title()}." if corrected else ".")
    )


def difference_table(results: Results, metric: str, text: str) -> Table | None:
    """How each method differs from the baseline on a text, under every metric."""
    rows: list[list[Cell]] = []
    for score in results.study.scores:
        comparison = results.compared(metric, text, score)
        if comparison is None:
            continue
        for one in comparison.systems[1:]:
            assert one.difference is not None
            low, high = one.difference.interval
            rows.append(
                [
                    f"{one.name}, {score}" if len(results.study.scores) > 1 else one.name,
                    f"{one.difference.value:+.2f}",
                    p_text(one.difference.p, one.difference.corrected, comparison.trials),
                    f"{low:+.2f} to {high:+.2f}",
                ]
            )
    if not rows:
        return None
    many = len(results.study.methods) > 2 and results.study.report.correction != "none"
    return Table(
        f"differences_{word(metric)}_{text}",
        f"{text}: differences from {results.study.baseline}"
        + (f", tuned to {metric}" if len(results.study.metrics) > 1 else ""),
        ["method", "difference", f"p ({results.study.report.correction})" if many else "p", "95% interval"],
        rows,
        note="Intervals are over random test texts; p is how often chance alone deals the outputs so unequally.",
    )


def pair_table(results: Results, metric: str, text: str) -> Table | None:
    """The p-value of every two methods under the metric that they were tuned to: a triangle, the best method first."""
    standings = best_first(results, metric, text)
    pairs = results.pairs(metric, text, metric)
    if pairs is None or len(standings) < 3:
        return None
    names = [one.name for one in standings]
    rows: list[list[Cell]] = []
    for place, one in enumerate(standings):
        cells = []
        for other in names[:place]:
            mark = " *" if pairs.pair(one.name, other).corrected < SIGNIFICANT else ""
            cells.append(f"{pairs.p_text(one.name, other)}{mark}")
        rows.append([one.name, one.score, *cells, *[None] * (len(names) - 1 - place)][: len(names) + 1])
    several = f", tuned to {metric}" if len(results.study.metrics) > 1 else ""
    corrected = f", corrected for {len(pairs.pairs)} pairs by {pairs.correction.title()}"
    return Table(
        f"pairs_{word(metric)}_{text}",
        f"{text}: p of every two methods{several}",
        ["method", metric, *names[:-1]],
        rows,
        note=f"By {TESTS[pairs.test]}{corrected if pairs.correction != 'none' else ''}; * is below {SIGNIFICANT}: the "
        f"method of the column is significantly better. No p of {pairs.trials:,} trials can be below "
        f"{p_text(0.0, 1 / (pairs.trials + 1), pairs.trials)[2:]} before the correction; < marks those at this floor.",
    )


def _mark(results: Results, metric: str, text: str, score: str, name: str) -> str:
    comparison = results.compared(metric, text, score)
    for one in comparison.systems[1:] if comparison else ():
        if one.name == name and one.difference and one.difference.corrected < SIGNIFICANT:
            return BETTER if (one.difference.value > 0) == find_metric(score).higher_is_better else WORSE
    return ""


def word(spec: str) -> str:
    """A metric's spec as a part of a file's name."""
    return "".join(letter if letter.isalnum() else "_" for letter in spec).strip("_")
