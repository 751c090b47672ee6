"""Running commands in tests: most in this process, some in one of their own."""

import json
import subprocess
import sys

from typer.testing import CliRunner

from pitchpipe import __version__
from pitchpipe.cli.app import app

NBEST = """\
0 ||| the house is small ||| LM0= -2 TM0= -1 -3 ||| -1
0 ||| the home is small ||| LM0= -1 TM0= -2 -3 ||| -2
0 ||| a house small ||| LM0= -3 TM0= -3 -2 ||| -3
1 ||| he go home now ||| LM0= -1 TM0= -3 -1 ||| -1
1 ||| he goes home now ||| LM0= -2 TM0= -1 -2 ||| -2
2 ||| it rains a lot ||| LM0= -3 TM0= -1 -1 ||| -1
2 ||| it rain ||| LM0= -1 TM0= -2 -2 ||| -2
3 ||| we see the old dog ||| LM0= -2 TM0= -1 -1 ||| -1
3 ||| we see dog the old ||| LM0= -1 TM0= -2 -1 ||| -2
"""
REFERENCES = "the house is small\nhe goes home now\nit rains a lot\nwe see the old dog\n"
WEIGHTS = "LM0 0.1\nTM0_0 0.8\nTM0_1 0.1\n"
FEATURES = ["LM0", "TM0_0", "TM0_1"]
HANGS = 300
"""Seconds after which a command has hung, on a slow and busy machine too."""


def run(*arguments, stdin=None):
    """A command run in this process, with everything that it wrote."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)


def run_json(*arguments, stdin=None):
    """The document that a command writes, which says who wrote it."""
    done = run(*arguments, "--json", stdin=stdin)
    assert done.exit_code == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["version"] == __version__
    return found


def refusal(*arguments, stdin=None):
    """The sentence with which a command refuses its input; nothing else is written."""
    done = run(*arguments, stdin=stdin)
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    last = done.stderr.splitlines()[-1]
    assert last.startswith("pitchpipe: ")
    assert "Traceback" not in done.stderr
    return last.removeprefix("pitchpipe: ")


def start(*arguments, **settings):
    """A command in a process of its own that goes on beside the test."""
    command = [sys.executable, "-m", "pitchpipe", *map(str, arguments)]
    return subprocess.Popen(command, text=True, **settings)


def process(*arguments, **settings):
    """A command in a process of its own, without a terminal."""
    command = [sys.executable, "-m", "pitchpipe", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=HANGS, **settings)
