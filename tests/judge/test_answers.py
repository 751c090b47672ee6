"""The store of answers: kept once, never overwritten, and there after the process is killed."""

import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime, timedelta, timezone

import pytest

from pitchpipe import InputError
from pitchpipe.judge.answers import Answers, Event
from pitchpipe.judge.results import Results
from pitchpipe.judge.tasks import Tasks

from .campaigns import campaign


def said(key, item="1", judge="ann", kind="answer", value=None, **rest):
    return Event(key, judge, item, kind, value, **rest)


def test_an_answer_that_comes_again_is_kept_once(tmp_path):
    one = said("k1", value={"ranks": [1, 2]}, comment="good", seconds=2.5)
    with Answers(tmp_path) as answers:
        answers.keep([one])
        answers.keep([one, said("k2", "2")])
    with Answers(tmp_path) as answers:
        found = answers.events()
        assert [event.key for event in found] == ["k1", "k2"]
        assert (found[0].value, found[0].comment, found[0].seconds) == ({"ranks": [1, 2]}, "good", 2.5)
        assert datetime.fromisoformat(found[0].at).tzinfo is not None


def test_a_key_with_another_answer_is_refused_and_nothing_of_the_batch_is_kept(tmp_path):
    with Answers(tmp_path) as answers:
        answers.keep([said("k1", value=1)])
        with pytest.raises(InputError, match="found the key 'k1' with another answer"):
            answers.keep([said("k3", "3"), said("k1", value=2)])
        assert [event.key for event in answers.events()] == ["k1"]


def test_the_last_answer_that_was_not_undone_counts(tmp_path):
    with Answers(tmp_path) as answers:
        answers.keep([said("a", "1", value=1), said("b", "2", value=2), said("c", "1", kind="undo")])
        assert [event.item for event in answers.current()] == ["2"]
        answers.keep([said("d", "1", value=3), said("e", "2", kind="skip"), said("f", "1", "bob", value=4)])
        assert {(one.judge, one.item): (one.kind, one.value) for one in answers.current()} == {
            ("ann", "1"): ("answer", 3),
            ("ann", "2"): ("skip", None),
            ("bob", "1"): ("answer", 4),
        }
        assert len(answers.events("ann")) == 5


def test_many_threads_keep_all_of_their_answers(tmp_path):
    with Answers(tmp_path) as answers, ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: answers.keep([said(f"k{number % 60}", str(number % 60))]), range(120)))
        assert sorted(event.key for event in answers.events()) == sorted(f"k{number}" for number in range(60))


def test_what_was_kept_is_there_after_the_process_is_killed(tmp_path):
    script = (
        "import sys\nfrom pitchpipe.judge.answers import Answers, Event\n"
        "answers = Answers(sys.argv[1])\nfor number in range(10**6):\n"
        "    answers.keep([Event(f'k{number}', 'ann', str(number), 'answer')])\n    print(number, flush=True)\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        told = [int(process.stdout.readline()) for _ in range(20)]
        os.kill(process.pid, signal.SIGKILL)
        told += [int(line) for line in process.stdout if line.endswith("\n")]
    with Answers(tmp_path) as answers:
        kept = [event.key for event in answers.events()]
    assert [f"k{number}" for number in told] == kept[: len(told)]
    assert len(kept) <= len(told) + 1


def test_a_file_that_is_no_database_is_refused(tmp_path):
    (tmp_path / "answers.sqlite").write_text("not a database, but long enough to be looked at as one " * 20)
    with pytest.raises(InputError, match=r"answers\.sqlite: cannot be used as a database"):
        Answers(tmp_path)


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("value", "[1, ", r"found '\[1, ' as the answer of 'ann', expected JSON"),
        ("value", "[" * 100_000, "as the answer of 'ann', expected JSON"),
        ("value", b"\xff", "found the event"),
        ("kind", "odd", "found the event"),
        ("at", "yesterday", "found the event"),
        ("seconds", float("inf"), "found the event"),
    ],
)
def test_a_row_that_no_judge_has_sent_is_refused(tmp_path, column, value, message):
    with Answers(tmp_path) as answers:
        answers.keep([said("k1", value={"ranks": [1, 2]}, seconds=2.5)])
    with closing(sqlite3.connect(tmp_path / "answers.sqlite")) as database:
        database.execute(f"UPDATE events SET {column} = ?", (value,))
        database.commit()
    with Answers(tmp_path) as answers, pytest.raises(InputError, match=message):
        answers.events()


def test_an_answer_that_does_not_fit_its_item_is_refused_by_reports(tmp_path):
    campaign(sentences=4).write(tmp_path)
    with Answers(tmp_path) as answers:
        answers.keep([said("k1", "1", value={"score": 3})])
    with pytest.raises(InputError, match=r"answers\.sqlite: 'ann': item 1: found the ranks None"):
        Results.read(tmp_path)


def finish(made, answers, judge, task):
    answers.keep([said(f"{judge}{item.id}", item.id, judge) for item in made.tasks[task]])


def test_tasks_are_given_out_until_each_has_its_judges(tmp_path):
    made = campaign(sentences=6, task=3, judgements=2)
    with Answers(tmp_path) as answers:
        tasks = Tasks(made, answers)
        assert [tasks.of(judge) for judge in ("ann", "bob", "eve", "kim", "lee")] == [0, 1, 0, 1, None]
        assert tasks.of("ann") == 0
        finish(made, answers, "ann", 0)
        assert tasks.of("ann") is None
        assert Tasks(made, answers).of("bob") == 1


def test_a_task_that_is_left_alone_goes_to_another_judge(tmp_path):
    made = campaign(sentences=3, judgements=1)
    with Answers(tmp_path) as answers:
        tasks = Tasks(made, answers)
        now = datetime.now(timezone.utc)
        assert tasks.of("ann", now) == 0
        assert tasks.of("bob", now + timedelta(hours=23)) is None
        answers.keep([said("k", made.tasks[0][0].id)])
        assert tasks.of("bob", now + timedelta(hours=25)) == 0
        assert tasks.of("ann", now + timedelta(hours=25)) == 0
        finish(made, answers, "ann", 0)
        finish(made, answers, "bob", 0)
        assert tasks.of("eve", now + timedelta(days=9)) is None


def test_a_task_that_the_campaign_does_not_have_is_given_to_nobody(tmp_path):
    made = campaign(sentences=4)
    with Answers(tmp_path) as answers:
        answers.assign("ann", 99)
        assert Tasks(made, answers).of("ann") == 0
