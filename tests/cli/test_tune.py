import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from pitchpipe.lists import Pool
from pitchpipe.tuning import tune
from pitchpipe.weights import Weights

from .commands import FEATURES, NBEST, refusal, run, run_json

TUNE = ["tune", "nbest.txt", "-r", "reference.txt"]


@pytest.fixture
def jsonl(folder):
    Pool.read("nbest.txt", references=["reference.txt"]).write_jsonl("lists.jsonl")
    return "lists.jsonl"


def test_weights_go_to_stdout_as_a_weights_file_and_the_rest_to_stderr(folder):
    done = run(*TUNE)
    (folder / "found.txt").write_text(done.stdout)
    assert done.exit_code == 0
    assert list(Weights.read("found.txt")) == FEATURES
    assert "9 candidates of 4 sentences, 3 features" in done.stderr
    assert "mert" in done.stderr


def test_weights_go_to_the_output_file():
    done = run(*TUNE, "-o", "found.txt")
    assert done.stdout == ""
    assert list(Weights.read("found.txt")) == FEATURES
    assert "the weights of mert are in found.txt" in done.stderr


def test_json_holds_the_report_and_is_alone_on_stdout():
    found = run_json(*TUNE, "--metric", "bleu:2", "--seed", 3, "-o", "found.txt")
    expected = tune(Pool.read("nbest.txt", references=["reference.txt"]), "mert", "bleu:2", seed=3)
    assert found["weights"] == expected.weights == Weights.read("found.txt")
    assert found["objective"] == expected.objective
    assert found["start_objective"] == expected.start_objective
    assert found["seconds"] > 0
    assert (found["method"], found["metric"], found["seed"]) == ("mert", "bleu:2", 3)
    assert found["signature"] == expected.metric
    assert found["held_out"] is None
    assert len(found["runs"]) == 1


def test_the_score_of_what_rerank_writes_is_the_objective_that_tune_reports(folder):
    for metric in ("bleu", "ter", "chrf", "bleu - wer"):
        report = run_json(*TUNE, "--metric", metric, "-o", "found.txt")
        (folder / "best.txt").write_text(run("rerank", "nbest.txt", "-w", "found.txt").stdout)
        scored = run_json("score", "best.txt", "-r", "reference.txt", "-m", metric)
        assert scored["metrics"][metric]["score"] == report["objective"]


@pytest.mark.parametrize(
    "methods",
    [["--method", "mert(restarts=2),simplex"], ["--method", "mert(restarts=2)", "--method", "simplex"]],
)
def test_several_methods_are_compared_and_the_best_is_marked(methods):
    done = run(*TUNE, *methods)
    rows = [line.split() for line in done.stderr.splitlines()]
    assert ["method", "before", "after", "seconds"] in rows
    assert [row[0] for row in rows if row[-1] == "best"] == ["mert(restarts=2)"]
    assert any(row[0] == "simplex" and row[-1] != "best" for row in rows)


def test_json_of_several_methods_has_the_chosen_one_on_top():
    found = run_json(*TUNE, "--method", "simplex,mert", "--metric", "ter")
    best = min(found["runs"], key=lambda one: one["objective"])
    assert [one["method"] for one in found["runs"]] == ["simplex", "mert"]
    assert {key: found[key] for key in best} == best


def test_a_part_held_out_is_not_tuned_on_but_measured(folder):
    (folder / "many.txt").write_text(
        "".join(f"{4 * copy + int(line[0])}{line[1:]}\n" for copy in range(5) for line in NBEST.splitlines())
    )
    (folder / "many.ref").write_text((folder / "reference.txt").read_text() * 5)
    arguments = ["tune", "many.txt", "-r", "many.ref", "--held-out", 0.25]
    found = run_json(*arguments)
    assert 0 < found["start_held_out"] <= found["held_out"] <= 100
    header = next(line for line in run(*arguments).stderr.splitlines() if line.startswith("method"))
    assert header.split() == [
        "method",
        "before",
        "after",
        "held",
        "out",
        "before",
        "held",
        "out",
        "after",
        "gap",
        "seconds",
    ]


