"""Studies whose methods are tuned and measured with several beams."""

import json
from statistics import fmean

import pytest

from pitchpipe import score
from pitchpipe.decoder import PhraseDecoder, SearchSettings
from pitchpipe.model import Model
from pitchpipe.report import report
from pitchpipe.report.study.beams import beam_lines, beam_table
from pitchpipe.report.study.score_tables import score_table
from pitchpipe.study.results import Results
from pitchpipe.study.texts import read_text
from pitchpipe.training import tune_decoder
from pitchpipe.weights import Weights

from .studies import SYNTHETIC, run

BEAMS = SYNTHETIC.replace("curves = true", "beams = [6, 2]")
WIDE = SYNTHETIC.replace("curves = true", "beam = 6\npop_limit = 12")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("beams")
    (place / "beams.toml").write_text(BEAMS)
    ended = run(place / "beams.toml", place / "study")
    assert [one.problem for one in ended] == [""] * 2 * (1 + 2 * 2)
    return place / "study"


def means(results, method, metric):
    """The mean score on the test text with each beam, from the files of the cells."""
    references = read_text(results.folder, "test").references
    found = {}
    for beam in (2, 6):
        places = [
            cell.path(results.folder)
            for cell in results.done
            if (cell.method, cell.metric, cell.beam) == (method, metric, beam)
        ]
        found[beam] = fmean(
            score((place / "test.output").read_text().splitlines(), references).score for place in places
        )
    return found


@pytest.mark.parametrize("beam", [2, 6])
def test_a_cell_is_tuned_and_translated_with_its_beam(folder, beam):
    (cell,) = [
        one for one in Results.read(folder).done if (one.method, one.seed, one.beam) == ("kbmira", 2, beam)
    ]
    model = Model.read(folder / "model")
    decoder = PhraseDecoder(
        model, SearchSettings(**{**model.search, "beam": beam, "pop_limit": 2 * beam}), threads=1
    )
    dev, test = (read_text(folder, name) for name in ("dev", "test"))
    (alone,) = tune_decoder(decoder, dev, method="kbmira", nbest=10, iterations=2, seed=2)
    assert Weights.read(cell.path(folder) / "result.json") == alone.weights
    translated = list(decoder.translate(test.sentences, weights=alone.weights).best())
    assert (cell.path(folder) / "test.output").read_text().splitlines() == translated


def test_the_figure_has_a_line_for_each_method_with_a_point_for_each_beam(folder):
    results = Results.read(folder)
    lines = beam_lines(results, "bleu", "test").content.lines
    assert [line.name for line in lines] == ["regression", "kbmira", "untuned"]
    for line in lines:
        expected = means(results, line.name, "" if line.name == "untuned" else "bleu")
        assert dict(zip(line.x, line.y, strict=True)) == pytest.approx(expected)


@pytest.mark.parametrize(("metric", "side"), [("bleu", "high"), ("ter", "low")])
def test_the_note_says_where_good_methods_stay(folder, metric, side):
    assert f"stays {side} to the left" in beam_lines(Results.read(folder), metric, "test").note


def test_the_table_has_a_column_for_each_beam_and_marks_against_the_same_beam(folder):
    results = Results.read(folder)
    table = beam_table(results, "bleu", "test", "bleu")
    assert table.header == ["method", "2", "6"]
    for column, part in enumerate(results.by_beam.values(), 1):
        assert [row[column] for row in table.rows] == [
            row[2] for row in score_table(part, "bleu", "bleu").rows
        ]
        assert {cell.beam for cell in part.done} == {(2, 6)[column - 1]}


def test_the_rest_of_the_page_is_that_of_the_widest_beam(folder, tmp_path):
    (tmp_path / "wide.toml").write_text(WIDE)
    run(tmp_path / "wide.toml", tmp_path / "study")
    made, alone = report(folder), report(tmp_path / "study")
    assert made.sections[0].title == "Against the beam"
    assert [one.title for one in made.sections[1:]] == [one.title for one in alone.sections]
    timed = {"times", "settings", "versions"}
    tables = [one for one in made.tables if not one.name.startswith("beams") and one.name not in timed]
    assert tables == [one for one in alone.tables if one.name not in timed]
    assert [one for one in made.figures if not one.name.startswith("beams")] == alone.figures
    facts = dict(made.facts)
    assert facts["beams"] == "2"
    assert facts["cells done"] == "10 of 10"


def test_a_study_that_lacks_cells_is_reported_as_far_as_it_is(folder):
    results = Results.read(folder)
    for cell in [one for one in results.done if one.method != "regression" and one.beam == 6]:
        del results.done[cell]
    table = beam_table(results, "bleu", "test", "bleu")
    assert [row[2] == "" for row in table.rows] == [True, False, True]
    lines = {line.name: line.x for line in beam_lines(results, "bleu", "test").content.lines}
    assert lines == {"untuned": [2], "regression": [2, 6], "kbmira": [2]}


def test_comparisons_are_told_with_their_beam(folder):
    found = Results.read(folder).as_dict()
    assert {one["beam"] for one in found["cells"]} == {2, 6}
    assert [one["beam"] for one in found["compared"] if one["score"] == "ter"] == [2, 6]


def test_a_folder_from_before_there_were_beams_is_read(folder, tmp_path):
    (tmp_path / "tiny.toml").write_text(SYNTHETIC)
    run(tmp_path / "tiny.toml", tmp_path / "study")
    before = report(tmp_path / "study").to_html()
    path = tmp_path / "study" / "grid.json"
    stored = json.loads(path.read_text())
    assert {cell.pop("beam") for cell in stored["cells"]} == {None}
    path.write_text(json.dumps(stored))
    assert report(tmp_path / "study").to_html() == before
    assert all(one.earlier for one in run(tmp_path / "tiny.toml", tmp_path / "study"))
