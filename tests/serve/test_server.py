"""A model served: what it translates, what it refuses, and whom."""

import json
import threading

import pytest

import pitchpipe
from pitchpipe.decoder import Translator
from pitchpipe.serve.live_model import LiveModel
from pitchpipe.serve.server import TranslationServer
from pitchpipe.serve.settings import ServeSettings
from tests.decoder.phrasebook import phrasebook
from tests.judge.serving import Client, running

PAIRS = {"das haus": ["the house"], "ist": ["is"], "klein": ["small", "little"], "ein": ["a"]}


def served_model(folder, **settings):
    phrasebook(folder, PAIRS)
    return TranslationServer(LiveModel.of(Translator(folder, threads=1)), "model", ServeSettings(**settings))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("serve") / "model"
    made = served_model(folder, lines=20, letters=50, nbest=3, timeout=5)
    yield made
    made.close()


@pytest.fixture(scope="module")
def client(server):
    with running(server.application()) as port:
        yield Client(port)


def asked(client, path, body, **headers):
    status, text = client.ask("POST", path, body, **headers)
    return status, json.loads(text)


def test_what_the_server_does_not_answer_is_said_in_json(client):
    for method, path, status in (
        ("GET", "/nothing", 404),
        ("GET", "/translate", 405),
        ("POST", "/health", 405),
    ):
        found, text = client.ask(method, path, {} if method == "POST" else None)
        assert (found, json.loads(text)) == (
            status,
            {"error": f"found {method} {path}, which this server does not answer"},
        )


def test_a_text_is_translated_with_its_paragraphs(client):
    status, found = asked(client, "/translate", {"text": "das haus ist klein\n\n  ist  ein\n"})
    assert status == 200
    assert found["text"] == "the house is small\n\n  is a\n"
    assert [[one["source"] for one in line] for line in found["lines"]] == [
        ["das haus ist klein"],
        [""],
        ["ist  ein"],
        [""],
    ]


def test_alternatives_have_their_phrases_and_features(client):
    _, found = asked(client, "/translate", {"text": "das haus ist klein", "nbest": 2})
    (((sentence),),) = found["lines"]
    first, second = sentence["alternatives"]
    assert sentence["tokens"] == ["das", "haus", "ist", "klein"]
    assert (first["text"], second["text"]) == ("the house is small", "the house is little")
    assert first["score"] > second["score"]
    assert first["phrases"][0] == [0, 2, 0, 2]
    assert "LM0" in first["features"]


def test_a_batch_has_a_line_for_each_line(client, server):
    lines = ["das haus", "", "klein ist", "unbekannt"]
    status, found = asked(client, "/batch", {"lines": lines})
    assert (status, found["lines"]) == (200, server.model.translator.translate(lines))


def test_the_server_says_what_and_how_it_is(client):
    assert json.loads(client.ask("GET", "/health")[1]) == {"status": "ok", "waiting": 0}
    assert json.loads(client.ask("GET", "/models")[1])["models"] == [
        {"name": "model", "source": "none", "target": "none"}
    ]
    document = json.loads(client.ask("GET", "/openapi.json")[1])
    assert set(document["paths"]) == {
        "/translate",
        "/batch",
        "/suggest",
        "/correct",
        "/undo",
        "/health",
        "/models",
    }
    assert "pitchpipe_sentences_total" in client.ask("GET", "/metrics")[1]
    status, html = client.ask("GET", "/")
    assert status == 200
    assert "connect-src 'self'" in client.headers["content-security-policy"]
    assert "http://" not in html


@pytest.mark.parametrize(
    ("path", "body", "status", "message"),
    [
        ("/translate", b"{", 400, "not JSON"),
        ("/translate", {}, 400, "expected text"),
        ("/translate", {"text": 5}, 400, "expected text"),
        ("/translate", {"text": "ist", "nbest": 4}, 400, "number from 1 to 3"),
        ("/translate", {"text": "ist", "nbest": True}, 400, "number from 1 to 3"),
        ("/translate", {"text": "x" * 51}, 413, "sentence 1: found 51 characters"),
        ("/batch", {"lines": "ist"}, 400, "expected lines"),
        ("/batch", {"lines": ["ist"] * 21}, 413, "found 21 sentences, expected at most 20"),
        ("/batch", {"lines": ["ist", "\ud800"]}, 400, "not JSON: it has half a character"),
    ],
)
def test_bad_requests_are_refused_with_a_sentence(client, path, body, status, message):
    found, said = asked(client, path, body)
    assert found == status
    assert message in said["error"]


