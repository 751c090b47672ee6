"""The door of a server, request by request."""

import asyncio

import pytest

from pitchpipe.web.door import Door, is_loopback


async def application(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"in"})


def code(door, method="GET", path="/", **headers):
    """What a request is answered with; underscores in names of headers are hyphens."""
    given = {"host": "127.0.0.1:80", **{name.replace("_", "-"): value for name, value in headers.items()}}
    raw = [(name.encode(), value.encode("latin-1")) for name, value in given.items()]
    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": method, "path": path, "headers": raw}
    asyncio.run(door(scope, None, send))
    names = dict(sent[0]["headers"])
    assert names[b"x-frame-options"] == b"DENY"
    assert names[b"x-content-type-options"] == b"nosniff"
    return sent[0]["status"]


JSON = {"content_type": "application/json", "content_length": "2"}


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", 200),
        ("localhost:8000", 200),
        ("[::1]:8000", 200),
        ("judge.example.org", 200),
        ("example.org", 403),
        ("127.0.0.1.example.org", 403),
        ("192.168.0.5", 403),
        ("", 403),
        ("[", 403),
        ("[X,1]", 403),
    ],
)
def test_only_known_hosts_are_answered(host, expected):
    door = Door(application, {"127.0.0.1", "localhost", "::1", "judge.example.org"})
    assert code(door, host=host) == expected


def test_numbers_may_be_hosts_where_other_machines_ask():
    door = Door(application, any_number=True)
    assert [code(door, host=one) for one in ("192.168.0.5:80", "[fe80::1]", "evil.example")] == [
        200,
        200,
        403,
    ]


def test_other_sites_may_link_to_the_page_and_do_nothing_else():
    door = Door(application)
    for site in (
        {"origin": "https://evil.example"},
        {"sec_fetch_site": "cross-site"},
        {"origin": "null"},
        {"origin": "http://["},
    ):
        assert code(door, "GET", "/", **site) == 200
        assert code(door, "GET", "/work", **site) == 403
        assert code(door, "POST", "/answers", **JSON, **site) == 403
    own = {"origin": "http://127.0.0.1:80", "sec_fetch_site": "same-origin"}
    assert code(door, "POST", "/answers", **JSON, **own) == 200
    assert code(door, "GET", "/work", **own) == 200
    assert code(door, "POST", "/answers", **JSON) == 200


def test_content_has_a_type_and_a_bounded_length():
    door = Door(application, most_bytes=10)
    form = {"content_type": "application/x-www-form-urlencoded", "content_length": "2"}
    assert code(door, "POST", "/x", **form) == 415
    assert (
        code(door, "POST", "/x", content_type="application/json; charset=utf-8", content_length="10") == 200
    )
    assert code(door, "POST", "/x", content_type="application/json", content_length="11") == 413
    assert code(door, "POST", "/x", content_type="application/json") == 411
    assert code(door, "POST", "/x", content_type="application/json", content_length="-1") == 411
    assert code(door, "POST", "/x", content_type="application/json", content_length="9" * 5000) == 413


def test_what_only_this_machine_reaches():
    known = {
        "127.0.0.1": True,
        "127.8.8.8": True,
        "::1": True,
        "localhost": True,
        "0.0.0.0": False,
        "::": False,
    }
    assert {address: is_loopback(address) for address in known} == known
    assert not is_loopback("example.org")
