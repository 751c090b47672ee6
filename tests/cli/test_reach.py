"""`pitchpipe reach`: the reachable lines in two files."""

from pathlib import Path

import pytest

from tests.decoder.phrasebook import phrasebook
from tests.decoder.toy_grammar import small_grammar

from .commands import refusal, run, run_json


@pytest.fixture
def command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    phrasebook(tmp_path / "model", {"das": ["the"], "haus": ["house"]})
    Path("in.de").write_text("das haus\ndas haus\nhaus\n")
    Path("one.en").write_text("the house\nthe home\nhome\n")
    Path("two.en").write_text("house the\nhouse the\nbuilding\n")
    return ["reach", "model", "in.de", "-r", "one.en", "--prepared"]


def test_the_lines_are_written_side_by_side(command):
    done = run(*command, "-r", "two.en", "-o", "r.de", "r.en")
    assert done.exit_code == 0, done.stderr
    assert Path("r.de").read_text() == "das haus\ndas haus\n"
    assert Path("r.en").read_text() == "the house\nhouse the\n"
    assert "2 of 3 lines are reachable; they are in r.de and r.en" in done.stderr


def test_json_says_which_reference_of_each_line(command):
    found = run_json(*command, "-r", "two.en", "-o", "r.de", "r.en")
    assert found["references"] == [0, 1, None]
    assert (found["lines"], found["reachable"]) == (3, 2)


def test_a_reference_is_needed(command):
    assert refusal("reach", "model", "in.de", "-o", "a", "b") == "found no reference, expected -r FILE"


def test_rules_with_gaps_reach_what_they_move(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    small_grammar(tmp_path / "model")
    Path("in").write_text("s0 s1 s2\ns0 s1 s2\n")
    Path("ref").write_text("t2 u1 u0\nt2 u0 u1\n")
    found = run_json("reach", "model", "in", "-r", "ref", "--prepared", "-o", "r.in", "r.ref")
    assert found["references"] == [0, None]
    assert Path("r.ref").read_text() == "t2 u1 u0\n"
