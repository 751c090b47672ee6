"""N-best lists: what is read from them, what is refused, what is written."""

import gzip
import re
from pathlib import Path

import numpy as np
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe._native import CandidateTable, NbestReader
from pitchpipe.lists import Pool
from pitchpipe.weights import Weights

from .pools import candidates_of, pool_of, pools

SAMPLE = Path(__file__).parents[3] / "shared" / "data" / "moses-sample"

MOSES = (
    "0 ||| the house is small ||| LexicalReordering0= -0.5 0 0 -0.4 0 0 Distortion0= 0 LM0= -12.3 "
    "TranslationModel0= -1.2 -2.3 pp_das~the= 1 ||| -3.21 ||| 0-1=0-1 ||| 0-0 1-1"
)
READ = {
    "moses": (
        MOSES,
        {"LexicalReordering0_0": -0.5, "LexicalReordering0_3": -0.4, "LM0": -12.3, "pp_das~the": 1}
        | {"TranslationModel0_0": -1.2, "TranslationModel0_1": -2.3},
    ),
    "moses-old": (
        "0 ||| taming politicians ||| d: 0 -1.51 lm: -36.05 w: -8 tm: -5.97 -14.8 ||| -16.97",
        {"d_1": -1.51, "lm": -36.05, "w": -8, "tm_0": -5.97, "tm_1": -14.8},
    ),
    "phrasal": ("0 ||| a b ||| LM: -1.25E1 DISC:x=y: 2 ||| -1e1 ||| {}", {"LM": -12.5, "DISC:x=y": 2}),
    "cdec": ("0 ||| text ||| Passive=1 R_a=b=-2 x:y=3 ||| 2", {"Passive": 1, "R_a=b": -2, "x:y": 3}),
    "joshua": ("0 ||| text ||| tm_pt_0=-1.5 lm_0=-3 ||| -5.000", {"tm_pt_0": -1.5, "lm_0": -3}),
    "travatar": ("0 ||| words ||| -4.25 ||| lm=-1.2 p=3", {"lm": -1.2, "p": 3}),
}


def read(tmp_path, *lines, **options):
    path = tmp_path / "list"
    path.write_bytes(b"".join(line if isinstance(line, bytes) else f"{line}\n".encode() for line in lines))
    return Pool.read(path, **options)


def message_of(tmp_path, *lines, **options):
    with pytest.raises(InputError) as error:
        read(tmp_path, *lines, **options)
    return str(error.value).replace(f"{tmp_path}/", "")


@pytest.mark.parametrize("format", READ)
@pytest.mark.parametrize("told", [False, True])
def test_every_format_is_known_by_its_text_or_by_name(tmp_path, format, told):
    line, expected = READ[format]
    pool = read(tmp_path, line, format=format if told else None)
    assert candidates_of(pool) == [[(line.split(" ||| ")[1], expected, None)]]


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
@pytest.mark.parametrize("threads", [1, 2])
def test_packed_lists_are_known_by_their_first_bytes(tmp_path, pack, threads):
    path = tmp_path / "list.txt"
    path.write_bytes(pack((MOSES + "\n").encode() * 5000))
    pool = Pool.read(path, threads=threads)
    assert len(pool) == 5000
    assert pool.dense[-1].tolist() == pool.dense[0].tolist()


def test_alignments_and_derivations_are_never_features(tmp_path):
    pool = read(
        tmp_path, "0 ||| a ||| lm= 1 ||| -2 ||| x= 3 ||| y= 4 z=5", "0 ||| b ||| lm= 1 ||| -2 ||| k: 1"
    )
    assert pool.feature_names == ("lm",)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("  a\tb  ", "a\tb"),
        ("", ""),
        ("|||a ||b c|||", "|||a ||b c|||"),
        ("|||| a", "|||| a"),
        ("x= 1 y: 2", "x= 1 y: 2"),
        ("\u00a0a\u2028b", "\u00a0a\u2028b"),
    ],
)
def test_a_text_may_hold_anything_but_the_separator(tmp_path, field, text):
    pool = read(tmp_path, f"0 ||| {field} ||| lm= 1 ||| 2", "0 ||| x ||| lm= 1 ||| 2")
    assert pool.texts[0] == text


