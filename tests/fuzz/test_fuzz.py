"""A short share of the attack on all readers; `make fuzz` is the long one."""

import pytest

from .attack import attack
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
