"""Tokenising and detokenising by sacremoses."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacremoses import MosesDetokenizer, MosesPunctNormalizer, MosesTokenizer

from pitchpipe import InputError
from pitchpipe.text import detokenize_lines, find_tokenizer, tokenize_lines

TEXT = {
    "de": [
        "Er sagte: „Das geht z.B. so (oder auch nicht).“",
        "Die S-Bahn kostet 3,50 € – am 1. Mai nichts!",
        "",
        "A|||B & C &amp; D <x>",
    ],
    "en": ["It's Mr. O'Neill's well-known dog, isn't it?", 'He said "no" ...', "50% of $1,000.50"],
    "fr": ["L'été n'est pas « fini » !"],
}
PIECES = st.sampled_from(
    ["Haus", "z.B.", ",", "(", ")", '"', "'", "-", "3.5", "%", "|", "&", "…", "it's", "Dr."]
)
LINES = st.lists(st.lists(st.tuples(PIECES, st.sampled_from(["", " "])), max_size=8), max_size=4).map(
    lambda lines: ["".join(piece + space for piece, space in line) for line in lines]
)


def tokenized(line, language):
    return MosesTokenizer(language).tokenize(
        line, aggressive_dash_splits=False, return_str=True, escape=False
    )


@pytest.mark.parametrize("language", TEXT)
def test_tokens_are_those_of_sacremoses(language):
    lines = TEXT[language]
    tokens = tokenize_lines(lines, language)
    assert tokens == [tokenized(line, language) for line in lines]
    assert tokens != lines
    restored = [MosesDetokenizer(language).detokenize(line.split(), unescape=False) for line in tokens]
    assert detokenize_lines(tokens, language) == restored


@settings(max_examples=30)
@given(LINES)
def test_tokens_of_any_line_are_those_of_sacremoses(lines):
    tokens = tokenize_lines(lines, "de")
    assert tokens == [tokenized(line, "de") for line in lines]
    assert detokenize_lines(tokens, "de") == [
        MosesDetokenizer("de").detokenize(line.split(), unescape=False) for line in tokens
    ]


def test_dashes_are_not_split_and_nothing_is_escaped():
    assert tokenize_lines(["a well-known & [old] dog's"], "en") == ["a well-known & [ old ] dog 's"]


def test_what_was_tokenised_is_put_together_again():
    lines = ["He said (no), didn't he?", "Well-known dogs cost $5."]
    assert detokenize_lines(tokenize_lines(lines, "en"), "en") == lines


def test_punctuation_is_normalised_when_asked_for():
    line = "« so » “we” say…"
    plain = MosesPunctNormalizer("en").normalize(line)
    assert find_tokenizer("moses(language=en, normalize=true)").tokenize(line) == tokenized(plain, "en")
    assert tokenize_lines([line], "en") != [tokenized(plain, "en")]


def test_lines_with_more_words_than_asked_for_stay_as_they_are():
    assert tokenize_lines(["a, b", "a, b, c", "a,\u00a0b, c"], "en", longest=2) == [
        "a , b",
        "a, b, c",
        "a , b , c",
    ]


def test_a_line_of_ten_thousand_abbreviations_is_passed_over_at_once():
    lines = ["z.B. " * 10_000]
    assert tokenize_lines(lines, "de", longest=80) == lines


def test_a_language_that_would_be_taken_for_english_is_refused():
    with pytest.raises(InputError, match="there is no language 'dee'; did you mean 'de'"):
        tokenize_lines(["a"], "dee")
    with pytest.raises(InputError, match="there is no language 'xx'"):
        detokenize_lines(["a"], "xx")
