"""Scores that are computed once."""

import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.score_store import (
    ScoreStore,
    Tally,
    current_store,
    keeping_scores,
    question_key,
    tallies_in,
)

from .scorers import PROGRAM

texts = st.text(max_size=3)
questions = st.tuples(texts, st.lists(texts, max_size=3), st.none() | texts)


@given(questions, questions)
def test_other_questions_have_other_keys(one, other):
    assert (question_key(*one) == question_key(*other)) == (one == other)


def test_rows_are_kept_by_signature_and_counted(tmp_path):
    store = ScoreStore(tmp_path / "a" / "scores.sqlite")
    store.count("m|1", 5)
    store.add("m|1", {b"a": (0.1, 1.0), b"b": (2.0, 3.0)})
    store.add("m|1", {b"a": (9.0, 9.0)})
    assert store.find("m|1", [b"a", b"b", b"c"]) == {b"a": (0.1, 1.0), b"b": (2.0, 3.0)}
    assert store.find("m|2", [b"a"]) == {}
    assert store.tallies() == {"m|1": Tally(5, 3)}
    assert str(Tally(5, 3)) == "5 asked, 2 known (40 %), 3 computed"
    store.close()
    assert ScoreStore(tmp_path / "a" / "scores.sqlite").find("m|1", [b"b"]) == {b"b": (2.0, 3.0)}


def test_many_keys_are_found_at_once():
    store = ScoreStore()
    rows = {str(number).encode(): (float(number), 1.0) for number in range(3000)}
    store.add("m", rows)
    assert store.find("m", [*rows, b"x"]) == rows


def test_what_is_no_store_is_refused(tmp_path):
    (tmp_path / "scores.sqlite").write_text("something else, and more of it than nothing" * 100)
    with pytest.raises(InputError, match=r"scores.sqlite: cannot be used as a file of scores"):
        ScoreStore(tmp_path / "scores.sqlite").tallies()


def test_a_run_within_a_run_shares_its_store(tmp_path):
    with keeping_scores(tmp_path / "study"):
        outer = current_store()
        with keeping_scores(tmp_path / "study" / "cell"):
            assert current_store() is outer
        outer.count("m", 3)
        assert pickle.loads(pickle.dumps(outer)).tallies() == {"m": Tally(3, 0)}
    assert current_store().path is None
    assert tallies_in(tmp_path / "study") == {"m": Tally(3, 0)}
    assert tallies_in(tmp_path / "elsewhere") == {}


WRITER = """
import sys
from pitchpipe.metrics.score_store import ScoreStore
store = ScoreStore(sys.argv[1])
for number in range(200):
    store.add("m", {f"{sys.argv[2]} {number}".encode(): (number, 1.0), f"both {number}".encode(): (number, 2.0)})
    store.count("m", 2)
"""


def test_two_processes_write_at_once(tmp_path):
    path = tmp_path / "scores.sqlite"
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, path, name]) for name in "ab"]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    store = ScoreStore(path)
    keys = [f"{name} {number}".encode() for name in ("a", "b", "both") for number in range(200)]
    assert len(store.find("m", keys)) == 600
    assert store.tallies() == {"m": Tally(800, 800)}


def test_a_file_of_scores_is_shared_by_path(tmp_path):
    log, cache = tmp_path / "log", tmp_path / "shared.sqlite"
    metric = find_metric(f'command("{PROGRAM} log={log}", cache={cache})')
    for folder in ("one", "two"):
        with keeping_scores(tmp_path / folder):
            assert metric.corpus_score(["a", "b", "a"], [["a"], ["a"], ["a"]]) == pytest.approx(200 / 3)
    assert log.read_text().split() == ["a", "b"]
    assert find_metric(metric.spec) == metric
    assert "cache" not in metric.signature
