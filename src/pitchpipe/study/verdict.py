"""The answer of a study in a few sentences: which method is best, by how much, how sure that is, and at what cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from pitchpipe.metrics import find_metric
from pitchpipe.metrics.optimised import flattered
from pitchpipe.metrics.significance import SIGNIFICANT, AllPairs
from pitchpipe.study.adaptation import adaptations, served
from pitchpipe.study.results import Results
from pitchpipe.study.study import UNTUNED

NAMED = 3
"""Methods that a sentence names; of more, it says how many."""

ALIKE = 1.2
"""Times of which one is at most so many times the other say nothing about the methods."""


@dataclass(frozen=True)
class Standing:
    """A method on a text."""

    name: str
    score: float
    """The mean over replicas."""
    seconds: float
    """The time to tune one replica."""


def verdict(results: Results) -> list[str]:
    """A sentence or two for each metric that was tuned to and each test text; none before a method is done."""
    study, widest = results.study, results.widest
    done = [metric for metric in study.metrics if widest.methods(metric)]
    texts = study.texts[1:] or study.texts
    if len(study.methods) == 1 and len(done) > 1:
        found = [_matrix(widest, done, text) for text in texts]
    else:
        found = [_methods(widest, metric, text) for metric in done for text in texts]
        found += filter(
            None, (_by_others(widest, metric, text) for metric in done for text in study.texts[1:])
        )
    found += [served(one, text) for one in adaptations(widest) for text in study.texts[1:]]
    if found and len(results.done) < len(results.cells):
        found.insert(
            0, f"So far: {len(results.done)} of {len(results.cells)} cells are done, and this may change."
        )
    if found and study.beams:
        found.insert(0, f"With the widest beam, {study.beams[-1]}:")
    if found and study.texts[1:] and study.report.test == "bs":
        found.append(
            "Tested by the paired bootstrap, which is one-sided: of pairs that do not differ, it calls about one in ten "
            'significant. Prefer test = "ar".'
        )
    if found and study.grid.replicas == 1 and study.texts[1:]:
        found.append("Each method ran once, so the luck of its seed is not tested; use more replicas.")
    return found


def duration(seconds: float) -> str:
    """A time to read."""
    for most, unit, name, digits in ((10, 1, "s", 1), (90, 1, "s", 0), (5400, 60, "min", 0)):
        if seconds < most:
            return f"{seconds / unit:.{digits}f} {name}"
    return f"{seconds / 3600:.1f} h"


def best_first(results: Results, metric: str, text: str, score: str | None = None) -> list[Standing]:
    """The methods tuned to a metric, the best on a text first, by that metric or by another score."""
    judge = score or metric
    found = [
        Standing(name, fmean(results.scores(name, metric, text, judge)), results.seconds(name, metric))
        for name in results.methods(metric)
    ]
    sign = 1.0 if find_metric(judge).higher_is_better else -1.0
    return sorted(found, key=lambda one: -sign * one.score)


def _methods(results: Results, metric: str, text: str) -> str:
    standings = best_first(results, metric, text)
    start = None if results.untuned is None else results.score(results.untuned, text, metric)
    pairs = results.pairs(metric, text, metric) if results.study.texts[1:] else None
    where = text if results.study.texts[1:] else "the tuning text"
    if len(standings) == 1:
        return one_method(standings[0], metric, where, start, pairs)
    return several_methods(standings, metric, where, start, pairs)


def _by_others(results: Results, metric: str, text: str) -> str:
    """Which method is best by the metrics that were not tuned to; nothing where there is none, or one method."""
    scores = {score: find_metric(score) for score in results.study.scores}
    others = [score for score in scores if score not in flattered(scores, [metric])]
    if not others or len(results.methods(metric)) < 2:
        return ""
    said = []
    for score in others:
        first, *rest = best_first(results, metric, text, score)
        pairs = results.pairs(metric, text, score)
        sure = pairs is not None and all(
            pairs.pair(first.name, one.name).corrected < SIGNIFICANT for one in rest
        )
        ahead = "significantly ahead" if sure else "not significantly ahead"
        said.append(f"{score} is best for {first.name}, {first.score:.2f}, {ahead} of all others")
    return f"{metric} was tuned to and may flatter. By what was not, on {text}: {'; '.join(said)}."


def one_method(
    one: Standing, metric: str, where: str, start: float | None, pairs: AllPairs | None = None
) -> str:
    """What tuning with the only method gained over the start weights."""
    cost = f"A run takes {duration(one.seconds)}."
    if start is None:
        return f"{one.name} has {metric} {one.score:.2f} on {where}. {cost}"
    change = one.score - start
    better = (change > 0) == find_metric(metric).higher_is_better
    did = "improves" if change and better else "worsens" if change else "does not change"
    sentence = f"{one.name} {did} {metric} on {where} from {start:.2f} to {one.score:.2f} ({change:+.2f})"
    if pairs is None:
        return f"{sentence}; nothing is tested for significance without a test text. {cost}"
    sure = pairs.pair(UNTUNED, one.name).corrected < SIGNIFICANT
    p = _p(pairs, UNTUNED, one.name)
    return f"{sentence}, which is {'' if sure else 'not '}significant ({p}). {cost}"


def several_methods(
    standings: Sequence[Standing],
    metric: str,
    where: str,
    start: float | None = None,
    pairs: AllPairs | None = None,
) -> str:
    """Which method is best on a text; without tests of all pairs, how it scores is all that can be said."""
    best, second = standings[:2]
    untuned = "" if start is None else f" The start weights have {start:.2f}."
    lead = abs(best.score - second.score)
    if pairs is None:
        said = (
            f"{best.name} scores best on {where}, {metric} {best.score:.2f}, {lead:.2f} ahead of {second.name}; "
            "all methods were fitted to it, so nothing is tested for significance."
        )
        return f"{said} {_cost(best, standings)}{untuned}"
    equal = [one for one in standings[1:] if pairs.pair(best.name, one.name).corrected >= SIGNIFICANT]
    if not equal:
        others = (
            f"all {len(standings) - 1} others"
            if len(standings) > 2
            else f"{second.name} ({_p(pairs, best.name, second.name)})"
        )
        ahead = (
            f" {second.name}, the second, is {lead:.2f} behind ({_p(pairs, best.name, second.name)})."
            if len(standings) > 2
            else f" The difference is {lead:.2f}."
        )
        said = f"{best.name} is best on {where}: {metric} {best.score:.2f}, significantly better than {others}.{ahead}"
        return f"{said} {_cost(best, standings)}{untuned}"
    known = {one.name for one in standings}
    if all(pair.corrected >= SIGNIFICANT for pair in pairs.pairs if {pair.one, pair.other} <= known):
        said = _no_difference(standings, metric, where, pairs)
    else:
        behind = [
            f"{one.name} ({abs(best.score - one.score):.2f} behind, {_p(pairs, best.name, one.name)})"
            for one in equal
        ]
        beaten = [one.name for one in standings[1:] if one not in equal]
        said = f"{best.name} scores best on {where}, {metric} {best.score:.2f}, but not significantly better than {listed(behind, 'or')}."
        if beaten:
            said += f" It is significantly better than {listed(beaten)}."
    return f"{said} {_choice(best, equal)}{untuned}"


def _no_difference(standings: Sequence[Standing], metric: str, where: str, pairs: AllPairs) -> str:
    best, worst = standings[0], standings[-1]
    if len(standings) == 2:
        return (
            f"{best.name} and {worst.name} do not differ significantly on {where}: {metric} {best.score:.2f} and "
            f"{worst.score:.2f} ({_p(pairs, best.name, worst.name)})."
        )
    smallest = min(pair.corrected for pair in pairs.pairs)
    return (
        f"No method is significantly better than another on {where}: {metric} is {best.score:.2f} ({best.name}) to "
        f"{worst.score:.2f} ({worst.name}), and p is at least {smallest:.2f} for every pair."
    )


def _choice(best: Standing, equal: Sequence[Standing]) -> str:
    """Among methods that do not differ significantly, cost decides."""
    among = [best, *equal]
    cheapest = min(among, key=lambda one: one.seconds)
    slowest = max(one.seconds for one in among)
    if slowest <= ALIKE * cheapest.seconds:
        names = listed([one.name for one in among])
        return f"{names} take about as long: {duration(slowest)} a run."
    word = "cheapest of them" if len(among) > 2 else "cheaper of the two"
    if cheapest is best:
        return f"{best.name} is also the {word}: a run takes {duration(best.seconds)}."
    return f"{cheapest.name} is the {word}: a run takes {duration(cheapest.seconds)}, one of {best.name} {duration(best.seconds)}."


def _cost(best: Standing, standings: Sequence[Standing]) -> str:
    fastest = min(standings, key=lambda one: one.seconds)
    if fastest is best:
        return f"It is also the fastest: a run takes {duration(best.seconds)}."
    return f"A run takes {duration(best.seconds)}; one of {fastest.name}, the fastest, {duration(fastest.seconds)}."


def _matrix(results: Results, metrics: Sequence[str], text: str) -> str:
    """One method tuned to several metrics: which tuning is best for each of them."""
    method = results.study.methods[0].name
    others = []
    for score in metrics:
        means = {metric: fmean(results.scores(method, metric, text, score)) for metric in metrics}
        sign = 1.0 if find_metric(score).higher_is_better else -1.0
        best = max(means, key=lambda metric: sign * means[metric])
        if sign * means[best] > sign * means[score]:
            others.append(f"{score} (best if tuned to {best}, {means[best]:.2f} against {means[score]:.2f})")
    seconds = {metric: results.seconds(method, metric) for metric in metrics}
    quick, slow = (pick(seconds, key=lambda metric: seconds[metric]) for pick in (min, max))
    said = f"On {text}, {len(metrics) - len(others)} of {len(metrics)} metrics are best if {method} is tuned to them"
    said += f"; not {listed(others, 'or')}" if others else ""
    return (
        f"{said}. These differences are not tested for significance. "
        f"A run takes {duration(seconds[quick])} ({quick}) to {duration(seconds[slow])} ({slow})."
    )


def listed(names: Sequence[str], word: str = "and") -> str:
    """Names in a sentence: the first few, and how many more."""
    shown = (
        list(names) if len(names) <= NAMED + 1 else [*names[:NAMED], f"{len(names) - NAMED} other methods"]
    )
    return f" {word} ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))


def _p(pairs: AllPairs, one: str, other: str) -> str:
    text = pairs.p_text(one, other)
    return f"p {text}" if text.startswith("<") else f"p = {text}"
