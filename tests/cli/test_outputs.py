"""Outputs never take the place of inputs, and a disk that is full ends a command with one sentence and 1."""

import errno
import os
from pathlib import Path

import pytest

from pitchpipe.cli.options import check_outputs
from pitchpipe.errors import InputError
from pitchpipe.training import train

from .commands import refusal, run

COMMANDS = [
    ("tune nbest.txt -r reference.txt -o nbest.txt", "nbest.txt"),
    ("tune nbest.txt -r reference.txt -o reference.txt", "reference.txt"),
    ("tune nbest.txt -r reference.txt --start weights.txt -o weights.txt", "weights.txt"),
    ("oracle nbest.txt -r reference.txt -o ./nbest.txt", "./nbest.txt"),
    ("rescore nbest.txt --add length_ratio -o nbest.txt", "nbest.txt"),
    ("rescore nbest.txt --add length_ratio --source reference.txt -o linked", "linked"),
    ("align reference.txt reference.txt -o reference.txt", "reference.txt"),
    ("align reference.txt reference.txt --save reference.txt", "reference.txt"),
    ("extract reference.txt reference.txt weights.txt -o weights.txt", "weights.txt"),
    ("lm estimate -n 2 reference.txt -o reference.txt", "reference.txt"),
    ("lm convert weights.txt weights.txt", "weights.txt"),
    ("metric train nbest.txt --features bleu -o nbest.txt", "nbest.txt"),
    ("reach model reference.txt -r nbest.txt -o reference.txt new.txt", "reference.txt"),
    ("translate model reference.txt --nbest 5 --nbest-file reference.txt", "reference.txt"),
    ("show model text --weights weights.txt --html weights.txt", "weights.txt"),
    ("prepare reference.txt nbest.txt -o reference --suffixes txt,x", "reference.txt"),
    ("convert nbest.txt -o nbest.txt", "nbest.txt"),
]


@pytest.mark.parametrize(("command", "name"), COMMANDS)
def test_an_output_that_is_an_input_is_refused(folder, command, name):
    (folder / "linked").symlink_to(folder / "reference.txt")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    found = refusal(*command.split())
    assert found == f"{name}: is an input and would be replaced; choose another name for the output"
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_two_outputs_of_one_name_are_refused():
    command = "align reference.txt reference.txt -o new --save ./new"
    assert refusal(*command.split()) == "./new: found twice as an output, expected different names"


def test_devices_may_be_read_and_written():
    check_outputs("/dev/null", "/dev/null", inputs=["/dev/null"])


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_ends_a_command_with_1():
    done = run("tune", "nbest.txt", "-r", "reference.txt", "-o", "/dev/full")
    assert done.exit_code == 1
    found = f"pitchpipe: /dev/full: cannot be written: {os.strerror(errno.ENOSPC)}"
    assert done.stderr.splitlines()[-1] == found


@pytest.mark.parametrize("name", ["weights", "model.json", "recipe.toml", "phrases.table"])
def test_train_does_not_write_over_files_of_others(folder, name):
    (folder / "model").mkdir()
    (folder / "model" / name).write_text("mine")
    with pytest.raises(InputError, match=f"{name}: found a file that train has not written"):
        train("reference.txt", "reference.txt", "model")
    assert [path.name for path in (folder / "model").iterdir()] == [name]
    assert (folder / "model" / name).read_text() == "mine"


def test_assemble_does_not_write_over_files_of_others_nor_over_its_own_inputs(folder):
    Path("table").write_text("a ||| b ||| 0.5 0.5 0.5 0.5 ||| 0-0 ||| 1 1 1\n")
    (folder / "model").mkdir()
    (folder / "model" / "weights").write_text("mine")
    found = refusal("assemble", "--table", "table", "-o", "model")
    assert found.endswith("weights: found a file that is no model's, expected another folder for the model")
    (folder / "model" / "weights").unlink()
    assert run("assemble", "--table", "table", "-o", "model").exit_code == 0
    found = refusal("assemble", "--table", "model/phrases.table", "-o", "model")
    assert found.endswith(
        "phrases.table: is an input and would be replaced; choose another folder for the model"
    )
