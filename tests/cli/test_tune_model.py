"""`pitchpipe tune MODEL`: the decoder in the loop, on a small system of the synthetic language pair."""

from pathlib import Path

import pytest

from pitchpipe.data import language_pair
from pitchpipe.training import train
from pitchpipe.tuning.weights import read_weights

from .commands import refusal, run, run_json


@pytest.fixture(scope="module")
def system(tmp_path_factory):
    folder = tmp_path_factory.mktemp("system")
    pair = language_pair(train=600, dev=40, test=0)
    for name, part in (("train", pair.train), ("dev", pair.dev)):
        (folder / f"{name}.de").write_text("".join(f"{line}\n" for line in part.source))
        (folder / f"{name}.en").write_text("".join(f"{lines[0]}\n" for lines in part.references))
    train(str(folder / "train.de"), str(folder / "train.en"), str(folder / "model"))
    return folder


@pytest.fixture
def command(system, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    model, dev, reference = (str(system / name) for name in ("model", "dev.de", "dev.en"))
    return ["tune", model, "--dev", dev, "-r", reference, "--nbest", 20, "--iterations", 2]


def test_the_weights_are_those_of_the_best_iteration(command):
    found = run_json(*command, "--method", "kbmira")
    objectives = [one["objective"] for one in found["iterations"]]
    assert objectives[found["chosen"]] == max(objectives)
    assert found["weights"] == found["iterations"][found["chosen"]]["weights"]


def test_a_run_that_was_stopped_ends_with_the_same_weights(command):
    whole = run(*command, "--method", "kbmira", "--run", "whole", "-o", "whole.txt")
    assert whole.exit_code == 0
    assert "stopped: " in whole.stderr
    for kept in ("00.json", "00.npz", "loop.json"):
        Path("part").mkdir(exist_ok=True)
        Path("part", kept).write_bytes(Path("whole", kept).read_bytes())
    run(*command, "--method", "kbmira", "--run", "part", "-o", "part.txt")
    assert Path("part.txt").read_bytes() == Path("whole.txt").read_bytes()


def test_search_aware_tuning_has_a_list_for_each_bin(command, system):
    found = run_json(*command, "--method", "pro", "--search-aware", "--run", "bins")
    words = sum(len(line.split()) for line in (system / "dev.de").read_text().splitlines())
    assert found["iterations"][0]["candidates"] > 10 * words
    plain = run_json(*command, "--method", "pro")
    assert found["iterations"][0]["objective"] == pytest.approx(plain["iterations"][0]["objective"])


def test_the_weights_are_read_by_translate(command, system):
    run(*command, "--method", "kbmira", "-o", "weights.txt")
    assert read_weights("weights.txt")
    done = run("translate", str(system / "model"), str(system / "dev.de"), "-w", "weights.txt")
    assert len(done.stdout.splitlines()) == 40


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--method", "mert,pro"], "a model is tuned by one method, on --dev FILE with -r REFERENCE"),
        (["--max-dev-length", 1], "found no sentence of at most 1 words, expected some to tune on"),
    ],
)
def test_what_cannot_be_is_told(command, more, sentence):
    assert refusal(*command, *more).startswith(sentence)


def test_a_tuning_text_is_for_models_only(command):
    Path("lists").write_text("0 ||| a ||| f= 1 ||| 1\n")
    Path("reference").write_text("a\n")
    assert "--dev is for tuning a model" in refusal("tune", "lists", "-r", "reference", "--dev", command[3])
