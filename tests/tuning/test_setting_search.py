"""Settings that are not weights."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.tuning.setting_search import Range, parse_ranges, search_settings


@pytest.mark.parametrize(
    ("text", "places", "values"),
    [
        ("alpha=0..2", [0, 0.25, 1], [0.0, 0.5, 2.0]),
        ("beam=4..32", [0, 1 / 3, 1], [4, 8, 32]),
        ("beam=1..3/1", [0, 0.4, 1], [1, 2, 3]),
        ("x=0.0..10.0", [0, 0.55], [0.0, 5.5]),
        ("x=-1.5..1.5/0.5", [0, 0.45, 1], [-1.5, 0.0, 1.5]),
        ("norm = none|length|log", [0, 0.5, 1], ["none", "length", "log"]),
    ],
)
def test_a_range_has_values_from_end_to_end(text, places, values):
    found = [Range.parse(text).value(place) for place in places]
    assert found == values
    assert [type(one) for one in found] == [type(one) for one in values]


@pytest.mark.parametrize(
    "text",
    ["alpha", "alpha=", "=1..2", "a=2..1", "a=x..2", "a=1..inf", "a=p|p", "a b=0..1", "a=0..1, a=0..2", ""],
)
def test_what_is_no_range_is_refused(text):
    with pytest.raises(InputError, match=r"found the setting"):
        parse_ranges(text)


@given(st.floats(0, 1), st.floats(0, 1), st.booleans())
def test_a_smooth_function_is_searched_to_its_best(x, y, higher_is_better):
    calls = []
    sign = 1 if higher_is_better else -1

    def score(values):
        calls.append(tuple(values.values()))
        return -sign * ((values["a"] - 2 * x) ** 2 + (math.log2(values["beam"] / 4) / 3 - y) ** 2)

    found = search_settings(
        score, parse_ranges("a=0..2, beam=4..32"), higher_is_better=higher_is_better, evaluations=60
    )
    assert len(calls) == len(set(calls)) == len(found.trials) <= 60
    assert abs(found.best.values["a"] - 2 * x) < 0.2
    assert abs(math.log2(found.best.values["beam"] / 4) / 3 - y) < 0.15
    assert found.trials[0].values == {"a": 1.0, "beam": 11}


def test_few_values_are_all_that_is_tried():
    found = search_settings(lambda values: values["beam"], parse_ranges("beam=1..3/1"), evaluations=50)
    assert sorted(trial.values["beam"] for trial in found.trials) == [1, 2, 3]
    assert found.best.values == {"beam": 3}
