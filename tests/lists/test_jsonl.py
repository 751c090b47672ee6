import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.lists import Pool

from .pools import candidates_of, facts_of, pools

CANDIDATE = {"text": "a b", "features": {"logprob": -3.2, "qe": 1}}


def line(**changes):
    """A good line with some keys changed; None leaves a key out."""
    whole = {"id": 0, "candidates": [CANDIDATE]} | changes
    return json.dumps({key: value for key, value in whole.items() if value is not None})


def candidate(**changes):
    return line(candidates=[CANDIDATE, {k: v for k, v in (CANDIDATE | changes).items() if v is not None}])


def read(tmp_path, *lines, **options):
    path = tmp_path / "list"
    path.write_text("".join(f"{text}\n" for text in lines))
    return Pool.read(path, **options)


def message_of(tmp_path, *lines, **options):
    with pytest.raises(InputError) as error:
        read(tmp_path, *lines, **options)
    return str(error.value).replace(f"{tmp_path}/", "")


def test_everything_on_a_line_is_kept(tmp_path):
    pool = read(
        tmp_path,
        line(
            id=1, source="quelle", references=["r", " s "], weight=2, candidates=[CANDIDATE | {"gold": 0.5}]
        ),
        line(
            id=0,
            source="q",
            references=["t"],
            candidates=[{"text": " x\ny ", "features": {}, "gold": 1}],
            more=1,
        ),
    )
    assert facts_of(pool) == (("0", "1"), [["t"], ["r", "s"]], [1, 2], ("q", "quelle"))
    assert candidates_of(pool) == [[("x\ny", {}, 1)], [("a b", {"logprob": -3.2, "qe": 1}, 0.5)]]


def test_ids_that_are_texts_stay_in_the_order_of_the_file(tmp_path):
    pool = read(tmp_path, line(id="z"), line(id="a"), line(id=7), line(id="3"), line(id="03"))
    assert pool.group_ids == ("3", "7", "z", "a", "03")


def test_a_sentence_in_two_files_has_the_candidates_of_both(tmp_path):
    (tmp_path / "one").write_text(line(references=["r"]) + "\n")
    (tmp_path / "two").write_text("0 ||| c ||| logprob= 1\n")
    pool = Pool.read(tmp_path / "one", tmp_path / "two")
    assert [text for text, _, _ in candidates_of(pool)[0]] == ["a b", "c"]
    assert facts_of(pool)[1] == [["r"]]


def test_sources_are_kept_only_if_all_sentences_have_them(tmp_path):
    assert read(tmp_path, line(source="q"), line(id=1)).sources is None


