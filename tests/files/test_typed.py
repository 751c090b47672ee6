"""Dataclasses from JSON: what is of another type is told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from pitchpipe.errors import InputError
from pitchpipe.files.typed import typed
from pitchpipe.weights import Weights


@dataclass(frozen=True)
class Record:
    score: float
    count: int = 0
    name: str | None = None
    words: Sequence[str] = ()
    sizes: Mapping[str, float] = field(default_factory=dict)


def test_values_of_the_declared_types_are_taken_and_unknown_names_left_alone():
    stored = {"score": 1, "count": 2, "name": None, "words": ["a"], "sizes": {"a": 1.5}, "later": [1]}
    assert typed(Record, stored) == Record(1.0, 2, None, ["a"], {"a": 1.5})


@pytest.mark.parametrize(
    ("stored", "found"),
    [
        ({}, "found no score, expected it"),
        ([], "found [], expected an object"),
        ({"score": "1"}, "found '1' as score, expected a finite number"),
        ({"score": float("nan")}, "found nan as score, expected a finite number"),
        ({"score": True}, "found True as score, expected a finite number"),
        ({"score": 1, "count": 1.5}, "found 1.5 as count, expected a whole number"),
        ({"score": 1, "name": 3}, "found 3 as name, expected a text or null"),
        ({"score": 1, "words": [1]}, "found [1] as words, expected a list of texts"),
        (
            {"score": 1, "sizes": {"a": None}},
            "found {'a': None} as sizes, expected an object of finite numbers",
        ),
    ],
)
def test_what_is_of_another_type_is_named(stored, found):
    with pytest.raises(InputError) as error:
        typed(Record, stored)
    assert str(error.value) == found


def test_a_whole_number_of_hundreds_of_digits_is_no_number():
    with pytest.raises(InputError, match="expected a finite number"):
        typed(Record, {"score": 10**400})


@dataclass(frozen=True)
class Found:
    weights: Weights
    tuned: Weights | None = None


def test_a_field_of_another_class_needs_one():
    assert typed(Found, {"weights": Weights({"a": 1.0})}).tuned is None
    for odd in ({"weights": None}, {"weights": {"a": 1.0}}, {"weights": Weights(), "tuned": 1}):
        with pytest.raises(InputError, match="expected weights"):
            typed(Found, odd)