def test_separators_may_share_a_space(tmp_path):
    pool = read(tmp_path, "0 ||| ||| lm= 1 ||| 2", "0 ||| a ||| ||| 2")
    assert candidates_of(pool) == [[("", {"lm": 1}, None), ("a", {}, None)]]


def test_lines_may_end_as_windows_ends_them_and_the_last_need_not(tmp_path):
    pool = read(tmp_path, b"0 ||| a ||| lm= 1\r\n0 ||| b ||| lm= 2\r\n0 ||| c ||| lm= 3")
    assert candidates_of(pool) == [[("a", {"lm": 1}, None), ("b", {"lm": 2}, None), ("c", {"lm": 3}, None)]]


def test_blocks_of_a_sentence_are_gathered_from_everywhere(tmp_path):
    for name, ids in (("first", [10, 2, 10]), ("second", [2, 10, 0])):
        lines = [f"{number} ||| {name}{row} ||| lm= {row}\n" for row, number in enumerate(ids)]
        (tmp_path / name).write_text("".join(lines))
    pool = Pool.read(tmp_path / "first", tmp_path / "second")
    assert pool.group_ids == ("0", "2", "10")
    texts = [[text for text, _, _ in group] for group in candidates_of(pool)]
    assert texts == [["second2"], ["first1", "second0"], ["first0", "first2", "second1"]]


@pytest.mark.parametrize(("count", "dense"), [(9, False), (10, True)])
def test_a_feature_of_one_candidate_in_ten_is_dense_whatever_its_name(tmp_path, count, dense):
    lines = [
        f"0 ||| t{row} ||| a_b= 1{' plain= 0' * (row % 10 == 0 and row < 10 * count)}" for row in range(100)
    ]
    pool = read(tmp_path, *lines)
    assert pool.dense_names == (("a_b", "plain") if dense else ("a_b",))
    assert pool.sparse_names == (() if dense else ("plain",))
    assert len(pool.sparse.values) == (0 if dense else count)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_are_read_to_the_last_bit(value):
    table = CandidateTable()
    reader = NbestReader(table, "auto", 1)
    reader.feed(f"0 ||| a ||| x= {value!r} {value:.25e} +{abs(value)!r}\n".encode())
    assert table.release()[5].tolist() == [value, value, abs(value)]


def naive_read(lines):
    """The groups of Moses lines whose names all have one value."""
    groups = {}
    for line in lines:
        number, text, features = (field.strip() for field in line.split(" ||| ")[:3])
        tokens = features.split()
        values = {name[:-1]: float(value) for name, value in zip(tokens[::2], tokens[1::2], strict=True)}
        filled = {name: value for name, value in values.items() if value != 0}
        groups.setdefault(int(number), []).append((text, filled, None))
    return [groups[number] for number in sorted(groups)]


WORDS = st.lists(st.sampled_from(["a", "b", "ß", "日本"]), min_size=1, max_size=4).map(" ".join)
LINES = st.builds(
    lambda number, text, features: (
        f"{number} ||| {text} ||| {' '.join(f'{k}= {v!r}' for k, v in features.items())} ||| 1"
    ),
    st.integers(0, 5),
    WORDS,
    st.dictionaries(st.sampled_from(["lm", "tm", "d_0", "é", "=", "a=b"]), st.floats(-1e9, 1e9)),
)


@given(st.lists(LINES, min_size=1, max_size=30), st.data())
def test_reading_agrees_with_a_naive_reader_wherever_the_pieces_are_cut(tmp_path_factory, lines, data):
    path = tmp_path_factory.mktemp("nbest") / "list"
    path.write_text("\n".join(lines))
    assert candidates_of(Pool.read(path)) == naive_read(lines)
    whole, cut = CandidateTable(), CandidateTable()
    for table, size in ((whole, 1 << 20), (cut, data.draw(st.integers(1, 40)))):
        reader = NbestReader(table, "auto", 100)
        text = path.read_bytes()
        for start in range(0, len(text), size):
            reader.feed(text[start : start + size])
        reader.finish()
    parts = zip((*whole.release(), *whole.names()), (*cut.release(), *cut.names()), strict=True)
    for one, other in parts:
        np.testing.assert_array_equal(one, other)


