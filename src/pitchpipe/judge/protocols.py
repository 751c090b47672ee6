"""What an answer may look like, protocol by protocol, and what it says of each translation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.judge.campaign import Item

SEVERITIES = ("minor", "major")
CATEGORIES = ("accuracy", "fluency", "terminology", "style", "punctuation", "non-translation", "other")
MOST_SPANS = 100


def check_value(
    protocol: str, item: Item, value: Any, ties: bool = True, most_spans: float = MOST_SPANS
) -> None:
    """Refuse an answer that does not fit its item."""
    if not isinstance(value, dict):
        raise InputError(f"item {item.id}: found an answer that is no object, expected one")
    if protocol in ("pairwise", "rank"):
        _check_ranks(item, value.get("ranks"), ties)
    elif protocol == "direct":
        score = value.get("score")
        if not isinstance(score, (int, float)) or isinstance(score, bool) or not 0 <= score <= 100:
            raise InputError(f"item {item.id}: found the score {score!r}, expected a number from 0 to 100")
    else:
        _check_spans(item, value.get("spans"), most_spans)


def _check_ranks(item: Item, ranks: Any, ties: bool) -> None:
    count = len(item.texts)
    if (
        not isinstance(ranks, list)
        or len(ranks) != count
        or not all(type(one) is int and 1 <= one <= count for one in ranks)
    ):
        raise InputError(
            f"item {item.id}: found the ranks {ranks!r}, expected {count} numbers from 1 to {count}"
        )
    if not ties and len(set(ranks)) < count:
        raise InputError(f"item {item.id}: found equal ranks, expected none in this campaign")


def _check_spans(item: Item, spans: Any, most: float) -> None:
    if not isinstance(spans, list) or len(spans) > most:
        raise InputError(f"item {item.id}: found no list of spans, expected one of at most {most}")
    for span in spans:
        fits = (
            isinstance(span, dict)
            and type(span.get("start")) is int
            and type(span.get("end")) is int
            and 0 <= span["start"] < span["end"] <= max(1, len(item.texts[0]))
            and span.get("severity") in SEVERITIES
            and span.get("category") in CATEGORIES
        )
        if not fits:
            raise InputError(
                f"item {item.id}: found the span {span!r}, expected a place, a severity and a category"
            )


def value_of(protocol: str, value: Any) -> list[float]:
    """A number for each translation of an item, higher for a better one: ranks with their sign changed, or the score.

    Errors weigh as in Freitag et al. 2021, Experts, errors, and context: a major error 5, a minor one 1, minor punctuation 0.1,
    and a translation that is none 25.
    """
    if protocol in ("pairwise", "rank"):
        return [-float(rank) for rank in value["ranks"]]
    if protocol == "direct":
        return [float(value["score"])]
    return [-sum(map(_weight, value["spans"]))]


def _weight(span: dict[str, Any]) -> float:
    if span["category"] == "non-translation":
        return 25.0
    if span["severity"] == "major":
        return 5.0
    return 0.1 if span["category"] == "punctuation" else 1.0


def outcome(values: Sequence[float]) -> int:
    """1 if the first of two translations is better, -1 if the second is, and 0 if they are equal."""
    return (values[0] > values[1]) - (values[0] < values[1])
