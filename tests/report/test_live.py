"""Reports that are served while a run goes on."""

import http.client
import json
from contextlib import contextmanager
from threading import Thread

import pytest

from pitchpipe import InputError
from pitchpipe.report import report
from pitchpipe.report.live import LivePage, live_server
from tests.online.world import learned
from tests.tuning.loop.test_loop import tuned


@contextmanager
def served(folder):
    """The port of a server that is gone afterwards."""
    with live_server(LivePage(folder, lambda: report(folder))) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def asked(server, path="/", host=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port)
    connection.request("GET", path, headers={} if host is None else {"Host": host})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def test_the_page_grows_with_the_run_and_asks_for_itself_again(tmp_path):
    with served(tmp_path) as server:
        status, html = asked(server)
        assert status == 200
        assert "Nothing to show yet" in html
        assert '<meta http-equiv="refresh" content="10">' in html
        tuned(folder=tmp_path, iterations=2, tolerance=0)
        whole = (tmp_path / "02.json").read_bytes()
        (tmp_path / "02.json").unlink()
        assert "0 of 1" in asked(server)[1] or "1 of 1" in asked(server)[1]
        (tmp_path / "02.json").write_bytes(whole)
        last = json.loads(whole)["objective"]
        assert f"{last:.2f} at iteration 2" in asked(server)[1]


def test_the_page_of_online_learning_grows_too(tmp_path):
    with served(tmp_path) as server:
        assert "Nothing to show yet" in asked(server)[1]
        for epochs in (1, 2):
            (tmp_path / "online.npz").unlink(missing_ok=True)
            learned(f"adagrad(epochs={epochs}, patience=9)", folder=tmp_path)
            assert f" of {epochs}</" in asked(server)[1]


def test_only_this_machine_and_only_the_page_are_answered(tmp_path):
    with served(tmp_path) as server:
        assert server.server_address[0] == "127.0.0.1"
        port = server.server_port
        assert asked(server, host=f"localhost:{port}")[0] == 200
        assert asked(server, host=f"example.org:{port}")[0] == 403
        assert asked(server, "/../../etc/passwd")[0] == 404


def test_a_page_in_a_file_does_not_ask_for_itself(tmp_path):
    tuned(folder=tmp_path, iterations=1)
    assert 'http-equiv="refresh"' not in report(tmp_path).to_html()


def test_a_port_that_is_taken_is_told(tmp_path):
    with served(tmp_path) as server, pytest.raises(InputError, match="cannot be listened at"):
        live_server(LivePage(tmp_path, lambda: report(tmp_path)), server.server_port)


@pytest.mark.parametrize("damage", ['"text"', "NaN", "null", "[]", "1e999"])
def test_a_damaged_run_is_answered_with_what_is_wrong(tmp_path, damage):
    tuned(folder=tmp_path)
    stored = json.loads((tmp_path / "00.json").read_text())
    (tmp_path / "00.json").write_text(json.dumps(stored | {"objective": "HERE"}).replace('"HERE"', damage))
    with served(tmp_path) as server:
        status, text = asked(server)
    assert (status, "expected a finite number" in text) == (200, True)


def test_browsers_are_answered_whatever_goes_wrong(tmp_path):
    def fail():
        raise ZeroDivisionError("odd")

    with live_server(LivePage(tmp_path, fail)) as server:
        assert "the run cannot be shown: ZeroDivisionError" in LivePage(tmp_path, fail).html().decode()
        assert server.server_port
