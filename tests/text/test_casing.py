"""Where case says nothing, and capitals at the start of sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.text import Corpus, capitalize
from pitchpipe.text.casing import by_line, in_capitals, is_case_hidden, sentence_starts

TOKENS = ["a", "B", "Haus", "USA", "3", ".", "!", ":", '"', "(", "«", ","]
LINES = st.lists(st.lists(st.sampled_from(TOKENS), max_size=8), max_size=5)


def walked(line, stops):
    """Whether each token starts a sentence, from left to right."""
    starts, at_start = [], True
    for token in line:
        starts.append(at_start)
        if token in stops:
            at_start = True
        elif token not in ('"', "(", "«"):
            at_start = False
    return starts


def corpus_of(lines):
    return Corpus.of(" ".join(line) for line in lines)


@pytest.mark.parametrize(("after_colons", "stops"), [(True, ".!?:"), (False, ".!?")])
@given(lines=LINES)
def test_sentences_start_with_lines_and_after_full_stops(after_colons, stops, lines):
    corpus = corpus_of(lines)
    found = by_line(sentence_starts(corpus, after_colons=after_colons).tolist(), corpus)
    assert found == [walked(line, stops) for line in lines]


@given(LINES)
def test_lines_in_capitals_are_those_that_python_says(lines):
    corpus = corpus_of(lines)
    assert by_line(in_capitals(corpus).tolist(), corpus) == [
        [" ".join(line).isupper()] * len(line) for line in lines
    ]


def test_case_is_hidden_at_starts_with_a_capital_and_in_lines_of_capitals():
    corpus = Corpus.of(["Das Haus . Es", "das Haus", "GROSSES HAUS"])
    assert by_line(is_case_hidden(corpus).tolist(), corpus) == [
        [True, False, False, True],
        [False, False],
        [True, True],
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("das haus . es ist groß !", "Das haus . Es ist groß !"),
        ('" er sagt : nein', '" Er sagt : nein'),
        ("( ähnlich )", "( Ähnlich )"),
        ("3 männer", "3 männer"),
        ("ǆungla", "ǅungla"),
        ("", ""),
    ],
)
def test_sentences_begin_with_a_capital(line, expected):
    assert capitalize([line]) == [expected]


@given(LINES)
def test_capitals_change_the_first_letters_of_sentences_and_nothing_else(lines):
    for line, capital in zip(lines, capitalize(" ".join(line) for line in lines), strict=True):
        starts = walked(line, ".!?")
        expected = [
            token[0].upper() + token[1:] if start else token
            for token, start in zip(line, starts, strict=True)
        ]
        assert capital.split() == expected
