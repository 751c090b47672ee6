"""The page on notebooks: its Python runs from top to bottom, on lists that the test makes."""

import csv
import random

from pitchpipe import oracle
from pitchpipe.weights import Weights

from .pages import blocks
from .words import WORDS


def write_lists(path, sentences, seed):
    rng = random.Random(seed)
    rows = []
    for number in range(sentences):
        reference = rng.choices(WORDS, k=8)
        for _ in range(6):
            text = [rng.choice(WORDS) if rng.random() < 0.3 else word for word in reference]
            right = sum(a == b for a, b in zip(text, reference, strict=True))
            scores = [f"{right / 2 + rng.gauss(0, 2) - 9:.3f}", f"{right / 8 + rng.gauss(0, 0.1):.3f}"]
            rows.append([number, " ".join(text), " ".join(reference), *scores])
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([["id", "text", "reference", "logprob", "qe"], *rows])


def test_the_python_of_the_page_runs_from_top_to_bottom(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_lists("dev.csv", 60, 1)
    write_lists("new.csv", 20, 2)
    names: dict = {}
    for block in blocks("rerank.md", "python"):
        exec(block, names)
    assert names["small"].group_ids == ("first", "second")
    assert names["reach"].worst < names["reach"].current < names["reach"].best
    assert names["after"].score > oracle(names["held_out"], "bleu").current
    assert names["few"].group_ids == ("7", "9")
    assert list(names["by_id"]) == [str(number) for number in range(20)]
    assert set(Weights.read("weights.txt")) == {"logprob", "qe"}
    assert names["found"].counts["words"] == 15 * 8
    assert names["pool"].feature_names == ("logprob", "qe")
