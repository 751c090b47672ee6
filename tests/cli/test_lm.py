import json
import os
import subprocess
import sys

import numpy as np
import pytest

from pitchpipe.lm import LanguageModel, estimate, read_arpa
from pitchpipe.text import Corpus

from .commands import process, refusal, run, run_json

LINES = ["the house is small", "the house is old", "a dog sees the house", "the dog is small"]
TEXT = "".join(f"{line}\n" for line in LINES)


@pytest.fixture
def model(folder):
    (folder / "text").write_text(TEXT)
    assert run("lm", "estimate", "-n", 3, "text", "-o", "m.arpa").exit_code == 0
    return "m.arpa"


def test_estimate_writes_an_arpa_file_to_stdout_and_what_it_did_to_stderr(folder):
    done = run("lm", "estimate", "-n", "2", stdin=TEXT)
    assert done.exit_code == 0
    (folder / "m.arpa").write_text(done.stdout)
    lists = read_arpa("m.arpa")
    assert [len(rows) for rows in lists.rows] == [11, 14]
    assert "4 lines, 17 tokens\n" in done.stderr
    assert done.stderr.splitlines()[-1].split() == ["2-grams", "14", "14", "0.6000", "0.8000", "3.0000"]


def test_a_text_that_is_too_small_is_estimated_with_a_warning():
    done = run("lm", "estimate", "-n", "1", stdin="a\n")
    assert done.exit_code == 0
    assert "warning: standard input: the text is too small or too regular for 1-gram discounts" in done.stderr


@pytest.mark.parametrize("name", ["m.arpa", "m.arpa.gz", "m.lm"])
def test_estimate_writes_the_format_that_the_name_says(name):
    done = run("lm", "estimate", "--order", 3, "--prune", "0,0,1", "-o", name, stdin=TEXT)
    assert (done.exit_code, done.stdout) == (0, "")
    found = LanguageModel.read(name)
    expected = estimate(Corpus.of(LINES), 3, prune=(0, 0, 1)).model
    np.testing.assert_array_equal(found.score(LINES).log10, expected.score(LINES).log10)


def test_memory_and_threads_change_no_byte(folder):
    whole = run("lm", "estimate", stdin=TEXT).stdout
    small = run("lm", "estimate", "--memory", "1K", "--threads", 2, "--temporary", folder, stdin=TEXT).stdout
    assert small == whole


def test_score_writes_a_number_for_each_line(model):
    done = run("lm", "score", model, stdin="the dog is old\n\nunheard of\n")
    totals = LanguageModel.read(model).score(["the dog is old", "", "unheard of"]).totals
    assert [float(line) for line in done.stdout.splitlines()] == pytest.approx(totals.tolist(), abs=1e-6)
    assert "3 lines, 9 tokens with sentence ends, 2 unknown words; perplexity " in done.stderr


def test_score_of_words_has_one_for_the_sentence_end_too(model):
    done = run("lm", "score", model, "--words", stdin="the dog\n\n")
    assert [len(line.split()) for line in done.stdout.splitlines()] == [3, 1]


def test_json_has_everything(model):
    found = run_json("lm", "score", model, "text")
    scores = LanguageModel.read(model).score(LINES)
    assert found["sentences"] == scores.totals.tolist()
    assert found["perplexity"] == scores.perplexity
    assert found["perplexity_of_known"] == scores.perplexity_of_known
    assert (found["lines"], found["tokens"], found["unknown"]) == (4, 21, 0)
    assert found["log10"] == pytest.approx(sum(found["sentences"]))


def test_convert_goes_both_ways(folder, model):
    assert run("lm", "convert", model, "m.lm").exit_code == 0
    assert run("lm", "convert", "m.lm", "again.arpa").exit_code == 0
    assert (folder / "again.arpa").read_bytes() == (folder / model).read_bytes()


