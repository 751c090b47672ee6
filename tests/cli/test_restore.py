import pytest

from pitchpipe.text import Truecaser

from .commands import refusal, run


@pytest.fixture(autouse=True)
def model(folder):
    Truecaser.train(["We see the White House in New York .", "He sees the white dog ."]).save("model")


def test_truecased_translations_get_capitals_and_lose_spaces():
    done = run("restore", "--language", "en", stdin='we see it . " so do I , " he says .\n\n')
    assert done.exit_code == 0, done.stderr
    assert done.stdout == 'We see it. "So do I," he says.\n\n'


def test_lower_cased_translations_are_recased_by_the_model(folder):
    (folder / "output.txt").write_text("the white dog in new york\n")
    done = run("restore", "output.txt", "--truecaser", "model", "-l", "en")
    assert done.stdout == "The white dog in New York\n"
    assert (
        run("restore", "output.txt", "--truecaser", "model", "--no-capitals").stdout
        == "the white dog in New York\n"
    )


def test_the_mode_is_an_option():
    text = "see the white dog\n"
    model = ("--truecaser", "model", "--no-capitals")
    assert run("restore", *model, stdin=text).stdout == text
    assert run("restore", *model, "--mode", "frequent", stdin=text).stdout == text


def test_copied_words_take_their_case_from_the_source(folder):
    (folder / "source.txt").write_text("wir sehen McDonald\n")
    done = run("restore", "--truecaser", "model", "--source", "source.txt", stdin="we see mcdonald\n")
    assert done.stdout == "We see McDonald\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["none.txt"], "none.txt: cannot be read: No such file or directory"),
        (["--truecaser", "none"], "none: cannot be read: No such file or directory"),
        (
            ["--truecaser", "weights.txt"],
            "weights.txt: found another kind of file, expected a truecaser of pitchpipe",
        ),
        (["--language", "xxx"], "there is no language 'xxx'; known: "),
        (
            ["reference.txt", "--truecaser", "model", "--source", "weights.txt"],
            "weights.txt: found another number of lines, 3, expected 4 as in reference.txt",
        ),
        (
            ["reference.txt", "--source", "weights.txt"],
            "--source says how unknown words are written when words are recased, which needs --truecaser",
        ),
        (["-", "--truecaser", "-"], "found - twice, expected it once: there is one standard input"),
    ],
)
def test_bad_input_is_told_in_one_sentence(arguments, sentence):
    assert refusal("restore", *arguments, stdin="a\n").startswith(sentence)
