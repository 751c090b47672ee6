"""What a campaign has found: which systems judges prefer, how sure that is, and how well judges and metrics agree."""

from __future__ import annotations

import math
import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from statistics import fmean, pstdev

import numpy as np

from pitchpipe.errors import InputError
from pitchpipe.judge.agreement import cohen_kappa, fleiss_kappa, krippendorff_alpha
from pitchpipe.judge.answers import ANSWER, FILE, Answers, Event, has_answers
from pitchpipe.judge.bradley_terry import Strength, strengths
from pitchpipe.judge.campaign import SAME, Campaign
from pitchpipe.judge.checks import PASS_RATE, JudgeRecord, judge_records
from pitchpipe.judge.preferences import Pair, Preference, Rating, pairs_of, preferences, ratings
from pitchpipe.judge.protocols import check_value
from pitchpipe.judge.sign_test import binomial_test, sentences_needed, sign_test, wilson_interval
from pitchpipe.judge.votes import Votes, judge_weights, vote
from pitchpipe.metrics.significance.bootstrap import interval
from pitchpipe.metrics.significance.corrections import holm

TRIALS = 1000
Range = tuple[float, float]


@dataclass(frozen=True)
class Tally:
    """How often the first of two systems was better, equal and worse."""

    wins: int
    ties: int
    losses: int

    @classmethod
    def of(cls, outcomes: Sequence[int]) -> Tally:
        return cls(outcomes.count(1), outcomes.count(0), outcomes.count(-1))

    @property
    def total(self) -> int:
        return self.wins + self.ties + self.losses

    @property
    def share(self) -> float:
        """Of wins among wins and losses; a half if there are none."""
        decided = self.wins + self.losses
        return self.wins / decided if decided else 0.5


@dataclass(frozen=True)
class PairResult:
    """Two systems. Sentences, and not judgements, are what the tests count: judges of the same sentence are not independent."""

    pair: Pair
    judgements: Tally
    rate: float
    """The share of judgements for the first system, an equal counted half."""
    rate_interval: Range
    """Over resampled sentences."""
    majority: Tally
    """Of sentences, by the vote of their judges."""
    weighted: Tally
    """The same, with judges who agree with others counted more."""
    share_interval: Range
    """Of the majority's wins among wins and losses (Wilson)."""
    binomial: float
    """One-sided: is the system that has more wins preferred?"""
    sign: float
    corrected: float
    """The sign test's p-value after Holm's correction for the number of pairs."""
    needed: int | None
    """Sentences with a preference that it takes to find this difference with a power of 80 %; None if there is none."""
    same: int
    """Sentences whose translations are the same, which were not shown."""

    @property
    def missing(self) -> int | None:
        """How many more sentences with a preference that is."""
        decided = self.majority.wins + self.majority.losses
        return None if self.needed is None else max(0, self.needed - decided)


@dataclass(frozen=True)
class SystemScore:
    """A system's mean score under the protocols that give one, and its mean after each judge's scores were standardised."""

    system: str
    judgements: int
    mean: float
    interval: Range
    standardised: float


@dataclass(frozen=True)
class Agreement:
    """How far judges agree with each other; NaN where nothing can be said."""

    items: int
    """Judged by two judges or more."""
    cohen: float
    """The mean over every two judges with items in common, weighted by how many."""
    fleiss: float
    krippendorff: float
    with_majority: float
    """Pearson's correlation with the majority, as the thesis has it (section 5.6)."""


