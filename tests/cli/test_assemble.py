"""`pitchpipe assemble`: from pieces to a model that the other commands take."""

import pytest

from pitchpipe.data import language_pair
from pitchpipe.model import Model, ModelTexts

from .commands import refusal, run, run_json

PAIR = language_pair(train=200, dev=20, test=10, references=1, seed=3)


@pytest.fixture(autouse=True)
def pieces(folder):
    PAIR.write(folder)
    run("align", "train.de", "train.en", "-o", "links")
    run("extract", "train.de", "train.en", "links", "-o", "phrases.table")
    run("lm", "estimate", "-n", "3", "train.en", "-o", "lm.lm")


def test_the_result_is_translated_with_tuned_and_reported(folder):
    done = run("assemble", "--table", "phrases.table", "--lm", "lm.lm", "-o", "model")
    assert done.exit_code == 0, done.stderr
    assert done.stdout == ""
    assert "tune them with: pitchpipe tune model" in done.stderr
    assert len(run("translate", "model", "test.de").stdout.splitlines()) == 10
    tuned = run_json(
        *("tune", "model", "--dev", "dev.de", "-r", "dev.en", "--set", "iterations=2,nbest=10"),
        *("--run", "tuning", "-o", "weights"),
    )
    assert tuned["objective"] >= 0
    assert run("report", "tuning").exit_code == 0
    again = run("assemble", "--table", "phrases.table", "--lm", "lm.lm", "-w", "weights", "-o", "tuned")
    assert "tuning starts from" not in again.stderr
    assert Model.read(folder / "tuned").weights == pytest.approx(tuned["weights"])


def test_sparse_features_and_search_settings_are_kept():
    run(
        *("assemble", "--table", "phrases.table", "--lm", "lm.lm", "-o", "model"),
        *("--sparse", "PT+WP", "--text", "train.de", "train.en", "--set", "distortion_limit=9,beam=200"),
    )
    model = Model.read("model")
    assert model.sparse.templates == ["PT", "WP"]
    assert "." in model.sparse.frequent_source
    assert model.search == {"distortion_limit": 9, "beam": 200}


def test_text_is_prepared_in_the_steps_of_prepare(folder):
    run(
        *("prepare", "train.de", "train.en", "-o", "clean", "--tokenize", "de,en", "--truecase"),
        *("--pieces", "300,none"),
    )
    made = "clean.truecaser.de,clean.truecaser.en", "clean.pieces.de,none"
    done = run(
        *("assemble", "--table", "phrases.table", "-o", "model", "--tokenize", "de,en"),
        *("--truecasers", made[0], "--pieces", made[1]),
    )
    assert done.exit_code == 0, done.stderr
    run(
        *("prepare", "test.de", "-o", "test.clean", "--tokenize", "de", "--truecasers", "clean.truecaser.de"),
        *("--pieces", "clean.pieces.de"),
    )
    lines = (folder / "test.de").read_text().splitlines()
    texts = ModelTexts.read("model")
    assert texts.source(lines) == (folder / "test.clean.de").read_text().splitlines()
    assert texts.restored(["das haus ."]) == ["Das haus."]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "missing option '--table' / '-t'; see 'pitchpipe assemble --help'"),
        (["-t", "lm.lm"], "lm.lm: found a language model, expected a phrase table"),
        (["-t", "none"], "none: cannot be read: No such file or directory"),
        (
            ["-t", "phrases.table", "--sparse", "PTT"],
            "there is no kind of sparse features 'PTT'; did you mean 'PT'?",
        ),
        (
            ["-t", "phrases.table", "--sparse", "WP"],
            "found WP in --sparse without --text, expected the text that the table is from",
        ),
        (
            ["-t", "phrases.table", "--set", "distortion=9"],
            "there is no setting of assemble 'distortion'; did you mean 'distortion_limit'?",
        ),
        (
            ["-t", "phrases.table", "--tokenize", "de"],
            "found --tokenize de, expected two languages as in de,en",
        ),
        (
            ["-t", "phrases.table", "--pieces", "lm.lm,none"],
            "lm.lm: found another kind of file, expected pieces of sentencepiece",
        ),
    ],
)
def test_bad_input_is_told_in_one_sentence_and_nothing_is_written(folder, arguments, sentence):
    assert refusal("assemble", *arguments, "-o", "model") == sentence
    assert not (folder / "model").exists()
