"""A study in its file."""

import pytest

from pitchpipe import InputError
from pitchpipe.study import read_study

from .studies import LISTS, SYNTHETIC

MODEL = """\
[text]
model = "model"
dev = ["val.de", "val.en", "val.en2"]

[test]
news = ["test.de", "test.en"]

[grid]
methods = ["mert", "sa-mert", "kbmira(C=0.1)"]
metrics = ["bleu", "chrf++"]
iterations = 4
beam = 30

[method.sa-mert]
method = "mert(restarts=2)"
search_aware = "potential"
nbest = 10
"""


def read(tmp_path, text):
    (tmp_path / "study.toml").write_text(text)
    return read_study(tmp_path / "study.toml")


def test_paths_are_those_of_the_files_folder(tmp_path):
    study = read(tmp_path, MODEL)
    assert study.model == str(tmp_path / "model")
    assert study.dev == tuple(str(tmp_path / name) for name in ("val.de", "val.en", "val.en2"))
    assert study.tests == {"news": (str(tmp_path / "test.de"), str(tmp_path / "test.en"))}
    assert study.texts == ("dev", "news")


def test_a_method_may_have_a_name_and_settings_of_its_own(tmp_path):
    mert, aware, kbmira = read(tmp_path, MODEL).methods
    assert (mert.spec, aware.spec, kbmira.spec) == ("mert", "mert(restarts=2)", "kbmira(C=0.1)")
    assert (mert.tuning.nbest, aware.tuning.nbest) == (0, 10)
    assert (mert.tuning.search_aware, aware.tuning.search_aware) == ("none", "potential")
    assert {one.tuning.iterations for one in (mert, aware, kbmira)} == {4}


def test_what_is_tuned_to_is_measured_too(tmp_path):
    study = read(tmp_path, MODEL + '[report]\nscores = ["ter", "bleu"]\n')
    assert study.metrics == ("bleu", "chrf(word_order=2)")
    assert study.scores == ("bleu", "chrf(word_order=2)", "ter")


def test_the_first_method_is_the_baseline(tmp_path):
    assert read(tmp_path, MODEL).baseline == "mert"


VARY = (
    MODEL.replace("nbest = 10", "nbest = 10\nsparse = 'none'")
    + """
[vary]
sparse = ["none", "PT+AL"]
max_dev_sentences = [100, 0]
stages = ["", "ter"]
"""
)


def test_every_method_takes_each_value_of_what_varies(tmp_path):
    methods = read(
        tmp_path, VARY.replace('["mert", "sa-mert", "kbmira(C=0.1)"]', '["sa-mert", "kbmira"]')
    ).methods
    assert [(one.name, one.sparse, one.tuning.max_dev_sentences, one.tuning.stages) for one in methods] == [
        ("sa-mert 100 no stages", "none", 100, ""),
        ("sa-mert 100 ter", "none", 100, "ter"),
        ("sa-mert 0 no stages", "none", 0, ""),
        ("sa-mert 0 ter", "none", 0, "ter"),
        ("kbmira none 100 no stages", "none", 100, ""),
        ("kbmira none 100 ter", "none", 100, "ter"),
        ("kbmira none 0 no stages", "none", 0, ""),
        ("kbmira none 0 ter", "none", 0, "ter"),
        ("kbmira PT+AL 100 no stages", "PT+AL", 100, ""),
        ("kbmira PT+AL 100 ter", "PT+AL", 100, "ter"),
        ("kbmira PT+AL 0 no stages", "PT+AL", 0, ""),
        ("kbmira PT+AL 0 ter", "PT+AL", 0, "ter"),
    ]
    assert {one.spec for one in methods} == {"mert(restarts=2)", "kbmira"}
    assert {one.tuning.iterations for one in methods} == {4}


def test_a_preset_of_the_build_is_for_train_and_one_of_the_grid_says_how_often(tmp_path):
    text = MODEL.replace('model = "model"', 'train = ["a", "b"]').replace(
        'methods = ["mert", "sa-mert", "kbmira(C=0.1)"]', 'methods = ["pro"]\npreset = "bazrafshan2012"'
    )
    text = text.partition("[method")[0]
    study = read(tmp_path, text)
    assert (study.grid.replicas, study.training.order) == (8, 5)
    built = read(tmp_path, text + "replicas = 2\n[train]\npreset = 'bazrafshan2012'\nmax_phrase = 4\n")
    assert (built.grid.replicas, built.training.order, built.training.max_phrase) == (2, 3, 4)


@pytest.mark.parametrize(
    "text",
    [
        MODEL,
        VARY,
        SYNTHETIC,
        LISTS,
        MODEL.replace('model = "model"', 'train = ["a", "b"]'),
        MODEL.replace("iterations = 4", "beams = [8, 2]"),
    ],
)
def test_what_is_written_in_full_is_the_same_study(tmp_path, text):
    study = read(tmp_path, text)
    (tmp_path / "elsewhere").mkdir()
    study.write(tmp_path / "elsewhere" / "study.toml")
    again = read_study(tmp_path / "elsewhere" / "study.toml")
    assert again.tables() == study.tables()
    assert again.methods == study.methods
    written = (tmp_path / "elsewhere" / "study.toml").read_text()
    assert "correction = " in written
    assert "numpy = " in written