@pytest.mark.parametrize(
    ("arguments", "stdin", "sentence"),
    [
        (["estimate"], "", "standard input: found no lines, expected a text"),
        (["estimate"], "a <s>\n", "standard input:1: found the word '<s>', expected a text without it"),
        (["estimate", "nowhere"], "", "nowhere: cannot be read: No such file or directory"),
        (["estimate", "-n", "8"], "a\n", "found the order 8, expected 1 to 7"),
        (["estimate", "--prune", "0,x"], "a\n", "found '0,x', expected whole numbers as in 0,0,1"),
        (["estimate", "--prune", "1,0"], "a\n", "found the pruning thresholds 1, 0, expected each at least"),
        (["estimate", "--fallback", "1;2"], "a\n", "found '1;2', expected numbers as in 0.5,1,1.5"),
        (
            ["estimate", "--fallback", "none"],
            "a\n",
            "too small or too regular for 1-gram discounts of its own",
        ),
        (["estimate", "--memory", "much"], "a\n", "found the size 'much', expected one as in 500M or 4G"),
        (
            ["estimate", "--temporary", "nowhere"],
            "a\n",
            "nowhere: a temporary file cannot be made: No such file",
        ),
        (["estimate", "-o", "nowhere/m.lm"], "a\n", "there is no folder 'nowhere'"),
        (["score", "m.arpa"], "", "standard input: found no lines, expected a text"),
        (
            ["score", "text"],
            "a\n",
            r"text:1: found 'the house is small', expected \data\, the start of an ARPA file",
        ),
        (["score", "-"], "a\n", "found - twice, expected it once"),
        (["convert", "m.arpa", "-"], "", "found - as the output, expected the name of a file"),
        (["convert", "text", "m.lm"], "", "text:1: found 'the house is small'"),
    ],
)
def test_bad_input_is_told_and_nothing_is_written(folder, model, arguments, stdin, sentence):
    before = sorted(os.listdir())
    assert sentence in refusal("lm", *arguments, stdin=stdin)
    assert sorted(os.listdir()) == before


def test_a_byte_that_is_not_utf8_is_told_by_line_and_no_score_is_written(folder, model):
    (folder / "bad").write_bytes(b"a\n\xff\n")
    sentence = refusal("lm", "score", model, "bad")
    assert sentence == "bad:2: found a byte that is not UTF-8, expected UTF-8 text"


def test_a_full_disk_is_told(folder, model):
    done = run("lm", "convert", model, "/dev/full")
    assert (done.exit_code, "/dev/full: cannot be written: No space left" in done.stderr) == (1, True)
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "pitchpipe", "lm", "estimate", "text"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("pitchpipe: the output: No space left on device\n")


@pytest.mark.parametrize("command", ["estimate", "score", "convert"])
def test_every_command_has_help_with_an_example(command):
    done = process("lm", command, "--help")
    assert done.returncode == 0
    assert f"Example:\n    pitchpipe lm {command}" in done.stdout


def test_json_is_alone_on_stdout(model):
    done = process("lm", "score", model, "text", "--json")
    assert json.loads(done.stdout)["lines"] == 4
    assert "perplexity" in done.stderr


def test_mix_sets_the_weights_on_a_text_or_takes_them(folder, model):
    (folder / "other").write_text("a cat sees a cat\nthe cat is old\n")
    (folder / "val").write_text("the house is old\na cat sees the house\n")
    assert run("lm", "estimate", "-n", 2, "other", "-o", "o.lm").exit_code == 0
    done = run("lm", "mix", model, "o.lm", "--text", "val", "-o", "mix.lm")
    assert done.exit_code == 0
    assert "perplexity of the mixture" in done.stderr
    mixture = LanguageModel.read("mix.lm")
    assert "cat" in mixture
    assert "dog" in mixture
    assert run("lm", "mix", model, "o.lm", "--weights", "0.7,0.3", "-o", "mix.arpa").exit_code == 0
    one, other, both = (
        LanguageModel.read(path).score(["the"], eos=False) for path in (model, "o.lm", "mix.arpa")
    )
    wanted = 0.7 * 10.0 ** one.log10[0] + 0.3 * 10.0 ** other.log10[0]
    assert 10.0 ** both.log10[0] == pytest.approx(wanted, rel=1e-4)
    assert "expected one of them" in refusal("lm", "mix", model, "o.lm", "-o", "mix.lm")
    assert "expected one for each" in refusal("lm", "mix", model, "o.lm", "--weights", "1", "-o", "mix.lm")
