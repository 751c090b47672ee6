"""Shell completion: of commands, options and the names that options take."""

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from pitchpipe.cli.app import app

from .commands import HANGS


def offered(line):
    """What bash is offered where a line ends."""
    words = line.split(" ")
    asked = {"_PITCHPIPE_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    done = CliRunner().invoke(app, [], env=asked)
    assert done.stderr == ""
    return done.stdout.split("\n")


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("pitchpipe as", {"assemble"}),
        ("pitchpipe lm e", {"estimate"}),
        ("pitchpipe tune --search", {"--search-aware"}),
        ("pitchpipe tune --method me", {"mert"}),
        ("pitchpipe tune --method mert,ada", {"mert,adagrad"}),
        ("pitchpipe tune --metric chr", {"chrf", "chrf++"}),
        ("pitchpipe tune --search-aware po", {"potential"}),
        ("pitchpipe train --method kb", {"kbmira"}),
        ("pitchpipe score --metric te", {"ter", "terp", "terpa"}),
        ("pitchpipe rerank --format js", {"jsonl"}),
        ("pitchpipe align --aligner h", {"hmm"}),
        ("pitchpipe align --symmetrize inter", {"intersection"}),
        ("pitchpipe explain kbm", {"kbmira"}),
    ],
)
def test_names_are_completed(line, names):
    assert names == set(offered(line)) - {""}


def test_the_script_for_the_shell_that_asks_is_shown():
    asked = [sys.executable, "-m", "pitchpipe", "--show-completion"]
    under_bash = ["bash", "-c", '"$@"; exit $?', "bash", *asked]
    done = subprocess.run(under_bash, capture_output=True, text=True, check=False, timeout=HANGS)
    assert "complete -o default -F _pitchpipe_completion pitchpipe" in done.stdout
