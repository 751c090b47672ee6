"""Cleaning of parallel text."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.text import Corpus, clean

TOKENS = st.sampled_from(
    [
        "a",
        "Haus",
        "日本",
        "|",
        "||",
        "a|||b",
        "|||",
        "x\x07",
        "\x1b",
        "\u2028",
        "w" * 1001,
        "<s>",
        "</s>",
        "<unk>",
    ]
)
LINES = st.lists(st.one_of(st.just("b"), TOKENS), max_size=7).map(" \t".join)
LIMITS = st.fixed_dictionaries(
    {"min": st.integers(1, 3), "max": st.integers(3, 6), "ratio": st.sampled_from([1, 1.5, 2, 9])}
)


def reason(source, target, min, max, ratio):
    """The rules, read off one after the other."""
    sides = [[token for token in line.replace("\t", " ").split(" ") if token] for line in (source, target)]
    f, e = map(len, sides)
    if f == 0 or e == 0:
        return "empty"
    if f > max or e > max:
        return "too long"
    if f < min or e < min:
        return "too short"
    if f / e > ratio or e / f > ratio:
        return "ratio"
    for token in sides[0] + sides[1]:
        control = any(ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u2028\u2029" for c in token)
        if control or "|||" in token or len(token) > 1000 or token in ("<s>", "</s>", "<unk>"):
            return "unusable token"
    return None


@given(st.lists(st.tuples(LINES, LINES), max_size=8), LIMITS)
def test_pairs_go_for_the_first_rule_that_they_break(pairs, limits):
    expected = [reason(source, target, **limits) for source, target in pairs]
    cleaned = clean([pair[0] for pair in pairs], [pair[1] for pair in pairs], **limits)
    assert cleaned.kept.tolist() == [index for index, why in enumerate(expected) if why is None]
    for why, count in cleaned.removed.items():
        assert count == expected.count(why)
        assert cleaned.first(why) == (expected.index(why) if count else -1)


def test_corpora_are_cleaned_as_their_lines_are():
    source, target = ["a b", "", "c"], ["x", "y", "z " * 12]
    cleaned = clean(Corpus.of(source), Corpus.of(target))
    assert cleaned.kept.tolist() == [0]
    np.testing.assert_array_equal(cleaned.verdicts, clean(source, target).verdicts)


def test_text_as_it_should_be_is_kept_up_to_the_very_limits():
    assert clean(["w " * 80, "w"], ["w " * 80, "w " * 9]).kept.tolist() == [0, 1]
    assert clean(["w " * 81, "w"], ["w " * 80, "w " * 10]).kept.tolist() == []


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        ({"min": 5, "max": 4}, "from min=5 to max=4 tokens"),
        ({"min": -1}, "from min=-1 to max=80 tokens"),
        ({"ratio": 0.5}, "ratio must be a number of at least 1, not 0.5"),
        ({"ratio": float("nan")}, "ratio must be a number of at least 1, not nan"),
    ],
)
def test_limits_that_make_no_sense_are_refused(limits, sentence):
    with pytest.raises(InputError, match=sentence):
        clean(["a"], ["b"], **limits)


def test_sides_of_different_length_are_refused():
    with pytest.raises(InputError, match="2 source lines but 1 target lines"):
        clean(["a", "b"], ["c"])