def test_lists_may_carry_their_references(jsonl):
    assert run_json("tune", jsonl)["objective"] == run_json(*TUNE)["objective"]


def test_lists_come_from_several_files_and_from_stdin(folder):
    lines = NBEST.splitlines(keepends=True)
    (folder / "half.gz").write_bytes(gzip.compress("".join(lines[::2]).encode()))
    whole = run_json("tune", "half.gz", "-", "-r", "reference.txt", stdin="".join(lines[1::2]))
    assert whole["objective"] == run_json(*TUNE)["objective"]


def test_tuning_starts_from_the_weights_given():
    found = run_json(*TUNE, "--start", "weights.txt", "--method", "mert(restarts=0)")
    assert found["start_objective"] == pytest.approx(100)
    assert found["weights"]["TM0_0"] == pytest.approx(0.8)


def test_the_same_seed_gives_the_same_weights_whatever_the_threads():
    one, two = (run(*TUNE, "--seed", 7, "--threads", threads).stdout for threads in (1, 2))
    assert one == two


def test_warnings_of_the_report_are_shown(folder):
    (folder / "odd.txt").write_text(
        "0 ||| a b ||| f= 1 g= 2 ||| 0\n1 ||| c ||| f= 1 g= 2 ||| 0\n1 ||| d ||| f= 2 g= 2 ||| 0\n"
    )
    (folder / "odd.ref").write_text("a b\nc\n")
    done = run("tune", "odd.txt", "-r", "odd.ref")
    assert "warning: 1 of 2 lists have one candidate: nothing to choose there" in done.stderr
    assert "never vary within a list, so the data cannot determine their weights: g" in done.stderr
    assert "1 of 2 lists" in run_json("tune", "odd.txt", "-r", "odd.ref")["warnings"][0]


