"""`pitchpipe phrases`: phrases with their scores, on paper and as JSON."""

import math

import pytest

from pitchpipe.model import ModelTexts
from pitchpipe.training import assemble

from .commands import refusal, run, run_json

TABLE = """\
ein haus ||| a house ||| 0.5 0.25 0.75 0.2 ||| 0-0 1-1 ||| 4 4 3
ein haus ||| one house ||| 1 0.25 0.25 0.1 ||| 0-0 1-1 ||| 1 4 1
haus ||| house ||| 0.5 0.5 1 1 ||| 0-0 ||| 8 4 4
gebäude ||| house ||| 0.5 0.5 1 1 ||| 0-0 ||| 8 4 4
"""


@pytest.fixture(autouse=True)
def model(folder):
    (folder / "table.txt").write_text(TABLE)
    (folder / "text.en").write_text("a house\none house\nthe house is a house\n" * 5)
    run("lm", "estimate", "-n", "2", "text.en", "-o", "lm.lm")
    assemble("model", ["table.txt"], ["lm.lm"], texts=ModelTexts(lowercase=True))


def rows(text):
    """The first words of each row of the first table."""
    return [line.split("  ")[0] for line in text.split("\n\n")[1].splitlines()[1:]]


def test_translations_come_with_all_their_scores():
    done = run("phrases", "model", "ein haus")
    assert done.stdout.startswith("ein haus: 2 translations\n")
    assert rows(done.stdout) == ["a house", "one house"]
    first = [line.split()[2:] for line in done.stdout.splitlines() if line.startswith("a house")]
    assert first[0][1:5] == ["0.500", "0.250", "0.750", "0.200"]
    assert first[1] == ["3", "4", "4", "0-0", "1-1"]


def test_raw_text_is_prepared_as_the_models_text_was():
    done = run("phrases", "model", "Ein  Haus")
    assert done.stderr == "looked up as: ein haus\n"
    assert rows(done.stdout) == ["a house", "one house"]
    assert refusal("phrases", "model", "Ein Haus", "--prepared").startswith(
        "model: found no phrase 'Ein Haus'"
    )


def test_json_has_logarithms_features_and_the_sum():
    (found,) = run_json("phrases", "model", "ein haus", "-n", "1")["phrases"]
    assert found["phrase"] == "ein haus"
    assert found["count"] == 2
    (pair,) = found["pairs"]
    assert pair["scores"]["p(e|f)"] == pytest.approx(math.log(0.75))
    assert pair["counts"] == {"joint": 3, "source": 4, "target": 4}
    assert pair["alignment"] == [[0, 0], [1, 1]]
    assert pair["features"]["WordPenalty0"] == -2
    assert pair["features"]["RuleCount0"] == pytest.approx(math.log(3))


def test_parts_are_looked_up_too():
    done = run("phrases", "model", "ein haus", "--parts")
    assert "ein haus: 2 translations\n" in done.stdout
    assert "\nhaus: 1 translation\n" in done.stdout
    assert [one["phrase"] for one in run_json("phrases", "model", "ein haus", "--parts")["phrases"]] == [
        "ein haus",
        "haus",
    ]


def test_a_target_phrase_is_looked_up_in_reverse():
    done = run("phrases", "model", "house", "--target")
    assert done.stdout.startswith("house: 2 source phrases\n")
    assert sorted(rows(done.stdout)) == ["gebäude", "haus"]


@pytest.mark.parametrize("table", ["table.txt", "model/phrases.table"])
def test_a_table_alone_is_enough(table):
    assert rows(run("phrases", table, "ein haus").stdout) == ["a house", "one house"]


def test_the_best_few_are_shown():
    assert run("phrases", "model", "ein haus", "-n", "1").stdout.startswith(
        "ein haus: 2 translations, the best 1\n"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["ein haus gebäude"],
            "model: found no phrase 'ein haus gebäude'; its known parts are 'ein haus', 'gebäude'",
        ),
        (["hauss"], "model: found no phrase 'hauss'; 'hauss' is not known, did you mean 'haus'?"),
        (["xyz"], "model: found no phrase 'xyz'; 'xyz' is not known"),
        (["castle", "--target"], "model: found no target phrase 'castle', expected one of the table's"),
        ([" "], "found an empty phrase, expected some words"),
        (["haus", "--parts", "--target"], "found --parts with --target, expected parts of a source phrase"),
    ],
)
def test_a_phrase_that_is_not_there_is_told_with_what_is(arguments, sentence):
    assert refusal("phrases", "model", *arguments) == sentence


def test_json_of_a_phrase_that_is_not_there_is_empty():
    assert run_json("phrases", "model", "xyz")["phrases"] == [{"phrase": "xyz", "count": 0, "pairs": []}]


def test_what_is_neither_a_model_nor_a_table_is_told():
    assert refusal("phrases", "none", "haus") == "none: cannot be read: No such file or directory"
    assert refusal("phrases", "lm.lm", "haus") == "lm.lm: found a language model, expected a phrase table"
