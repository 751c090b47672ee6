"""The page on speech: its commands run in order, on lists of a recogniser that the test makes."""

import csv
import random
import re

import pytest

from pitchpipe.lists import Pool
from pitchpipe.weights import Weights

from ..cli.commands import run
from .pages import run_page
from .words import WORDS


def misheard(rng, said):
    """A candidate: words are lost, doubled or taken for others."""
    heard = []
    for word in said:
        kind = rng.random()
        heard += (
            []
            if kind < 0.08
            else [word, word]
            if kind < 0.14
            else [rng.choice(WORDS)]
            if kind < 0.3
            else [word]
        )
    return heard


def write_lists(folder, text, utterances, seed):
    """A folder of Kaldi's n-best lists, and its `text` in another order; both costs know something of the errors."""
    rng = random.Random(seed)
    folder.mkdir(parents=True)
    text.parent.mkdir(parents=True)
    files = {name: [] for name in ("text", "ac_cost", "lm_cost")}
    references = []
    for number in range(utterances):
        name, said = f"spk-{number % 3}-{number:03}", rng.choices(WORDS, k=rng.randint(3, 9))
        references.append(f"{name} {' '.join(said)}")
        for rank in range(1, 9):
            heard = misheard(rng, said)
            wrong = sum(a != b for a, b in zip(heard, said, strict=False)) + abs(len(heard) - len(said))
            key = f"{name}-{rank}"
            files["text"].append(f"{key} {' '.join(heard)}".rstrip())
            files["ac_cost"].append(f"{key} {30 * len(heard) + 10 * wrong + rng.gauss(0, 15):.3f}")
            files["lm_cost"].append(f"{key} {3 * len(heard) + wrong + rng.gauss(0, 3):.3f}")
    for name, lines in files.items():
        (folder / name).write_text("\n".join(lines) + "\n")
    rng.shuffle(references)
    text.write_text("\n".join(references) + "\n")


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for seed, part in enumerate(("dev", "test"), 1):
        write_lists(tmp_path / "exp" / part, tmp_path / "data" / part / "text", 60, seed)
    pool = Pool.read("exp/dev")
    with open("lists.csv", "w", newline="") as file:
        rows = zip(pool.group_of.tolist(), pool.texts, pool.dense.tolist(), strict=True)
        csv.writer(file).writerows(
            [
                ["id", "text", *pool.dense_names],
                *([pool.group_ids[group], text, *values] for group, text, values in rows),
            ]
        )
    return tmp_path


def test_the_commands_of_the_page_run_in_order(data):
    printed = run_page("speech.md")
    assert list(Weights.read("weights.txt")) == ["ac", "lm", "words"]
    for name in ("named.txt", "csv.txt"):
        assert Weights.read(name) == Weights.read("named.txt")
    lines = (data / "best.text").read_text().splitlines()
    assert [line.split()[0] for line in lines] == list(Pool.read("exp/test").group_ids)
    counts = re.search(
        r"wer of best\.text: (\d+) substitutions, (\d+) insertions, (\d+) deletions, (\d+) words",
        printed["pitchpipe score best.text -r data/test/text -m wer -m cer --ids"],
    )
    assert counts is not None
    assert all(int(count) > 0 for count in counts.groups())


def test_tuned_weights_lower_the_word_error_rate_of_the_test_data(data):
    run("tune", "exp/dev", "-r", "data/dev/text", "--metric", "wer", "-o", "weights.txt")
    (data / "acoustic.txt").write_text("ac 1\nlm 0\nwords 0\n")
    rates = {}
    for weights in ("acoustic.txt", "weights.txt"):
        (data / "out").write_text(run("rerank", "exp/test", "-w", weights, "--ids").stdout)
        done = run("score", "out", "-r", "data/test/text", "-m", "wer", "--ids")
        rates[weights] = float(re.search(r"^out +([\d.]+)$", done.stdout, re.M).group(1))
    assert rates["weights.txt"] < rates["acoustic.txt"] - 3