def test_tokenised_text_is_tuned_on_and_named(folder):
    (folder / "raw.jsonl").write_text(
        json.dumps(
            {
                "id": 0,
                "references": ["a house , small ."],
                "candidates": [
                    {"text": "a house, small.", "features": {"f": 1}},
                    {"text": "no", "features": {"f": 2}},
                ],
            }
        )
        + "\n"
    )
    found = run_json("tune", "raw.jsonl", "--metric", "wer", "--tokenize", "13a")
    assert found["objective"] == 0
    assert found["signature"].endswith("|tokenize:13a")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tune", "nbest.txt"], "bleu needs references, and the lists have none; give them with -r"),
        (["tune", "nbest.txt", "--metric", "gold"], "the lists carry no gold scores; in JSON lines each candidate has one as 'gold'"),
        (["tune", "none.txt"], "none.txt: cannot be read: No such file or directory"),
        ([*TUNE, "--method", "mart"], "there is no method 'mart'; did you mean 'mert'?"),
        ([*TUNE, "--method", ","], "found no method in ',', expected one such as mert"),
        ([*TUNE, "--method", "mert(restart=2)"], "there is no setting of mert 'restart'; did you mean 'restarts'?"),
        ([*TUNE, "--method", "mert(directions=randon)"], "there is no search direction 'randon'; did you mean 'random'?"),
        ([*TUNE, "--method", "mert(fixed=LM1)"], "there is no feature 'LM1'; did you mean 'LM0'?"),
        ([*TUNE, "--metric", "bleu:0"], "bleu: order must be a whole number from 1 to 9, not '0'"),
        ([*TUNE, "--metric", "bleu + ter"], "'bleu + ter' rewards and punishes at once: subtract the metrics where lower is better"),
        ([*TUNE, "--format", "mosse"], "there is no list format 'mosse'; did you mean 'moses'?"),
        ([*TUNE, "--held-out", "1.5"], "tuning: held_out must be a number from 0 to 0.9, not '1.5'"),
        ([*TUNE, "--held-out", "0.01"], "holding out 0.01 of 4 lists leaves none on one side; give another part or more lists"),
        ([*TUNE, "-o", "none/w.txt"], "none/w.txt: cannot be written: there is no folder 'none'"),
        ([*TUNE, "-o", "-"], "found - as the output, expected the name of a file"),
        ([*TUNE, "-o", "."], ".: cannot be written: it is a folder"),
        ([*TUNE, "--start", "none.txt"], "none.txt: cannot be read: No such file or directory"),
        ([*TUNE, "--start", "typo.txt"], "typo.txt: there is no feature 'LM'; did you mean 'LM0'?"),
        ([*TUNE, "--start", "few.txt"], "few.txt: found no weight of 'TM0_1', expected one for each feature of the lists"),
        ([*TUNE, "--start", "twice.txt"], "twice.txt:2: found a second weight of 'LM0', expected one"),
        ([*TUNE, "-m", "bleu", "-m", "ter"], "found 2 metrics, expected one; combine them as in 'bleu - ter'"),
        ([*TUNE, "--seed", "x"], "tuning: seed must be a whole number of at least 0, not 'x'"),
        ([*TUNE, "--typo"], "no such option"),
        (["tun"], "no such command 'tun'; did you mean 'tune'?"),
    ],
)  # fmt: skip
def test_bad_input_is_told_in_one_sentence(folder, arguments, sentence):
    (folder / "typo.txt").write_text("LM 1\nTM0_0 1\nTM0_1 1\n")
    (folder / "few.txt").write_text("LM0 1\nTM0_0 1\n")
    (folder / "twice.txt").write_text("LM0 1\nLM0 1\n")
    assert refusal(*arguments)[: len(sentence)] == sentence


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("0 ||| a", "bad.txt:2: "),
        ("0 ||| a ||| LM0= x TM0= 1 2 ||| 0", "bad.txt:2: "),
        ("0 ||| a ||| LM0= nan TM0= 1 2 ||| 0", "bad.txt:2: "),
        ("0 ||| a ||| LM0= 1 TM0= 1 2 3 ||| 0", "bad.txt:2: "),
        ("9 ||| a ||| LM0= 1 TM0= 1 2 ||| 0", "bad.txt:2: "),
    ],
)
def test_a_bad_line_is_told_with_its_number(folder, line, sentence):
    (folder / "bad.txt").write_text(f"0 ||| b ||| LM0= 1 TM0= 1 2 ||| 0\n{line}\n")
    assert refusal("tune", "bad.txt", "-r", "reference.txt").startswith(sentence)


def test_a_failed_run_leaves_no_output(folder):
    refusal(*TUNE, "-o", "found.txt", "--start", "none.txt")
    assert not (folder / "found.txt").exists()


def test_missing_weights_can_be_allowed(folder):
    (folder / "few.txt").write_text("LM0 1\nother 1\n")
    done = run(*TUNE, "--start", "few.txt", "--allow-missing")
    assert done.exit_code == 0
    assert "warning: few.txt: 1 weights are of features that the lists do not have" in done.stderr
    assert "warning: few.txt: 2 features have no weight and count as 0" in done.stderr


def test_lines_without_ids_for_lists_with_ids_are_warned_of(folder):
    lists = Pool.read("nbest.txt")
    replace(lists, group_ids=("d", "c", "b", "a")).write_jsonl("named.jsonl")
    done = run("tune", "named.jsonl", "-r", "reference.txt")
    assert done.exit_code == 0
    assert "warning: reference.txt has no ids: its lines are taken in the order of the lists" in done.stderr


