"""Folders of models are written whole, and not into those of others."""

import pytest

from pitchpipe import InputError
from pitchpipe.model import convert


def test_a_model_that_train_built_is_not_mixed_with_a_converted_one(ini, tmp_path):
    place = tmp_path / "trained"
    place.mkdir()
    (place / "recipe.toml").write_text("")
    with pytest.raises(InputError, match="trained: found a model that train built, expected another folder"):
        convert(ini, place)
    assert [path.name for path in place.iterdir()] == ["recipe.toml"]


def test_texts_of_an_earlier_model_are_not_left_for_the_new_one(ini, tmp_path):
    convert(ini, tmp_path / "model")
    (tmp_path / "model" / "texts.json").write_text("{}")
    convert(ini, tmp_path / "model")
    assert not (tmp_path / "model" / "texts.json").exists()


def test_a_file_in_the_place_of_the_folder_is_named(ini, tmp_path):
    (tmp_path / "model").write_text("x")
    before = set(tmp_path.iterdir())
    with pytest.raises(InputError, match="model: cannot be written: File exists"):
        convert(ini, tmp_path / "model")
    assert set(tmp_path.iterdir()) == before
