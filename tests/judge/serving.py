"""Servers to ask, each in a thread of its own."""

import http.client
import json
from contextlib import contextmanager
from threading import Thread

from pitchpipe.judge.answers import Answers
from pitchpipe.judge.server import JudgeServer
from pitchpipe.web.door import Door
from pitchpipe.web.server import listening, server_of


@contextmanager
def running(application, port=0, **door):
    """The port of a server that is gone afterwards."""
    with listening("127.0.0.1", port) as sock:
        server = server_of(Door(application, **door))
        thread = Thread(target=server.run, kwargs={"sockets": [sock]})
        thread.start()
        try:
            yield sock.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def serving(campaign, folder, secret=None, port=0):
    """A campaign, written if it is new, with what asks for it and what it has kept."""
    if not folder.exists():
        campaign.write(folder)
    with Answers(folder) as answers:
        application = JudgeServer(campaign, answers, secret).application()
        with running(application, port) as chosen:
            yield Client(chosen), answers


class Client:
    """Requests as a browser or another program would send them."""

    def __init__(self, port):
        self.port = port

    def ask(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        data = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        connection.request(method, path, data, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        self.headers = dict(answer.getheaders())
        return answer.status, text

    def work(self, judge, **headers):
        status, text = self.ask("GET", f"/work?judge={judge}", **headers)
        return status, json.loads(text)

    def answer(self, judge, *events, **headers):
        status, text = self.ask("POST", "/answers", {"judge": judge, "events": events}, **headers)
        return status, json.loads(text) if text.startswith("{") else text


def event(item, key="key00000", kind="answer", value=None, **rest):
    value = {"ranks": [1, 2]} if value is None and kind == "answer" else value
    return {"key": key, "item": item, "kind": kind, "value": value, "comment": "", "seconds": 1.5, **rest}
