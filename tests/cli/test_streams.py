"""What only a process of its own shows: streams, exit codes, signals, start-up."""

import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from .commands import HANGS, REFERENCES, process, start

COMMANDS = [
    "train",
    "prepare",
    "align",
    "extract",
    "lm",
    "translate",
    "show",
    "restore",
    "convert",
    "tune",
    "rerank",
    "oracle",
    "score",
    "diff",
    "compare",
    "report",
    "explain",
    "demo",
]
TUNE = ["tune", "nbest.txt", "-r", "reference.txt"]


def in_a_terminal(*arguments, **environment):
    """All that a command shows on a terminal."""
    ours, theirs = pty.openpty()
    variables = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    started = subprocess.Popen(
        [sys.executable, "-m", "pitchpipe", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**variables, "TERM": "xterm-256color", "COLUMNS": "100", **environment},
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 4096):
            shown += piece
    except OSError:  # the way Linux says that the other side is closed
        pass
    os.close(ours)
    assert started.wait(60) == 0
    return shown.decode()


def test_off_a_terminal_there_are_no_bars_and_no_colour():
    done = process(*TUNE, "--method", "mert,simplex", env={**os.environ, "FORCE_COLOR": "1"})
    assert done.returncode == 0
    assert "\x1b" not in done.stdout + done.stderr
    assert "\r" not in done.stdout + done.stderr
    assert "━" not in done.stderr
    assert "tuning with simplex\n" in done.stderr


def test_on_a_terminal_there_are_bars_and_colour():
    shown = in_a_terminal(*TUNE, "--method", "mert,simplex", "-o", "found.txt")
    assert "━" in shown
    assert "\x1b[1;32m" in shown


def test_the_bar_of_a_long_work_goes_when_it_is_done():
    shown = in_a_terminal("restore", "reference.txt", "--language", "en")
    assert "restoring text" in shown
    assert shown.rstrip().endswith("We see the old dog")


def test_no_color_is_kept_to():
    shown = in_a_terminal(*TUNE, "--method", "mert,simplex", "-o", "found.txt", NO_COLOR="1")
    assert "\x1b[1;32m" not in shown
    assert "\x1b[33m" not in shown


def test_json_is_alone_on_stdout():
    done = process(*TUNE, "--json")
    assert json.loads(done.stdout)["method"] == "mert"
    assert "candidates of 4 sentences" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (
            ["score", "none", "-r", "reference.txt"],
            2,
            "pitchpipe: none: cannot be read: No such file or directory\n",
        ),
        (["explain", "merd"], 2, "did you mean 'mert'?\n"),
        (["tune"], 2, "pitchpipe: missing argument 'LISTS'; see 'pitchpipe tune --help'\n"),
        (["--typo"], 2, "; see 'pitchpipe --help'\n"),
    ],
)
def test_errors_are_one_line_on_stderr(arguments, code, sentence):
    done = process(*arguments)
    assert done.returncode == code
    assert done.stdout == ""
    assert done.stderr.endswith(sentence)
    assert done.stderr.count("\n") == 1


def test_a_full_disk_is_a_failed_run():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pitchpipe", "explain"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "pitchpipe: the output: No space left on device\n"


def test_a_reader_that_goes_away_is_no_error(folder):
    (folder / "long.txt").write_text("".join(f"{n} ||| word{n} ||| LM0= 1 TM0= 1 1\n" for n in range(60_000)))
    started = subprocess.Popen(
        [sys.executable, "-m", "pitchpipe", "rerank", "long.txt", "-w", "weights.txt"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert started.stdout.readline() == "word0\n"
    started.stdout.close()
    assert started.stderr.read() == ""
    started.stderr.close()
    assert started.wait(60) == 1


def test_an_interrupt_ends_quietly(folder):
    os.mkfifo("pipe")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    started = start("score", "reference.txt", "-r", "pipe", **pipes)
    with open("pipe", "w"):  # waits for the command to open it
        while started.poll() is None:  # one that comes just before the read is noticed after it only
            started.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):  # one that comes while Python ends is another matter
                started.wait(5)
        stdout, stderr = started.communicate(timeout=HANGS)
    assert (started.returncode, stdout, stderr) == (130, "", "")


@pytest.mark.parametrize(
    ("closed", "code", "wrong"),
    [(0, 2, "pitchpipe: standard input: cannot be read: it is closed\n"), (1, 0, ""), (2, 0, "")],
)
def test_a_stream_that_is_closed_gives_no_traceback(closed, code, wrong):
    command = [sys.executable, "-m", "pitchpipe", "score", "-", "-r", "reference.txt"]
    done = subprocess.run(
        command if closed == 0 else [*command[:4], "reference.txt", *command[5:]],
        preexec_fn=lambda: os.close(closed),
        stdout=None if closed == 1 else subprocess.PIPE,
        stderr=None if closed == 2 else subprocess.PIPE,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr or "") == (code, wrong)


def test_standard_input_is_read():
    done = process("score", "-", "-r", "reference.txt", input=REFERENCES)
    assert "standard input  100.00" in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command):
    done = process(command, "--help")
    assert done.returncode == 0
    assert f"Example:\n    pitchpipe {command}" in done.stdout


def test_without_a_command_there_is_help():
    done = process()
    assert done.returncode == 0
    assert all(f"\n  {command} " in done.stdout for command in COMMANDS)


def test_the_version_is_printed():
    assert process("--version").stdout == "pitchpipe 0.1.0\n"


def test_help_imports_nothing_slow():
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "pitchpipe", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert "typer" in imported
    assert not imported & {"numpy", "scipy", "rich", "sacrebleu", "sacremoses"}
