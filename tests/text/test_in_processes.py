"""Work on lines that several processes share."""

import signal
import subprocess
import sys

from pitchpipe.text import in_processes, tokenize_lines


def test_processes_share_the_work_and_lines_keep_their_order(monkeypatch):
    monkeypatch.setattr(in_processes, "_CHUNK", 3)
    lines = [f"Zeile {number}, z.B. so." for number in range(20)]
    told = []
    shared = tokenize_lines(lines, "de", processes=2, progress=lambda done, total: told.append((done, total)))
    assert shared == tokenize_lines(lines, "de")
    assert told == [(min(done, 20), 20) for done in range(3, 22, 3)]


KILLED = """\
import os, signal
from pitchpipe.text import tokenize_lines

def end(done, total):
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    tokenize_lines(["Das ist es."] * 20_000, "de", processes=2, progress=end)
"""


def test_processes_do_not_outlive_a_command_that_is_killed(tmp_path):
    (tmp_path / "killed.py").write_text(KILLED)
    # Waits until all processes that can write to the pipe have ended.
    done = subprocess.run(
        [sys.executable, tmp_path / "killed.py"], stdout=subprocess.PIPE, check=False, timeout=300
    )
    assert done.returncode == -signal.SIGKILL
