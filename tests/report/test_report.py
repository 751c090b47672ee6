"""Reports of runs: what is on the page, and in the files."""

import csv
import json
import re
import shutil
from bisect import bisect_right
from html.parser import HTMLParser

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.analysis import TuningRecord
from pitchpipe.lists import merge
from pitchpipe.metrics import find_metric
from pitchpipe.pages import Bars, Figure, Report, Section, Table, write_files
from pitchpipe.report import report
from pitchpipe.report.gain import fitted_sentence
from pitchpipe.tuning import Problem
from tests.tuning.loop.test_loop import FixedDecoder, tuned

from .runs import trained


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return trained(tmp_path_factory.mktemp("run"))


class Seen(HTMLParser):
    """What a page refers to, and whether its elements are closed in order."""

    EMPTY = ("meta", "wbr")

    def __init__(self, html):
        super().__init__()
        self.open, self.references, self.scripts = [], [], 0
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.references += [
            value for name, value in attributes if name in ("src", "href", "action", "srcset")
        ]
        self.scripts += tag == "script"
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_report_of_a_loop_has_its_numbers(tmp_path):
    result = tuned(folder=tmp_path, tolerance=0)
    made = report(tmp_path)
    (table,) = [one for one in made.tables if one.name == "iterations"]
    assert [row[1] for row in table.rows] == [one.objective for one in result.iterations]
    assert table.best == [(result.chosen, 0), (result.chosen, 1)]
    assert ("bleu after", f"{result.objective:.2f}") in made.facts
    first = result.iterations[0].objective
    change = f"from {first:.2f} to {result.objective:.2f} ({result.objective - first:+.2f})"
    assert f"bleu of the tuning text {change}" in made.verdict[0]
    assert "measure them on another one to see whether the gain is significant" in made.verdict[0]
    html = made.to_html()
    assert find_metric("bleu").signature in html.replace("<wbr>", "")
    assert '<td class="text">seed</td><td class="text">1</td>' in html


def test_the_row_of_the_average_is_told_from_those_of_iterations(tmp_path):
    tuned(folder=tmp_path / "average", tolerance=0, choose="average")
    tuned(folder=tmp_path / "best", tolerance=0, choose="best")
    sentence = "The last row is of the average of the weights"
    assert sentence in report(tmp_path / "average").to_html()
    assert sentence not in report(tmp_path / "best").to_html()


