"""What a worker keeps of a model that was sent to it."""

import json
from dataclasses import replace

import pytest

from pitchpipe import InputError
from pitchpipe.cluster.model_cache import VARIABLE, SentFile, SentModel, keep_model, keep_piece, kept_folder
from pitchpipe.cluster.sent_decoder import MissingModelError, SentDecoder, sent_model
from pitchpipe.lm import cluster_words, estimate
from pitchpipe.text import Corpus
from pitchpipe.training.assembling import with_class_model

from .systems import small_system, text

PART = "0" * 32


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("system") / "model"
    small_system(folder)
    return folder


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def keep(folder, pieces=1000):
    model, paths = sent_model(folder)
    for number, path in enumerate(paths):
        content = path.read_bytes()
        for offset in range(0, len(content), pieces):
            keep_piece(PART, number, offset, content[offset : offset + pieces])
    keep_model(PART, model)
    return model


def test_a_model_that_was_sent_translates_alike(folder, tmp_path):
    here = SentDecoder.of(folder)
    moved = replace(here, path=str(tmp_path / "nowhere"))
    with pytest.raises(MissingModelError):
        moved.translate(["s1"])
    assert keep(folder).key == here.key
    one, other = (each.translate(text().sentences, nbest=5) for each in (here, moved))
    assert one.scores.tolist() == other.scores.tolist()
    assert list(one.texts) == list(other.texts)
    assert moved.folder == str(kept_folder(here.key))


def test_a_model_of_word_classes_is_sent_with_its_classes(tmp_path):
    folder = tmp_path / "model"
    model = small_system(folder)
    found = cluster_words(Corpus.of(["t1 u2 t3", "u1 t2 u3"]), 2).classes
    found.write(folder / "target.classes")
    estimate(found.corpus(Corpus.of(["t1 u2 t3", "u1 t2 u3"])), 2).model.save(folder / "classes.lm")
    with_class_model(model, folder, "classes.lm", "target.classes").save(folder)
    here = SentDecoder.of(folder)
    keep(folder)
    kept = replace(here, path=str(tmp_path / "nowhere"))
    assert kept.folder == str(kept_folder(here.key))
    one, other = (each.translate(text().sentences) for each in (here, kept))
    assert one.scores.tolist() == other.scores.tolist()


def test_a_model_with_other_content_at_the_path_is_not_taken(folder, tmp_path):
    small_system(tmp_path / "model", templates=())
    other = replace(SentDecoder.of(folder), path=str(tmp_path / "model"))
    with pytest.raises(MissingModelError):
        other.folder  # noqa: B018


def test_a_model_that_was_kept_already_is_kept_once(folder, cache):
    keep(folder)
    keep(folder)
    assert len(list(cache.iterdir())) == 1


def test_what_is_not_what_was_sent_is_refused_and_gone(folder, cache):
    model, paths = sent_model(folder)
    for number, path in enumerate(paths):
        keep_piece(PART, number, 0, path.read_bytes()[:-1] + b"!")
    with pytest.raises(InputError, match="found another content than the one that was sent"):
        keep_model(PART, model)
    assert list(cache.iterdir()) == []


def test_a_lost_piece_is_told():
    keep_piece(PART, 0, 0, b"abc")
    with pytest.raises(InputError, match="found 3 bytes of a file, expected 4"):
        keep_piece(PART, 0, 4, b"def")


@pytest.mark.parametrize("name", ["../../etc", "/etc/passwd", "a" * 31, "A" * 32, f"{PART}/..", ""])
def test_only_hashes_become_paths(name, tmp_path):
    for wrong in (kept_folder, lambda name: keep_piece(name, 0, 0, b"a")):
        with pytest.raises(InputError, match="expected a hash of 32 hexadecimal digits"):
            wrong(name)
    with pytest.raises(ValueError, match="invalid literal"):
        keep_piece(PART, "../a", 0, b"a")
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("path", ["../../0", "/etc/passwd", "1", 0])
def test_a_description_names_only_what_was_sent(path):
    for described in (
        {"tables": [{"path": path}], "language_models": []},
        {"tables": [], "language_models": [{"path": "0", "classes": path or "/"}]},
    ):
        model = SentModel(json.dumps(described), "", (SentFile(0, ""),))
        with pytest.raises(InputError, match="found other files in the model's description"):
            keep_model(PART, model)
    with pytest.raises(InputError, match="the description of the model that was sent is damaged"):
        keep_model(PART, SentModel("[]", "", ()))