@dataclass(frozen=True)
class Results:
    """The answers to a campaign so far, and what follows from them; `pass_rate` is the rule by which judges are left out."""

    campaign: Campaign
    events: Sequence[Event]
    pass_rate: float = PASS_RATE
    trials: int = TRIALS
    seed: int = 1

    @classmethod
    def read(
        cls,
        folder: str | os.PathLike[str],
        pass_rate: float = PASS_RATE,
        *,
        trials: int = TRIALS,
        seed: int = 1,
    ) -> Results:
        """The results of the campaign in a folder, which may be being served."""
        campaign = Campaign.read(folder)
        if not has_answers(folder):
            raise InputError(
                f"{folder}: found no answers, expected some; judge serve and judge import collect them"
            )
        with Answers(folder) as answers:
            events = answers.current()
        for event in events:
            _check_answer(campaign, event, folder)
        return cls(campaign, events, pass_rate, trials, seed)

    @cached_property
    def records(self) -> list[JudgeRecord]:
        return judge_records(self.campaign, self.events)

    @cached_property
    def left_out(self) -> list[str]:
        """Judges who fail too many controls."""
        return [record.judge for record in self.records if not record.passes(self.pass_rate)]

    @cached_property
    def kept(self) -> list[Event]:
        return [event for event in self.events if event.judge not in self.left_out]

    @cached_property
    def preferences(self) -> list[Preference]:
        return preferences(self.campaign, self.kept)

    @cached_property
    def ratings(self) -> list[Rating]:
        return ratings(self.campaign, self.kept)

    @cached_property
    def majority(self) -> Votes:
        return vote(self.preferences)

    @cached_property
    def weights(self) -> dict[str, float]:
        """How much each judge's vote counts in the weighted vote."""
        return judge_weights(self.preferences, 3 if self.campaign.settings.ties else 2)

    @property
    def has_scores(self) -> bool:
        return self.campaign.settings.protocol in ("direct", "mqm")

    @cached_property
    def pairs(self) -> list[PairResult]:
        """Every two systems that were compared."""
        weighted = vote(self.preferences, self.weights)
        found = pairs_of(self.preferences)
        found.sort(key=lambda pair: [list(self.campaign.systems).index(one) for one in pair])
        tallies = [
            Tally.of([said for (one, _), said in self.majority.items() if one == pair]) for pair in found
        ]
        signs = [sign_test(tally.wins, tally.losses) for tally in tallies]
        return [
            self._pair(pair, tally, weighted, sign, corrected)
            for pair, tally, sign, corrected in zip(found, tallies, signs, holm(signs), strict=True)
        ]

    def _pair(
        self, pair: Pair, majority: Tally, weighted: Votes, sign: float, corrected: float
    ) -> PairResult:
        own = [one for one in self.preferences if one.pair == pair]
        judged = Tally.of([one.outcome for one in own])
        more, fewer = max(majority.wins, majority.losses), min(majority.wins, majority.losses)
        same = sum(item.kind == SAME and set(item.systems) == set(pair) for item in self.campaign.items)
        return PairResult(
            pair,
            judged,
            (judged.wins + judged.ties / 2) / judged.total,
            self._resampled([(one.line, (1 + one.outcome) / 2) for one in own]),
            majority,
            Tally.of([said for (one, _), said in weighted.items() if one == pair]),
            wilson_interval(majority.wins, majority.wins + majority.losses),
            binomial_test(more, fewer),
            sign,
            corrected,
            sentences_needed(majority.share),
            same,
        )

    def _resampled(self, values: Sequence[tuple[int, float]]) -> Range:
        """The interval of a mean over resampled lines, each with all its judgements."""
        lines = {line: number for number, line in enumerate(sorted({line for line, _ in values}))}
        sums, counts = np.zeros(len(lines)), np.zeros(len(lines))
        for line, value in values:
            sums[lines[line]] += value
            counts[lines[line]] += 1
        rng = np.random.default_rng(self.seed)
        times = rng.multinomial(len(lines), np.full(len(lines), 1 / len(lines)), self.trials)
        return interval((times @ sums) / (times @ counts))

    @cached_property
    def strengths(self) -> list[Strength]:
        return strengths(self.preferences, self.campaign.systems, trials=self.trials, seed=self.seed)

    @cached_property
    def scores(self) -> list[SystemScore]:
        """The systems' mean scores, the best first; none for preferences."""
        if not self.has_scores:
            return []
        standard = standardised(self.ratings)
        found = []
        for system in self.campaign.systems:
            own = [(one, z) for one, z in zip(self.ratings, standard, strict=True) if one.system == system]
            if own:
                values = [(one.line, one.value) for one, _ in own]
                mean, z_mean = fmean(value for _, value in values), fmean(z for _, z in own)
                found.append(SystemScore(system, len(own), mean, self._resampled(values), z_mean))
        return sorted(found, key=lambda one: -one.mean)

    @cached_property
    def agreement(self) -> Agreement:
        """Of preferences, by the outcome; of scores, by their distance."""
        units = self._units()
        shared = [unit for unit in units if len(unit) > 1]
        if self.has_scores:
            alpha = krippendorff_alpha([list(unit.values()) for unit in shared], "interval")
            return Agreement(len(shared), math.nan, math.nan, alpha, _with_mean(shared))
        counts = np.array(
            [[list(unit.values()).count(one) for one in (-1, 0, 1)] for unit in shared], np.float64
        )
        return Agreement(
            len(shared),
            _mean_cohen(shared),
            fleiss_kappa(counts.reshape(-1, 3)),
            krippendorff_alpha([list(unit.values()) for unit in shared], "ordinal"),
            self._with_majority(),
        )

    def _units(self) -> list[dict[str, float]]:
        """What each judge says, item by item."""
        found: dict[tuple[object, int], dict[str, float]] = defaultdict(dict)
        if self.has_scores:
            for rating in self.ratings:
                found[rating.system, rating.line][rating.judge] = rating.value
        else:
            for one in self.preferences:
                found[one.pair, one.line][one.judge] = one.outcome
        return list(found.values())

    def _with_majority(self) -> float:
        """Of sentences that several judges saw: others agree with themselves."""
        judges: dict[tuple[Pair, int], int] = defaultdict(int)
        for one in self.preferences:
            judges[one.pair, one.line] += 1
        kept = [one for one in self.preferences if judges[one.pair, one.line] > 1]
        return _pearson([one.outcome for one in kept], [self.majority[one.pair, one.line] for one in kept])

    @cached_property
    def gold(self) -> dict[tuple[int, str], float]:
        """A score of each judged translation: the mean of its judges' scores, or the share of comparisons that it wins."""
        found: dict[tuple[int, str], list[float]] = defaultdict(list)
        if self.has_scores:
            for rating in self.ratings:
                found[rating.line, rating.system].append(rating.value)
        else:
            for one in self.preferences:
                for system, sign in zip(one.pair, (1, -1), strict=True):
                    found[one.line, system].append((1 + sign * one.outcome) / 2)
        return {key: fmean(values) for key, values in found.items()}


