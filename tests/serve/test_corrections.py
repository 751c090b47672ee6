"""Corrections, suggestions and glossaries through the API; models that change while they are served."""

import json
import shutil
import time

import pytest

from pitchpipe.data import language_pair
from pitchpipe.decoder import Translator
from pitchpipe.model import Additions
from pitchpipe.serve.corrections import Corrections
from pitchpipe.serve.live_model import LiveModel
from pitchpipe.serve.server import TranslationServer
from pitchpipe.serve.settings import ServeSettings
from pitchpipe.training import train
from pitchpipe.web.log import Logged
from pitchpipe.weights import Weights
from tests.cli.commands import run
from tests.judge.serving import Client, running


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corrections")
    language_pair(train=150, dev=20, test=5, references=1, seed=1).write(folder)
    train(folder / "train.de", folder / "train.en", folder / "model", order=2, say=lambda text: None)
    return folder / "model"


class Served:
    def __init__(self, folder, lines, letters=80, **corrections):
        self.live = LiveModel(
            lambda: Translator(folder, threads=1), [folder / "model.json", folder / "weights"]
        )
        kept = Corrections(**corrections) if corrections else None
        self.server = TranslationServer(self.live, "model", ServeSettings(letters=letters), corrections=kept)
        self.application = Logged(self.server.application(), lines.append)


@pytest.fixture
def served(built, tmp_path):
    model = shutil.copytree(built, tmp_path / "model")
    lines = []
    one = Served(model, lines, keep=tmp_path / "kept.tsv", model=model)
    one.model, one.lines = model, lines
    with running(one.application) as port:
        client = Client(port)

        def ask(path, body):
            status, text = client.ask("POST", path, body)
            return status, json.loads(text)

        one.ask, one.client = ask, client
        yield one
    one.server.close()


def test_a_correction_is_kept_and_learned_at_once(served, tmp_path):
    sentence = "der glurbel schläft ."
    status, before = served.ask("/translate", {"text": sentence, "nbest": 2})
    assert "wombat" not in before["text"]
    assert 1 in before["lines"][0][0]["unknown"]
    assert served.ask("/correct", {"source": sentence, "target": "the  wombat sleeps ."}) == (
        200,
        {"learned": 1},
    )
    status, after = served.ask("/translate", {"text": sentence, "nbest": 2})
    assert status == 200
    assert "wombat" in after["text"]
    assert 1 not in after["lines"][0][0]["unknown"]
    assert "Added0" in after["weights"]
    assert (tmp_path / "kept.tsv").read_text() == f"{sentence}\tthe wombat sleeps .\n"
    assert served.ask("/undo", {}) == (200, {"learned": 0})
    assert served.ask("/translate", {"text": sentence})[1]["text"] == before["text"]
    assert "pitchpipe_corrections_total 1" in served.client.ask("GET", "/metrics")[1]


def test_a_model_is_tuned_on_the_corrections_that_were_kept(built, tmp_path):
    lines = [(built.parent / f"dev.{side}").read_text().splitlines() for side in ("de", "en")]
    kept = tmp_path / "kept.tsv"
    served = Served(built, [], letters=500, keep=kept)
    with running(served.application) as port:
        for source, target in zip(*lines, strict=True):
            asked = {"source": source, "target": target}
            assert Client(port).ask("POST", "/correct", asked) == (200, '{"learned":0}')
    served.server.close()
    method = "adagrad(rate=0.1, epochs=2, start=given, choose=best, synchronous=true)"
    common = ["--method", method, "--nbest", 20, "--threads", 1]
    done = run("tune", str(built), "--dev", str(kept), *common, "-o", str(tmp_path / "tuned"))
    assert done.exit_code == 0, done.stderr
    assert Weights.read(tmp_path / "tuned") != Weights.read(built / "weights")
    sides = ["--dev", str(built.parent / "dev.de"), "-r", str(built.parent / "dev.en")]
    assert run("tune", str(built), *sides, *common, "-o", str(tmp_path / "by_sides")).exit_code == 0
    assert Weights.read(tmp_path / "tuned") == Weights.read(tmp_path / "by_sides")


def test_a_model_that_changes_is_opened_anew_and_a_broken_one_is_not(served):
    assert "wombat" not in served.ask("/batch", {"lines": ["der glurbel"]})[1]["lines"][0]
    Additions(served.model).add(["der glurbel"], ["the wombat"])
    assert served.ask("/batch", {"lines": ["der glurbel"]})[1]["lines"] == ["the wombat"]
    assert served.live.reloads == 1
    (served.model / "model.json").write_text("{}")
    assert served.ask("/batch", {"lines": ["der glurbel"]})[1]["lines"] == ["the wombat"]
    assert served.live.reloads == 1


def test_a_translation_that_was_begun_goes_on(served):
    whole = served.ask("/batch", {"lines": ["der mann schläft ."]})[1]["lines"][0]
    first, _, rest = whole.partition(" ")
    status, found = served.ask("/suggest", {"source": "der mann schläft .", "typed": f"{first} "})
    assert (status, found["suggestions"][0]) == (200, {"rest": rest, "text": whole, "known": True})
    unknown = served.ask("/suggest", {"source": "der mann schläft .", "typed": "gnah "})[1]["suggestions"][0]
    assert not unknown["known"]
    for body in (
        {"source": 1},
        {"source": "a", "typed": 1},
        {"source": "a", "nbest": 0},
        {"source": "\ud800"},
    ):
        assert served.ask("/suggest", body)[0] == 400
    assert served.ask("/suggest", {"source": "a" * 100})[0] == 413


def test_a_request_may_bring_a_glossary(served):
    terms = [["glurbel", "big wombat"]]
    asked = {"text": "der glurbel", "terms": terms}
    assert "big wombat" in served.ask("/translate", asked)[1]["text"]
    assert "big wombat" not in served.ask("/translate", {"text": "der glurbel"})[1]["text"]
    assert (
        "big wombat"
        in served.ask("/suggest", {"source": "der glurbel", "terms": terms})[1]["suggestions"][0]["text"]
    )
    for bad in (
        "x",
        [["a"]],
        [["a", 1]],
        [["a", ""]],
        [["a", "b" * 1000]],
        [["a", "b"]] * 1000,
        [["a", "\ud800"]],
    ):
        assert served.ask("/translate", {"text": "der glurbel", "terms": bad})[0] == 400


def test_what_cannot_be_kept_is_refused(built, served):
    for body in ({}, {"source": "a"}, {"source": "a", "target": " "}, {"source": 1, "target": "b"}):
        assert served.ask("/correct", body)[0] == 400
    assert served.ask("/correct", {"source": "a", "target": "b" * 100})[0] == 413
    status, said = served.ask("/undo", {})
    assert (status, "nothing can be taken back" in said["error"]) == (400, True)
    closed = Served(built, [])
    with running(closed.application) as port:
        for path in ("/correct", "/undo"):
            assert Client(port).ask("POST", path, {"source": "a", "target": "b"})[0] == 403
    closed.server.close()


def test_each_request_is_a_line_of_the_log_without_its_text(served):
    served.ask("/translate", {"text": "geheim"})
    while not served.lines:  # it is written after the answer
        time.sleep(0.01)
    line = json.loads(served.lines[-1])
    assert (line["method"], line["path"], line["status"]) == ("POST", "/translate", 200)
    assert line["milliseconds"] >= 0
    assert "geheim" not in served.lines[-1]