@given(st.lists(st.binary(max_size=8) | st.sampled_from([b"\xed\xa0\x80", "日😀".encode(), b"abcdefgh"])))
def test_utf8_is_what_python_says_it_is(pieces):
    text = b"".join(pieces).replace(b"\n", b"").replace(b"\0", b"")
    reader = NbestReader(CandidateTable(), "auto", 1)
    line = b"0 ||| " + text + b" ||| x= 1\n"
    try:
        line.decode()
    except UnicodeDecodeError as error:
        with pytest.raises(ValueError, match=f"1: found a byte that is not UTF-8 .byte {error.start + 1} of"):
            reader.feed(line)
    else:
        reader.feed(line)


@given(st.lists(st.sampled_from([b" ||| ", b"|||", b"0", b"=", b":", b" ", b"\n", b"x= 1", b"\xff", b"1e9"])))
def test_any_bytes_are_read_or_refused(pieces):
    reader = NbestReader(CandidateTable(), "auto", 10)
    message = "1: found nothing wrong, expected nothing else"
    try:
        reader.feed(b"".join(pieces))
        reader.finish()
    except ValueError as error:
        message = str(error)
    assert re.match(r"\d+: found .*, expected ", message)


GOOD = "0 ||| a ||| lm= 1 tm= 1 2 ||| -2"
BAD_LINES = [
    ("x ||| a ||| lm= 1 ||| -2", "found the sentence id 'x', expected a whole number from 0"),
    ("-1 ||| a ||| lm= 1 ||| -2", "found the sentence id '-1', expected a whole number from 0"),
    ("1.5 ||| a ||| lm= 1 ||| -2", "found the sentence id '1.5', expected a whole number from 0"),
    (" ||| a ||| lm= 1 ||| -2", "found the sentence id '', expected a whole number from 0"),
    (
        f"{10**18} ||| a ||| lm= 1 ||| 2",
        f"found the sentence id '{10**18}', expected one of at most 18 digits",
    ),
    (f"{2**64} ||| a ||| lm= 1 ||| 2", f"found the sentence id '{2**64}', expected a whole number from 0"),
    ("", "found an empty line, expected id ||| text ||| features"),
    ("0|||a|||lm= 1", "found '0|||a|||lm= 1', expected id ||| text ||| features, with spaces around |||"),
    ("0 ||| a", "found '0 ||| a', expected id ||| text ||| features, with spaces around |||"),
    ("0 ||| a ||| lm= 1", "found 3 fields, expected 4 as on the first line"),
    ("0 ||| a ||| lm= nan ||| -2", "found 'nan', expected a finite number or a feature name that ends in ="),
    (
        "0 ||| a ||| lm= -inf ||| -2",
        "found '-inf', expected a finite number or a feature name that ends in =",
    ),
    (
        "0 ||| a ||| lm= 1e999 ||| -2",
        "found '1e999', expected a finite number or a feature name that ends in =",
    ),
    ("0 ||| a ||| lm= 0x1 ||| -2", "found '0x1', expected a finite number or a feature name that ends in ="),
    ("0 ||| a ||| lm=1 ||| -2", "found 'lm=1', expected a feature name that ends in ="),
    ("0 ||| a ||| 1 2 ||| -2", "found '1', expected a feature name that ends in ="),
    ("0 ||| a ||| lm= tm= 1 2 ||| -2", "found no value after 'lm=', expected a number"),
    ("0 ||| a ||| lm= ||| -2", "found no value after 'lm=', expected a number"),
    ("0 ||| a ||| = 1 ||| -2", "found a feature without a name, expected a name"),
    ("0 ||| a ||| lm= 1 lm= 2 ||| -2", "found 'lm' twice, expected each feature once"),
    ("0 ||| a ||| tm= 1 2 3 ||| -2", "found 3 values of 'tm', expected 2 as before"),
    (
        "0 ||| a ||| tm_1= 1 ||| -2",
        "found the feature 'tm_1' beside several values of 'tm', which have the same name, expected different names",
    ),
    (
        "0 ||| a ||| x_0= 1 x= 1 2 ||| -2",
        "found the feature 'x_0' beside several values of 'x', which have the same name, expected different names",
    ),
    (
        b"0 ||| na\xefve ||| lm= 1 ||| -2\n",
        "found a byte that is not UTF-8 (byte 9 of the line), expected UTF-8 text",
    ),
    (b"0 ||| a\0b ||| lm= 1 ||| -2\n", "found a NUL character (byte 8 of the line), expected text"),
    (
        "0 ||| " + "a" * 2**24 + " ||| lm= 1 ||| -2",
        "found a line of more than 16777216 bytes, expected a shorter one",
    ),
    (f"0 ||| a ||| {'ä' * 50} ||| -2", f"found '{'ä' * 20}...', expected a feature name that ends in ="),
]


