"""Methods that differ in two settings, one by the other."""

from pathlib import Path

import pytest

from pitchpipe.report.study.score_tables import score_table
from pitchpipe.report.study.setting_tables import setting_tables, two_settings
from pitchpipe.study import read_study
from pitchpipe.study.results import Results

from .studies import LISTS, run, write_lists

NAMES = {
    ("koehn", "none"): "mert(directions=koehn, restarts=1)",
    ("koehn", "average:3"): "mert(directions=koehn, restarts=1, smoothing=average:3)",
    ("random", "average:3"): "mert(directions=random, restarts=1, smoothing=average:3)",
    ("random", "none"): "mert(directions=random, restarts=1)",
}


def study_of(tmp_path, *methods, more=""):
    text = LISTS[: LISTS.index("[method.mert]")].replace(
        '"mert", "regression"', ", ".join(map(repr, methods))
    )
    (tmp_path / "grid.toml").write_text(text + more + "[report]\ntrials = 200\n")
    return read_study(tmp_path / "grid.toml")


def test_each_text_has_a_row_for_one_setting_and_a_column_for_the_other(tmp_path):
    write_lists(tmp_path)
    study_of(tmp_path, *NAMES.values())
    run(tmp_path / "grid.toml", tmp_path / "study")
    results = Results.read(tmp_path / "study")
    dev, news = setting_tables(results, "wer")
    for column, table in ((1, dev), (2, news)):
        assert table.header == ["directions", "none", "average:3"]
        scores = {row[0]: row[column] for row in score_table(results, "wer", "wer").rows}
        assert table.rows == [
            [down, *(scores[NAMES[down, across]] for across in table.header[1:])]
            for down in ("koehn", "random")
        ]


@pytest.mark.parametrize(
    "methods",
    [
        list(NAMES.values())[:3],
        list(NAMES.values())[:2],
        ["mert", "pro"],
        [*NAMES.values(), "mert(directions=powell, basis=features)"],
    ],
    ids=["a pair without a method", "one setting", "two methods", "three settings"],
)
def test_others_have_no_such_table(tmp_path, methods):
    assert two_settings(study_of(tmp_path, *methods)) is None


def test_the_thesis_is_repeated_in_its_own_shape():
    path = Path(__file__).parents[2] / "experiments" / "thesis_search.toml"
    down, across, names = two_settings(read_study(path))
    assert (down, across) == ("directions", "smoothing")
    assert names["powell", "average:3"] == "powell-average-3"
    assert len(names) == 6