def test_folds_draws_and_ablation_are_shown_and_in_the_json():
    asked = "--method", "mert(restarts=1)", "--metric", "chrf", "--folds", 2, "--bootstrap", 3
    done = run("tune", "nbest.txt", "-r", "reference.txt", *asked, "--ablation", "--curve")
    assert done.exit_code == 0, done.stderr
    for words in ("tuned, unseen", "95% interval", "it adds", "tuned on sentences"):
        assert words in done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == FEATURES
    found = run_json("tune", "nbest.txt", "-r", "reference.txt", *asked, "--ablation")
    (folds,) = found["folds"].values()
    assert len(folds["folds"]) == 2
    assert folds["interval"][0] <= folds["score"] <= folds["interval"][1]
    assert [one["name"] for one in found["weight_intervals"]] == FEATURES
    assert [one["name"] for one in found["ablation"]] == FEATURES
    assert set(found["weights"]) == set(FEATURES)


def test_the_method_that_is_best_on_unseen_sentences_is_taken():
    found = run_json(
        "tune",
        "nbest.txt",
        "-r",
        "reference.txt",
        "--metric",
        "chrf",
        "--folds",
        4,
        "--method",
        "mert(restarts=0),simplex",
    )
    best = max(found["folds"].values(), key=lambda one: one["score"])
    assert found["method"] == best["method"]


def test_the_mean_of_the_folds_weights_is_written():
    asked = "tune", "nbest.txt", "-r", "reference.txt", "--method", "mert(restarts=1)", "--folds", 2
    found = run_json(*asked, "--average", "-o", "mean.txt")
    (folds,) = found["folds"].values()
    assert dict(Weights.read("mean.txt")) == pytest.approx(folds["weights"])
    assert "--average without --folds" in refusal(*asked[:4], "--average")


def test_what_folds_cannot_do_is_refused():
    lists = "tune", "nbest.txt", "-r", "reference.txt"
    assert "--ablation without --folds" in refusal(*lists, "--ablation")
    assert "found 1 fold" in refusal(*lists, "--folds", 1)
    assert "found 5 folds, expected 2 to 4" in refusal(*lists, "--folds", 5)
    assert "expected one of them" in refusal(*lists, "--folds", 2, "--held-out", 0.5)
    assert "several methods" in refusal(*lists, "--bootstrap", 2, "--method", "mert,simplex")


def test_features_share_a_weight():
    done = run("tune", "nbest.txt", "-r", "reference.txt", "--tie", "TM0_*", "--method", "mert(restarts=1)")
    assert done.exit_code == 0, done.stderr
    found = dict(line.split() for line in done.stdout.splitlines())
    assert set(found) == set(FEATURES)
    assert found["TM0_0"] == found["TM0_1"]
    start = run("tune", "nbest.txt", "-r", "reference.txt", "--tie", "TM0_*", "--start", "weights.txt")
    assert start.exit_code == 0, start.stderr
    assert "found one feature of 'LM0'" in refusal("tune", "nbest.txt", "-r", "reference.txt", "--tie", "LM0")


def test_two_metrics_are_weighed_against_each_other():
    asked = "tune", "nbest.txt", "-r", "reference.txt", "-m", "bleu:2", "-m", "ter", "--pareto", 3
    done = run(*asked, "--method", "mert(restarts=1)", "-o", "balanced.txt")
    assert done.exit_code == 0, done.stderr
    assert "most balanced" in done.stderr
    assert run("rerank", "nbest.txt", "-w", "balanced.txt").exit_code == 0
    found = run_json(*asked, "--method", "mert(restarts=1)")
    assert found["metrics"] == ["bleu:2", "ter"]
    assert len(found["points"]) == 3
    assert "found --pareto with other ways" in refusal(*asked, "--folds", 2)
    assert "found --plot without --pareto, expected both" in refusal(*asked[:4], "--plot", "front.svg")
    assert "the plot is in front.svg" in run(*asked, "--plot", "front.svg").stderr
    assert "most balanced" in Path("front.svg").read_text()
    assert "found 1 metrics" in refusal(*asked[:6], "--pareto", 3)
