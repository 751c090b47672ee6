"""Completions of a translation that has been begun."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.decoder import Given, PhraseDecoder, SearchSettings, Translator
from pitchpipe.decoder.suggestions import LONGEST_PREFIX, Prefix
from tests.decoder.phrasebook import phrasebook

PAIRS = {
    "das": ["the", "that"],
    "haus": ["house", "home"],
    "das haus": ["the house", "it"],
    "ist": ["is", "is being"],
    "klein": ["small", "little"],
}
SENTENCE = "das haus ist klein"
EVERYTHING = SearchSettings(beam=0, pop_limit=100_000, options=0, distortion_limit=-1)


@pytest.fixture(scope="module")
def decoder(tmp_path_factory):
    model = phrasebook(tmp_path_factory.mktemp("suggestions") / "model", PAIRS)
    return PhraseDecoder(model, EVERYTHING, threads=1)


@pytest.fixture(scope="module")
def candidates(decoder):
    """All translations, the best of each text first."""
    return list(decoder.translate([SENTENCE], nbest=100_000, distinct=True).of(0))


def begins(text, prefix):
    words = text.split()
    if not prefix.partial:
        return tuple(words[: len(prefix.words)]) == prefix.words
    *whole, last = prefix.words
    return words[: len(whole)] == whole and words[len(whole) :][:1] and words[len(whole)].startswith(last)


WORDS = st.sampled_from(["the", "that", "house", "home", "it", "is", "being", "small", "little"])


@given(words=st.lists(WORDS, max_size=4), cut=st.integers(0, 4))
@settings(max_examples=60, deadline=None)
def test_completions_are_the_best_translations_that_begin_so(decoder, candidates, words, cut):
    last = words[-1][:cut] if words else ""
    prefix = Prefix((*words[:-1], last), True) if last else Prefix(tuple(words))
    expected = [one for one in candidates if begins(one.text, prefix)]
    found = decoder.complete([SENTENCE], [prefix], nbest=5)[0]
    if not expected:
        assert not any(one.known for one in found)
        return
    assert all(one.known for one in found)
    assert len(found) == min(5, len(expected))
    assert [one.candidate.score for one in found] == pytest.approx(
        [one.score for one in expected[:5]], abs=1e-4
    )
    assert all(begins(one.candidate.text, prefix) for one in found)


@given(words=st.lists(st.sampled_from(["the", "house", "never", "heard"]), min_size=1, max_size=14))
@settings(max_examples=30, deadline=None)
def test_what_the_model_cannot_begin_with_is_taken_as_it_is(decoder, words):
    prefix = Prefix((*words, "unheard"))
    found = decoder.complete([SENTENCE], [prefix])[0]
    assert found
    assert not found[0].known
    assert begins(found[0].candidate.text, prefix)


def test_known_words_are_translated_beside_unknown_ones(decoder):
    found = decoder.complete([SENTENCE], [Prefix(("the", "hut"))])[0][0]
    assert found.candidate.text == "the hut is small"
    found = decoder.complete([SENTENCE, ""], [Prefix(("the", "hu"), True), Prefix()])
    assert found[0][0].candidate.text == "the hu is small"
    assert found[1] == []


def test_given_translations_are_kept(decoder):
    given_ones = [[Given(3, 4, "tiny")]]
    found = decoder.complete([SENTENCE], [Prefix(("that",))], given=given_ones)[0][0]
    assert found.candidate.text == "that house is tiny"


def test_what_cannot_be_completed_is_refused(decoder):
    with pytest.raises(InputError, match="expected one for each of 1 sentences"):
        decoder.complete([SENTENCE], [])
    with pytest.raises(InputError, match="expected at most 1000"):
        Prefix(("word",) * (LONGEST_PREFIX + 1))


def test_typed_text_goes_on(decoder, tmp_path):
    phrasebook(tmp_path / "model", PAIRS)
    translator = Translator(tmp_path / "model", threads=1)

    def rest(typed):
        return translator.suggest(SENTENCE, typed, 1)[0].rest

    assert rest("") == "the house is small"
    assert rest("the h") == "ouse is small"
    assert rest("the house") == " is small"
    assert rest("the house ") == "is small"
    assert rest("the home is l") == "ittle"
    assert rest("that ") == "house is small"
    assert translator.suggest(SENTENCE, "the house is small ", 1)[0].rest == ""
    assert not translator.suggest(SENTENCE, "grub ", 1)[0].known