def test_a_beam_goes_before_that_of_the_search_and_leaves_the_rest_of_it(tmp_path):
    study = read(tmp_path, MODEL.replace("beam = 30", "beam = 30\ndistortion_limit = 3\nbeams = [8, 2, 8]"))
    assert study.beams == (2, 8)
    method = study.methods[0]
    assert method.with_beam(8).search == {"beam": 8, "distortion_limit": 3, "pop_limit": 16}
    assert method.with_beam(None) == method


@pytest.mark.parametrize("beams", ["3", "[0]", "[1]", '["2"]', "[true]", "[2.5]", "[1000000]"])
def test_what_is_not_a_list_of_beams_is_told(tmp_path, beams):
    with pytest.raises(InputError, match=r"for beams, expected a list of whole numbers from 2 to 100000"):
        read(tmp_path, MODEL.replace("iterations = 4", f"beams = {beams}"))


def test_lists_have_no_beams(tmp_path):
    with pytest.raises(
        InputError, match=r"found beams, expected them with a decoder only: \[lists\] have none"
    ):
        read(tmp_path, LISTS.replace("[grid]", "[grid]\nbeams = [2, 4]"))


@pytest.mark.parametrize(
    ("was", "becomes", "sentence"),
    [
        ("[text]", "[texts]", "there is no table 'texts'; did you mean 'text'?"),
        ("[text]", "[versions]", "found no table of texts, expected one of [text], [lists] and [synthetic]"),
        (
            'dev = ["val.de", "val.en", "val.en2"]',
            "",
            "found no dev in [text], expected the files to tune on",
        ),
        (
            '"val.de", "val.en", "val.en2"',
            '"val.de"',
            "found ['val.de'] for dev, expected a source file and its references, in a list",
        ),
        (
            'model = "model"',
            "",
            "found neither a model nor a text to train, expected one of them in [text]",
        ),
        (
            'model = "model"',
            'model = "model"\ntrain = ["a", "b"]',
            "found both a model and a text to train, expected one of them in [text]",
        ),
        (
            'model = "model"',
            'model = "model"\ntarget_parses = "trees"',
            "found target_parses with a model, expected them with a text to train on",
        ),
        ('model = "model"', "model = 3", "found 3 for model, expected a text"),
        ('model = "model"', 'modle = "m"', "there is no entry of [text] 'modle'; did you mean 'model'?"),
        (
            "[text]",
            "[lists]\n[text]",
            "found [text] and [lists], expected one of [text], [lists] and [synthetic]",
        ),
        ("news =", "dev =", "found the test text 'dev', expected a word other than dev for its name"),
        ("news =", '"a/b" =', "found the test text 'a/b', expected a word other than dev for its name"),
        ('"mert", ', '"mert", "mert", ', "found a method twice in"),
        ('"kbmira(C=0.1)"', '"kbmria"', "there is no method 'kbmria'; did you mean 'kbmira'?"),
        ('"kbmira(C=0.1)"', '"untuned"', "there is no method 'untuned'"),
        ('"chrf++"', '"chfr"', "there is no metric 'chfr'; did you mean 'chrf'?"),
        (
            "iterations = 4",
            "iterations = -1",
            "tuning: iterations must be a whole number of at least 0, not -1",
        ),
        (
            "iterations = 4",
            "iteration = 4",
            "there is no setting of grid 'iteration'; did you mean 'iterations'?",
        ),
        (
            "iterations = 4",
            "replica = 4",
            "there is no setting of grid 'replica'; did you mean 'replicas'?",
        ),
        (
            "[method",
            "[vary]\nspars = ['none']\n\n[method",
            "there is no setting to vary 'spars'; did you mean 'sparse'?",
        ),
        (
            "[method",
            "[vary]\nsparse = 'PT'\n\n[method",
            "found 'PT' for sparse in [vary], expected a list of values",
        ),
        ("beam = 30", "beem = 30", "there is no setting of grid 'beem'; did you mean 'beam'?"),
        (
            "[method.sa-mert]",
            "[method.sa]",
            "found a table [method.sa], expected 'sa' among the methods of [grid]",
        ),
        (
            '"mert(restarts=2)"',
            "2",
            "found 2 as the method of [method.sa-mert], expected a text such as 'mert'",
        ),
        (
            "[grid]",
            "[train]\norder = 3\n[grid]",
            "found a table [train], expected it with a text to train on",
        ),
        (
            "nbest = 10",
            'nbest = 10\n[report]\nbaseline = "pro"',
            "there is no method to compare with 'pro'; known: kbmira(C=0.1), mert, sa-mert",
        ),
        (
            "nbest = 10",
            'choose = "held-out"',
            "tuning: found choose=held-out, expected held_out above 0 with it",
        ),
        (
            'methods = ["mert", "sa-mert", "kbmira(C=0.1)"]',
            "",
            "found None for methods, expected a list of texts",
        ),
        ("methods = [", "methods = []\nx = [", "found no methods in [grid], expected some"),
        ("[grid]", "[grid", "cannot be read as TOML"),
    ],
)
def test_what_is_wrong_is_told_with_the_files_name(tmp_path, was, becomes, sentence):
    with pytest.raises(InputError) as refused:
        read(tmp_path, MODEL.replace(was, becomes, 1))
    told = str(refused.value)
    assert told.startswith(f"{tmp_path / 'study.toml'}: ")
    assert sentence in told


def test_replicas_have_a_bound(tmp_path):
    with pytest.raises(
        InputError, match="grid: replicas must be a whole number from 1 to 10000, not 20000000"
    ):
        read(tmp_path, SYNTHETIC.replace("replicas = 2", "replicas = 20000000"))
