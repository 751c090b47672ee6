"""A short share of the attack on all readers; `make fuzz` is the long one."""

import signal
import subprocess
import sys

import pytest

from .attack import ROOT, attack
from .targets import TARGETS

INPUTS, FEW = 30, 4
GROUPS = 6
SLOW = [name for name, target in TARGETS.items() if target.slow]
FAST = [name for name in TARGETS if name not in SLOW]


@pytest.mark.parametrize("group", range(GROUPS))
def test_odd_inputs_are_read_or_refused_in_one_sentence(group, tmp_path):
    _attack(FAST[group::GROUPS], tmp_path, INPUTS)


def test_odd_inputs_of_slow_readers_are_too(tmp_path):
    _attack(SLOW, tmp_path, FEW)


def _attack(names, folder, inputs):
    found = attack(names, folder, inputs=inputs)
    assert {path: problem for one in found for path, problem in one.findings.items()} == {}
    assert all(one.read and one.inputs == inputs for one in found)


@pytest.mark.parametrize(
    ("timer", "work", "ended"),
    [("SECONDS", "while True: pass", signal.SIGPROF), ("WAIT", "time.sleep(60)", signal.SIGALRM)],
)
def test_an_input_that_takes_too_long_ends_the_process(timer, work, ended):
    code = (
        "import time\nfrom tests.fuzz import worker\n"
        f"worker.{timer} = 0.2\nwith worker.limited_time():\n    {work}"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=300, check=False)
    assert done.returncode == -ended