BAD_LINES = [
    ("{", "found bad JSON (Expecting property name enclosed in double quotes at column 2), expected a JSON object"),
    ("", "found an empty line, expected a JSON object"),
    ("[1]", "found a list, expected an object with 'id' and 'candidates'"),
    ("[" * 100_000, "found JSON that is nested too deeply, expected a JSON object"),
    ('{"id": 1, "id": 2}', "found 'id' twice in an object, expected each name once"),
    (line(id=None), "found no 'id', expected an object that has it (this one has 'candidates')"),
    (line(id=True), "found true as 'id', expected a whole number or a text"),
    (line(id=1.5), "found the number 1.5 as 'id', expected a whole number or a text"),
    (line(id=-1), "found the id -1, expected a whole number from 0"),
    (line(id=10**30), f"found the id {10**30}, expected a whole number from 0"),
    (line(id="9"), "found the id '9' a second time, expected each sentence once in a file"),
    (line(id="\ud800"), "found half a surrogate pair in 'id', expected valid Unicode"),
    (line(candidates=None), "found no 'candidates', expected an object that has it (this one has 'id')"),
    (line(candidates=[]), "found an empty list as 'candidates', expected a list of at least one"),
    (line(candidates={}), "found an object as 'candidates', expected a list of at least one"),
    (line(references="r"), "found a text as 'references', expected a list of at least one text"),
    (line(references=[]), "found an empty list as 'references', expected a list of at least one text"),
    (line(references=[1]), "found the number 1 as a reference, expected a text"),
    (line(references=["\udfff"]), "found half a surrogate pair in a reference, expected valid Unicode"),
    (line(source=3), "found the number 3 as 'source', expected a text"),
    (line(weight=0), "found the weight 0.0, expected one above 0"),
    (line(weight=True), "found true as 'weight', expected a number"),
    (line(weight=10**400), f"found {'1' + '0' * 39} as 'weight', expected a finite number"),
    (line(candidates=["a"]), "in candidate 0 (from 0), found a text, expected an object with 'text' and 'features'"),
    (candidate(text=None), "in candidate 1 (from 0), found no 'text', expected an object that has it (this one has 'features')"),
    (candidate(text=5), "in candidate 1 (from 0), found the number 5 as 'text', expected a text"),
    (candidate(text="\0"), "in candidate 1 (from 0), found a NUL character in a candidate text, expected text"),
    (candidate(text="\ud800"), "in candidate 1 (from 0), found half a surrogate pair in 'text', expected valid Unicode"),
    (candidate(features=None), "in candidate 1 (from 0), found no 'features', expected an object that has it (this one has 'text')"),
    (candidate(features=[]), "in candidate 1 (from 0), found an empty list as 'features', expected an object of numbers"),
    (candidate(features={"x": True}), "in candidate 1 (from 0), found true as 'x', expected a number"),
    (candidate(features={"x": "1"}), "in candidate 1 (from 0), found a text as 'x', expected a number"),
    (candidate(features={"x": None}), "in candidate 1 (from 0), found null as 'x', expected a number"),
    (candidate(features={"x": float("nan")}), "found NaN, expected a finite number"),
    (candidate().replace("-3.2", "1e999"), "in candidate 0 (from 0), found inf as 'logprob', expected a finite number"),
    (candidate(features={"x": 10**400}), f"in candidate 1 (from 0), found {10**39} as 'x', expected a finite number"),
    (candidate().replace("-3.2", "1" * 5000), "found a number of thousands of digits, expected a finite number"),
    (candidate(features={"": 1}), "in candidate 1 (from 0), found a feature without a name, expected a name"),
    (candidate(features={"\ud800": 1}), "in candidate 1 (from 0), found a feature name that is not valid Unicode, expected text"),
    (candidate(gold=1), "in candidate 1 (from 0), found a 'gold' score, expected none, since earlier candidates have none"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD_LINES, ids=range(len(BAD_LINES)))
def test_a_bad_line_is_named_with_what_was_found_and_expected(tmp_path, text, message):
    assert message_of(tmp_path, line(id=9), text) == f"list:2: {message}"


def test_samples_need_no_features(tmp_path):
    (tmp_path / "list").write_text(line(candidates=[{"text": "a"}, {"text": "b"}]))
    pool = Pool.read(tmp_path / "list")
    assert (list(pool.texts), pool.feature_names) == (["a", "b"], ())


def test_a_line_that_is_not_utf8_is_named(tmp_path):
    (tmp_path / "list").write_bytes(line().encode() + b'\n{"id": "\xff"}\n')
    with pytest.raises(InputError, match=r"list:2: found a byte that is not UTF-8 \(byte 9 of the line\)"):
        Pool.read(tmp_path / "list")


def test_gold_scores_are_for_all_candidates_or_for_none(tmp_path):
    with_gold = line(candidates=[CANDIDATE | {"gold": 1}])
    message = (
        "in candidate 0 (from 0), found no 'gold' score, expected one, since earlier candidates have one"
    )
    assert message_of(tmp_path, with_gold, line(id=1)) == f"list:2: {message}"
    (tmp_path / "nbest").write_text("0 ||| c ||| logprob= 1\n")
    (tmp_path / "list").write_text(with_gold)
    with pytest.raises(InputError, match="found gold scores for some candidates only"):
        Pool.read(tmp_path / "list", tmp_path / "nbest")


@pytest.mark.parametrize("key", ["source", "references", "weight"])
def test_files_must_agree_about_a_sentence(tmp_path, key):
    values = {"source": ("a", "b"), "references": (["a"], ["b"]), "weight": (1, 2)}[key]
    for name, value in zip(("one", "two"), values, strict=True):
        (tmp_path / name).write_text(line(**{key: value}))
    with pytest.raises(InputError) as error:
        Pool.read(tmp_path / "one", tmp_path / "two")
    assert (
        str(error.value)
        == f"{tmp_path}/two:1: found another {key!r} than before for the id 0, expected the same"
    )


def test_references_are_for_all_sentences_or_for_none(tmp_path):
    message = "found no references for sentence 1, expected them for every sentence or for none"
    assert message_of(tmp_path, line(references=["r"]), line(id=1)) == message


def test_a_file_of_empty_candidates_is_refused(tmp_path):
    empty = line(candidates=[{"text": " ", "features": {}}])
    assert message_of(tmp_path, empty) == "list: found only empty candidates, expected some with text"


@given(pools(), st.sampled_from(["list", "list.gz"]))
def test_what_is_written_is_read_back(tmp_path_factory, pool, name):
    path = tmp_path_factory.mktemp("jsonl") / name
    pool.write_jsonl(path)
    again = Pool.read(path)
    assert candidates_of(again) == candidates_of(pool)
    assert facts_of(again) == facts_of(pool)
    assert again.dense_names[: len(pool.dense_names)] == pool.dense_names
    again.write_jsonl(path)
    np.testing.assert_array_equal(Pool.read(path).dense, again.dense)
