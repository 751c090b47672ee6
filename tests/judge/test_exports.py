"""Judgements on their way out and in: tables, gold scores and crowd platforms."""

import csv
import json
from dataclasses import replace

import pytest

from pitchpipe import InputError, Pool, tune
from pitchpipe.judge.answers import Answers
from pitchpipe.judge.crowd import read_answers
from pitchpipe.judge.exports import as_answers, as_crowd, as_gold, as_tsv
from pitchpipe.judge.metric_agreement import judgements_of, metric_agreements
from pitchpipe.judge.results import Results
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.correlation import agreement
from pitchpipe.metrics.judgements import Judgements

from .campaigns import campaign
from .simulated import answers


@pytest.fixture
def results():
    made = campaign("abc", 12, pairs="all")
    return Results(made, answers(made, {"ann": 1.0, "bob": 0.9}, {"a": 1.0, "b": 0.0, "c": -1.0}), trials=20)


def test_the_table_is_what_metric_evaluate_reads(results, tmp_path):
    path = tmp_path / "judgements.tsv"
    path.write_text("".join(f"{line}\n" for line in as_tsv(results)))
    read = Judgements.read(path).against()
    own = judgements_of(results)
    assert (read.segments, read.systems, read.targets) == (own.segments, own.systems, own.targets)
    assert read.scores == pytest.approx(own.scores, abs=1e-5)
    assert read.sources == own.sources
    assert read.references[0] == results.campaign.segments[0].references[0]
    metric = find_metric("chrf")
    found = agreement(read, metric, metric.pool_statistics(read.judged()), trials=20)
    assert found.as_dict() == metric_agreements(results, ["chrf"])["chrf"].as_dict()


def test_gold_scores_are_what_tune_reads(results, tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_text("".join(f"{line}\n" for line in as_gold(results)))
    tuned = tune(Pool.read(path), "mert(restarts=2)", "gold", seed=1)
    best = max(tuned.weights, key=tuned.weights.__getitem__)
    assert best == results.strengths[0].system


def test_answers_are_written_with_what_was_judged(results):
    rows = list(csv.DictReader(as_answers(results)))
    assert len(rows) == len(results.events)
    assert json.loads(rows[0]["answer"])["ranks"]
    assert rows[0]["systems"].split() == list(results.campaign.by_id[rows[0]["item"]].systems)


def test_a_comment_is_no_formula_to_a_spreadsheet(results):
    events = [replace(one, comment="=HYPERLINK(1)", judge="@ann") for one in results.events]
    rows = list(csv.DictReader(as_answers(Results(results.campaign, events, trials=20))))
    assert {(row["comment"], row["judge"]) for row in rows} == {("'=HYPERLINK(1)", "'@ann")}


def test_items_go_out_and_answers_come_in(tmp_path):
    made = campaign(texts={"a": ['say "x", y', "u v"], "b": ["say z", "u w"]})
    rows = list(csv.DictReader(as_crowd(made)))
    assert {row["item"] for row in rows} == {item.id for task in made.tasks for item in task}
    assert not {"systems", "kind"} & set(rows[0])
    first = next(row for row in rows if row["text_1"] == 'say "x", y' and row["text_2"] == "say z")
    assert first["html_1"] == "say <b><u>&quot;x&quot;, y</u></b>"
    path = tmp_path / "results.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["WorkerId", "Input.item", "Answer.choice", "WorkTimeInSeconds"])
        writer.writerows(
            [["w1", row["item"], "12="[number % 3], 7 + number] for number, row in enumerate(rows)]
        )
    columns = {"judge": "WorkerId", "item": "Input.item", "answer": "Answer.choice"}
    read = read_answers(made, path, **columns, seconds="WorkTimeInSeconds")
    assert [event.value["ranks"] for event in read[:3]] == [[1, 2], [2, 1], [1, 1]]
    assert read[2].seconds == 9
    made.write(tmp_path / "c")
    with Answers(tmp_path / "c") as store:
        store.keep(read)
        store.keep(read_answers(made, path, **columns, seconds="WorkTimeInSeconds"))
        assert len(store.events()) == len(rows)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("judge,item\n", r"\.csv:1: there is no column 'answer'"),
        ("judge,item,answer\nann,99,1\n", r"\.csv:2: found the item '99'"),
        ("judge,item,answer\n,1,1\n", r"\.csv:2: found the judge ''"),
        ("judge,item,answer\nann,1,best\n", r"\.csv:2: found the answer 'best', expected 1, 2 or equal"),
        ('judge,item,answer\nann,1,"1,3"\n', r"\.csv:2: item 1: found the ranks \[1, 3\]"),
        ("judge,item,answer\nann,1,1\nann,1,2\n", r"\.csv:3: found item 1 of ann twice"),
        ("judge,item,answer\nann,1\n", r"\.csv:2: found another number of columns"),
        ('judge,item,answer\nann,"1"x,1\n', r"\.csv:2: found something that is not CSV"),
    ],
)
def test_bad_answers_are_refused_with_their_line(tmp_path, text, message):
    (tmp_path / "r.csv").write_text(text)
    with pytest.raises(InputError, match=message):
        read_answers(campaign(sentences=3, bad=0, repeats=0, identical=0), tmp_path / "r.csv")


def test_scores_and_ranks_come_in_too(tmp_path):
    (tmp_path / "r.csv").write_text("judge,item,answer\nann,1,70.5\n")
    made = campaign("a", 3, protocol="direct", bad=0, repeats=0)
    assert read_answers(made, tmp_path / "r.csv")[0].value == {"score": 70.5}
    (tmp_path / "r.csv").write_text('judge,item,answer\nann,1,"2,1,3"\n')
    made = campaign("abc", 3, protocol="rank", bad=0, repeats=0, identical=0)
    assert read_answers(made, tmp_path / "r.csv")[0].value == {"ranks": [2, 1, 3]}
    with pytest.raises(InputError, match="found a campaign of error spans"):
        read_answers(campaign("a", 3, protocol="mqm", bad=0, repeats=0), tmp_path / "r.csv")
