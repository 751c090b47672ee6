"""Raw text is told from tokenised text."""

import pytest

from pitchpipe.data import language_pair
from pitchpipe.text import looks_raw, tokenize_lines
from pitchpipe.text.raw_text import has_words

RAW = {
    "de": ["Er kommt, sagt Dr. Müller.", "Das kostet 3,50 Euro!", "Ohne alles"],
    "en": ["Mr. Smith isn't here, is he?", "Well, no.", "He said: no."],
    "fr": ["Bonjour ! Ça va ?", "Oui, merci.", "C'est « bien »."],
    "hi": ["मैं हिन्दी बोलता हूँ। क्या आप भी?"],
    "ar": ["أنا أتكلم العربية، هل تفهم؟"],
    "ko": ["나는 한국어를 합니다. 정말요?"],
    "ja": ["犬と猫が家にいます。", "彼は立ち上がりました。"],
    "zh": ["狗和猫在家里。", "我说中文，你呢？"],
    "th": ["หมาและแมวอยู่ในบ้าน", "ฉันพูดภาษาไทยได้นิดหน่อย"],
}


@pytest.mark.parametrize("language", RAW)
def test_raw_text_looks_raw_until_it_is_tokenised(language):
    assert looks_raw(RAW[language]) is True
    assert looks_raw(tokenize_lines(RAW[language], language)) is False


@pytest.mark.parametrize("text", [[], ["", " "], ["a house with a garden"], ["123"]])
def test_text_without_punctuation_shows_nothing(text):
    assert looks_raw(text) is None


def test_other_punctuation_counts_where_there_are_no_full_stops():
    assert looks_raw(["what is it?"]) is True
    assert looks_raw(["what is it ?"]) is False


def test_abbreviations_do_not_make_tokenised_text_raw():
    assert looks_raw(["Mr. Smith is here , Mrs. Smith is not ."] * 3) is False


def test_the_synthetic_pair_is_tokenised():
    pair = language_pair(train=50, dev=0, test=0).train
    assert looks_raw(pair.source) is not True
    assert looks_raw([references[0] for references in pair.references]) is not True


def test_only_raw_text_of_a_script_without_spaces_has_no_words():
    assert not has_words(RAW["ja"])
    assert has_words(["犬 と 猫"])
    assert has_words(RAW["de"])
    assert has_words([])
