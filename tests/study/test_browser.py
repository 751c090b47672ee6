"""A study's report as a browser shows it."""

import pytest

from pitchpipe.report import report
from tests.report.chromium import find_chromium, open_page

from .studies import SYNTHETIC, run

CHROMIUM = find_chromium()

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; CHROMIUM may name one")


def boxes(page, selector):
    return page.evaluate(
        f"[...document.querySelectorAll('{selector}')].map(e => e.getBoundingClientRect().toJSON())"
    )


def test_tables_and_figures_are_within_the_page_and_nothing_is_asked_for(tmp_path):
    (tmp_path / "tiny.toml").write_text(SYNTHETIC)
    run(tmp_path / "tiny.toml", tmp_path / "study")
    path = tmp_path / "report.html"
    path.write_text(report(tmp_path / "study").to_html())
    with open_page(CHROMIUM, tmp_path / "profile") as page:
        for width in (1280, 390):
            page.size(width, 800)
            page.requests.clear()
            page.open(path.as_uri())
            assert page.requests == [path.as_uri()]
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            figures = boxes(page, "figure svg")
            assert len(figures) == 5
            assert all(one["width"] > 250 and one["right"] <= width for one in figures)
            assert all(one["left"] >= 0 and one["right"] <= width for one in boxes(page, "svg .mark"))
            assert all(one["right"] <= width for one in boxes(page, ".table > div"))
