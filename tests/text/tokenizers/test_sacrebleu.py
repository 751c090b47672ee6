"""Tokenising as sacreBLEU does."""

import sys

import pytest
from sacrebleu.metrics import BLEU

from pitchpipe import InputError
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.scoring import signature
from pitchpipe.text import find_tokenizer

CANDIDATES = [
    "He said: “It's 3.5%, isn't it?” ",
    "我们在2016年看到了房子。",
    "naïve café-owners (all of them)...",
]
REFERENCES = [
    "He says: “It is 3.5 %, isn't it?”",
    "我们在2016年看见房子。",
    "Naïve café owners (all of them).",
]


@pytest.mark.parametrize("name", ["none", "13a", "intl", "zh", "char"])
def test_bleu_of_text_we_tokenise_is_sacrebleus_own(name):
    tokenize = find_tokenizer(name).tokenize
    ours = find_metric("bleu").corpus_score(
        [tokenize(line) for line in CANDIDATES], [[tokenize(line)] for line in REFERENCES]
    )
    theirs = BLEU(tokenize=name, force=True).corpus_score(CANDIDATES, [REFERENCES]).score
    assert 0 < theirs < 100
    assert ours == pytest.approx(theirs, abs=1e-6)


def test_none_needs_no_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "sacrebleu.metrics.bleu", None)
    assert find_tokenizer("none").tokenize(" as  it is. ") == " as  it is. "
    with pytest.raises(InputError, match="pip install sacrebleu"):
        find_tokenizer("13a")


def test_a_mistyped_name_gets_the_nearest_one():
    with pytest.raises(InputError, match="there is no tokeniser 'intll'; did you mean 'intl'"):
        find_tokenizer("intll")


def test_a_tokeniser_that_lacks_its_own_package_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "MeCab", None)
    monkeypatch.delitem(sys.modules, "sacrebleu.tokenizers.tokenizer_ja_mecab", raising=False)
    with pytest.raises(InputError, match="cannot start its tokeniser 'ja-mecab'"):
        find_tokenizer("ja-mecab")


@pytest.mark.parametrize("name", ["13a", "zh"])
def test_its_own_name_is_short_for_the_spec(name):
    assert (
        find_tokenizer(name)
        == find_tokenizer(f"sacrebleu:{name}")
        == find_tokenizer(f"sacrebleu(tokenizer={name})")
    )
    assert signature(find_metric("bleu"), f"sacrebleu:{name}").endswith(f"|tokenize:{name}")


def test_a_name_with_a_hyphen_is_a_name_and_not_a_difference(monkeypatch):
    monkeypatch.setitem(sys.modules, "MeCab", None)
    monkeypatch.delitem(sys.modules, "sacrebleu.tokenizers.tokenizer_ja_mecab", raising=False)
    with pytest.raises(InputError, match="cannot start its tokeniser 'ja-mecab'"):
        find_tokenizer("sacrebleu:ja-mecab")


def test_a_mistyped_name_after_the_colon_gets_the_nearest_one():
    with pytest.raises(InputError, match="no tokeniser of sacreBLEU 'inlt'; did you mean 'intl'"):
        find_tokenizer("sacrebleu:inlt")


def test_it_cannot_be_undone():
    with pytest.raises(InputError, match="the tokeniser sacrebleu:zh cannot put tokens together again"):
        find_tokenizer("zh").detokenize("a b")
