import pytest

from pitchpipe.metrics.significance import System, compare

from .commands import REFERENCES, refusal, run, run_json

OLD = "the house small\nhe go home now\nit rain\nwe see the dog old\n"
NEW = "the house is small\nhe goes home now\nit rains\nwe see the old dog\n"
COMPARE = ["score", "old.txt", "new.txt", "-r", "reference.txt", "--compare"]


@pytest.fixture(autouse=True)
def outputs(folder):
    (folder / "old.txt").write_text(OLD)
    (folder / "new.txt").write_text(NEW)
    (folder / "other.txt").write_text(OLD.replace("it rain", "it rains"))


def test_a_row_says_how_a_system_differs_from_the_first():
    done = run(*COMPARE, "ar", "-m", "wer")
    header, old, new, signature, test = done.stdout.splitlines()
    assert done.exit_code == 0
    assert header.split()[:2] == ["system", "wer"]
    assert old.split()[:2] == ["old.txt", "41.18"]
    assert old.endswith("baseline")
    assert new.split()[:2] == ["new.txt", "11.76"]
    assert "-29.41" in new
    assert signature.startswith("wer = wer|")
    assert test == "p = approximate randomisation, 10,000 trials, seed 1; * is below 0.05"


def test_p_values_of_several_systems_are_corrected():
    header, *rows = run(
        "score", "old.txt", *COMPARE[2:3], "other.txt", *COMPARE[3:], "bs"
    ).stdout.splitlines()
    assert "p (holm)" in header
    assert rows[-1].endswith("corrected by holm; * is below 0.05")


@pytest.mark.parametrize("test", ["ar", "bs"])
def test_json_holds_what_python_gives(test):
    found = run_json(*COMPARE, test, "-m", "chrf", "--trials", "200", "--seed", "7")["metrics"]["chrf"]
    lines = REFERENCES.splitlines()
    systems = [System.of(name, [text.splitlines()], lines, "chrf") for name, text in (("a", OLD), ("b", NEW))]
    expected = compare(systems, "chrf", test, trials=200, seed=7)
    assert found["systems"][1]["difference"]["p"] == expected.systems[1].difference.p
    assert found["systems"][1]["difference"]["interval"] == list(expected.systems[1].difference.interval)
    assert found["systems"][0]["difference"] is None
    assert (found["test"], found["trials"], found["seed"]) == (test, 200, 7)
    assert found["metric"].startswith("chrf|")


def test_files_with_commas_between_them_are_replicas():
    found = run_json("score", "old.txt,other.txt", "new.txt,new.txt", *COMPARE[3:], "ar", "-m", "wer")
    old, new = found["metrics"]["wer"]["systems"]
    assert old["name"] == "old.txt,other.txt"
    assert old["scores"] == pytest.approx([700 / 17, 600 / 17])
    assert old["score"] == pytest.approx(650 / 17)
    assert new["deviation"] == 0


def test_the_metric_that_is_named_is_the_one_of_the_tokens():
    found = run_json(*COMPARE, "ar", "--tokenize", "13a", "--trials", "10")
    assert found["metrics"]["bleu"]["metric"].endswith("|tokenize:13a")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([*COMPARE, "arr"], "there is no test 'arr'; did you mean 'ar'?"),
        ([*COMPARE, "ar", "--correction", "hulm"], "there is no correction 'hulm'; did you mean 'holm'?"),
        (
            [*COMPARE, "ar", "--sentence"],
            "found --sentence with --compare, expected one of them: sentences are not compared",
        ),
        (
            ["score", "old.txt", "-r", "reference.txt", "--compare", "ar"],
            "found 1 systems, expected at least 2 to compare",
        ),
        (
            ["score", "old.txt,", "new.txt", "-r", "reference.txt", "--compare", "ar"],
            "found 'old.txt,', expected the names of files with commas between them",
        ),
        (
            ["score", "old.txt,none.txt", "new.txt", "-r", "reference.txt", "--compare", "ar"],
            "none.txt: cannot be read: No such file or directory",
        ),
        (
            ["score", "-", "new.txt,-", "-r", "reference.txt", "--compare", "ar"],
            "found - twice, expected it once: there is one standard input",
        ),
    ],
)
def test_what_cannot_be_compared_is_told_in_one_sentence(arguments, sentence):
    assert refusal(*arguments) == sentence
