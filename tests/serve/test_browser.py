"""The page of a model in a browser."""

import pytest

from pitchpipe.data import language_pair
from pitchpipe.decoder import Translator
from pitchpipe.serve.corrections import Corrections
from pitchpipe.serve.live_model import LiveModel
from pitchpipe.serve.server import TranslationServer
from pitchpipe.training import train
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
        for word, linked in (("das", ["das", "the"]), ("house", ["house"])):
            words = "[...document.querySelector('#more li').querySelectorAll('.phrase')]"
            page.evaluate(
                f"{words}.find(one => one.textContent == '{word}')"
                ".dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))"
            )
            lit = page.evaluate("[...document.querySelectorAll('#more .linked')].map(one => one.textContent)")
            assert lit == linked
            assert page.evaluate("document.querySelectorAll('#more .lit').length") == 4
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert all(url.startswith(f"http://127.0.0.1:{port}/") for url in page.requests)
        page.screenshot(tmp_path / "page.png")
    server.close()


def test_a_correction_is_typed_with_suggestions_and_learned(tmp_path):
    language_pair(train=150, dev=5, test=5, references=1, seed=1).write(tmp_path)
    model = tmp_path / "model"
    train(tmp_path / "train.de", tmp_path / "train.en", model, order=2, say=lambda text: None)
    live = LiveModel(lambda: Translator(model, threads=1), [model / "model.json"])
    server = TranslationServer(
        live, "model", corrections=Corrections(keep=tmp_path / "kept.tsv", model=model)
    )
    with running(server.application()) as port, open_page(CHROMIUM, tmp_path / "profile") as page:
        page.open(f"http://127.0.0.1:{port}/")
        page.evaluate("document.getElementById('text').value = 'der mann und der glurbel'")
        page.evaluate("document.getElementById('go').click()")
        page.wait_for("document.querySelectorAll('#found .unknown').length == 1")
        page.evaluate("document.querySelector('.sentence').click()")
        page.wait_for("document.querySelector('#rest b')")
        assert page.evaluate("document.querySelector('#more caption').textContent").startswith("What decided")
        first = page.evaluate("document.querySelector('#rest b').textContent").split()[0]
        page.evaluate("document.querySelector('.own button').click()")
        page.wait_for(f"document.getElementById('own').value == '{first} '")
        page.evaluate("document.getElementById('own').value = 'the man and the wombat'")
        page.evaluate("document.getElementById('correct').click()")
        page.wait_for("document.getElementById('found').textContent.includes('wombat')")
        assert not page.evaluate("document.querySelectorAll('#found .unknown').length")
        page.wait_for("document.getElementById('state').textContent == 'kept: 1 learned'")
        assert page.evaluate("document.activeElement.id") == "text"
        kept = "der mann und der glurbel\tthe man and the wombat\n"
        assert (tmp_path / "kept.tsv").read_text() == kept
    server.close()
