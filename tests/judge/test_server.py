"""The server of a campaign: what it shows, what it keeps, and whom it turns away."""

import json
import re

import pytest

from pitchpipe import InputError
from pitchpipe.judge.links import is_name, is_token, link, secret_of, token_of

from .campaigns import campaign
from .serving import Client, event, serving


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    made = campaign(sentences=20, task=10)
    with serving(made, tmp_path_factory.mktemp("served") / "campaign") as (client, answers):
        yield made, client, answers


def test_the_page_may_run_its_own_script_and_ask_its_own_server(world):
    _, client, _ = world
    status, html = client.ask("GET", "/")
    assert status == 200
    policy = client.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")
    assert "connect-src 'self'" in policy
    assert client.headers["x-frame-options"] == "DENY"
    assert client.headers["cache-control"] == "no-store"
    assert "server" not in client.headers
    assert not re.search(r"https?://", html)


def test_a_judge_gets_items_without_the_names_of_systems_or_what_they_are_for(world):
    made, client, _ = world
    status, work = client.work("ann")
    assert status == 200
    assert [item["id"] for item in work["items"]] == [item.id for item in made.tasks[0]]
    assert all(set(item) == {"id", "source", "reference", "texts"} for item in work["items"])
    assert "spoilt" not in json.dumps(work)
    assert "identical" not in json.dumps(work)


def test_answers_are_kept_and_come_back(world):
    _, client, answers = world
    _, work = client.work("bob")
    first, second = (item["id"] for item in work["items"][:2])
    sent = event(first, "bob-key-1", comment="hm")
    assert client.answer("bob", sent) == (200, {"kept": ["bob-key-1"]})
    assert client.answer("bob", sent) == (200, {"kept": ["bob-key-1"]})
    assert client.answer("bob", event(second, "bob-key-2", "skip"))[0] == 200
    _, work = client.work("bob")
    assert [(one["item"], one["kind"], one["comment"]) for one in work["done"]] == [
        (first, "answer", "hm"),
        (second, "skip", ""),
    ]
    assert client.answer("bob", event(first, "bob-key-3", "undo"))[0] == 200
    assert [one["item"] for one in client.work("bob")[1]["done"]] == [second]
    assert len(answers.events("bob")) == 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"item": "999"}, "there is no item '999'"),
        ({"key": "x"}, "expected a key"),
        ({"key": None}, "expected a key"),
        ({"kind": "love"}, "expected one of answer, skip, undo"),
        ({"kind": "skip"}, "expected no value of a skip"),
        ({"comment": 5}, "expected a comment"),
        ({"comment": "x" * 10_001}, "expected a comment"),
        ({"seconds": "1"}, "how many seconds"),
        ({"seconds": -1}, "how many seconds"),
        ({"seconds": float("nan")}, "how many seconds"),
        ({"value": None}, "that is no object"),
        ({"value": {"ranks": [1]}}, "expected 2 numbers from 1 to 2"),
        ({"value": {"ranks": [0, 2]}}, "expected 2 numbers from 1 to 2"),
        ({"value": {"ranks": [True, 2]}}, "expected 2 numbers from 1 to 2"),
    ],
)
def test_a_malformed_answer_is_refused_with_a_sentence(world, change, message):
    made, client, answers = world
    before = len(answers.events())
    status, said = client.answer("kim", {**event(made.tasks[0][0].id), **change})
    assert status == 400
    assert message in said["error"]
    assert len(answers.events()) == before


def test_requests_that_are_no_answers_are_refused(world):
    _, client, _ = world
    assert client.ask("POST", "/answers", b"{")[0] == 400
    assert client.ask("POST", "/answers", b"[" * 100_000)[0] == 400
    assert client.ask("POST", "/answers", [])[0] == 400
    assert client.ask("POST", "/answers", {"judge": "ann", "events": 5})[0] == 400
    assert client.ask("POST", "/answers", {"judge": "ann", "events": [5]})[0] == 400
    assert client.ask("POST", "/answers", {"judge": "", "events": []})[0] == 400
    assert client.ask("GET", "/work")[0] == 400
    assert client.ask("GET", "/../campaign.toml")[0] == 404
    assert client.ask("GET", "/answers")[0] == 405


