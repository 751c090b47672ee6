"""One run at a time in a folder."""

import signal
import subprocess
import sys

import pytest

from pitchpipe import InputError
from pitchpipe.files.folder_lock import locked

HOLDING = """\
import sys
from pitchpipe.files.folder_lock import locked
with locked(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_another_run_in_the_folder_is_refused_until_the_first_ends(tmp_path):
    folder = tmp_path / "a" / "run"
    with locked(folder):
        with pytest.raises(InputError) as told, locked(folder):
            pass
        with locked(tmp_path / "other"):
            pass
    assert str(told.value) == f"{folder}: found another run at work in this folder, expected none"
    with locked(folder):
        pass


def test_a_process_that_is_killed_leaves_the_folder_free(tmp_path):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with holder:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(InputError, match="found another run"), locked(tmp_path):
            pass
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    with locked(tmp_path):
        pass


def test_without_a_folder_there_is_nothing_to_lock():
    with locked(None), locked(None):
        pass
