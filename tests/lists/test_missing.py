"""Features that are NaN for some candidates."""

import json
import math

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.lists import Pool

NAN = math.nan
TEXTS = [["a", "b", "c"], ["d", "e"], ["f"]]
VALUES = [[1.0, NAN, 4.0], [NAN, NAN], [7.0]]
FILLED = {
    "mean": [1, 2.5, 4, 4, 4, 7],
    "lowest": [1, 1, 4, 1, 1, 7],
    "flag": [1, 2.5, 4, 4, 4, 7],
}
LACKS = [0, 1, 0, 1, 1, 0]


def of_columns(missing):
    return Pool.of(TEXTS, {"lm": VALUES, "tm": [[1, 2, 3], [4, 5], [6]]}, missing=missing)


def of_dictionaries(missing):
    rows = [
        [{"lm": None if math.isnan(value) else value, "tm": 1.0} for value in values] for values in VALUES
    ]
    return Pool.of(TEXTS, rows, missing=missing)


def of_a_table(missing):
    rows = [
        (i, text, value)
        for i, texts in enumerate(TEXTS)
        for text, value in zip(texts, VALUES[i], strict=True)
    ]
    ids, texts, values = zip(*rows, strict=True)
    table = {"id": ids, "text": texts, "lm": values}
    return Pool.of(table, sentence="id", text="text", features=["lm"], missing=missing)


def read_jsonl(missing, folder):
    lines = [
        {
            "id": i,
            "candidates": [
                {"text": text, "features": {"lm": value, "tm": 1.0}}
                for text, value in zip(texts, VALUES[i], strict=True)
            ],
        }
        for i, texts in enumerate(TEXTS)
    ]
    (folder / "lists.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return Pool.read(folder / "lists.jsonl", missing=missing)


def read_csv(missing, folder):
    rows = [
        f"{i},{text},{'NA' if math.isnan(value) else value},1"
        for i, texts in enumerate(TEXTS)
        for text, value in zip(texts, VALUES[i], strict=True)
    ]
    (folder / "lists.csv").write_text("\n".join(["id,text,lm,tm", *rows]) + "\n")
    return Pool.read(folder / "lists.csv", missing=missing)


@pytest.fixture(params=[of_columns, of_dictionaries, of_a_table, read_jsonl, read_csv])
def make(request, tmp_path):
    reads = request.param.__name__.startswith("read")
    return lambda missing: request.param(missing, tmp_path) if reads else request.param(missing)


def column(pool, name):
    return pool.all_dense()[:, pool.feature_names.index(name)].tolist()


@pytest.mark.parametrize("missing", ["mean", "lowest", "flag"])
def test_another_value_stands_in_for_a_missing_one(make, missing):
    pool = make(missing)
    assert column(pool, "lm") == FILLED[missing]
    assert np.isfinite(pool.all_dense()).all()
    assert ("lm_missing" in pool.feature_names) == (missing == "flag")
    if missing == "flag":
        assert column(pool, "lm_missing") == LACKS


def test_missing_values_are_refused_unless_told_otherwise(make):
    with pytest.raises(InputError, match=r"expected a (finite )?number"):
        make("refuse")


def test_infinity_is_not_missing():
    with pytest.raises(InputError, match="finite"):
        Pool.of([["a"]], {"lm": [math.inf]}, missing="mean")


def test_a_feature_that_all_lack_is_0_and_flagged():
    pool = Pool.of([["a", "b"]], {"lm": [NAN, NAN], "tm": [1, 2]}, missing="flag")
    assert pool.feature_names == ("lm", "tm", "lm_missing")
    assert column(pool, "lm") == [0, 0]


def test_a_rare_feature_may_be_missing_and_the_others_stay():
    rows = [[{"tm": 1.0, f"word{i}": 2.0} for i in range(30)]]
    rows[0][3]["rare"] = NAN
    rows[0][4]["rare"] = 5.0
    pool = Pool.of([[f"text {i}" for i in range(30)]], rows, missing="mean")
    assert column(pool, "rare")[3:5] == pytest.approx([5 / 29, 5])  # who has none has 0
    assert column(pool, "word7") == [2.0 * (i == 7) for i in range(30)]


def test_an_unknown_way_is_named():
    with pytest.raises(InputError, match="there is no way to treat missing values 'maen'"):
        Pool.of([["a"]], {"lm": [NAN]}, missing="maen")
