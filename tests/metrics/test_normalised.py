"""Word and character error rates of normalised text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import score
from pitchpipe.metrics.normalised import spoken


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Well, it's <unk> [background noise] GOOD!", "well it's good"),
        ("a well-known 'quote'", "a well known quote"),
        ("ﬁve ½ dollars: $5", "five 1 2 dollars 5"),
        ("Straße — été", "strasse été"),
        ("नमस्ते, दुनिया", "नमस्ते दुनिया"),
        ("?!", ""),
    ],
)
def test_what_is_said_is_left(text, said):
    assert spoken(text) == said


@given(st.text())
def test_what_is_normalised_stays_so_and_holds_words_only(text):
    once = spoken(text)
    assert once == " ".join(once.split())
    assert not set(once) & set("<>[].,!?\0")


@pytest.mark.parametrize(
    ("spec", "expected"), [("wer", 100), ("wer(normalize=case)", 50), ("wer(normalize=speech)", 0)]
)
def test_rates_are_of_the_normalised_text(spec, expected):
    found = (
        score(["Hello, World <unk>"], ["hello World!"], spec)
        if spec == "wer(normalize=speech)"
        else score(["Hello World"], ["hello world!"], spec)
    )
    assert found.score == expected
    assert f"normalize:{spec.partition('=')[2].rstrip(')') or 'none'}" in found.signature


def test_counts_and_characters_follow():
    found = score(["Yes!"], ["yes"], "wer(normalize=speech)")
    assert (found.counts["substitutions"], found.counts["words"]) == (0, 1)
    assert score(["Yes!"], ["yes"], "cer(normalize=speech)").score == 0
