"""`pitchpipe tune MODEL --method adagrad`, on a small system of the synthetic language pair."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pitchpipe.data import language_pair
from pitchpipe.files.folder_lock import locked
from pitchpipe.training import TrainSettings, train
from pitchpipe.weights import Weights

from .commands import refusal, run, run_json

METHOD = "adagrad(rate=0.1, epochs=2, start=given, choose=best, synchronous=true)"


@pytest.fixture(scope="module")
def system(tmp_path_factory):
    folder = tmp_path_factory.mktemp("system")
    pair = language_pair(train=600, dev=60, test=0)
    for name, part in (("train", pair.train), ("dev", pair.dev)):
        (folder / f"{name}.de").write_text("".join(f"{line}\n" for line in part.source))
        (folder / f"{name}.en").write_text("".join(f"{lines[0]}\n" for lines in part.references))
    settings = TrainSettings.of(sparse="PT+AL+LO", order=3)
    train(str(folder / "train.de"), str(folder / "train.en"), str(folder / "model"), settings=settings)
    return folder


@pytest.fixture
def command(system):
    model, dev, reference = (str(system / name) for name in ("model", "dev.de", "dev.en"))
    return ["tune", model, "--dev", dev, "-r", reference, "--nbest", 20]


def test_the_weights_are_those_of_the_best_epoch(command):
    found = run_json(*command, "--method", METHOD)
    objectives = [epoch["objective"] for epoch in found["epochs"]]
    assert objectives[found["chosen"]] == max(objectives) > objectives[0]
    assert (
        sum(name.startswith(("PT:", "AL:", "LO:")) for name in found["weights"])
        == found["epochs"][found["chosen"]]["features"]
        > 10
    )


def test_epochs_are_told_and_the_weights_are_read_by_translate(command, system):
    done = run(*command, "--method", METHOD, "-o", "weights.txt")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "\n  epoch 2: " in done.stderr
    assert "stopped: " in done.stderr
    assert Weights.read("weights.txt")
    done = run("translate", str(system / "model"), str(system / "dev.de"), "-w", "weights.txt")
    assert len(done.stdout.splitlines()) == 60


@pytest.mark.parametrize(
    ("method", "epochs"), [("adagrad", 1), ("adagrad(epochs=2)", 2)], ids=["given", "the method's own"]
)
def test_iterations_are_the_most_epochs_unless_the_method_says_how_many(command, method, epochs):
    found = run_json(*command, "--iterations", 1, "--method", method)
    assert len(found["epochs"]) - 1 == epochs


def test_the_part_that_is_split_off_is_held_out(command):
    found = run_json(*command, "--held-out", 0.2, "--method", "adagrad(epochs=1)")
    assert found["method"] == "adagrad(epochs=1)"
    assert (found["facts"]["sentences"], found["relearned"]) == (48, 60)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("adagrad(epochs=2, start=zero, synchronous=true)", "learned again from all 60 sentences"),
        ("adagrad(epochs=1, rate=1e-12)", "dense weights tuned again on all 60 sentences"),
    ],
)
def test_what_all_sentences_were_used_for_is_told(command, spec, told):
    done = run(*command, "--method", spec, "-o", "weights.txt")
    assert f"\n{told}\n" in done.stderr
    kept = sum(name.startswith(("PT:", "AL:", "LO:")) for name in Weights.read("weights.txt"))
    assert f"\n{kept:,} sparse features are not 0\n" in done.stderr
    assert (kept > 0) == told.startswith("learned")


def test_a_folder_that_another_run_is_at_is_told(command):
    with locked("tuning"):
        told = refusal(*command, "--method", METHOD, "--run", "tuning")
    assert told == "tuning: found another run at work in this folder, expected none"


def test_maxforce_says_what_it_could_reach(command):
    found = run_json(*command, "--method", "maxforce(epochs=1, choose=best)")
    facts = found["facts"]
    assert facts["pairs"] == 60 == facts["reachable"] + facts["prefixes"] + facts["unreachable"]
    assert facts["reachable"] > 0


def test_killed_again_and_again_it_ends_with_the_same_weights(command):
    whole = [*map(str, command), "--method", METHOD]
    assert run(*whole, "-o", "whole.txt").exit_code == 0
    once_more = [*whole, "--run", "killed", "-o", "killed.txt"]
    program = (
        "import pitchpipe.online.epochs as e; e.WRITTEN_EVERY = 0.0; from pitchpipe.cli import main; main()"
    )
    record, chance = Path("killed/online.npz"), random.Random(1)
    for _ in range(2):
        process = subprocess.Popen(
            [sys.executable, "-c", program, *once_more], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        before, writings = None, chance.randint(1, 4)
        while process.poll() is None and writings:
            time.sleep(0.002)
            now = record.stat().st_mtime_ns if record.exists() else None
            writings -= now != before
            before = now
        assert process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert not Path("killed.txt").exists()
    assert run(*once_more).exit_code == 0
    assert Path("killed.txt").read_bytes() == Path("whole.txt").read_bytes()


@pytest.mark.parametrize(
    ("method", "sentence"),
    [
        ("mert,adagrad", "a model is tuned by one method, on --dev FILE with -r REFERENCE"),
        ("adagard", "there is no method 'adagard'; did you mean 'adagrad'?"),
        ("adagrad(rate=x)", "adagrad: rate must be a number of at least 1e-12, not 'x'"),
        ("adagrad(held_out=0.001)", "holding out 0.001 of 60 sentences leaves none on one side; "),
    ],
)
def test_what_cannot_be_is_told(command, method, sentence):
    assert refusal(*command, "--method", method).startswith(sentence)


def test_lists_are_not_tuned_online():
    told = refusal("tune", "nbest.txt", "-r", "reference.txt", "--method", "adagrad")
    assert told == "adagrad tunes a model on its own, on --dev FILE with -r REFERENCE"


def test_train_tunes_online_too(folder):
    language_pair(train=300, dev=30, test=10).write(folder)
    settings = "nbest=20, order=3, max_phrase=4, sparse=PT, iterations=2, method=adagrad(synchronous=true)"
    train = ["train", "train.de", "train.en", "-o", "model", "--dev", "dev.de", "dev.en0", "--set", settings]
    done = run(*train)
    assert done.exit_code == 0, done.stderr
    assert "\n  epoch 2: " in done.stderr
    again = run_json(*train)
    assert again["tuning"]["epochs"] == 2
    assert again["tuning"]["after"] >= again["tuning"]["before"]


def test_train_refuses_a_bad_online_method_before_it_works(folder):
    language_pair(train=30, dev=3, test=1).write(folder)
    told = refusal("train", "train.de", "train.en", "-o", "model", "--set", "method=adagrad(loss=ramp)")
    assert told == "adagrad: loss must be one of logistic, hinge, not 'ramp'"
