import json

import pytest

from pitchpipe import mbr
from pitchpipe.lists import Mbr, Pool, expected_utilities, reordered

from .commands import refusal, run, run_json

WEIGHTS = {"LM0": 0.1, "TM0_0": 0.8, "TM0_1": 0.1}


@pytest.fixture
def samples(folder):
    lists = [
        ["the house is cold", "the house is old", "the house was old"],
        ["yes"],
        ["no no", "no", "no no no"],
    ]
    lines = [{"id": i, "candidates": [{"text": text} for text in texts]} for i, texts in enumerate(lists)]
    (folder / "samples.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return lists


def test_the_choice_is_that_of_the_function(samples):
    for name in ("chrf", "wer"):
        assert run("mbr", "samples.jsonl", "-m", name).stdout.splitlines() == mbr(Pool.of(samples), name)
    assert run("mbr", "samples.jsonl", "--average").stdout.splitlines() == mbr(
        Pool.of(samples), Mbr(average=True)
    )


def test_weights_make_some_candidates_likelier():
    done = run("mbr", "nbest.txt", "-w", "weights.txt", "--temperature", 0.01)
    assert done.stdout == run("rerank", "nbest.txt", "-w", "weights.txt").stdout
    flat = run("mbr", "nbest.txt", "-w", "weights.txt", "--temperature", 1e9)
    assert flat.stdout == run("mbr", "nbest.txt").stdout


def test_only_the_best_by_the_weights_are_kept():
    pool = reordered(Pool.read("nbest.txt"), WEIGHTS, 2)
    done = run("mbr", "nbest.txt", "-w", "weights.txt", "--keep", 2)
    assert done.stdout.splitlines() == mbr(pool, "chrf", weights=WEIGHTS)
    assert "without --weights" in refusal("mbr", "nbest.txt", "--keep", 2)


def test_lists_of_another_system_are_matched_by_id(folder, samples):
    others = [{"id": 2, "candidates": [{"text": "no"}]}, {"id": 1, "candidates": [{"text": "maybe"}]}]
    others.append({"id": 0, "candidates": [{"text": "the house was old"}, {"text": "was old"}]})
    (folder / "others.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in others))
    assert run("mbr", "samples.jsonl", "--against", "others.jsonl").stdout.split("\n")[:-1] == [
        "the house was old",
        "yes",
        "no",
    ]
    (folder / "others.jsonl").write_text(f"{json.dumps(others[0])}\n")
    assert "no sentence 0" in refusal("mbr", "samples.jsonl", "--against", "others.jsonl")


def test_several_candidates_have_their_utilities_as_totals(samples):
    lines = run("mbr", "samples.jsonl", "--nbest", 2).stdout.splitlines()
    assert [line.split(" ||| ")[:2] for line in lines] == [
        ["0", "the house is old"],
        ["0", "the house is cold"],
        ["1", "yes"],
        ["2", "no no no"],
        ["2", "no no"],
    ]
    utilities = expected_utilities(Pool.of(samples))
    assert float(lines[0].rpartition(" ||| ")[2]) == utilities[1]
    found = run_json("mbr", "samples.jsonl")["sentences"]
    assert found[0] == {"id": 0, "text": "the house is old", "score": utilities[1]}
    assert run("mbr", "samples.jsonl", "--ids").stdout.splitlines()[1] == "1 yes"
