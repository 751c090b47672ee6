"""A short share of works that are ended and begun again; `make fuzz` has the long one."""

import errno
import os

from .additions import killed_additions
from .campaigns import killed_campaign
from .full_disk import run_with_small_files
from .kills import killed, run
from .works import WORKS


def test_scores_and_tuning_come_to_the_same_end_however_often_they_are_ended(tmp_path):
    found = killed(WORKS["scores"], tmp_path / "scores", kills=3)
    assert found.problems == []
    assert found.kills == 3


def test_answers_that_a_server_has_acknowledged_are_kept_once_however_often_it_is_ended(tmp_path):
    found = killed_campaign(tmp_path, kills=2)
    assert found.problems == []
    assert (found.kills, found.whole) == (2, 1)


def test_pairs_are_added_whole_or_not_at_all_however_often_adding_them_is_ended(tmp_path):
    found = killed_additions(tmp_path, kills=2)
    assert found.problems == []
    assert found.kills == 2


def test_a_disk_that_is_full_while_a_table_is_made_is_told_and_leaves_nothing_broken(tmp_path):
    work = WORKS["extract"]
    work.inputs(tmp_path)
    before = sorted(os.listdir(tmp_path))
    status, said = run_with_small_files(work, tmp_path, 20_000)
    assert status == 1
    assert said.splitlines()[-1].endswith(os.strerror(errno.EFBIG))
    assert "Traceback" not in said
    assert sorted(os.listdir(tmp_path)) == before
    assert run(work, tmp_path)[0] == 0
