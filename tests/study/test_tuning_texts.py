"""The tuning text as an axis of a study."""

import json

import pytest

from pitchpipe import InputError
from pitchpipe.decoder import PhraseDecoder
from pitchpipe.files import read_lines
from pitchpipe.model import Model, ModelTexts
from pitchpipe.study import Results, read_pairs, read_study
from pitchpipe.study.settings import TuningText
from pitchpipe.study.study import tuning_text
from pitchpipe.study.texts import read_text
from pitchpipe.study.tuning_texts import sample
from pitchpipe.training import DevSet, tune_decoder
from pitchpipe.weights import Weights

from .studies import SYNTHETIC, bytes_of, run
from .test_grid import folder_of

TUNED = """
[tune_on.small]
sentences = 8

[tune_on.random]
sentences = 8
choose = "random"

[tune_on.bitext]
train = 12
"""
AXIS = SYNTHETIC.replace("replicas = 2", "replicas = 1").replace("curves = true\n", "") + TUNED


def read(tmp_path, text):
    (tmp_path / "study.toml").write_text(text)
    return read_study(tmp_path / "study.toml")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    place = tmp_path_factory.mktemp("axis")
    (place / "study.toml").write_text(AXIS)
    return place / "study", run(place / "study.toml", place / "study")


def test_every_method_is_tuned_on_every_text(tmp_path):
    study = read(tmp_path, AXIS)
    assert [(one.name, one.tune_on) for one in study.methods] == [
        ("regression small", "small"),
        ("regression random", "random"),
        ("regression bitext", "bitext"),
        ("kbmira small", "small"),
        ("kbmira random", "random"),
        ("kbmira bitext", "bitext"),
    ]


@pytest.mark.parametrize(
    ("added", "names"),
    [
        ("[vary]\ntune_on = ['dev', 'small']\n", ["dev", "small"]),
        ("[method.regression]\ntune_on = 'dev'\n[method.kbmira]\ntune_on = 'small'\n", ["dev", "small"]),
    ],
)
def test_a_method_may_say_what_it_is_tuned_on(tmp_path, added, names):
    study = read(tmp_path, AXIS + added)
    assert {one.tune_on for one in study.methods} == set(names)


@pytest.mark.parametrize("added", ["", "[method.kbmira]\ntune_on = 'dev'\n", "[vary]\ntune_on = ['small']\n"])
def test_what_is_written_in_full_is_the_same_study(tmp_path, added):
    study = read(tmp_path, AXIS + added)
    study.write(tmp_path / "again.toml")
    again = read_study(tmp_path / "again.toml")
    assert (again.methods, again.tuning_texts) == (study.methods, study.tuning_texts)
    assert again.tables() == study.tables()


def test_a_cell_is_the_run_of_its_method_on_its_text(whole):
    folder, ended = whole
    assert [one.problem for one in ended] == [""] * 7
    model = Model.read(folder / "model")
    for name in ("small", "bitext"):
        place = folder / folder_of(ended, method=f"kbmira {name}")
        text = read_text(folder, tuning_text(name))
        (alone,) = tune_decoder(
            PhraseDecoder(model, threads=1), text, method="kbmira", nbest=10, iterations=2, seed=1
        )
        assert Weights.read(place / "result.json") == alone.weights
        own = list(PhraseDecoder(model).translate(text.sentences, weights=alone.weights).best())
        assert (place / "dev.output").read_text().splitlines() == own


def test_scores_of_dev_are_those_of_a_cells_own_text(whole):
    folder, _ = whole
    results = Results.read(folder)
    for name in ("small", "bitext"):
        (cell,) = results.replicas(f"kbmira {name}", "bleu")
        assert results.text(cell, "dev") == read_text(folder, tuning_text(name))
        result = results.done[cell]
        assert results.score(cell, "dev", "bleu") == pytest.approx(result["curve"][result["chosen"]])
        assert results.score(results.untuned, tuning_text(name), "bleu") == pytest.approx(result["curve"][0])


def test_lines_of_the_training_text_are_left_out_of_the_model(whole):
    folder, _ = whole
    rest, lines = ([*read_lines(folder / "tune_on" / f"{part}.0.train.de")] for part in ("rest", "lines"))
    text = read_lines(folder / "synthetic" / "train.de")
    assert len(lines) == 12
    assert not {*rest} & {*lines}
    assert {*rest} | {*lines} == {*text}
    assert read_text(folder, tuning_text("bitext")).sentences == ModelTexts.read(folder / "model").source(
        lines
    )
    built = json.loads((folder / "model" / "summary.json").read_text())
    assert f"{len(rest)}" in json.dumps(built)


def test_resuming_does_nothing_and_another_text_makes_only_its_own_cells(whole):
    folder, ended = whole
    before = bytes_of(folder)
    assert all(one.earlier for one in run(folder.parent / "study.toml", folder))
    assert bytes_of(folder) == before
    (folder.parent / "more.toml").write_text(
        AXIS.replace("[tune_on.small]\nsentences = 8", "[tune_on.small]\nsentences = 9")
    )
    again = run(folder.parent / "more.toml", folder)
    assert {one.cell.method for one in again if not one.earlier} == {
        "regression small",
        "kbmira small",
        "untuned",
    }
    assert len(again) == len(ended)


