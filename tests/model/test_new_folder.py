"""Folders of models are written whole, and not into those of others."""

import json
from dataclasses import replace

import pytest

from pitchpipe import InputError
from pitchpipe.decoder import open_decoder
from pitchpipe.model import Model, convert


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


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"tables": 3}, "found 3 as tables, expected a list of objects"),
        ({"tables": [{"path": 1}]}, "found 1 as path, expected a text"),
        ({"tables": [{"path": "x", "scores": []}]}, r"found \[\] as scores, expected a text"),
        ({"language_models": [{"path": "x"}]}, "found no name, expected it"),
        ({"sparse": {"templates": "PT"}}, "found 'PT' as templates, expected a list of texts"),
        ({"glue": {"value": "1"}}, "found '1' as value, expected a finite number"),
    ],
)
def test_a_description_with_other_types_is_told(ini, tmp_path, change, found):
    convert(ini, tmp_path / "model")
    path = tmp_path / "model" / "model.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(InputError, match=f"model.json: the model's description is damaged: {found}"):
        Model.read(tmp_path / "model")


def test_a_search_setting_that_is_not_known_gets_the_nearest_one(ini, tmp_path):
    model = convert(ini, tmp_path / "model")
    with pytest.raises(InputError, match="there is no setting of search 'bem'; did you mean 'beam'"):
        open_decoder(replace(model, search={"bem": 3}))
