import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.weights import Weights

SAMPLE = Path(__file__).parents[3] / "shared" / "data" / "moses-sample" / "moses.ini"
INI = """# a comment
[feature]
KENLM name=LM0 path=lm.arpa.gz order=3
[weight]

LM0= 0.5
TranslationModel0= 0.1 0.2
Distortion0=0.3
[threads]
2
"""


def read(tmp_path, text):
    (tmp_path / "weights").write_text(text)
    return Weights.read(tmp_path / "weights")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lm 0.5\n# note\n\n  tm\t-1e-3  \n", {"lm": 0.5, "tm": -0.001}),
        ("lm= 0.5\ntm=2\na=b=3\nc=d 4 \n", {"lm": 0.5, "tm": 2, "a=b": 3, "c=d": 4}),
        ("tm= 0.1 0.2 .3\n", {"tm_0": 0.1, "tm_1": 0.2, "tm_2": 0.3}),
        ('"log prob" 1\r\n"\\"#" 2', {"log prob": 1, '"#': 2}),
        (INI, {"LM0": 0.5, "TranslationModel0_0": 0.1, "TranslationModel0_1": 0.2, "Distortion0": 0.3}),
        (' {"lm": 1, "log prob": -0.5}', {"lm": 1, "log prob": -0.5}),
        ('{"method": "mert", "weights": {"lm": 1}, "seed": 3}', {"lm": 1}),
    ],
)
def test_every_way_to_write_weights_is_read(tmp_path, text, expected):
    assert read(tmp_path, text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lm 1\ntm 2\nlm 3", "weights:3: found a second weight of 'lm', expected one"),
        ("tm= 1 2\ntm_1 3", "weights:2: found a second weight of 'tm_1', expected one"),
        ("lm 1\ntm", "weights:2: found 'tm', expected"),
        ("lm 1\ntm=", "weights:2: found 'tm=', expected"),
        ("lm 1\n=1", "weights:2: found '=1', expected"),
        ("lm 1\ntm nan", "weights:2: found 'tm nan', expected"),
        ("lm 1\ntm 1e999", "weights:2: found 'tm 1e999', expected"),
        ("lm 1\ntm= 1 x", "weights:2: found 'tm= 1 x', expected"),
        ("lm 1\ntm 1 2", "weights:2: found 'tm 1 2', expected"),
        ("lm 1\ntm 1_0", "weights:2: found 'tm 1_0', expected"),
        ("lm 1 # mine", "weights:1: found 'lm 1 # mine', expected"),
        ('"lm 1', "weights:1: found '\"lm 1', expected"),
        ('"l\\m" 1', "weights:1: found '\"l\\\\m\" 1', expected"),
        ("", "weights: found no weights, expected"),
        ("[weight-l]\n0.5\n", "weights: found no weights, expected"),
        ('{"lm": 1,\n "lm": 2}', "weights:2: found a second weight of 'lm', expected one"),
        ('{"lm": 1,\n "tm": true}', "weights:2: found True as the weight of 'tm', expected a finite number"),
        ('{"lm": 1,\n "tm": NaN}', "weights:2: found 'NaN' as the weight of 'tm', expected a finite number"),
        (
            '{"weights": [1, 2]}',
            "weights:1: found [1, 2] as the weight of 'weights', expected a finite number",
        ),
        ('{"lm": 1,\n "tm" 2}', "weights:2: found bad JSON (Expecting ':' delimiter), expected an object"),
        ("{" * 10, "weights:1: found bad JSON"),
    ],
)
def test_bad_lines_are_named(tmp_path, text, message):
    with pytest.raises(InputError) as error:
        read(tmp_path, text)
    assert str(error.value).removeprefix(f"{tmp_path}/").startswith(message)


NAMES = st.text(st.characters(exclude_categories=["Cs"])) | st.sampled_from(
    ["[weight]", "#x", "x=", "=", '"', "{", "a b", "a=b", "x\n", "\u00a0", "a\\", "tm_0", "[a"]
)


@given(st.dictionaries(NAMES, st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_what_is_written_is_read_back_to_the_last_bit(tmp_path_factory, weights):
    path = tmp_path_factory.mktemp("weights") / "weights"
    Weights(weights).write(path)
    again = Weights.read(path)
    assert list(again) == list(weights)
    assert [value.hex() for value in again.values()] == [value.hex() for value in weights.values()]


def test_a_weight_that_is_not_finite_is_not_written(tmp_path):
    with pytest.raises(InputError, match="found the weight nan of 'lm', expected a finite number"):
        Weights({"tm": 1.0, "lm": float("nan")}).write(tmp_path / "weights")
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(not SAMPLE.exists(), reason="the Moses sample is not here")
def test_the_weights_of_a_moses_ini():
    weights = Weights.read(SAMPLE)
    assert len(weights) == 15
    assert weights["LM0"] == 0.102382
    assert weights["TranslationModel0_3"] == 0.0340843


def test_keys_that_look_like_others_are_read(tmp_path):
    odd = {"\\": 1.0, 'a": "\\x': 2.0, "\ud83d": 3.0, '{"b": 1}': 4.0}
    (tmp_path / "weights").write_text(json.dumps(odd))
    assert Weights.read(tmp_path / "weights") == odd
    (tmp_path / "weights").write_text('{"a": 1, "b\\q": 2}')
    with pytest.raises(InputError, match="bad JSON"):
        Weights.read(tmp_path / "weights")


def test_deep_nesting_is_told(tmp_path):
    (tmp_path / "weights").write_text('{"a":' * 100_000)
    with pytest.raises(InputError, match="bad JSON"):
        Weights.read(tmp_path / "weights")
