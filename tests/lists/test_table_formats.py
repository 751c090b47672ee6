"""Lists as CSV and TSV."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.lists import Pool

from .pools import candidates_of, facts_of

HEADER = ["id", "text", "reference", "source", "weight", "gold", "lm", "tm"]
ROWS = [
    ["u1", 'say "a, b"', "a b", "x", "2", "0.5", "-1", "3"],
    ["u2", "c", "c", "y", "1", "0.25", "", "1e2"],
    ["u1", "a", "a b", "x", "2", "1", "-2", "0"],
]


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def writer(name, rows):
        with open(name, "w", newline="") as file:
            if name.endswith("csv"):
                csv.writer(file).writerows(rows)
            else:
                file.writelines("\t".join(row) + "\n" for row in rows)

    return writer


@pytest.mark.parametrize("name", ["lists.csv", "lists.tsv"])
@pytest.mark.parametrize("named", [False, True])
def test_columns_are_named_by_the_header_and_the_rest_are_features(write, name, named):
    write(name, [HEADER, *ROWS])
    pool = Pool.read(name, format=name[-3:] if named else None)
    assert facts_of(pool) == (("u1", "u2"), [["a b"], ["c"]], [2, 1], ("x", "y"))
    assert candidates_of(pool) == [
        [('say "a, b"', {"lm": -1, "tm": 3}, 0.5), ("a", {"lm": -2}, 1)],
        [("c", {"tm": 100}, 0.25)],
    ]


def test_a_quoted_cell_of_csv_may_have_lines(write):
    write("lists.csv", [["id", "text", "lm"], ["0", "a\nb", "1"], ["0", "c", "x"]])
    with pytest.raises(
        InputError, match=r"lists\.csv:4: found 'x' as the feature 'lm', expected a finite number"
    ):
        Pool.read("lists.csv")


@pytest.mark.parametrize("format", ["csv", "tsv"])
@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([["id", "lm"], ["0", "1"]], "1: found no column 'text' in the header, expected one"),
        ([["id", "text", "lm", "lm"], ["0", "a", "1", "1"]], "1: found the column 'lm' in the header, expected names that differ"),
        ([["id", "text", "lm"], ["0", "a"]], "2: found 2 columns, expected 3 as in the header"),
        ([["id", "text", "lm"], ["0", "a", "1"], ["", "a", "1"]], "3: found no id, expected that of the sentence"),
        ([["id", "text", "weight"], ["0", "a", "0"]], "2: found the weight 0.0, expected one above 0"),
        ([["id", "text", "lm"], ["0", "a", "1_0"]], "2: found '1_0' as the feature 'lm', expected a finite number"),
        ([["id", "text", "reference"], ["0", "a", "x"], ["0", "b", "y"]], "3: found another 'references' than before for the id 0, expected the same"),
    ],
)  # fmt: skip
def test_bad_tables_are_refused_with_their_line(write, format, rows, message):
    write(f"lists.{format}", rows)
    with pytest.raises(InputError) as error:
        Pool.read(f"lists.{format}", format=format)
    assert str(error.value) == f"lists.{format}:{message}"


def test_csv_that_is_not_utf8_or_badly_quoted_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for data, found in (
        (b"id,text\n0,\xff\n", "a byte that is not UTF-8"),
        (b'id,text\n0,"a"b\n', "bad CSV"),
    ):
        (tmp_path / "lists.csv").write_bytes(data)
        with pytest.raises(InputError, match=rf"lists\.csv:\d: found {found}"):
            Pool.read("lists.csv")


CELLS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8).filter(
    lambda t: t == t.strip()
)


@given(st.lists(st.tuples(st.integers(0, 3), CELLS, st.floats(-1e9, 1e9)), min_size=1, max_size=8))
def test_what_the_csv_module_writes_is_read(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("tables") / "lists.csv"
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["id", "text", "lm"], *([a, b, repr(c)] for a, b, c in rows)])
    expected = {}
    for number, text, value in rows:
        expected.setdefault(number, []).append((text, {"lm": value} if value else {}, None))
    assert candidates_of(Pool.read(path)) == [expected[number] for number in sorted(expected)]
