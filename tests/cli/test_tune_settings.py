"""`tune --settings`: a decoder's own settings, and those of features that are added to lists."""

import json
import sys

import pytest

from .commands import refusal, run, run_json

DECODER = """
import sys
alpha, beam, source, output, log = float(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:6]
open(log, "a").write(f"{alpha} {beam}\\n")
lines = open(source).read().splitlines()
wrong = min(9, round(abs(alpha - 1.5) * 6) + (beam < 8))
with open(output, "w") as file:
    for line in lines:
        words = line.split()
        file.write(" ".join(words[:len(words) - wrong] + ["x"] * min(wrong, len(words))) + "\\n")
"""


@pytest.fixture
def decoder(folder):
    (folder / "decode.py").write_text(DECODER)
    (folder / "dev.txt").write_text("a b c d e f g h i\nk l m n o p q r s\n")
    command = f"{sys.executable} decode.py {{alpha}} {{beam}} {{input}} {{output}} log"
    asked = ["tune", "--decoder", command, "--settings", "alpha=0..2, beam=4..32"]
    return [*asked, "--dev", "dev.txt", "-r", "dev.txt", "-m", "wer", "--evaluations", 24]


def test_settings_of_a_program_are_searched_on_first_translations(decoder, folder):
    found = run_json(*decoder)
    assert abs(found["settings"]["alpha"] - 1.5) <= 0.125
    assert found["settings"]["beam"] >= 8
    assert found["score"] == min(trial["score"] for trial in found["trials"]) == 0
    done = run(*decoder, "-o", "settings.txt")
    assert done.exit_code == 0, done.stderr
    assert "trials" in done.stderr
    values = dict(line.split() for line in (folder / "settings.txt").read_text().splitlines())
    assert {name: float(value) for name, value in values.items()} == found["settings"]


def test_no_trial_is_run_twice(decoder, folder):
    first = run_json(*decoder, "--run", "tuning")
    calls = (folder / "log").read_text().splitlines()
    assert len(calls) == len(set(calls)) == len(first["trials"])
    assert run_json(*decoder, "--run", "tuning") == first
    assert run_json(*decoder[:-4], "-m", "chrf", "--evaluations", 1, "--run", "tuning")["trials"]
    assert (folder / "log").read_text().splitlines() == calls


def test_an_exponent_is_tuned_on_lists(folder):
    lines = []
    for number in range(12):
        long, short = " ".join(["right"] * (4 + number % 3)), "wrong wrong"
        candidates = [
            {"text": short, "features": {"logprob": -4.0}},
            {"text": long, "features": {"logprob": -1.5 * len(long.split())}},
        ]
        lines.append(json.dumps({"id": number, "references": [long], "candidates": candidates}))
    (folder / "lists.jsonl").write_text("\n".join(lines) + "\n")
    asked = [
        "tune",
        "lists.jsonl",
        "-m",
        "wer",
        "--settings",
        "a=0..2",
        "--add",
        "per_length(logprob, exponent={a})",
    ]
    asked += ["--method", "mert(ranges='*:0:')", "--evaluations", 6]
    found = run_json(*asked)
    assert found["score"] == 0
    assert found["settings"]["a"] > 0.5
    done = run(*asked, "-o", "weights.txt")
    assert f"rescore --add 'per_length(logprob, exponent={found['settings']['a']})'" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--decoder", "decode {input} {output}", "--settings", "a=0..2"], "found no {a}"),
        (
            ["--decoder", "decode {a} {b} {input} {output}", "--settings", "a=0..2"],
            "found {b}, expected its range",
        ),
        (["--decoder", "decode {a} {input} {output}", "--settings", "a=0..2"], "tuned on --dev FILE with -r"),
        (["nbest.txt", "-r", "reference.txt", "--settings", "a=0..2"], "lists with --add and one method"),
        (
            ["nbest.txt", "-r", "reference.txt", "--settings", "a=0..2", "--add", "words"],
            "expected {a} in a feature",
        ),
        (["nbest.txt", "-r", "reference.txt", "--settings", "a=0..2", "--folds", 2], "--folds has no effect"),
        (["nbest.txt", "-r", "reference.txt", "--add", "words"], "found --add without --settings"),
    ],
)
def test_what_does_not_go_together_is_refused(arguments, sentence):
    assert sentence in refusal("tune", *arguments)


def test_too_few_translations_are_told(folder, decoder):
    (folder / "decode.py").write_text(DECODER.replace("for line in lines", "for line in lines[1:]"))
    assert "found 1 translations, expected 2, a line for each sentence" in refusal(*decoder)