@pytest.mark.parametrize(("line", "message"), BAD_LINES, ids=range(len(BAD_LINES)))
def test_a_bad_line_is_named_with_what_was_found_and_expected(tmp_path, line, message):
    assert message_of(tmp_path, GOOD, GOOD, line, GOOD) == f"list:3: {message}"


@pytest.mark.parametrize(
    ("line", "format", "message"),
    [
        (
            "0 ||| a ||| 1.5",
            None,
            "list:1: found '1.5', expected a feature as in 'LM0= -1.2', 'lm: -1.2' or 'lm=-1.2'",
        ),
        (
            "just text",
            None,
            "list:1: found 'just text', expected id ||| text ||| features, with spaces around |||; "
            "--format names other formats",
        ),
        (
            "0 ||| a ||| lm=x ||| 1",
            None,
            "list:1: found 'lm=x', expected a feature as in 'lm=-1.2', with a finite number",
        ),
        ("0 ||| a ||| lm=1 x ||| 1", None, "list:1: found 'x', expected a feature as in 'lm=-1.2'"),
        ("0 ||| a ||| lm=1 =2 ||| 1", None, "list:1: found a feature without a name, expected a name"),
        (
            "0 ||| a ||| lm= 1 ||| 1",
            "cdec",
            "list:1: found 'lm=', expected a feature as in 'lm=-1.2', with a finite number",
        ),
        (
            "0 ||| a ||| 1.5",
            "travatar",
            "list:1: found 3 fields, expected id ||| text ||| total ||| features",
        ),
        (GOOD, "mosse", "there is no list format 'mosse'; did you mean 'moses'?"),
        ("", None, "list: the file is empty, expected a candidate list"),
    ],
)
def test_a_bad_first_line_says_what_a_list_looks_like(tmp_path, line, format, message):
    assert message_of(tmp_path, line, format=format) == message


def test_moses_may_leave_out_the_space_after_the_id_and_end_with_empty_lines(tmp_path):
    pool = read(tmp_path, "0||| a b ||| lm= 1 ||| 2", "12||| c|||d ||| lm= 2 ||| 2", "", " ", "")
    assert pool.group_ids == ("0", "12")
    assert list(pool.texts) == ["a b", "c|||d"]


MARIAN = "0 ||| a b ||| 0-0 1-1 ||| WordScores= -1 -2 -3 ||| F0= -3.5 F1= -4 ||| -0.75"


@pytest.mark.parametrize("format", [None, "marian"])
@pytest.mark.parametrize(
    ("line", "features"),
    [
        (MARIAN, {"F0": -3.5, "F1": -4}),
        (MARIAN.replace("0-0 1-1", ""), {"F0": -3.5, "F1": -4}),
        (MARIAN.replace("0-0 1-1", "0.5,0.5 1,0"), {"F0": -3.5, "F1": -4}),
        (MARIAN.replace("0-0 1-1 ||| ", ""), {"F0": -3.5, "F1": -4}),
        ("0 ||| a b ||| F0=-3.5 ||| -0.75", {"F0": -3.5}),
        ("0 ||| a b ||| F0= -1 F1= -2 ||| -3.2 ||| 0-0 1-1", {"F0": -1, "F1": -2}),
    ],
)
def test_marian_writes_alignments_before_the_features(tmp_path, format, line, features):
    assert candidates_of(read(tmp_path, line, line, format=format)) == [[("a b", features, None)] * 2]


def test_a_line_of_marian_without_features_is_refused(tmp_path):
    message = "list:2: found no field that starts with F0=, expected the features, as in 'F0= -1.2'"
    assert message_of(tmp_path, MARIAN, "0 ||| a ||| 0-0 ||| G= -1 ||| 2") == message


