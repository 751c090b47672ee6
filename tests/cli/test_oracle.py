import pytest

from .commands import REFERENCES, refusal, run, run_json

ORACLE = ["oracle", "nbest.txt", "-r", "reference.txt"]


def test_best_worst_and_first_are_shown_and_called_greedy():
    done = run(*ORACLE, "-m", "wer")
    rows = {line.rpartition(" ")[0].strip(): line.split()[-1] for line in done.stdout.splitlines()[1:4]}
    assert rows == {"worst found": "47.06", "first candidates": "5.88", "best found": "0.00"}
    assert "greedy" in done.stderr
    diversity = run_json(*ORACLE)["diversity"]
    assert 0 < diversity < 1
    assert f"diversity = {diversity:.3f}" in done.stdout


def test_the_best_candidates_are_written(folder):
    run(*ORACLE, "-o", "best.txt")
    assert (folder / "best.txt").read_text() == REFERENCES


def test_json_holds_the_numbers_and_the_signature():
    found = run_json(*ORACLE, "-m", "bleu:2")
    assert found["worst"] < found["current"] < found["best"] == pytest.approx(100)
    assert (found["metric"], found["search"]) == ("bleu:2", "greedy")
    assert found["signature"].startswith("bleu|order:2|")


def test_lists_without_references_are_refused():
    assert (
        refusal("oracle", "nbest.txt") == "bleu needs references, and the lists have none; give them with -r"
    )


def test_the_best_candidates_may_have_ids(folder):
    run("oracle", "nbest.txt", "-r", "reference.txt", "-o", "best.txt", "--ids")
    assert (folder / "best.txt").read_text().splitlines()[0] == "0 the house is small"
