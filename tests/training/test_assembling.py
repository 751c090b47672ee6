"""Models joined from pieces that were made one by one."""

import os

import pytest

from pitchpipe import InputError
from pitchpipe.align import align
from pitchpipe.data import language_pair
from pitchpipe.decoder import PhraseDecoder
from pitchpipe.lm import estimate
from pitchpipe.model import Model, ModelTexts, SparseFeatures
from pitchpipe.phrases import Extraction, PhraseTable, extract
from pitchpipe.text import Corpus
from pitchpipe.training import assemble, train

PAIR = language_pair(train=200, dev=0, test=10, references=1, seed=3)


@pytest.fixture(scope="module")
def pieces(tmp_path_factory):
    """A table, a language model and their texts, and the model that `train` makes of the same text."""
    folder = tmp_path_factory.mktemp("pieces")
    PAIR.write(folder)
    here = os.getcwd()
    os.chdir(folder)
    try:
        plain = {"known_forms": False, "compounds": False}
        train("train.de", "train.en", "trained", order=3, sparse="WP+PT", **plain)
    finally:
        os.chdir(here)
    source, target = (Corpus.read(folder / f"train.{side}") for side in ("de", "en"))
    links = align(source, target)
    extract(source, target, links.links, links.offsets, folder / "phrases.table", settings=Extraction())
    built = estimate(folder / "train.en", 3).model
    built.save(folder / "lm.lm")
    built.write_arpa(folder / "lm.arpa")
    PhraseTable.read(folder / "phrases.table").write_moses(folder / "moses")
    return folder


def best(model):
    return list(PhraseDecoder(model).translate(PAIR.test.source).best())


def test_the_pieces_make_the_model_that_train_makes(pieces, tmp_path):
    trained = Model.read(pieces / "trained")
    made = assemble(tmp_path / "model", [pieces / "phrases.table"], [pieces / "lm.lm"], sparse=trained.sparse)
    assert made.fingerprint == trained.fingerprint
    assert made.weights == trained.weights
    assert best(Model.read(tmp_path / "model")) == best(trained)


def test_text_tables_and_arpa_files_make_a_model_that_translates_alike(pieces, tmp_path):
    mapped = assemble(tmp_path / "a", [pieces / "phrases.table"], [pieces / "lm.lm"])
    kinds = [f"reordering-table.{kind}-msd-bidirectional-fe.gz" for kind in ("wbe", "hier")]
    text = assemble(
        tmp_path / "b",
        [pieces / "moses" / "phrase-table.gz"],
        [pieces / "lm.arpa"],
        reordering_tables=[pieces / "moses" / kind for kind in kinds],
    )
    assert text.feature_names == mapped.feature_names
    assert best(text) == best(mapped)


def test_several_tables_and_language_models_have_features_of_their_own(pieces, tmp_path):
    model = assemble(tmp_path / "m", [pieces / "phrases.table"] * 2, [pieces / "lm.lm", pieces / "lm.arpa"])
    names = model.feature_names
    assert len(names) == len(set(names))
    assert {"TranslationModel1_3", "LM1", "RuleCount1", "HierarchicalReordering1_5"} <= set(names)
    assert all(best(model))


def test_a_model_keeps_the_weights_and_settings_that_it_is_given(pieces, tmp_path):
    start = assemble(tmp_path / "a", [pieces / "phrases.table"], [pieces / "lm.lm"])
    weights = {**start.weights, "LM0": 0.75}
    made = assemble(
        tmp_path / "b",
        [pieces / "phrases.table"],
        [pieces / "lm.lm"],
        weights=weights,
        search={"distortion_limit": 9, "beam": 100},
        texts=ModelTexts(("de", "en"), lowercase=True),
    )
    assert made.weights == weights
    assert made.search == {"distortion_limit": 9}
    assert ModelTexts.read(tmp_path / "b").source(["Das Haus."]) == ["das haus ."]


def test_a_model_made_again_is_that_of_the_new_pieces(pieces, tmp_path):
    assemble(tmp_path / "m", [pieces / "phrases.table"], [pieces / "lm.lm"])
    again = assemble(tmp_path / "m", [pieces / "phrases.table"])
    assert again.language_models == []
    assert "LM0" not in Model.read(tmp_path / "m").weights


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"tables": []}, "found no phrase table, expected at least one"),
        ({"tables": ["lm.lm"]}, r"lm\.lm: found a language model, expected a phrase table"),
        ({"tables": ["lm.arpa"]}, r"lm\.arpa:1: "),
        ({"tables": ["none"]}, "none: cannot be read: No such file or directory"),
        ({"tables": ["cut.table"]}, r"cut\.table: the file is cut short"),
        ({"tables": ["damaged.table"]}, r"damaged\.table: the file is damaged"),
        ({"language_models": ["phrases.table"]}, "found a phrase table, expected a language model"),
        ({"language_models": ["train.en"]}, r"train\.en:1: "),
        ({"weights": {"LM0": 1.0}}, "weights: found no weight of 'LexicalReordering0_0'"),
        ({"more": {"LM7": 1.0}}, "weights: there is no feature 'LM7'; did you mean 'LM0'"),
        ({"search": {"beam": -1}}, "search: beam must be a whole number"),
        ({"reordering_tables": ["phrases.table"]}, "found a reordering table, expected one only with"),
    ],
)
def test_what_does_not_belong_is_refused_and_no_folder_is_left(pieces, tmp_path, settings, sentence):
    whole = (pieces / "phrases.table").read_bytes()
    (pieces / "cut.table").write_bytes(whole[:-100])
    (pieces / "damaged.table").write_bytes(whole[:-1000] + bytes([whole[-1000] ^ 255]) + whole[-999:])
    given = {"tables": ["phrases.table"], "language_models": ["lm.lm"], **settings}
    if "more" in given:
        start = assemble(tmp_path / "start", [pieces / "phrases.table"], [pieces / "lm.lm"]).weights
        given["weights"] = {**start, **given.pop("more")}
    for name in ("tables", "language_models", "reordering_tables"):
        if name in given:
            given[name] = [pieces / one for one in given[name]]
    with pytest.raises(InputError, match=sentence):
        assemble(tmp_path / "model", **given)
    assert {path.name for path in tmp_path.iterdir()} <= {"start"}


def test_a_model_that_train_built_is_not_written_over(pieces):
    with pytest.raises(InputError, match="found a model that train built, expected another folder"):
        assemble(pieces / "trained", [pieces / "phrases.table"], [pieces / "lm.lm"])


def test_weights_of_sparse_features_belong_to_their_templates(pieces, tmp_path):
    start = assemble(tmp_path / "a", [pieces / "phrases.table"]).weights
    given = {**start, "PT:haus~house": 0.1}
    sparse = SparseFeatures(["PT"])
    made = assemble(tmp_path / "b", [pieces / "phrases.table"], weights=given, sparse=sparse)
    assert made.weights == given
    with pytest.raises(InputError, match="there is no feature 'PT:haus~house'"):
        assemble(tmp_path / "c", [pieces / "phrases.table"], weights=given)