def test_other_sites_are_turned_away(world):
    _, client, _ = world
    own = f"127.0.0.1:{client.port}"
    good = {"judge": "ann", "events": []}
    assert client.ask("POST", "/answers", good, Origin=f"http://{own}")[0] == 200
    assert client.ask("POST", "/answers", good, Origin="http://example.org")[0] == 403
    assert client.ask("POST", "/answers", good, Origin="null")[0] == 403
    assert client.ask("POST", "/answers", good, **{"Sec-Fetch-Site": "cross-site"})[0] == 403
    assert client.ask("POST", "/answers", good, **{"Content-Type": "text/plain"})[0] == 415
    assert client.ask("POST", "/answers", b" " * (1 << 20) + b"{}")[0] == 413
    assert client.ask("GET", "/", Host="example.org")[0] == 403
    assert client.ask("GET", "/", Host=f"localhost:{client.port}")[0] == 200
    assert client.ask("GET", "/", Host=f"127.0.0.1:{client.port}@example.org")[0] == 403


def test_with_a_secret_a_judge_needs_a_link(tmp_path):
    secret = b"something nobody knows"
    with serving(campaign(), tmp_path / "campaign", secret) as (client, _):
        assert client.work("ann")[0] == 403
        assert client.work("ann", Authorization=f"Bearer {token_of(secret, 'bob')}")[0] == 403
        assert client.work("ann", Authorization="Bearer ä".encode().decode("latin-1"))[0] == 403
        right = f"Bearer {token_of(secret, 'ann')}"
        assert client.work("ann", Authorization=right)[0] == 200
        assert client.answer("bob", Authorization=right)[0] == 403
        assert client.answer("ann", Authorization=right)[0] == 200


def test_the_secret_is_the_owners_alone_and_stays_the_same(tmp_path):
    secret = secret_of(tmp_path)
    assert secret == secret_of(tmp_path)
    assert len(secret) == 64
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    assert is_token(secret, "ann", token_of(secret, "ann"))
    assert not is_token(secret, "ann", "")
    assert link("http://x/", "Zoë B", "t") == "http://x/#judge=Zo%C3%AB%20B&token=t"
    assert [is_name(one) for one in ("ann", "", " a", "a\n", "x" * 61, 5, None)] == [True, *[False] * 6]


@pytest.mark.parametrize("left", [b"", b"0123"])
def test_a_secret_whose_maker_was_killed_is_made_anew(tmp_path, left):
    (tmp_path / "secret").write_bytes(left)
    secret = secret_of(tmp_path)
    assert len(secret) == 64
    assert secret == secret_of(tmp_path)
    assert not is_token(secret, "ann", token_of(left, "ann"))


def test_a_secret_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "secret").mkdir()
    with pytest.raises(InputError, match="secret: cannot be"):
        secret_of(tmp_path)


@pytest.mark.parametrize(
    ("protocol", "good", "bad"),
    [
        ("rank", {"ranks": [2, 1, 2]}, {"ranks": [4, 1, 2]}),
        ("direct", {"score": 70}, {"score": 101}),
        ("direct", {"score": 0}, {"score": True}),
        ("mqm", {"spans": []}, {"spans": None}),
        (
            "mqm",
            {"spans": [{"start": 0, "end": 3, "severity": "major", "category": "accuracy"}]},
            {"spans": [{"start": 3, "end": 3, "severity": "major", "category": "accuracy"}]},
        ),
        (
            "mqm",
            {"spans": []},
            {"spans": [{"start": 0, "end": 3, "severity": "huge", "category": "accuracy"}]},
        ),
    ],
)
def test_every_protocol_takes_its_own_answers(tmp_path, protocol, good, bad):
    made = campaign("abc", 5, protocol=protocol, repeats=0, bad=0, identical=0)
    with serving(made, tmp_path / "campaign") as (client, _):
        assert client.answer("ann", event(made.items[0].id, value=good))[0] == 200
        assert client.answer("ann", event(made.items[0].id, "key00001", value=bad))[0] == 400


def test_equal_ranks_are_refused_where_there_are_no_ties(tmp_path):
    with serving(campaign(ties=False), tmp_path / "campaign") as (client, _):
        assert client.answer("ann", event("01", value={"ranks": [1, 1]}))[0] == 400
        assert client.answer("ann", event("01", value={"ranks": [2, 1]}))[0] == 200


def test_a_client_that_sends_half_a_request_holds_up_nobody(world):
    import socket

    _, client, _ = world
    slow = [socket.create_connection(("127.0.0.1", client.port)) for _ in range(20)]
    for one in slow:
        one.sendall(b"POST /answers HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n")
    assert Client(client.port).work("ann")[0] == 200
    for one in slow:
        one.close()
