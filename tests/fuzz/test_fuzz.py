"""A short share of the attack on all readers; `make fuzz` is the long one."""

import pytest

from .attack import attack
from .targets import TARGETS

INPUTS = 40
GROUPS = 6


@pytest.mark.parametrize("group", range(GROUPS))
def test_odd_inputs_are_read_or_refused_in_one_sentence(group, tmp_path):
    found = attack(list(TARGETS)[group::GROUPS], tmp_path, inputs=INPUTS)
    assert {path: problem for one in found for path, problem in one.findings.items()} == {}
    assert all(one.read and one.inputs == INPUTS for one in found)