def test_random_sentences_are_in_order_and_more_have_all_that_fewer_have():
    text = DevSet([str(number) for number in range(50)], [["x"]] * 50)
    taken = [sample(text, TuningText(sentences=n, choose="random"), "n").sentences for n in (5, 20, 50)]
    assert [len(one) for one in taken] == [5, 20, 50]
    assert {*taken[0]} < {*taken[1]} < {*taken[2]}
    assert all(sorted(one, key=int) == one for one in taken)
    assert taken[0] != sample(text, TuningText(sentences=5, choose="random", seed=2), "n").sentences
    assert sample(text, TuningText(sentences=5), "n").sentences == text.sentences[:5]
    assert sample(text, TuningText(), "n") is text


MODEL = """\
[text]
model = "model"
dev = ["val.de", "val.en"]
[test]
news = ["test.de", "test.en"]
[grid]
methods = ["kbmira"]
[tune_on.other]
files = ["other.de", "other.en"]
"""


def test_a_tuning_text_may_be_called_like_a_test_text(tmp_path):
    text = AXIS.replace("tune_on.random", "tune_on.test")
    assert "tune_on.test" in text
    (tmp_path / "study.toml").write_text(text)
    ended = run(tmp_path / "study.toml", tmp_path / "study")
    assert [one.problem for one in ended] == [""] * 7
    results = Results.read(tmp_path / "study")
    (cell,) = results.replicas("kbmira test", "bleu")
    assert (len(results.text(cell, "dev")), len(results.text(cell, "test"))) == (8, 10)
    assert results.score(results.untuned, "test", "bleu") != results.score(
        results.untuned, "tune_on.test", "bleu"
    )


def test_files_are_those_of_the_studys_folder(tmp_path):
    (one,) = read(tmp_path, MODEL).tuning_texts.values()
    assert one.files == (str(tmp_path / "other.de"), str(tmp_path / "other.en"))


@pytest.mark.parametrize(
    ("was", "becomes", "sentence"),
    [
        ("[tune_on.other]", "[tune_on.dev]", "found 'dev' in [tune_on], expected a table [tune_on.NAME]"),
        ("[tune_on.other]", "[tune_on]", "found 'files' in [tune_on], expected a table [tune_on.NAME]"),
        (
            '["other.de", "other.en"]',
            '["other.de"]',
            "found ['other.de'] for files of [tune_on.other], expected",
        ),
        ("files =", "fils =", "there is no entry of [tune_on.other] 'fils'; did you mean 'files'?"),
        ('files = ["other.de", "other.en"]', "sentences = -1", "[tune_on.other]: tune_on: sentences must be"),
        (
            "[tune_on.other]",
            "[tune_on.other]\ntrain = 3",
            "[tune_on.other]: found train and files, expected one",
        ),
        (
            'files = ["other.de", "other.en"]',
            "train = 3",
            "found train in [tune_on.other] with a model that is built, expected it with a text to train on",
        ),
        (
            '[test]\nnews = ["test.de", "test.en"]',
            "",
            "found [tune_on] without [test], expected a test text",
        ),
        ("[grid]", "[grid]\ntune_on = 'othr'", "there is no tuning text 'othr'; did you mean 'other'?"),
        ("[grid]", "[vary]\ntune_on = [3]\n[grid]", "there is no tuning text '3'; known: dev, other"),
    ],
)
def test_what_is_wrong_is_told_with_the_files_name(tmp_path, was, becomes, sentence):
    assert was in MODEL
    with pytest.raises(InputError) as refused:
        read(tmp_path, MODEL.replace(was, becomes, 1))
    assert str(refused.value).startswith(f"{tmp_path / 'study.toml'}: ")
    assert sentence in str(refused.value)


def test_lists_have_no_tuning_texts(tmp_path):
    lists = '[lists]\ndev = ["a", "b"]\n[grid]\nmethods = ["mert"]\n'
    with pytest.raises(
        InputError, match=r"found \[tune_on\] with \[lists\], expected it with a decoder only"
    ):
        read(tmp_path, lists + TUNED)


def test_a_training_text_that_is_too_short_is_told(tmp_path):
    (tmp_path / "study.toml").write_text(AXIS.replace("train = 12", "train = 1000"))
    with pytest.raises(
        InputError, match=r"train\.de, for train in \[tune_on\]: found 150 lines of training text"
    ):
        run(tmp_path / "study.toml", tmp_path / "study")


def test_files_that_are_not_there_are_told(tmp_path):
    (tmp_path / "study.toml").write_text(AXIS + '[tune_on.other]\nfiles = ["no.de", "no.en"]\n')
    with pytest.raises(InputError, match=r"no\.de"):
        run(tmp_path / "study.toml", tmp_path / "study")


def test_all_text_pairs_have_the_same_tuning_texts(tmp_path):
    grid = AXIS[AXIS.index("[train]") :]
    (tmp_path / "pairs.toml").write_text(f"[pair.one]\nseed = 1\n[pair.two]\nseed = 2\n{grid}")
    for study in read_pairs(tmp_path / "pairs.toml").values():
        assert [*study.tuning_texts] == ["small", "random", "bitext"]
        assert len(study.methods) == 6


def test_a_text_that_is_too_short_is_told(tmp_path):
    (tmp_path / "study.toml").write_text(AXIS.replace("sentences = 8", "sentences = 21", 1))
    with pytest.raises(InputError, match=r"found 20 sentences for \[tune_on.small\], expected at least 21"):
        run(tmp_path / "study.toml", tmp_path / "study")