def test_the_error_surface_is_around_the_chosen_weights(tmp_path):
    start = {"f0": 0.6, "f1": 0.3, "f2": 0.1}
    result = tuned(folder=tmp_path, spec="mert(restarts=1, fixed=f1)", start=start, tolerance=0)
    record = TuningRecord.read(tmp_path)
    assert "f1" not in record.tuned_features
    pool = merge([record.lists(number) for number in range(len(record.iterations))])
    expected = Problem(pool, find_metric("bleu")).objective(pool.vector(result.weights))
    figures = {one.name: one.content for one in report(tmp_path).figures}
    grid = np.asarray(figures["surface_plane"].values)
    assert grid[len(grid) // 2, len(grid) // 2] == pytest.approx(expected)
    for line in figures["surface_lines"].lines:
        assert line.y[bisect_right(line.x, 0.0) - 1] == pytest.approx(expected)


def test_the_over_fitting_gap_is_told_where_sentences_were_held_out(tmp_path):
    result = tuned(folder=tmp_path, held_out=FixedDecoder().text.take(range(4)), tolerance=0)
    made = report(tmp_path)
    first, last = result.iterations[0], result.iterations[result.chosen]
    gap = (last.objective - first.objective) - (last.held_out - first.held_out)
    assert ("over-fitting gap", f"{gap:+.2f}") in made.facts
    (curve,) = [one.content for one in made.figures if one.name == "learning_curve"]
    (line,) = [one for one in curve.lines if one.name == "translation of held-out sentences"]
    assert line.y == [one.held_out for one in result.iterations]
    (table,) = [one for one in made.tables if one.name == "iterations"]
    assert [row[table.header.index("held out")] for row in table.rows] == line.y


@pytest.mark.parametrize("spec", ["ter", "bleu - ter"])
def test_the_best_iteration_is_the_lowest_of_an_error_rate(tmp_path, spec):
    facts = {
        "optimizer": "mert",
        "metric": find_metric(spec).signature,
        "seed": 1,
        "iterations": 2,
        "choose": "best",
    }
    (tmp_path / "loop.json").write_text(json.dumps(facts | {"start": {"a": 1.0}}))
    for number, objective in enumerate([50.0, 40.0, 45.0]):
        one = {"weights": {"a": 1.0, "b": number}, "objective": objective, "candidates": 9, "new": 3}
        one |= {
            "decode_seconds": 1.0,
            "optimize_seconds": 1.0,
            "tuned": None,
            "predicted": None,
            "held_out": None,
        }
        (tmp_path / f"{number:02}.json").write_text(json.dumps(one))
    chosen = TuningRecord.read(tmp_path).chosen(find_metric(spec))
    assert chosen == (1 if spec == "ter" else 0)
    names = {one.name for one in report(tmp_path).figures}
    assert "learning_curve" in names
    assert "surface_lines" not in names, "there are no lists"


def test_the_report_of_a_system_has_scores_and_examples(model):
    summary = json.loads((model / "summary.json").read_text())
    made = report(model)
    tables = {one.name: one for one in made.tables}
    tested = {name: one["after"] for name, one in summary["test"].items() if name != "examples"}
    assert {row[0]: row[3] for row in tables["test_scores"].rows} == {
        f"{name} (tuned to)" if name == "bleu" else name: after for name, after in tested.items()
    }
    assert tables["test_scores"].note.startswith("bleu was tuned to and flatters the output; judge by ")
    others = [name for name in tested if name != "bleu"]
    assert made.verdict[1].startswith("By metrics that were not tuned to")
    assert all(f"{name} " in made.verdict[1] for name in others)
    assert {"iterations", "weights", "lists", "settings", "signatures", "versions"} <= set(tables)
    assert {one.name for one in made.figures} == {
        "learning_curve",
        "weight_trajectories",
        "weights",
        "surface_lines",
        "surface_plane",
        "stages",
    }
    assert summary["test"]["examples"][0]["source"] in made.to_html()
    assert {"texts", "alignment", "phrases", "language_model", "command"} <= set(tables)
    (command,) = tables["command"].rows[0]
    assert command.startswith(
        "pitchpipe train train.de train.en --dev dev.de dev.en --test test.de test.en -o model"
    )
    assert "nbest=10" in command
    assert [row[2] for row in tables["texts"].rows[2:]] == [20, 10]
    assert 0 < summary["test"]["bleu"]["p"] <= 1


@pytest.mark.parametrize(
    ("tested", "said"),
    [
        (
            {"before": 20.0, "after": 22.5, "p": 1 / 2001, "trials": 2000},
            "The system has bleu 22.50 on the test text. Tuning with kbmira improved it from 20.00 (+2.50), which is "
            "significant (p < 0.0005). Building it took",
        ),
        (
            {"before": 20.0, "after": 19.5, "p": 0.25, "trials": 2000},
            "The system has bleu 19.50 on the test text. Tuning with kbmira worsened it from 20.00 (-0.50), which is not "
            "significant (p = 0.2500). Building it took",
        ),
        (
            {"before": 20.0, "after": 20.001, "p": 1.0, "trials": 2000},
            "The system has bleu 20.00 on the test text, as before tuning with kbmira. Building it took",
        ),
        (None, "of the tuning text"),
    ],
)
def test_the_verdict_on_a_system_is_what_the_test_text_allows_to_say(model, tmp_path, tested, said):
    summary = json.loads((model / "summary.json").read_text())
    if tested:
        summary["test"] = {"bleu": {"signature": find_metric("bleu").signature, **tested}}
    else:
        del summary["test"]
    (tmp_path / "summary.json").write_text(json.dumps(summary))
    (verdict,) = report(tmp_path).verdict
    assert verdict.startswith(said) if tested else said in verdict


def test_lines_that_come_more_than_once_are_counted_on_the_page(model, tmp_path):
    shutil.copytree(model, tmp_path / "model")
    path = tmp_path / "model" / "summary.json"
    summary = json.loads(path.read_text())
    summary["texts"]["train"] = summary["texts"].get("train", {}) | {"repeated": 1200}
    summary["texts"]["dev"]["in_training"] = {"pairs": {"count": 3}}
    path.write_text(json.dumps(summary))
    (table,) = [one for one in report(tmp_path / "model").tables if one.name == "texts"]
    assert "1,200 lines of the training text came before in it." in table.note
    assert "3 lines of dev stand in the training text too." in table.note


def test_without_a_gain_there_is_none_to_test():
    assert "to see whether the gain is significant" in fitted_sentence(20.0, 21.0)
    assert fitted_sentence(20.0, 20.001) == "There is no gain to test on other text."


def test_what_training_warned_of_and_found_is_on_the_page(model, tmp_path):
    shutil.copytree(model, tmp_path / "model")
    path = tmp_path / "model" / "summary.json"
    more = {"warnings": ["12 test lines are in the training text"], "languages": {"source": "de"}}
    path.write_text(json.dumps(json.loads(path.read_text()) | more))
    made = report(tmp_path / "model")
    assert made.verdict[-1] == "Warning: 12 test lines are in the training text"
    (table,) = [one for one in made.tables if one.name == "found"]
    assert ["languages, source", "de"] in table.rows
    (search,) = [one for one in made.tables if one.name == "search"]
    assert ["pop limit", json.loads(path.read_text())["search"]["pop_limit"]] in search.rows
    (kinds,) = [one for one in made.tables if one.name == "kinds"]
    assert kinds.rows == [
        ["source", "tokenised text; left as it is"],
        ["target", "tokenised text; left as it is"],
    ]


def test_the_page_is_well_formed_and_refers_to_nothing(model):
    html = report(model).to_html()
    seen = Seen(html)
    assert seen.references == [f"#{name}" for name in re.findall('<section id="([^"]+)"', html)]
    assert seen.scripts == 1
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", html)


def test_the_same_run_gives_the_same_page(model):
    assert report(model).to_html() == report(model).to_html()


def test_names_cannot_break_out_of_the_page():
    evil = "</script><script>alert(1)</script>"
    items = [Table(evil, evil, [evil], [[evil]], note=evil), Figure("f", evil, Bars([evil], [1.0]), evil)]
    html = Report(evil, evil, [(evil, evil)], [Section(evil, items, evil)]).to_html()
    assert evil not in html
    assert Seen(html).scripts == 1


def test_files_are_written_of_every_figure_and_table(model, tmp_path):
    made = report(model)
    written = {path.name for path in write_files(made, tmp_path / "out" / "figures")}
    assert written == {path.name for path in (tmp_path / "out" / "figures").iterdir()}
    for figure in made.figures:
        assert (tmp_path / "out" / "figures" / f"{figure.name}.svg").read_text() == figure.to_svg() + "\n"
        assert f"{figure.name}.png" in written
    for table in made.tables:
        rows = list(csv.reader((tmp_path / "out" / "figures" / f"{table.name}.csv").read_text().splitlines()))
        assert len(rows) == len(table.rows) + 1
        assert f"{table.name}.tex" in written


@pytest.mark.parametrize(
    ("name", "contents", "sentence"),
    [
        (
            "other",
            "",
            "found neither loop.json, online.npz, summary.json nor study.toml, expected the folder of",
        ),
        ("summary.json", "{}", "found something else, expected the summary of `train`"),
        ("summary.json", '{"settings": 1}', "found something else, expected the summary of `train`"),
        ("summary.json", "{", "found something that is not JSON"),
    ],
)
def test_what_is_not_a_run_is_told(tmp_path, name, contents, sentence):
    (tmp_path / name).write_text(contents)
    with pytest.raises(InputError, match=sentence):
        report(tmp_path)


@pytest.mark.parametrize("aware", ["none", "potential"])
def test_predictions_on_search_bins_are_not_those_of_translations(tmp_path, aware):
    tuned(folder=tmp_path, tolerance=0, facts={"search_aware": aware})
    assert ("Predictions are of all search bins" in report(tmp_path).to_html()) is (aware == "potential")


@pytest.fixture(scope="module")
def by_partial_bleu(tmp_path_factory):
    """A system that was tuned search-aware, and the folder of its tuning loop."""
    model = trained(tmp_path_factory.mktemp("partial"), search_aware="partial", method="mert")
    (loop,) = (model / "work").glob("tune-*")
    return model, loop


def test_a_run_tuned_by_partial_bleu_is_reported_by_the_scores_of_whole_translations(by_partial_bleu):
    model, loop = by_partial_bleu
    record = TuningRecord.read(loop)
    best = record.iterations[record.chosen(find_metric("bleu"))]
    for page in (report(model), report(loop)):
        assert f"{best.objective:.2f}" in [value for _, value in page.facts]
        assert "The error surface" in [section.title for section in page.sections]


def test_the_surface_of_a_run_tuned_by_partial_bleu_is_that_of_its_search_bins(by_partial_bleu):
    record = TuningRecord.read(by_partial_bleu[1])
    assert record.metric.signature == record.settings["metric"]
    assert record.metric.signature.startswith("partial-bleu|")
    pool = merge([record.lists(number) for number in range(len(record.iterations))])
    lengths = [metric.pool_statistics(pool)[:, -1].sum() for metric in (record.metric, find_metric("bleu"))]
    assert lengths[0] < lengths[1]


def test_the_report_of_online_learning_has_its_epochs_and_its_largest_sparse_weights(tmp_path):
    learner = "adagrad(synchronous=true, l1=0.01, rate=0.5, dense_rate=0, batch=5, start=given, choose=best)"
    model = trained(tmp_path, sparse="PT", method=learner)
    (folder,) = (model / "work").glob("tune-*")
    made, whole = report(folder), report(model)
    told = json.loads((model / "summary.json").read_text())["tuning"]
    for one in (made, whole):
        (table,) = [table for table in one.tables if table.name == "epochs"]
        chosen = told["chosen"]
        assert table.best == [(chosen, 0), (chosen, 1)]
        assert [table.rows[0][1], table.rows[chosen][1]] == [told["before"], told["after"]]
        assert "The translation of the tuning text with the weights after each epoch" in one.to_html()
    assert ("sparse features", f"{told['features']:,}") in made.facts
    lines = [line.split() for line in (model / "weights").read_text().splitlines()]
    weights = {name: float(value) for name, value in lines}
    sparse = sorted(
        (name for name in weights if name.startswith("PT:")), key=lambda name: -abs(weights[name])
    )
    (bars,) = [figure.content for figure in made.figures if figure.name == "weights"]
    assert dict(zip(bars.names, bars.values, strict=True)) == {name: weights[name] for name in sparse[:18]}
    assert sparse


def test_a_damaged_online_run_is_told(tmp_path):
    (tmp_path / "online.npz").write_bytes(b"PK")
    with pytest.raises(InputError, match="the saved run is damaged"):
        report(tmp_path)
