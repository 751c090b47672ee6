"""Every two methods of a study, in a triangle and in the verdict."""

from dataclasses import replace
from itertools import combinations

import pytest

from pitchpipe.metrics.significance import compare_all
from pitchpipe.report import report
from pitchpipe.report.study.score_tables import pair_table, score_table
from pitchpipe.study.results import Results
from pitchpipe.study.verdict import verdict

from .studies import LISTS, run, write_lists


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    place = tmp_path_factory.mktemp("pairs")
    write_lists(place)
    methods = LISTS.replace('["mert", "regression"]', '["mert", "regression", "kbmira", "pro"]')
    (place / "lists.toml").write_text(methods)
    run(place / "lists.toml", place / "study")
    return Results.read(place / "study")


@pytest.mark.parametrize("metric", ["bleu", "wer"])
def test_the_triangle_has_every_pair_once_and_the_best_method_first(results, metric):
    table = pair_table(results, metric, "news")
    names = [row[0] for row in table.rows]
    scores = [row[1] for row in table.rows]
    assert scores == sorted(scores, reverse=metric == "bleu")
    assert table.header == ["method", metric, *names[:-1]]
    assert {len(row) for row in table.rows} == {len(table.header)}
    found = results.pairs(metric, "news", metric)
    assert len(found.pairs) == 6
    for place, row in enumerate(table.rows):
        for column, other in enumerate(names[:-1]):
            cell = row[2 + column]
            if column >= place:
                assert cell is None
            else:
                pair = found.pair(row[0], other)
                assert cell.rstrip(" *") == found.p_text(other, row[0])
                assert cell.endswith(" *") == (pair.corrected < 0.05)


def test_pairs_are_tested_as_if_the_baseline_had_not_been_before(results):
    found = results.pairs("bleu", "news", "bleu")
    names = ["regression", "mert", "kbmira", "pro"]
    assert [(pair.one, pair.other) for pair in found.pairs] == list(combinations(names, 2))
    systems = [results._system(name, "bleu", "news", "bleu") for name in names]
    assert compare_all(systems, "bleu", trials=200) == found


def test_the_verdict_says_that_the_bootstrap_is_one_sided(results):
    study = replace(results.study, report=replace(results.study.report, test="bs"))
    *_, last = verdict(replace(results, study=study))
    assert last.startswith("Tested by the paired bootstrap, which is one-sided")


def test_the_verdict_is_first_on_the_page_and_in_json(results):
    said = verdict(results)
    assert len(said) == 4
    assert " on news: bleu " in said[0] or " on news, bleu " in said[0]
    assert "wer" in said[1]
    assert [one.split(" was tuned to and may flatter")[0] for one in said[2:]] == ["bleu", "wer"]
    html = report(results.folder).to_html()
    assert html.index('class="verdict"') < html.index('class="facts"')
    assert len(results.as_dict()["pairs"]) == 2


def test_the_best_of_each_column_is_marked(results):
    table = score_table(results, "wer", "wer")
    for column in (1, 2):
        values = [float(row[column].split()[0]) for row in table.rows]
        marked = {row for row, place in table.best if place == column}
        assert marked == {row for row, value in enumerate(values) if value == min(values)}


def test_weight_maps_of_all_methods_and_metrics_have_one_scale(results):
    maps = [one.content for one in report(results.folder).figures if one.name.startswith("weights_")]
    assert len(maps) == 8
    (reach,) = {one.reach for one in maps}
    assert reach == pytest.approx(max(abs(value) for one in maps for row in one.values for value in row))
