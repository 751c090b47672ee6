"""What every tokeniser keeps, and a tokeniser of another package."""

import pickle

import pytest

from pitchpipe import InputError
from pitchpipe.explain import explain
from pitchpipe.metrics.scoring import score
from pitchpipe.text import TOKENIZERS, detokenize_lines, find_tokenizer, prepare_lines, tokenize_lines
from pitchpipe.text.tokenizers import tokenizer_of_language

LINES = ["Well-known, isn't it?", "", "  two  spaces ", "ein Haus"]

MODULE = '''
from dataclasses import dataclass

from pitchpipe.settings import setting
from pitchpipe.text import Tokenizer


@dataclass(frozen=True)
class Letters(Tokenizer):
    """Every letter is a token."""

    name = "letters"
    positional = "space"
    space: str = setting("_", "what stands for a space")

    def tokenize(self, line):
        return " ".join(line.replace(" ", self.space))

    def detokenize(self, line):
        return line.replace(" ", "").replace(self.space, " ")
'''


@pytest.fixture
def plugin(tmp_path, monkeypatch):
    about = tmp_path / "letters_plugin-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: letters-plugin\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[pitchpipe.tokenizers]\nletters = letters_plugin:Letters\n")
    (tmp_path / "letters_plugin.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.parametrize("name", TOKENIZERS)
def test_a_tokeniser_only_moves_spaces(name):
    tokenizer = find_tokenizer(name)
    for line in LINES:
        tokens = tokenizer.tokenize(line)
        assert tokens.replace("▁", "").replace(" ", "") == line.replace(" ", "")


@pytest.mark.parametrize("name", TOKENIZERS)
def test_its_spec_builds_it_again_and_it_can_be_sent_to_other_processes(name):
    tokenizer = find_tokenizer(name)
    tokens = [tokenizer.tokenize(line) for line in LINES]
    for again in (find_tokenizer(tokenizer.spec), pickle.loads(pickle.dumps(tokenizer))):
        assert again == tokenizer
        assert [again.tokenize(line) for line in LINES] == tokens


@pytest.mark.parametrize("name", TOKENIZERS)
def test_it_has_a_page(name):
    page = explain(find_tokenizer(name).spec if name == "none" else f"{name}:x")
    assert page.family == "tokeniser"
    assert page.summary.endswith(".")


def test_a_language_stands_for_its_tokeniser_where_a_language_is_asked_for():
    assert tokenizer_of_language("de") == tokenizer_of_language("moses:de") == find_tokenizer("moses:de")
    assert tokenizer_of_language("German") == tokenizer_of_language("deu") == find_tokenizer("moses:de")
    assert tokenizer_of_language("zh").spec == "jieba"
    assert find_tokenizer("zh").spec == "sacrebleu:zh"
    assert tokenizer_of_language("none") == find_tokenizer("none")


def test_other_tokenisers_do_too():
    assert tokenize_lines(["a, b"], "sacrebleu:13a") == ["a , b"]
    with pytest.raises(InputError, match="no setting of sacrebleu 'normalize'"):
        prepare_lines(["a"], language="sacrebleu:char", normalize=True)
    assert prepare_lines(["“a”"], language="none", normalize=True) == ["“a”"]


def test_a_mistyped_tokeniser_gets_the_nearest_one():
    with pytest.raises(InputError, match="there is no tokeniser 'mose:de'; did you mean 'moses'"):
        find_tokenizer("mose:de")


@pytest.mark.usefixtures("plugin")
def test_a_tokeniser_of_another_package_is_used_like_ours():
    assert find_tokenizer("letters").tokenize("a bc") == "a _ b c"
    assert find_tokenizer("letters:x").tokenize("a b") == "a x b"
    assert tokenize_lines(["a bc"], "letters") == ["a _ b c"]
    assert detokenize_lines(["a _ b c"], "letters") == ["a bc"]
    assert score(["ab"], ["ab"], "bleu:2", tokenize="letters").signature.endswith("|tokenize:letters")
    assert explain("letters:_").summary == "Every letter is a token."
