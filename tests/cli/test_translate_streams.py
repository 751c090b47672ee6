"""`pitchpipe translate` on pipes: answers come at once, and it ends when it is told to."""

import json
import signal
import subprocess
from contextlib import suppress

import pytest

from tests.decoder.phrasebook import phrasebook

from .commands import process, refusal, run, start

PAIRS = {"das": ["the"], "haus": ["house", "home"], "ist": ["is"], "klein": ["small", "little"]}
LINES = ["das haus", "", "ist klein", "zug", "das haus ist klein"]


@pytest.fixture(autouse=True)
def model(folder):
    return phrasebook(folder / "model", PAIRS)


def opened(*arguments):
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return start("translate", "model", "--threads", 1, *arguments, bufsize=1, **pipes)


@pytest.mark.parametrize("more", [[], ["--json", "--nbest", "3"]], ids=["text", "json"])
def test_each_line_is_answered_before_the_next_is_sent(more):
    whole = process(
        "translate", "model", "--threads", 1, *more, input="".join(f"{line}\n" for line in LINES)
    ).stdout
    with opened(*more) as started:
        answers = []
        for line in LINES:
            started.stdin.write(f"{line}\n")
            started.stdin.flush()
            answers.append(started.stdout.readline())
        started.stdin.close()
        assert started.stdout.read() == ""
        assert started.wait(60) == 0
    assert "".join(answers) == whole


def test_a_conversation_goes_on_line_by_line():
    with opened("--interactive") as started:
        for line, translation in [("das haus", "the house"), ("klein", "small")]:
            started.stdin.write(f"{line}\n")
            started.stdin.flush()
            shown = [started.stdout.readline()]
            while not shown[-1].startswith("total"):
                shown.append(started.stdout.readline())
            assert f"translation  {translation}\n" in shown
        started.stdin.close()
        assert started.wait(60) == 0


def test_a_reader_that_goes_away_ends_it_quietly(folder):
    (folder / "long").write_text("das haus ist klein\n" * 20_000)
    with opened("long") as started:
        assert started.stdout.readline() == "the house is small\n"
        started.stdout.close()
        assert started.stderr.read() == "translating ...\n"
        assert started.wait(60) == 1


def test_an_interrupt_ends_it_at_once_and_leaves_no_half_file(folder):
    with opened("--nbest", "2", "--nbest-file", "lists") as started:
        started.stdin.write("das haus\n")
        started.stdin.flush()
        assert started.stdout.readline() == "the house\n"
        while started.poll() is None:
            started.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                started.wait(5)
        assert started.stderr.read() == "translating ...\nstopped\n"
        assert started.returncode == 130
    assert not [path for path in folder.iterdir() if "lists" in path.name]


def test_json_has_the_text_for_people_beside_the_tokens(folder):
    (folder / "model" / "texts.json").write_text(
        json.dumps(
            {
                "languages": {"source": "de", "target": "en"},
                "lowercase": False,
                "truecase": False,
                "known_forms": False,
            }
        )
    )
    done = run("translate", "model", "--json", "--nbest", 3, stdin="das haus, klein.\n")
    (folder / "lists.jsonl").write_text(done.stdout)
    best, *others = json.loads(done.stdout)["candidates"]
    assert (best["text"], best["readable"]) == ("the house , small .", "the house, small.")
    assert all(other["readable"] == other["text"].replace(" ,", ",").replace(" .", ".") for other in others)
    (folder / "reference").write_text("the home , small .\n")
    tuned = run("tune", "lists.jsonl", "-r", "reference", "-o", "found")
    assert tuned.exit_code == 0, tuned.stderr
    reranked = run("rerank", "lists.jsonl", "-w", "found")
    assert reranked.exit_code == 0, reranked.stderr


def test_terms_and_markup_are_options(folder):
    (folder / "terms.tsv").write_text("das haus\tthat shed\n")
    (folder / "in").write_text('das haus ist <n translation="tiny||wee" prob="0.1||0.9">klein</n>\n')
    assert run("translate", "model", "in", "--terms", "terms.tsv", "--markup").stdout == "that shed is wee\n"
    assert run("translate", "model", "in", "--markup").stdout == "the house is wee\n"
    (folder / "plain").write_text("das <n> haus\n")
    assert run("translate", "model", "plain").stdout == "the <n> house\n"
    found = run(
        "translate",
        "model",
        "--markup",
        "--inclusive",
        stdin='<n translation="y" prob="0.0000001">klein</n>\n',
    )
    assert found.stdout == "small\n"


def test_bad_terms_and_markup_are_told_with_their_lines(folder):
    (folder / "terms.tsv").write_text("a\tb\n\nhaus\n")
    (folder / "in").write_text("das\n" * 3000 + "das <wall/> haus\n")
    assert refusal("translate", "model", "in", "--terms", "terms.tsv").startswith(
        "terms.tsv:3: found 'haus', expected a term"
    )
    assert refusal("translate", "model", "-", "--terms", "-").startswith("found - twice")
    assert refusal("translate", "model", "in", "--inclusive") == "--inclusive needs --terms or --markup"
    done = run("translate", "model", "in", "--markup")
    assert done.exit_code == 2
    assert done.stderr.splitlines()[-1].startswith("pitchpipe: in:3001: found <wall>")