def test_a_list_of_empty_candidates_is_refused(tmp_path):
    message = "list: found only empty candidates, expected some with text"
    assert message_of(tmp_path, "0 |||  ||| lm= 1", "1 ||| ||| lm= 2") == message


def test_an_empty_file_among_others_is_refused(tmp_path):
    (tmp_path / "empty").write_bytes(gzip.compress(b""))
    read(tmp_path, GOOD)
    with pytest.raises(InputError, match="empty: the file is empty, expected a candidate list"):
        Pool.read(tmp_path / "list", tmp_path / "empty")


def test_reading_nothing_is_an_error():
    with pytest.raises(InputError, match="there is no candidate list to read"):
        Pool.read()


@given(pools(), st.sampled_from(["list", "list.gz"]))
def test_what_is_written_is_read_back(tmp_path_factory, pool, name):
    path = tmp_path_factory.mktemp("nbest") / name
    pool.write_nbest(path)
    again = Pool.read(path)
    without_gold = [[(text, features, None) for text, features, _ in group] for group in candidates_of(pool)]
    assert candidates_of(again) == without_gold
    assert again.dense_names[: len(pool.dense_names)] == pool.dense_names
    again.write_nbest(path)
    np.testing.assert_array_equal(Pool.read(path).dense, again.dense)


def test_totals_are_scores_and_values_of_one_name_are_written_together(tmp_path):
    pool = read(tmp_path, "3 ||| a b ||| tm= 1 2 x_1= 4 x_0= 5 ||| -1")
    pool.write_nbest(tmp_path / "out", pool.vector({"tm_1": 0.5, "x_1": 1}))
    assert (tmp_path / "out").read_text() == "3 ||| a b ||| tm= 1.0 2.0 x_1= 4.0 x_0= 5.0 ||| 5.0\n"


@pytest.mark.parametrize(
    ("pool", "message"),
    [
        (pool_of([[("a ||| b", [1])]]), "found the candidate 'a ||| b', expected one line without ' ||| '"),
        (pool_of([[("a |||", [1])]]), "found the candidate 'a |||', expected one line without ' ||| '"),
        (pool_of([[("a\nb", [1])]]), r"found the candidate 'a\nb', expected one line"),
        (pool_of([[("a", [1])]], group_ids=("x",)), "found the sentence id 'x', expected a number"),
        (
            Pool(**{**vars(pool_of([[("a", [1])]])), "dense_names": ("log prob",)}),
            "found the feature name 'log prob', expected one without white space",
        ),
    ],
)
def test_what_the_format_cannot_hold_is_not_written(tmp_path, pool, message):
    with pytest.raises(InputError) as error:
        pool.write_nbest(tmp_path / "out")
    assert message in str(error.value)
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(not SAMPLE.exists(), reason="the Moses sample is not here")
def test_a_list_that_moses_printed():
    pool = Pool.read(SAMPLE / "nbest.gz")
    assert (len(pool), pool.group_count, len(pool.dense_names), pool.sparse_names) == (400, 20, 14, ())
    best = pool.take_groups(np.arange(20)).texts.take(pool.offsets[:-1])
    assert list(best) == [line.strip() for line in (SAMPLE / "output.en").read_text().splitlines()]
    with gzip.open(SAMPLE / "nbest.gz", "rt") as file:
        totals = np.array([float(line.split(" ||| ")[3]) for line in file])
    weights = Weights.read(SAMPLE / "moses.ini")
    unknown = weights.pop("UnknownWordPenalty0")
    missing = (totals - pool.scores(pool.vector(weights))) / (-100 * unknown)
    np.testing.assert_allclose(missing, missing.round(), atol=1e-4)


@pytest.mark.parametrize(("written", "value"), [("1e-400", 0.0), ("-1e-400", 0.0), ("4e-320", 4e-320)])
def test_a_number_too_close_to_0_is_0(tmp_path, written, value):
    (tmp_path / "lists").write_text(f"0 ||| a ||| lm= {written} ||| 0\n")
    assert Pool.read(tmp_path / "lists").dense[0, 0] == value


def test_a_number_too_far_from_0_is_refused(tmp_path):
    (tmp_path / "lists").write_text("0 ||| a ||| lm= 1e400 ||| 0\n")
    with pytest.raises(InputError, match="found '1e400', expected a finite number"):
        Pool.read(tmp_path / "lists")
