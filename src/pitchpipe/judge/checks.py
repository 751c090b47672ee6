"""Judges against the controls, and against themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

from pitchpipe.judge.agreement import cohen_kappa
from pitchpipe.judge.answers import ANSWER, SKIP, Event
from pitchpipe.judge.campaign import BAD, IDENTICAL, JUDGED, REPEAT, SPOILT, Campaign, Item
from pitchpipe.judge.protocols import outcome, value_of

PASS_RATE = 0.6
"""Share of the controls that a judge has to get right: guessing gets a third."""


@dataclass
class JudgeRecord:
    """What one judge did."""

    judge: str
    answers: int = 0
    skips: int = 0
    right: int = 0
    controls: int = 0
    repeats: list[tuple[int, int]] = field(default_factory=list)
    """What was said of an item the first time and the second time."""
    seconds: list[float] = field(default_factory=list)

    @property
    def median_seconds(self) -> float | None:
        return median(self.seconds) if self.seconds else None

    @property
    def same(self) -> float | None:
        """The share of repeated items with the same answer."""
        return sum(one == other for one, other in self.repeats) / len(self.repeats) if self.repeats else None

    def passes(self, rate: float = PASS_RATE) -> bool:
        """Whether enough controls are right; a judge who saw none passes."""
        return not self.controls or self.right / self.controls >= rate


def judge_records(campaign: Campaign, events: Iterable[Event]) -> list[JudgeRecord]:
    """The record of each judge, in the order in which they came."""
    by_judge: dict[str, dict[str, Event]] = defaultdict(dict)
    for event in events:
        if event.item in campaign.by_id:
            by_judge[event.judge][event.item] = event
    return [_record(campaign, judge, answers) for judge, answers in by_judge.items()]


def _record(campaign: Campaign, judge: str, events: dict[str, Event]) -> JudgeRecord:
    record = JudgeRecord(judge)
    for event in events.values():
        item = campaign.by_id[event.item]
        if event.seconds is not None and event.kind == ANSWER:
            record.seconds.append(event.seconds)
        if event.kind == SKIP:
            record.skips += 1
        elif item.kind == JUDGED:
            record.answers += 1
        else:
            _check(campaign, record, item, event, events)
    return record


def _check(
    campaign: Campaign, record: JudgeRecord, item: Item, event: Event, events: dict[str, Event]
) -> None:
    """Hold an answer to a control against what was to be expected, or against the answer to the item that it is about."""
    protocol = campaign.settings.protocol
    values = value_of(protocol, event.value)
    about = events.get(item.of or "")
    before = value_of(protocol, about.value) if about is not None and about.kind == ANSWER else None
    if item.kind == REPEAT and before is not None:
        record.repeats += zip(_order(before), _order(values[::-1]), strict=True)
    elif item.kind == IDENTICAL and campaign.settings.ties:
        record.controls += 1
        record.right += values[0] == values[1]
    elif item.kind == BAD and len(values) == 2:
        record.controls += 1
        spoilt = list(item.systems).index(SPOILT)
        record.right += values[1 - spoilt] > values[spoilt]
    elif item.kind == BAD and before is not None:
        record.controls += 1
        record.right += before[0] > values[0]


def _order(values: Sequence[float]) -> list[int]:
    """What an answer says, so that two can be compared: of two translations which is better, of one its score."""
    if len(values) == 1:
        return [round(values[0] / 10)]
    return [
        outcome([values[one], values[other]])
        for one in range(len(values))
        for other in range(one + 1, len(values))
    ]


def self_agreement(records: Sequence[JudgeRecord]) -> tuple[int, float]:
    """How many answers were given twice by the same judge, and Cohen's kappa of both times."""
    both = [pair for record in records for pair in record.repeats]
    return len(both), cohen_kappa([one for one, _ in both], [other for _, other in both])
