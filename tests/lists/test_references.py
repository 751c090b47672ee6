import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.lists import Pool

from .pools import facts_of


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Writes files of lines into a folder that messages need not name."""
    monkeypatch.chdir(tmp_path)

    def write(**contents):
        for name, lines in contents.items():
            (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))

    return write


def nbest(*ids):
    return [f"{number} ||| text {number} ||| lm= 1 ||| 0" for number in ids]


def group(number, references=None):
    found = {"id": number, "candidates": [{"text": "a", "features": {"lm": 1}}]}
    return json.dumps(found if references is None else found | {"references": references})


def message_of(references):
    with pytest.raises(InputError) as error:
        Pool.read("list", references=references)
    return str(error.value)


def test_several_files_are_several_references(files):
    files(list=nbest(1, 0, 1), one=[" a ", "b"], two=["c", ""])
    assert facts_of(Pool.read("list", references=["one", "two"]))[:2] == (("0", "1"), [["a", "c"], ["b", ""]])


def test_an_id_beyond_the_references_is_named_with_its_line(files):
    files(list=nbest(0, 1, 2), one=["a", "b"])
    assert message_of(["one"]) == (
        "one: found only 2 lines, expected one for each sentence up to 2, counted from 0"
    )
    files(list=nbest(0, 1, 3))
    assert message_of(["one"]) == (
        "list:3: found the sentence id '3', expected one of at most 2, the number of reference lines"
    )


def test_an_id_of_json_beyond_the_references_is_named_with_its_line(files):
    files(list=[group(0), group(5)], one=["a", "b"])
    assert message_of(["one"]) == (
        "list:2: found the id 5, expected one of at most 2, the number of reference lines"
    )


def test_a_sentence_without_candidates_is_named(files):
    files(list=nbest(0, 2), one=["a", "b", "c"])
    assert message_of(["one"]) == (
        "one:2: found a reference for sentence 1, which has no candidates, expected candidates for every line"
    )


def test_reference_files_must_have_the_same_length(files):
    files(list=nbest(0), one=["a"], two=["a", "b"], none=[])
    assert message_of(["one", "two"]) == "two: found another number of lines, 2, expected 1 as in one"
    assert message_of(["none"]) == "none: the file is empty, expected a reference on each line"


def test_without_references_sentences_may_be_missing(files):
    files(list=nbest(4, 2))
    pool = Pool.read("list")
    assert pool.group_ids == ("2", "4")
    assert pool.references is None


def test_groups_with_names_take_the_lines_in_their_order_and_say_so(files):
    files(list=[group("z"), group("a")], one=["a", "b"], long=["a", "b", "c"])
    with pytest.warns(
        match="one has no ids: its lines are taken in the order of the lists, the first for sentence 'z'"
    ):
        pool = Pool.read("list", references=["one"])
    assert facts_of(pool)[:2] == (("z", "a"), [["a"], ["b"]])
    assert message_of(["long"]) == (
        "long: found 3 lines that do not start with ids, expected 2, one for each sentence from 'z' to 'a'"
    )


@pytest.mark.parametrize(
    "lines",
    [
        ["u2  b b ", "u1 a", "u3"],
        [
            '{"id": "u2", "reference": "b b"}',
            '{"id": "u1", "reference": "a"}',
            '{"id": "u3", "references": [""]}',
        ],
    ],
)
def test_references_with_ids_are_matched_by_them_in_any_order(files, lines):
    files(list=[group("u3"), group("u1"), group("u2")], one=lines, other=["u1 x", "u2 y", "u3 z"])
    pool = Pool.read("list", references=["one", "other"])
    assert facts_of(pool)[:2] == (("u3", "u1", "u2"), [["", "z"], ["a", "x"], ["b b", "y"]])


def test_json_references_may_be_several_for_each_sentence(files):
    files(
        list=nbest(0, 1), one=['{"id": 1, "references": ["a", "b"]}', '{"id": 0, "references": ["c", "d"]}']
    )
    assert facts_of(Pool.read("list", references=["one"]))[1] == [["c", "d"], ["a", "b"]]


def test_numbers_before_references_are_ids_if_they_are_those_of_the_lists(files):
    files(list=nbest(10, 7, 8), one=["7 a", "10 b", "8 c"])
    assert facts_of(Pool.read("list", references=["one"]))[1] == [["a"], ["c"], ["b"]]
    files(list=nbest(0, 1, 2), one=["7 a", "10 b", "8 c"])
    assert facts_of(Pool.read("list", references=["one"]))[1] == [["7 a"], ["10 b"], ["8 c"]]


@pytest.mark.parametrize(
    ("ids", "lines", "message"),
    [
        (["u1", "u2", "u3"], ["u1 a", "u2 b", "u4 c"], "one: found no reference of sentence 'u3', expected one for each sentence"),
        (["u1", "u2"], ["u1 a", "u9 c", "u2 b"], "one:2: found sentence 'u9', which has no candidates, expected candidates for every line"),
        (["u1", "u2"], ["u1 a", "u2 b", "u1 c"], "one:3: found the id 'u1' a second time, expected it once"),
        ([0, 1], ['{"id": 1, "reference": "a"}', '{"id": 2, "reference": "b"}'], "one: found no reference of sentence '0', expected one for each sentence"),
        ([0, 1], ['{"id": 1, "reference": "a"}', "b"], "one:2: found bad JSON (Expecting value at column 1), expected a JSON object"),
        ([0, 1], ['{"id": 1, "reference": "a"}', '{"id": 0}'], "one:2: found no 'id' with a 'reference', expected both as on the first line"),
        ([0, 1], ['{"id": 1, "references": ["a"]}', '{"id": 0, "references": ["a", "b"]}'], "one:2: found 2 references, expected 1 as on the first line"),
    ],
)  # fmt: skip
def test_ids_that_do_not_fit_are_refused_with_the_first_misfit(files, ids, lines, message):
    files(list=[group(name) for name in ids], one=lines)
    assert message_of(["one"]) == message


@given(st.permutations(range(5)), st.permutations(range(5)))
def test_the_order_of_lists_and_references_makes_no_difference(tmp_path_factory, lists, references):
    folder = tmp_path_factory.mktemp("ids")
    (folder / "list").write_text("".join(group(f"u{number}") + "\n" for number in lists))
    (folder / "one").write_text("".join(f"u{number} text {number}\n" for number in references))
    pool = Pool.read(folder / "list", references=[folder / "one"])
    assert pool.references is not None
    assert [pool.references.group(i) for i in range(5)] == [[f"text {name[1]}"] for name in pool.group_ids]


def test_ids_from_one_to_the_number_of_references_count_from_one(files):
    files(list=nbest(1, 3, 2), one=["a", "b", "c"])
    assert facts_of(Pool.read("list", references=["one"]))[:2] == (("1", "2", "3"), [["a"], ["b"], ["c"]])
    files(list=nbest(1, 3))
    assert message_of(["one"]) == (
        "one:2: found a reference for sentence 2, which has no candidates, expected candidates for every line"
    )
    files(list=nbest(1, 2))
    assert message_of(["one"]) == (
        "one:1: found a reference for sentence 0, which has no candidates, expected candidates for every line"
    )
    files(list=nbest(2, 3))
    assert message_of(["one"]).startswith("one: found only 3 lines, expected one for each sentence up to 3")


def test_files_complete_the_references_of_the_lists_where_they_agree(files):
    files(list=[group(0, ["a "]), group(1)], one=["a", "b"], other=["x", "b"])
    assert facts_of(Pool.read("list", references=["one"]))[1] == [["a"], ["b"]]
    assert message_of(["other"]) == (
        "other: found a different set of references of sentence 0 here and in the lists, expected the same"
    )


def test_saved_pools_take_references_too(files):
    files(list=nbest(0, 1), one=["a", "b"], short=["a"])
    Pool.read("list").save("pool")
    assert facts_of(Pool.read("pool", references=["one"]))[1] == [["a"], ["b"]]
    with pytest.raises(
        InputError, match="short: found only 1 lines, expected one for each sentence up to 1, counted from 0"
    ):
        Pool.read("pool", references=["short"])
