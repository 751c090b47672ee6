"""The report as a browser shows it."""

import re
import zlib
from base64 import b64decode

import pytest

from pitchpipe.pages import Report, Section, Table
from pitchpipe.report import report

from .chromium import find_chromium, open_page
from .runs import trained

CHROMIUM = find_chromium()
SIZES = {
    name: f"[...document.querySelectorAll('{selector}')].map(e => e.getBoundingClientRect().toJSON())"
    for name, selector in {"figures": "figure svg", "marks": "svg .mark", "letters": "svg text"}.items()
}

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; CHROMIUM may name one")


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("browser")
    path = folder / "report.html"
    path.write_text(report(trained(folder)).to_html())
    with open_page(CHROMIUM, folder / "profile") as opened:
        opened.url = path.as_uri()
        yield opened


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, False), (390, True)])
def test_plots_are_drawn_within_the_page_and_nothing_is_asked_for(page, tmp_path, width, dark):
    page.size(width, 800, dark)
    page.requests.clear()
    page.open(page.url)
    assert page.requests == [page.url]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    figures = page.evaluate(SIZES["figures"])
    assert len(figures) == 6
    assert all(one["width"] > 250 and one["height"] > 40 and one["right"] <= width for one in figures)
    marks = page.evaluate(SIZES["marks"])
    assert len(marks) > 20
    assert all(one["width"] > 0 and one["left"] >= 0 and one["right"] <= width for one in marks)
    assert all(one["height"] > 8 for one in page.evaluate(SIZES["letters"]))
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (paper == "rgb(255, 255, 255)") != dark
    page.screenshot(tmp_path / "page.png")
    assert (tmp_path / "page.png").stat().st_size > 50_000


def test_figures_share_a_row_only_where_there_is_room(page):
    lefts = {}
    for width in (1280, 390):
        page.size(width, 800)
        page.open(page.url)
        lefts[width] = {round(one["left"]) for one in page.evaluate(SIZES["figures"])}
    assert len(lefts[1280]) == 2
    assert len(lefts[390]) == 1


def test_a_figure_fills_the_window_and_goes_back(page):
    page.size(1280, 800)
    page.open(page.url)
    page.evaluate("document.querySelector('figure .zoom').click()")
    box = page.evaluate("document.querySelector('figure.zoomed').getBoundingClientRect().toJSON()")
    assert (box["width"], box["height"]) == (1280, 800)
    wheel = "new WheelEvent('wheel', {deltaY: -1, clientX: 600, clientY: 400})"
    page.evaluate(f"document.querySelector('figure.zoomed svg').dispatchEvent({wheel})")
    assert page.evaluate("document.querySelector('figure svg').getAttribute('viewBox')").split()[2] == "352"
    page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'}))")
    assert page.evaluate("document.querySelectorAll('figure.zoomed').length") == 0
    assert page.evaluate("document.querySelector('figure svg').getAttribute('viewBox')").startswith("0 0 440")


def test_a_wide_table_scrolls_within_a_narrow_page_with_its_marks(page, tmp_path):
    table = Table("wide", "Wide", ["method", *"abcdefgh"], [["mert", *["61.17 ± 0.40 †"] * 8]])
    (tmp_path / "wide.html").write_text(Report("Wide", "", [], [Section("Scores", [table])]).to_html())
    page.size(390, 800)
    page.open((tmp_path / "wide.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("document.querySelector('.table > div').scrollWidth") > 390
    boxes = "[...document.querySelectorAll('{}')].map(e => e.getBoundingClientRect().toJSON())"
    marks, cells = (page.evaluate(boxes.format(name)) for name in ("td .mark", "td.number"))
    assert all(mark["right"] <= cell["right"] for mark, cell in zip(marks, cells, strict=True))


def test_a_table_that_scrolls_shows_that_there_is_more(page, tmp_path):
    wide = Table("wide", "Wide", ["method", *"abcdefgh"], [["mert", *["61.17 ± 0.40 †"] * 8]])
    narrow = Table("narrow", "Narrow", ["method", "a"], [["mert", "1.0"]])
    (tmp_path / "cue.html").write_text(Report("Cue", "", [], [Section("Scores", [wide, narrow])]).to_html())
    page.size(390, 800)
    page.open((tmp_path / "cue.html").as_uri())
    edges = page.evaluate(
        "[...document.querySelectorAll('.table > div')].map(e => e.scrollWidth > e.clientWidth)"
    )
    assert edges == [True, False]
    images = "getComputedStyle(document.querySelector('.table > div')).backgroundImage"
    assert page.evaluate(images).count("linear-gradient") == 4
    page.evaluate("document.querySelector('.table > div').focus()")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Wide"


def test_the_contents_lead_to_every_section(page):
    page.size(390, 800)
    page.open(page.url)
    links = page.evaluate("[...document.querySelectorAll('nav a')].map(a => a.textContent)")
    assert links == page.evaluate("[...document.querySelectorAll('h2')].map(h => h.textContent)")
    for number, name in enumerate(links):
        page.evaluate(f"document.querySelectorAll('nav a')[{number}].click()")
        shown = page.evaluate("document.querySelector(':target h2').textContent")
        assert shown == name
    top = "document.querySelectorAll('nav a')[2].click(); document.querySelector(':target').getBoundingClientRect().top"
    assert abs(page.evaluate(top)) < 2


def test_the_verdict_comes_first(page):
    page.size(390, 800)
    page.open(page.url)
    places = page.evaluate(
        "['h1', '.verdict', 'header > p', '.facts', 'nav', 'h2'].map(s => document.querySelector(s).getBoundingClientRect().top)"
    )
    assert places == sorted(places)
    assert places[1] < 400


@pytest.mark.parametrize("dark", [False, True])
def test_print_has_no_empty_page_and_dark_ink(page, dark):
    page.size(1280, 800, dark)
    page.open(page.url)
    pages = printed_pages(b64decode(page.call("Page.printToPDF")["data"]))
    assert 2 <= len(pages) <= 10
    assert all(len(re.findall(rb"\bT[jJ]\b", one)) > 5 for one in pages)
    page.call("Emulation.setEmulatedMedia", media="print")
    ink = page.evaluate("getComputedStyle(document.body).color")
    letters = page.evaluate("getComputedStyle(document.querySelector('svg .ink')).fill")
    page.call("Emulation.setEmulatedMedia", media="")
    assert (ink, letters) == ("rgb(0, 0, 0)", "rgb(51, 51, 51)")


def printed_pages(pdf):
    """What is drawn on each page of a PDF file that Chromium wrote."""
    objects = dict(re.findall(rb"\n(\d+) 0 obj\n?(.*?)endobj", pdf, re.DOTALL))
    found = []
    for one in objects.values():
        if re.search(rb"/Type\s*/Page\b", one):
            number = re.search(rb"/Contents\s+(\d+) 0 R", one)[1]
            stream = re.search(rb"stream\r?\n(.*)\r?\nendstream", objects[number], re.DOTALL)[1]
            found.append(zlib.decompress(stream))
    return found


def test_without_scripts_everything_is_there(page):
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    page.size(390, 800)
    page.open(page.url)
    page.call("Emulation.setScriptExecutionDisabled", value=False)
    assert page.evaluate("document.querySelectorAll('.zoom').length") == 0
    assert len(page.evaluate(SIZES["figures"])) == 6
    assert page.evaluate("document.querySelectorAll('tbody tr').length") > 20
