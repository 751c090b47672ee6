"""`pitchpipe serve`: a model in a process of its own, and what it refuses."""

import json
import re
import signal

from tests.decoder.phrasebook import phrasebook
from tests.judge.serving import Client

from .commands import refusal, start


def test_a_model_is_served_until_it_is_told_to_end(folder):
    phrasebook(folder / "model", {"das haus": ["the house"]})
    process = start("serve", "model", "--port", 0, "--token", "abc", "--threads", 1, stderr=-1)
    with process:
        port = next(int(found[1]) for line in process.stderr if (found := re.search(r":(\d+)/ until", line)))
        client = Client(port)
        status, text = client.ask("POST", "/translate", {"text": "das haus"}, Authorization="Bearer abc")
        assert (status, json.loads(text)["text"]) == (200, "the house")
        assert client.ask("POST", "/translate", {"text": "das haus"})[0] == 401
        process.send_signal(signal.SIGTERM)
        assert "Traceback" not in process.stderr.read()


def test_what_cannot_be_served_is_told(folder):
    assert "expected --token" in refusal("serve", "model", "--address", "0.0.0.0")
    assert "ASCII" in refusal("serve", "model", "--token", "ä")
    assert "waiting must be a whole number" in refusal("serve", "model", "--waiting", "none")
    assert "model" in refusal("serve", "model")
