import json
import re
import signal
import subprocess
import time

import pytest

from pitchpipe.files.folder_lock import locked
from tests.study.studies import LISTS, SYNTHETIC, write_lists

from .commands import HANGS, refusal, run, run_json, start


@pytest.fixture
def lists(folder):
    write_lists(folder)
    (folder / "lists.toml").write_text(LISTS)
    return ["compare", "lists.toml", "-o", "study", "--threads", "2"]


def test_tables_are_printed_and_the_report_is_written(folder, lists):
    done = run(*lists)
    assert done.exit_code == 0, done.stderr
    assert len(re.findall(r"^(?:bleu|wer), tuned to (?:bleu|wer) +dev +news", done.stdout, re.M)) == 4
    row = re.compile(r"^mert +\d+\.\d\d ± \d\.\d\d +\d+\.\d\d ± \d\.\d\d(?: [*†])?$", re.M)
    assert len(row.findall(done.stdout)) == 4
    assert re.match(r"(mert|regression) (is|and|scores) .*on\s+news", done.stdout), "the answer comes first"
    assert "tuning 9 cells ..." in done.stderr
    assert len(re.findall(r"^regression, wer, seed [12]: \d", done.stderr, re.M)) == 2
    assert "left" in done.stderr
    assert (folder / "study" / "report.html").read_text().startswith("<!doctype html>")
    assert "versions" in (folder / "study" / "study.toml").read_text()


def test_beams_are_columns_and_each_text_has_a_table(folder):
    text = SYNTHETIC.replace("curves = true", "beams = [2, 6]").replace("replicas = 2", "replicas = 1")
    (folder / "beams.toml").write_text(text)
    done = run("compare", "beams.toml", "-o", "study", "--threads", "2")
    assert done.exit_code == 0, done.stderr
    assert re.findall(r"^(\w+), (\w+), beam +2 +6$", done.stdout, re.M) == [
        (score, text) for score in ("bleu", "chrf", "ter") for text in ("dev", "test")
    ]
    assert len(re.findall(r"^kbmira +\d+\.\d\d .*\d\.\d\d", done.stdout, re.M)) == 6
    assert "kbmira, bleu, seed 1, beam 6: " in done.stderr


def test_done_again_nothing_is_tuned(lists):
    run(*lists)
    again = run(*lists)
    assert again.exit_code == 0
    assert "seed" not in again.stderr.replace("seeds", "")


def test_json_has_all_scores_and_comparisons(lists):
    found = run_json(*lists)
    assert len(found["cells"]) == 9
    assert set(found["cells"][0]["scores"]) == {"dev", "news"}
    assert {(one["tuned_to"], one["score"]) for one in found["compared"]} == {
        (tuned, score) for tuned in ("bleu", "wer") for score in ("bleu", "wer")
    }
    assert len(found["pairs"]) == 2
    assert [sentence.split()[0] for sentence in found["verdict"][2:]] == ["bleu", "wer"]
    assert "By what was not, on news: wer is best for" in found["verdict"][2]
    assert found["failed"] == []
    assert found["study"]["grid"]["replicas"] == 2


def test_a_cell_that_fails_is_told_and_the_command_fails_at_the_end(folder):
    text = SYNTHETIC.replace("[report]", '[method.kbmira]\nsearch_aware = "partial"\n[report]')
    text = text.replace("[grid]", '[grid]\nmetrics = ["chrf"]').replace("replicas = 2", "replicas = 1")
    (folder / "tiny.toml").write_text(text)
    done = run("compare", "tiny.toml", "-o", "study")
    assert done.exit_code == 1
    assert "warning: kbmira, chrf, seed 1 failed: partial translations are scored by bleu only" in done.stderr
    assert "warning: 1 of 3 cells failed; rerun the command to try them again" in done.stderr
    assert "regression" in done.stdout
    assert "partial translations" in (folder / "study" / "report.html").read_text()


def test_stopped_by_hand_it_says_that_it_goes_on(folder):
    (folder / "tiny.toml").write_text(SYNTHETIC.replace("replicas = 2", "replicas = 50"))
    started = start("compare", "tiny.toml", "-o", "study", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while not list((folder / "study").glob("cells/*/result.json")):
        time.sleep(0.01)
    started.send_signal(signal.SIGINT)
    _, told = started.communicate(timeout=HANGS)
    assert started.returncode == 130
    assert told.endswith("stopped; rerun the command to resume\n")


@pytest.mark.parametrize(
    ("was", "becomes", "sentence"),
    [
        ("news.jsonl", "none.jsonl", "none.jsonl: cannot be read: No such file or directory"),
        ('"mert(restarts=1)"', '"mret"', "lists.toml: there is no method 'mret'; did you mean 'mert'?"),
        (
            "replicas = 2",
            "replicas = 2\nnbest = 10",
            "lists.toml: found nbest, expected it with a decoder only: [lists] have none",
        ),
        (
            '"dev.nbest", "dev.ref"',
            '"dev.nbest"',
            "dev.nbest: found lists without references, expected files of them after it",
        ),
        (
            "news.jsonl",
            "other.jsonl",
            "found no feature 'Distortion0' in the lists of news, expected those of the same system",
        ),
    ],
)
def test_bad_input_is_told_before_anything_is_tuned(folder, lists, was, becomes, sentence):
    other = {"id": 0, "references": ["a"], "candidates": [{"text": "a", "features": {"x": 1.0}}]}
    (folder / "other.jsonl").write_text(json.dumps(other) + "\n")
    (folder / "lists.toml").write_text(LISTS.replace(was, becomes))
    assert refusal(*lists) == sentence
    assert not (folder / "study" / "cells").exists()


def test_a_folder_without_a_name_is_told(lists):
    assert refusal(*lists[:3], "").startswith("found no name, expected that of a folder")


def test_a_folder_that_another_run_is_at_is_told(folder, lists):
    with locked("study"):
        assert refusal(*lists) == "study: found another run at work in this folder, expected none"
    assert not (folder / "study" / "study.toml").exists()


def test_a_model_that_is_not_there_is_told(folder):
    (folder / "study.toml").write_text(
        '[text]\nmodel = "none"\ndev = ["reference.txt", "reference.txt"]\n[grid]\nmethods = ["mert"]\n'
    )
    assert refusal("compare", "study.toml", "-o", "study").startswith("none/model.json: cannot be read")
