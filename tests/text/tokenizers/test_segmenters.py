"""Words of scripts without spaces, by packages that find them."""

import pytest

from pitchpipe import InputError
from pitchpipe.text import detokenize_lines, find_tokenizer, tokenize_lines
from pitchpipe.text.tokenizers import SEGMENTERS, tokenizer_of_language
from pitchpipe.text.tokenizers.segmenter import Segmenter

LINES = {
    "ja": ("彼は本を読みました。", "彼 は 本 を 読み まし た 。"),
    "zh": ("我说中文。你呢？", "我 说 中文 。 你 呢 ？"),
    "th": ("ฉันพูดภาษาไทย เขาพูดด้วย", "ฉัน พูด ภาษาไทย ▁ เขา พูด ด้วย"),
}


@pytest.mark.parametrize("language", LINES)
def test_words_are_found_and_put_together_again(language):
    line, tokens = LINES[language]
    assert tokenize_lines([line, ""], language) == [tokens, ""]
    assert detokenize_lines([tokens, ""], language) == [line, ""]


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_names_in_latin_letters_keep_the_space_between_them(language):
    line = "New York Times 2016。"
    assert detokenize_lines(tokenize_lines([line], language), language) == [line]


@pytest.mark.parametrize("language", SEGMENTERS)
def test_a_missing_package_is_named_with_what_else_can_be_done(language, monkeypatch):
    monkeypatch.setattr(Segmenter, "is_installed", classmethod(lambda cls: False))
    with pytest.raises(InputError, match=r"needs a package: pip install .*; or cut it into pieces"):
        tokenizer_of_language(language)
    with pytest.raises(InputError, match="needs a package: pip install"):
        find_tokenizer(SEGMENTERS[language].name)


def test_a_language_that_no_package_is_known_for_is_cut_into_pieces():
    with pytest.raises(InputError, match=r"Khmer has no spaces between words, .* cut it into pieces"):
        tokenizer_of_language("km")


def test_punctuation_is_normalised_in_scripts_with_spaces_only():
    assert tokenizer_of_language("ja", normalize=True).spec == "fugashi"
