"""What a study's tables and figures say."""

import csv
import io
import shutil
from statistics import fmean, stdev
from xml.etree import ElementTree

import pytest

from pitchpipe import score
from pitchpipe.judge.answers import Answers
from pitchpipe.metrics.significance import System, compare, p_text
from pitchpipe.pages import Figure, write_files
from pitchpipe.report import report
from pitchpipe.report.study.course_tables import gap_table, time_table, variance_table
from pitchpipe.report.study.figures import matrix_values, scaled_weights
from pitchpipe.report.study.judged import judged_sections
from pitchpipe.report.study.page import study_report
from pitchpipe.report.study.score_tables import difference_table, marks_note, score_table
from pitchpipe.study.results import Results
from pitchpipe.study.texts import read_text
from tests.judge.campaigns import campaign
from tests.judge.simulated import answers

from .studies import LISTS, SYNTHETIC, run, write_lists


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("study")
    (place / "tiny.toml").write_text(SYNTHETIC)
    run(place / "tiny.toml", place / "study")
    return place / "study"


@pytest.fixture(scope="module")
def lists(tmp_path_factory):
    place = tmp_path_factory.mktemp("lists")
    write_lists(place)
    (place / "lists.toml").write_text(LISTS)
    run(place / "lists.toml", place / "study")
    return place / "study"


def outputs(folder, method, text="test"):
    return [
        (place / f"{text}.output").read_text().splitlines()
        for place in sorted((folder / "cells").glob(f"{method}.*"))
    ]


def test_scores_are_means_and_deviations_over_replicas(folder):
    table = score_table(Results.read(folder), "bleu", "ter")
    assert table.header == ["method", "dev", "test"]
    assert [row[0] for row in table.rows] == ["untuned", "regression", "kbmira"]
    for text, column in (("dev", 1), ("test", 2)):
        references = read_text(folder, text).references
        for row in table.rows[1:]:
            values = [score(lines, references, "ter").score for lines in outputs(folder, row[0], text)]
            assert row[column].rstrip(" *†") == f"{fmean(values):.2f} ± {stdev(values):.2f}"
    (start,) = outputs(folder, "untuned")
    assert table.rows[0][2] == f"{score(start, references, 'ter').score:.2f}"


def test_differences_and_marks_are_those_of_the_replica_test(folder):
    results = Results.read(folder)
    references = read_text(folder, "test").references
    systems = [
        System.of(name, outputs(folder, name), references, "bleu") for name in ("regression", "kbmira")
    ]
    found = compare(systems, "bleu", trials=200).systems[1].difference
    row = difference_table(results, "bleu", "test").rows[0]
    assert row[:3] == ["kbmira, bleu", f"{found.value:+.2f}", p_text(found.p, found.corrected, 200)]
    marked = score_table(results, "bleu", "bleu").rows[2][2]
    sign = " *" if found.value > 0 else " †"
    assert marked.endswith(sign) == (found.corrected < 0.05)
    assert "than regression: p < 0.05 by approximate randomisation over replicas" in marks_note(results)


def test_marks_tell_better_from_worse_whichever_way_the_metric_points(lists):
    results = Results.read(lists)
    for metric in ("bleu", "wer"):
        for spec in ("bleu", "wer"):
            difference = results.compared(metric, "news", spec).systems[1].difference
            cell = next(row for row in score_table(results, metric, spec).rows if row[0] == "mert")[2]
            better = (difference.value > 0) == (spec == "bleu")
            mark = (" *" if better else " †") if difference.corrected < 0.05 else ""
            assert cell.endswith(mark)
            assert mark or not cell.endswith(("*", "†"))
    assert results.study.baseline == "regression"


def test_what_is_gained_on_the_tuning_text_only_is_the_gap(folder):
    results = Results.read(folder)
    for name, dev, test, gap in gap_table(results, "test").rows:
        gains = []
        for text in ("dev", "test"):
            references = read_text(folder, text).references
            (start,) = outputs(folder, "untuned", text)
            tuned = fmean(score(lines, references).score for lines in outputs(folder, name, text))
            gains.append(tuned - score(start, references).score)
        assert [dev, test, gap] == [f"{value:+.2f}" for value in (*gains, gains[0] - gains[1])]


def test_deviations_and_times_have_a_row_for_each_method(folder):
    results = Results.read(folder)
    names = ["regression", "kbmira"]
    assert [row[0] for row in variance_table(results, "test").rows] == names
    times = time_table(results)
    assert [row[0] for row in times.rows] == names
    assert [row[1] for row in times.rows] == [2.0, 2.0]


