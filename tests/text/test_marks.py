"""Combining marks and joiners stay with their letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.text import detokenize_lines, tokenize_lines
from pitchpipe.text.marks import with_marks_as_letters

LINES = {
    "hi": ("मैं हिन्दी बोलता हूँ। क्या आप भी?", "मैं हिन्दी बोलता हूँ । क्या आप भी ?"),
    "bn": ("আমি বাংলায় কথা বলি। কেমন আছেন?", "আমি বাংলায় কথা বলি । কেমন আছেন ?"),
    "ta": ("நான் தமிழ் பேசுகிறேன், சரி.", "நான் தமிழ் பேசுகிறேன் , சரி ."),
    "ml": ("ഞാൻ മലയാളം സംസാരിക്കുന്നു.", "ഞാൻ മലയാളം സംസാരിക്കുന്നു ."),
    "si": ("ශ්\u200dරී ලංකාව ලස්සනයි.", "ශ්\u200dරී ලංකාව ලස්සනයි ."),
    "fa": ("من می\u200cخواهم بروم، باشد؟", "من می\u200cخواهم بروم ، باشد ؟"),
    "ko": ("나는 한국어를 합니다. 정말요?", "나는 한국어를 합니다 . 정말요 ?"),
    "fr": ("Cafe\u0301 noir, sure\u0301.", "Cafe\u0301 noir , sure\u0301 ."),
    "ar": ("أنا أتكلّم العربيّة، هل تفهم؟", "أنا أتكلّم العربيّة ، هل تفهم ؟"),
}


@pytest.mark.parametrize("language", LINES)
def test_words_with_marks_stay_whole_and_come_back(language):
    line, tokens = LINES[language]
    assert tokenize_lines([line], language) == [tokens]
    assert detokenize_lines([tokens], language) == [line]


def test_a_virama_that_sacremoses_does_not_know_does_not_cut():
    assert tokenize_lines(["ខ្មែរ។"], "moses:km") == ["ខ្មែរ ។"]


@pytest.mark.parametrize("emoji", ["❤️", "👨‍👩‍👧", "👍🏽", "1️⃣", "🇩🇪", "🏳️‍🌈", "❤️‍🔥", "🎉"])
def test_an_emoji_is_one_word(emoji):
    assert tokenize_lines([f"Ja, {emoji} ist da.", f"Ja{emoji}!"], "de") == [
        f"Ja , {emoji} ist da .",
        f"Ja {emoji} !",
    ]


WORDS = st.lists(
    st.text("aकé", min_size=1, max_size=1).flatmap(
        lambda letter: st.text("\u0301\u094d\u200d\u17d2", max_size=2).map(lambda marks: letter + marks)
    ),
    min_size=1,
    max_size=4,
).map("".join)


@given(st.lists(WORDS, min_size=1, max_size=5))
def test_words_of_letters_and_marks_are_never_cut(words):
    line = " ".join(words)
    assert tokenize_lines([line, f"({line})"], "hi") == [line, f"( {line} )"]


def test_marks_are_there_again_whatever_the_tokeniser_does():
    line = "हिन्दी é"
    assert with_marks_as_letters(" ".join, line).replace(" ", "") == line.replace(" ", "")
