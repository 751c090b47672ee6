"""The page of a model in a browser."""

import pytest

from tests.judge.serving import running
from tests.report.chromium import find_chromium, open_page

from .test_server import served_model

CHROMIUM = find_chromium()
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; CHROMIUM may name one")


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_a_text_is_translated_and_explained(tmp_path, width, dark):
    server = served_model(tmp_path / "model")
    with running(server.application()) as port, open_page(CHROMIUM, tmp_path / "profile") as page:
        page.size(width, 800, dark)
        page.open(f"http://127.0.0.1:{port}/")
        page.evaluate("document.getElementById('text').value = 'das haus ist klein\\n\\nein <b>'")
        page.evaluate("document.getElementById('go').click()")
        page.wait_for("document.querySelectorAll('#found .sentence').length == 2")
        texts = page.evaluate("[...document.querySelectorAll('#found p')].map(p => p.textContent.trim())")
        assert texts == ["the house is small", "", "a <b>"]
        page.evaluate("document.querySelector('.sentence').click()")
        others = page.evaluate("[...document.querySelectorAll('#more li b')].map(b => b.textContent)")
        assert others[:2] == ["the house is small", "the house is little"]
        phrase = page.evaluate("document.querySelector('#more .phrase').textContent")
        assert phrase == "das"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert all(url.startswith(f"http://127.0.0.1:{port}/") for url in page.requests)
        page.screenshot(tmp_path / "page.png")
    server.close()
