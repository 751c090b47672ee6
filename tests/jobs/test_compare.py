"""The study of the page, made very small, gives the tables and files that the page tells of."""

import re

import pytest

from .pages import blocks, run_page

SMALLER = {"sentences": 150, "dev": 20, "test": 10, "replicas": 2, "iterations": 2, "nbest": 10}


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    with pytest.MonkeyPatch.context() as here:
        folder = tmp_path_factory.mktemp("study")
        here.chdir(folder)
        (text,) = blocks("compare.md", "toml")
        for name, value in SMALLER.items():
            text, count = re.subn(rf"^{name} = \d+$", f"{name} = {value}", text, flags=re.M)
            assert count == 1, name
        (folder / "study.toml").write_text(text + "trials = 200\n")
        yield run_page("compare.md"), folder


METHODS = ("untuned", "mert", "pro", "kbmira")


def test_each_metric_has_a_table_of_all_methods(study):
    printed = study[0]["pitchpipe compare study.toml -o study"]
    for metric in (r"bleu \(tuned to\)", "chrf", "ter"):
        assert re.search(rf"^{metric} +dev +test", printed, re.M)
    rows = {name: len(re.findall(rf"^{name} +\d+\.\d\d", printed, re.M)) for name in METHODS}
    assert rows == {"untuned": 3, "mert": 4, "pro": 4, "kbmira": 4}, (
        "all but the start are in the table of pairs too"
    )


def test_the_report_and_its_figures_are_where_the_page_says(study):
    folder = study[1]
    assert (folder / "study" / "report.html").read_text().startswith("<!doctype html>")
    assert {path.suffix for path in (folder / "figures").iterdir()} >= {".svg", ".csv", ".tex"}
    assert "[versions]" in (folder / "study" / "study.toml").read_text()