def test_control_characters_in_a_line_do_not_shift_the_others(client):
    lines = ["das haus", "ist\nklein\r\x0b", "\u2028", "klein", "\x00"]
    _, found = asked(client, "/batch", {"lines": lines})
    assert len(found["lines"]) == 5
    assert found["lines"][0] == "the house"
    assert found["lines"][3] == "small"


def test_too_much_is_answered_with_429_and_nothing_with_503(tmp_path, monkeypatch):
    server = served_model(tmp_path / "model", waiting=4, timeout=0.3)
    gate, begun = threading.Event(), threading.Event()
    real = server.model.translator.source.prepare

    def slow(*arguments, **settings):
        begun.set()
        gate.wait(20)
        return real(*arguments, **settings)

    monkeypatch.setattr(type(server.model.translator.source), "prepare", lambda self, *a, **s: slow(*a, **s))
    with running(server.application()) as port:
        client = Client(port)
        late = []
        thread = threading.Thread(
            target=lambda: late.append(asked(Client(port), "/batch", {"lines": ["ist"] * 4}))
        )
        thread.start()
        assert begun.wait(10)
        status, said = asked(client, "/batch", {"lines": ["ist"]})
        assert (status, client.headers["retry-after"]) == (429, "1")
        assert "try again later" in said["error"]
        thread.join()
        assert late[0][0] == 503
        gate.set()
        for _ in range(100):
            status, said = asked(client, "/batch", {"lines": ["ist"]})
            if status == 200:
                break
        assert said == {"lines": ["is"]}
        assert 'pitchpipe_refused_total{code="429"}' in client.ask("GET", "/metrics")[1]
    server.close()


def test_with_a_token_only_the_page_and_health_are_free(server):
    with running(server.application(), token="abc", free=("/", "/health")) as port:
        client = Client(port)
        assert client.ask("GET", "/")[0] == 200
        assert client.ask("GET", "/health")[0] == 200
        assert client.ask("GET", "/models")[0] == 401
        assert client.ask("POST", "/translate", {"text": "ist"}, Authorization="Bearer abd")[0] == 401
        assert client.ask("POST", "/translate", {"text": "ist"}, Authorization="Bearer abc")[0] == 200


def test_many_clients_at_once_each_get_their_own(client, server):
    expected = server.model.translator.translate(["das haus", "ist klein", "ein"])
    found = []

    def ask(line):
        found.append((line, asked(Client(client.port), "/batch", {"lines": [line] * 3})[1]["lines"]))

    lines = ["das haus", "ist klein", "ein"]
    threads = [threading.Thread(target=ask, args=(lines[number % 3],)) for number in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 30
    assert all(result == [expected[lines.index(line)]] * 3 for line, result in found)


def test_raw_text_is_cut_into_sentences_and_comes_back_readable(tmp_path):
    (tmp_path / "raw.de").write_text("Das Haus ist klein.\nDer Hund schläft.\nDas ist der Hund.\n")
    (tmp_path / "raw.en").write_text("The house is small.\nThe dog sleeps.\nThis is the dog.\n")
    texts = str(tmp_path / "raw.de"), str(tmp_path / "raw.en")
    how = {"source_language": "de", "target_language": "en", "truecase": True, "order": 2}
    pitchpipe.train(*texts, str(tmp_path / "model"), **how)
    server = TranslationServer(LiveModel.of(Translator(tmp_path / "model", threads=1)), "model")
    with running(server.application()) as port:
        _, found = asked(
            Client(port), "/translate", {"text": "Der Hund ist klein. Der Hund schläft.\n\nDas ist das Haus."}
        )
    server.close()
    assert [len(line) for line in found["lines"]] == [2, 1, 1]
    first, _, last = found["text"].split("\n")
    assert first == "The dog is small. The dog sleeps."
    assert last.endswith("house.")