def test_the_matrix_has_the_mean_of_every_metric_for_every_tuned_one(lists):
    results = Results.read(lists)
    metrics, values = matrix_values(results, "mert", "news")
    assert metrics == ["bleu", "wer"]
    references = read_text(lists, "news").references
    for row, metric in enumerate(metrics):
        texts = outputs(lists, f"mert.{metric}", "news")
        assert values[row].tolist() == pytest.approx(
            [fmean(score(lines, references, spec).score for lines in texts) for spec in ("bleu", "wer")]
        )


def test_dense_weights_are_scaled_without_those_that_a_method_did_not_tune():
    start = {"a": 2.0, "b": 2.0, "c": 9.0}
    vectors = [{"a": 1.0, "b": 1.0, "c": 9.0}, {"a": 3.0, "b": -1.0, "c": 0.1}]
    scaled = [{"a": 0.5, "b": 0.5}, {"a": 0.75, "b": -0.25}]
    assert scaled_weights(vectors, start) == scaled
    sparse = {"a": 3.0, "b": -1.0, "c": 0.1, "PT:x": 4.0}
    assert scaled_weights([vectors[0], sparse], start)[1] == scaled[1]


def test_a_replica_that_stayed_at_the_start_hides_no_weights():
    start = {"a": 2.0, "b": 2.0, "c": 4.0}
    vectors = [{"a": 1.0, "b": -1.0, "c": 4.0}, start]
    assert scaled_weights(vectors, start) == [{"a": 0.5, "b": -0.5}, {"a": 0.5, "b": 0.5}]
    assert scaled_weights([start], start) == [{"a": 0.25, "b": 0.25, "c": 0.5}]


def test_the_page_has_all_of_it(folder, tmp_path):
    made = report(folder)
    titles = [section.title for section in made.sections]
    assert titles == [
        "Scores",
        "Learning curves",
        "Spread, over-fitting and time",
        "Weights",
        "To repeat this",
    ]
    html = made.to_html()
    assert "regression and kbmira compared" in html
    assert "synthetic.sentences" in html
    names = {path.name for path in write_files(made, tmp_path)}
    assert {"scores_bleu_ter.csv", "curves_bleu_test.svg", "replicas_bleu_test.png", "gap_test.tex"} <= names
    curve = next(figure for figure in made.figures if figure.name == "curves_bleu_test")
    assert "kbmira: " in curve.to_svg()


def test_the_page_of_several_metrics_has_matrices(lists):
    made = report(lists)
    assert [figure.name for figure in made.figures if figure.name.startswith("matrix")] == [
        "matrix_mert_dev",
        "matrix_mert_news",
        "matrix_regression_dev",
        "matrix_regression_news",
    ]
    assert not any(section.title == "Learning curves" for section in made.sections)


def test_a_study_that_still_goes_on_is_reported_as_far_as_it_is(folder, tmp_path):
    shutil.copytree(folder, tmp_path / "study")
    begun = sorted((tmp_path / "study" / "cells").iterdir())
    for done, place in enumerate(begun):
        (place / "result.json").unlink()
        if done == 0:
            (place / "error.txt").write_text("out of luck\n\nTraceback")
        made = report(tmp_path / "study")
        assert f"{len(begun) - done - 1} of 5" in dict(made.facts)["cells done"]
        assert (f"{done} of 5 cells are still to come" in made.lead) == (done > 0)
        assert made.sections[0].title == "What went wrong"
        assert "out of luck" in made.to_html()


def test_every_figure_can_be_drawn(folder, lists):
    for place in (folder, lists):
        for figure in report(place).figures:
            assert isinstance(figure, Figure)
            ElementTree.fromstring(figure.to_svg())
        for table in report(place).tables:
            assert len(list(csv.reader(io.StringIO(table.to_csv())))) == len(table.rows) + 1


def test_what_people_say_stands_beside_the_metrics(folder, tmp_path):
    copy = shutil.copytree(folder, tmp_path / "study")
    results = Results.read(copy)
    before = study_report(results)
    methods = results.methods("bleu")[:2]
    made = campaign((*methods, "human"), sentences=20, pairs="all")
    made.write(copy / "judged")
    assert judged_sections(results) == []
    with Answers(copy / "judged") as kept:
        kept.keep(answers(made, {"ann": 1.0}, {methods[0]: 0.0, methods[1]: 1.0, "human": 9.0}))
    (section,) = judged_sections(results)
    beside = section.items[0]
    assert beside.header[:2] == ["system", "strength"]
    by_name = {row[0]: row for row in beside.rows}
    expected = fmean(results.scores(methods[0], "bleu", "test", "bleu"))
    assert by_name[methods[0]][beside.header.index("bleu")] == f"{expected:.2f}"
    assert by_name["human"][beside.header.index("bleu")] == ""
    after = study_report(results)
    assert [one.title for one in after.sections if one not in before.sections] == ["What people say"]
    assert section.text
    assert "What people say" in after.to_html()
