import json

import pytest

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
        "list:3: found the sentence id '2', expected one below 2, the number of reference lines (ids count from 0)"
    )


def test_an_id_of_json_beyond_the_references_is_named_with_its_line(files):
    files(list=[group(0), group(5)], one=["a", "b"])
    assert message_of(["one"]) == (
        "list:2: found the id 5, expected one below 2, the number of reference lines (ids count from 0)"
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


def test_groups_with_names_take_the_lines_in_their_order(files):
    files(list=[group("z"), group("a")], one=["a", "b"], long=["a", "b", "c"], short=["a"])
    assert facts_of(Pool.read("list", references=["one"]))[:2] == (("z", "a"), [["a"], ["b"]])
    assert message_of(["long"]) == (
        "long:3: found a reference for sentence 2, which has no candidates, expected candidates for every line"
    )
    assert (
        message_of(["short"]) == "short: found only 1 of the lines, expected one for each sentence up to 'a'"
    )


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
        InputError, match="short: found only 1 of the lines, expected one for each sentence up to '1'"
    ):
        Pool.read("pool", references=["short"])
