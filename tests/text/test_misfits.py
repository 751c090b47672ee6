"""Warnings of texts that do not belong together name the likely cause."""

import random

import pytest

from pitchpipe.data import language_pair
from pitchpipe.text import Corpus
from pitchpipe.text.misfits import (
    language_misfits,
    line_misfits,
    output_misfits,
    unknown_share,
    vocabulary_misfits,
)

PAIR = language_pair(train=400, dev=60)
SOURCE, TARGET = list(PAIR.train.source), [each[0] for each in PAIR.train.references]
DEV, REFERENCE = list(PAIR.dev.source), [each[0] for each in PAIR.dev.references]
WORDS = Corpus.of(SOURCE).words, Corpus.of(TARGET).words
NAMES = ("dev.de", "dev.en")


def shuffled(lines):
    return random.Random(3).sample(lines, len(lines))


def test_the_share_of_unknown_words_is_that_of_tokens():
    assert unknown_share(["a b a", "c a"], Corpus.of(["a x"]).words) == pytest.approx(2 / 5)
    assert unknown_share([], WORDS[0]) == 0


def test_texts_that_belong_together_have_no_warnings():
    assert vocabulary_misfits(DEV, REFERENCE, "dev.de", WORDS) == []
    assert line_misfits(DEV, REFERENCE, NAMES) == []
    assert output_misfits(REFERENCE, [[one] for one in REFERENCE], ("out", "ref")) == []


@pytest.mark.parametrize(
    ("source", "reference", "cause"),
    [
        (REFERENCE, DEV, "the source and the reference are likely swapped"),
        (REFERENCE, REFERENCE, "x is likely in the target language"),
        (["foo bar"] * 9, REFERENCE, "likely in another language, or tokenised or cased in another way"),
    ],
)
def test_words_that_are_unknown_tell_why(source, reference, cause):
    (warning,) = vocabulary_misfits(source, reference, "x", WORDS)
    assert warning.startswith("x: ")
    assert warning.endswith(cause)


def test_a_text_in_another_language_than_it_is_taken_for_is_noticed():
    (warning,) = language_misfits(TARGET, "de", "x", "source")
    assert warning == (
        "x: taken for German, but its words look like English; "
        "swap the files, or name the language with --source-language"
    )
    for lines, code in ((SOURCE, "de"), (TARGET, "en"), (TARGET, None), (["zug"] * 30, "de")):
        assert language_misfits(lines, code, "x", "source") == []


def test_lines_in_another_order_are_noticed():
    (warning,) = line_misfits(SOURCE, shuffled(TARGET), NAMES)
    assert warning.startswith("dev.en: the lengths of its lines do not go with those of dev.de (correlation ")
    assert warning.endswith("they are likely in another order, or not its translation")


@pytest.mark.parametrize(("by", "where"), [(1, "1 line later"), (2, "2 lines later"), (-1, "1 line earlier")])
def test_a_line_that_is_missing_is_noticed(by, where):
    moved = ["x"] * by + TARGET[:-by] if by > 0 else TARGET[-by:] + ["x"] * -by
    (warning,) = line_misfits(SOURCE, moved, NAMES)
    assert f"; they do {where} (0." in warning
    assert warning.endswith("so one of the files likely lacks a line")


@pytest.mark.parametrize("lines", [["one two"] * 50, DEV[:5]])
def test_too_little_to_tell_gives_no_warning(lines):
    assert line_misfits(lines, shuffled(TARGET)[: len(lines)], NAMES) == []


@pytest.mark.parametrize("space", [" ", ""])
def test_outputs_in_another_order_are_noticed_with_spaces_and_without(space):
    lines = [line.replace(" ", space) for line in TARGET]
    (warning,) = output_misfits(shuffled(lines), [[one] for one in lines], ("out", "ref"))
    assert warning == (
        "out is no more like its own lines of ref than like others; the lines are likely in another order"
    )


def test_outputs_in_another_language_are_noticed():
    (warning,) = output_misfits(SOURCE, [[one] for one in TARGET], ("out", "ref"))
    assert "of its words in common with ref; one of them is likely in another language" in warning


def test_the_nearest_of_several_references_counts():
    references = [[other, own] for other, own in zip(shuffled(TARGET), TARGET, strict=True)]
    assert output_misfits(TARGET, references, ("out", "ref")) == []
