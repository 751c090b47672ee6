import pytest

from tests.metrics.scorers import PROGRAM
from tests.metrics.test_judgements import generated

from .commands import refusal, run, run_json

SCORE = ["--score", "mqm", "--lower-is-better"]


@pytest.fixture(autouse=True)
def judgements(folder):
    read = generated()
    rows = zip(read.segments, read.systems, -read.scores, read.targets, strict=True)
    lines = [f"{segment}\t{system}\t{value}\tsource\t{target}" for segment, system, value, target in rows]
    (folder / "judgements.tsv").write_text("\n".join(["segment\tsystem\tmqm\tsource\ttarget", *lines]) + "\n")


def test_metrics_are_held_against_judgements():
    command = f'command("{PROGRAM}")'
    done = run(
        "metric", "evaluate", "judgements.tsv", *SCORE, "-m", "bleu:1", "-m", command, "--trials", "50"
    )
    lines = done.stdout.splitlines()
    assert [line.split("  ")[0] for line in lines[:3]] == ["by segment", "bleu:1", command]
    assert "against refB" in done.stderr
    assert "scores of command" in done.stderr
    found = run_json("metric", "evaluate", "judgements.tsv", *SCORE, "-m", "ter", "--trials", "50")
    assert found["systems"] == ["s0", "s1", "s2", "s3"]
    assert found["metrics"]["ter"]["segment"]["pearson"]["value"] > 0.8
    both = ("metric", "evaluate", "judgements.tsv", *SCORE, "-m", "ter", "-m", "length", "--trials", "50")
    less = run_json(*both)["first_less"]["segment"]["length"]["pearson"]
    assert less["value"] > 0
    assert 0 < less["p"] <= 1
    assert "by segment, ter less" in run(*both).stdout


def test_judgements_and_scores_are_drawn(folder):
    plot = (
        "metric",
        "evaluate",
        "judgements.tsv",
        *SCORE,
        "-m",
        "bleu:1",
        "-m",
        "ter",
        "--trials",
        "5",
        "--plot",
    )
    assert "the plots are in plot.html" in run(*plot, "plot.html").stderr
    page = (folder / "plot.html").read_text()
    assert page.count("<svg") >= 4
    assert "system, s0:" in page
    assert "of s3:" in page
    assert "expected a page, .html" in refusal(*plot, "plot.svg")


def test_a_metric_is_learned_and_used(folder):
    learned = run("metric", "train", "judgements.tsv", *SCORE, "--features", "bleu:1, ter", "-o", "my.metric")
    assert learned.stdout.startswith("by segment")
    assert "learned, held out" in learned.stdout
    done = run("score", "reference.txt", "-r", "reference.txt", "-m", "learned(my.metric)")
    assert done.exit_code == 0
    assert "learned(my.metric) = learned|file:my.metric|version:1-" in done.stdout
    assert (folder / "my.metric").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["evaluate", "judgements.tsv"], "judgements.tsv:1: there is no column 'score'"),
        (["evaluate", "judgements.tsv", *SCORE, "--reference", "s"], "there is no system 's'; did you mean"),
        (
            ["train", "judgements.tsv", *SCORE, "--features", "blue", "-o", "x"],
            "there is no metric 'blue'; did you mean 'bleu'?",
        ),
    ],
)
def test_bad_input_is_told_in_one_sentence(arguments, sentence):
    assert refusal("metric", *arguments).startswith(sentence)
