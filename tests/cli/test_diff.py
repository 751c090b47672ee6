import pytest

from .commands import refusal, run, run_json
from .test_streams import in_a_terminal

OLD = "the house small\nhe goes home now\nit rains\nwe see the dog old\n"
NEW = "the house is small\nhe goes home now\nit rain\nwe see the old dog\n"
DIFF = ["diff", "old.txt", "new.txt", "-r", "reference.txt"]


@pytest.fixture(autouse=True)
def outputs(folder):
    (folder / "old.txt").write_text(OLD)
    (folder / "new.txt").write_text(NEW)
    (folder / "source.txt").write_text("eins\nzwei\ndrei\nvier\n")


def test_words_that_changed_are_marked():
    done = run(*DIFF, "-m", "wer", "--source", "source.txt")
    first = done.stdout.split("\n\n")[0].splitlines()
    assert done.exit_code == 0
    assert first == [
        "line 4: wer 40.00 to 0.00, better",
        "  source     vier",
        "  reference  we see the old dog",
        "  change     we see the {+old+} dog [-old-]",
    ]
    assert done.stdout.count("line ") == 3
    assert "3 of 4 sentences changed: 2 better, 1 worse, 0 as good\nwer = wer|" in done.stderr


def test_on_a_terminal_words_are_coloured_and_not_marked():
    shown = in_a_terminal(*DIFF, "-m", "wer", "-n", "1")
    assert "\x1b[32mold\x1b[0m" in shown
    assert "\x1b[9;31mold\x1b[0m" in shown
    assert "{+" not in shown


def test_json_holds_the_changes():
    found = run_json(*DIFF, "-m", "wer", "--order", "worse")
    assert (found["changed"], found["better"], found["worse"], found["sentences"]) == (3, 2, 1, 4)
    (change,) = found["changes"]
    assert (change["line"], change["gain"]) == (3, -25)
    assert change["words"] == [["same", "it"], ["removed", "rains"], ["added", "rain"]]


def test_so_many_are_shown_as_are_asked_for():
    assert len(run_json(*DIFF, "-n", "2")["changes"]) == 2
    assert len(run_json(*DIFF, "--order", "better")["changes"]) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([*DIFF, "--order", "worst"], "there is no order 'worst'; did you mean 'worse'?"),
        ([*DIFF, "--source", "none"], "none: cannot be read: No such file or directory"),
        (
            [*DIFF, "--source", "short.txt"],
            "short.txt: found another number of lines, 1, expected 4 as in reference.txt",
        ),
        (
            ["diff", "-", "-", "-r", "reference.txt"],
            "found - twice, expected it once: there is one standard input",
        ),
    ],
)
def test_bad_input_is_told_in_one_sentence(folder, arguments, sentence):
    (folder / "short.txt").write_text("one\n")
    assert refusal(*arguments) == sentence
