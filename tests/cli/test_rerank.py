import json

import pytest

from pitchpipe.lists import Pool

from .commands import REFERENCES, refusal, run, run_json


def test_the_best_candidates_are_written_a_line_each_in_order():
    done = run("rerank", "nbest.txt", "-w", "weights.txt")
    assert done.stdout == REFERENCES
    assert done.stderr == ""


def test_a_reordered_list_is_written_with_new_totals(folder):
    done = run("rerank", "nbest.txt", "-w", "weights.txt", "--nbest", 2)
    lines = done.stdout.splitlines()
    assert len(lines) == 8
    assert lines[0].startswith("0 ||| the house is small ||| LM0= -2.0 TM0= -1.0 -3.0 ||| -1.3")
    (folder / "again.txt").write_text(done.stdout)
    pool = Pool.read("again.txt")
    totals = pool.scores(pool.vector({"LM0": 0.1, "TM0_0": 0.8, "TM0_1": 0.1}))
    assert [float(line.rpartition(" ||| ")[2]) for line in lines] == totals.tolist()
    assert all(totals[first] >= totals[first + 1] for first in pool.offsets[:-1])


def test_json_names_sentences_and_totals():
    found = run_json("rerank", "nbest.txt", "-w", "weights.txt", "--nbest", 2)["sentences"]
    assert [one["id"] for one in found] == [0, 1, 2, 3]
    assert [one["text"] for one in found] == REFERENCES.splitlines()
    assert found[0]["candidates"][0] == {"text": "the house is small", "score": found[0]["score"]}
    assert len(found[0]["candidates"]) == 2


def test_weights_may_be_the_json_of_tune(folder):
    report = run("tune", "nbest.txt", "-r", "reference.txt", "--json").stdout
    (folder / "report.json").write_text(report)
    assert run("rerank", "nbest.txt", "-w", "report.json").stdout == REFERENCES


def test_a_gap_in_the_sentences_is_told(folder):
    (folder / "gap.txt").write_text("0 ||| a ||| LM0= 1\n2 ||| b ||| LM0= 1\n")
    (folder / "w.txt").write_text("LM0 1\n")
    done = run("rerank", "gap.txt", "-w", "w.txt")
    assert done.stdout == "a\nb\n"
    assert "warning: sentence 1 has no candidates, so line 2 is not that of sentence 1" in done.stderr


def test_sentences_counted_from_one_have_no_gap(folder):
    (folder / "from1.txt").write_text("1 ||| a ||| LM0= 1\n2 ||| b ||| LM0= 1\n")
    (folder / "w.txt").write_text("LM0 1\n")
    assert run("rerank", "from1.txt", "-w", "w.txt").stderr == ""


def test_a_line_break_in_a_candidate_does_not_break_the_lines(folder):
    text = {"text": "a\nb", "features": {"LM0": 1}}
    (folder / "breaks.jsonl").write_text(json.dumps({"id": "x", "candidates": [text]}) + "\n")
    (folder / "w.txt").write_text("LM0 1\n")
    assert "sentence x has a line break" in refusal("rerank", "breaks.jsonl", "-w", "w.txt")
    assert run_json("rerank", "breaks.jsonl", "-w", "w.txt")["sentences"][0]["text"] == "a\nb"


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ("LM0 1\n", "w.txt: found no weight of 'TM0_0', expected one for each feature of the lists"),
        ("LM0 1\nTM0_0 1\nTM0_1 1\nLM1 1\n", "w.txt: there is no feature 'LM1'; did you mean 'LM0'?"),
        ("LM0 one\n", "w.txt:1: found 'LM0 one', expected"),
        ("", "w.txt: found no weights"),
    ],
)
def test_weights_that_do_not_fit_the_lists_are_refused(folder, weights, sentence):
    (folder / "w.txt").write_text(weights)
    assert refusal("rerank", "nbest.txt", "-w", "w.txt").startswith(sentence)


def test_sparse_features_that_tuning_never_saw_count_as_nothing(folder):
    lines = [f"{number} ||| a{number} ||| LM0= 1 ||| 0" for number in range(30)]
    lines.append("30 ||| b ||| LM0= 1 rare= 1 ||| 0")
    (folder / "new.txt").write_text("\n".join(lines) + "\n")
    (folder / "w.txt").write_text("LM0 1\n")
    done = run("rerank", "new.txt", "-w", "w.txt")
    assert done.exit_code == 0
    assert "1 sparse features have no weight and count as 0" in done.stderr


def test_zero_candidates_cannot_be_asked_for():
    assert "--nbest" in refusal("rerank", "nbest.txt", "-w", "weights.txt", "--nbest", 0)


def test_named_sentences_do_not_fit_into_moses_lists(folder):
    one = {"id": "x", "candidates": [{"text": "a", "features": {"LM0": 1}}]}
    (folder / "named.jsonl").write_text(json.dumps(one) + "\n")
    (folder / "w.txt").write_text("LM0 1\n")
    told = refusal("rerank", "named.jsonl", "-w", "w.txt", "--nbest", 1)
    assert "found the sentence id 'x', expected numbers for --nbest" in told
    assert "with --json" in told
    assert run_json("rerank", "named.jsonl", "-w", "w.txt", "--nbest", 1)["sentences"][0]["id"] == "x"


NAMED = "".join(
    json.dumps(
        {"id": name, "candidates": [{"text": text, "features": {"LM0": score}} for text, score in texts]}
    )
    + "\n"
    for name, texts in (("utt-b", [("x", 1), ("yes", 2)]), ("utt-a", [("", 1)]))
)


def test_ids_stand_before_the_lines_as_in_kaldi(folder):
    (folder / "named.jsonl").write_text(NAMED)
    (folder / "w.txt").write_text("LM0 1\n")
    assert run("rerank", "named.jsonl", "-w", "w.txt", "--ids").stdout == "utt-b yes\nutt-a\n"
    assert run("rerank", "named.jsonl", "-w", "w.txt").stdout == "yes\n\n"
    first = run("rerank", "nbest.txt", "-w", "weights.txt", "--ids").stdout.splitlines()[0]
    assert first == "0 the house is small"


def test_ids_with_blanks_cannot_stand_before_lines(folder):
    (folder / "named.jsonl").write_text(NAMED.replace("utt-b", "utt b"))
    (folder / "w.txt").write_text("LM0 1\n")
    assert refusal("rerank", "named.jsonl", "-w", "w.txt", "--ids").startswith(
        "found the id 'utt b', expected"
    )


def test_lists_and_json_have_ids_anyway():
    for option in (["--nbest", 2], ["--json"]):
        assert "--ids" in refusal("rerank", "nbest.txt", "-w", "weights.txt", "--ids", *option)
