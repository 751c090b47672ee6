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


@pytest.fixture
def lists(folder):
    lines = []
    for number in range(12):
        long, short = " ".join(["right"] * (4 + number % 3)), "wrong wrong"
        candidates = [
            {"text": short, "features": {"logprob": -4.0}},
            {"text": long, "features": {"logprob": -1.5 * len(long.split())}},
        ]
        lines.append(json.dumps({"id": number, "references": [long], "candidates": candidates}))
    (folder / "lists.jsonl").write_text("\n".join(lines) + "\n")
    asked = ["tune", "lists.jsonl", "--settings", "a=0..2", "--add", "per_length(logprob, exponent={a})"]
    return [*asked, "--method", "mert(ranges='*:0:')", "--evaluations", 6]


def test_an_exponent_is_tuned_on_lists(lists):
    found = run_json(*lists, "-m", "wer")
    assert found["score"] == 0
    assert found["settings"]["a"] > 0.5
    done = run(*lists, "-m", "wer", "-o", "weights.txt")
    assert f"rescore --add 'per_length(logprob, exponent={found['settings']['a']})'" in done.stderr


def test_trials_on_lists_are_kept_and_resumed(lists, folder):
    asked = [*lists, "-m", "wer", "--run", "tuning"]
    first = run_json(*asked)
    kept = sorted((folder / "tuning").glob("trial-*.json"), key=lambda path: path.stat().st_mtime_ns)
    assert len(kept) == len(first["trials"])
    for path in kept[3:]:  # as if it was killed after three
        path.unlink()
    before = [path.stat().st_mtime_ns for path in kept[:3]]
    assert run_json(*asked) == first
    assert [path.stat().st_mtime_ns for path in kept[:3]] == before
    # Other lists, another metric and another method have trials of their own.
    assert run_json(*lists, "-m", "chrf", "--run", "tuning")["trials"]
    count = len(list((folder / "tuning").glob("trial-*.json")))
    assert count == 2 * len(first["trials"])
    text = (folder / "lists.jsonl").read_text()
    (folder / "lists.jsonl").write_text(text.replace('"references": ["right', '"references": ["left'))
    assert run_json(*asked)["score"] > 0
    assert len(list((folder / "tuning").glob("trial-*.json"))) > count
    (folder / "lists.jsonl").write_text(text)
    kept[0].write_text('{"score": -1, "weights": {"logprob": 7}}')
    assert run_json(*asked)["weights"] == {"logprob": 7}
    kept[0].write_text('{"score": "low"}')
    assert f"{kept[0].name}: found no score and weights" in refusal(*asked)


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