def _check_answer(campaign: Campaign, event: Event, folder: str | os.PathLike[str]) -> None:
    """Refuse what no server and no import has kept; published ratings may have any number of spans."""
    item = campaign.by_id.get(event.item)
    if event.kind == ANSWER and item is not None:
        try:
            check_value(campaign.settings.protocol, item, event.value, most_spans=math.inf)
        except InputError as error:
            raise InputError(f"{Path(folder) / FILE}: {event.judge!r}: {error}") from None


def standardised(found: Sequence[Rating]) -> list[float]:
    """The scores with each judge's mean taken off, in units of the judge's deviation."""
    by_judge: dict[str, list[float]] = defaultdict(list)
    for one in found:
        by_judge[one.judge].append(one.value)
    means = {judge: fmean(values) for judge, values in by_judge.items()}
    spreads = {judge: pstdev(values) or 1.0 for judge, values in by_judge.items()}
    return [(one.value - means[one.judge]) / spreads[one.judge] for one in found]


def _mean_cohen(units: Sequence[Mapping[str, float]]) -> float:
    judges = sorted({judge for unit in units for judge in unit})
    total, weight = 0.0, 0
    for one, other in combinations(judges, 2):
        both = [(unit[one], unit[other]) for unit in units if one in unit and other in unit]
        kappa = cohen_kappa([first for first, _ in both], [second for _, second in both])
        if not math.isnan(kappa):
            total, weight = total + kappa * len(both), weight + len(both)
    return total / weight if weight else math.nan


def _with_mean(units: Sequence[Mapping[str, float]]) -> float:
    pairs = [(value, fmean(unit.values())) for unit in units for value in unit.values()]
    return _pearson([one for one, _ in pairs], [other for _, other in pairs])


def _pearson(x: Sequence[float], y: Sequence[float]) -> float:
    if len(x) < 2 or np.std(x) == 0 or np.std(y) == 0:
        return math.nan
    return float(np.corrcoef(x, y)[0, 1])
