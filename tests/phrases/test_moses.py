"""Moses's text tables, read and written."""

import gzip
import math
from pathlib import Path

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.phrases import REORDERING_MODELS, SCORES, Option, PhraseTable, read_moses, write_moses

from .definitions import Sentence
from .tables import DATA, all_options, extracted, synthetic_sentences

SAMPLE = DATA / "moses-sample"


def close(one: Option, other: Option, digits: float) -> bool:
    numbers = [
        [*o.scores.values(), *(v for values in o.reordering.values() for v in values.values())]
        for o in (one, other)
    ]
    return numbers[0] == pytest.approx(numbers[1], abs=digits)


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    table = extracted(synthetic_sentences(), tmp_path / "table")
    phrases, *reordering = table.write_moses(tmp_path / "moses")
    assert [path.name for path in (phrases, *reordering)] == [
        "phrase-table.gz",
        *(f"reordering-table.{name}.gz" for name in REORDERING_MODELS[:2]),
    ]
    again = read_moses(phrases, reordering, path=tmp_path / "again")
    expected, found = all_options(table), all_options(again)
    assert list(map(len, (expected, found))) == [len(table)] * 2
    for key, option in found.items():
        assert close(option, expected[key], 1e-5)
        assert option.alignment == expected[key].alignment
        assert option.joint_count == expected[key].joint_count
        assert option.target_count == expected[key].target_count
        assert option.source_count == expected[key].source_count
    assert again.facts.reordering == table.facts.reordering
    write_moses(again, tmp_path / "more")
    assert gzip.decompress((tmp_path / "more" / "phrase-table.gz").read_bytes()) == gzip.decompress(
        phrases.read_bytes()
    )


def test_lines_are_in_the_order_of_sort(tmp_path: Path) -> None:
    for path in extracted(synthetic_sentences(), tmp_path / "table").write_moses(tmp_path / "moses"):
        lines = gzip.decompress(path.read_bytes()).splitlines()
        assert lines == sorted(lines)


def test_numbers_are_written_as_moses_writes_them(tmp_path: Path) -> None:
    some = [Sentence(["das", "haus"], ["the", "house"], frozenset({(0, 0), (1, 1)}))] * 3
    phrases, words, _ = extracted(some, tmp_path / "table").write_moses(tmp_path / "moses")
    assert gzip.decompress(phrases.read_bytes()).decode().splitlines() == [
        "das haus ||| the house ||| 1 1 1 1 ||| 0-0 1-1 ||| 3 3 3 ||| |||",
        "das ||| the ||| 1 1 1 1 ||| 0-0 ||| 3 3 3 ||| |||",
        "haus ||| house ||| 1 1 1 1 ||| 0-0 ||| 3 3 3 ||| |||",
    ]
    assert gzip.decompress(words.read_bytes()).decode().splitlines()[0] == (
        "das haus ||| the house ||| 0.777778 0.111111 0.111111 0.777778 0.111111 0.111111"
    )


@pytest.mark.skipif(not SAMPLE.is_dir(), reason="the tables that Moses made are not beside the repository")
def test_a_table_that_moses_made_has_its_numbers(tmp_path: Path) -> None:
    table = read_moses(SAMPLE / "phrase-table.gz", SAMPLE / "reordering-table.gz", path=tmp_path / "table")
    found = all_options(table)
    numbers, expected = [], []
    with (
        gzip.open(SAMPLE / "phrase-table.gz", "rt") as lines,
        gzip.open(SAMPLE / "reordering-table.gz", "rt") as others,
    ):
        for line, other in zip(lines, others, strict=True):
            source, target, scores, alignment, counts, *_ = (part.strip() for part in line.split("|||"))
            option = found.pop((source, target))
            assert " ".join(f"{i}-{j}" for i, j in option.alignment) == alignment
            (reordering,) = option.reordering.values()
            numbers.append([*option.scores.values(), *reordering.values()])
            numbers[-1] += np.log([option.target_count, option.source_count, option.joint_count]).tolist()
            expected.append([*scores.split(), *other.split(" ||| ")[2].split(), *counts.split()])
    assert (len(numbers), len(found)) == (14129, 0)
    np.testing.assert_allclose(np.exp(numbers), np.array(expected, np.float64), rtol=2e-6)


@pytest.mark.skipif(not SAMPLE.is_dir(), reason="the tables that Moses made are not beside the repository")
def test_the_smoothing_of_orientations_is_that_of_moses(tmp_path: Path) -> None:
    """Every value of Moses's table is (count + 0.5) / (all + 1.5), for a whole count and the pair's joint count."""
    table = read_moses(SAMPLE / "phrase-table.gz", SAMPLE / "reordering-table.gz", path=tmp_path / "table")
    options = all_options(table).values()
    values = np.exp([list(values.values()) for one in options for values in one.reordering.values()])
    totals = np.array([[one.joint_count] for one in options])
    counts = values * (totals + 1.5) - 0.5
    np.testing.assert_allclose(counts, counts.round(), atol=1e-2, rtol=1e-5)
    np.testing.assert_allclose(counts[:, :3].sum(axis=1), totals[:, 0], atol=1e-2, rtol=1e-5)


LINES = """\
das Haus ||| the house ||| 0.5 0.5 1 0.25 ||| 0-0 1-1 ||| 2 1 1
das ||| that ||| 0.5 0 0.25 1e-3 |||  ||| 1 4 1 ||| |||
das ||| the ||| 0.5 0.5 0.75 1 ||| 0-0 ||| 2 4 3
&quot; ||| &#124; ||| 1 1 1 1
"""
ORDER = """\
das Haus ||| the house ||| 0.6 0.2 0.2 0.6 0.2 0.2
das ||| more ||| 0.6 0.2 0.2 0.6 0.2 0.2
das ||| that ||| 0.6 0.2 0.2 0 0.5 0.5
das ||| the ||| 0.2 0.2 0.6 0.2 0.2 0.6
other ||| more ||| 0.6 0.2 0.2 0.6 0.2 0.2
&quot; ||| &#124; ||| 0.6 0.2 0.2 0.6 0.2 0.2
"""


def read(folder: Path, phrases: str, *reordering: str) -> PhraseTable:
    (folder / "pt").write_text(phrases)
    for number, text in enumerate(reordering):
        (folder / f"rt{number}").write_text(text)
    tables = [folder / f"rt{number}" for number in range(len(reordering))]
    return read_moses(folder / "pt", tables, path=folder / "table")


def test_fields_may_be_missing_and_tokens_escaped(tmp_path: Path) -> None:
    table = read(tmp_path, LINES, ORDER)
    the, that = table.options("das")
    assert (the.target, that.target) == ("the", "that")
    assert (that.alignment, that.source_count) == ((), 4)
    assert that.scores["lex(f|e)"] == -100
    assert that.reordering[REORDERING_MODELS[0]]["next monotone"] == -100
    assert table.options("&quot;")[0].target == "&#124;"
    assert table.options("&quot;")[0].joint_count == 0


def test_two_reordering_tables_stand_side_by_side(tmp_path: Path) -> None:
    table = read(tmp_path, LINES, ORDER, ORDER.replace("0.6 0.2 0.2 0 0.5 0.5", "0.1 0.2 0.7 0.4 0.5 0.1"))
    word, block = (table.options("das")[1].reordering[name] for name in REORDERING_MODELS[:2])
    assert math.exp(word["next swap"]) == pytest.approx(0.5)
    assert math.exp(block["previous discontinuous"]) == pytest.approx(0.7)


def test_more_scores_than_moses_has_are_numbered(tmp_path: Path) -> None:
    table = read(tmp_path, "a ||| b ||| 1 1 1 1 2.718\n")
    assert list(table.options("a")[0].scores) == [*SCORES, "score 4"]
    assert table.options("a")[0].scores["score 4"] == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("", "pt: found no lines, expected a phrase table"),
        ("a ||| b\n", r"pt:1: found 'a \|\|\| b', expected source \|\|\| target \|\|\| scores"),
        ("a ||| ||| 1\n", "pt:1: found a phrase of 0 words, expected 1 to 255"),
        ("a ||| b ||| \n", "pt:1: found 0 scores, expected 1 to 100"),
        ("a ||| b ||| 1 2\na ||| c ||| 1\n", "pt:2: found 1 scores, expected 2 as on the first line"),
        ("a ||| b ||| x\n", "pt:1: found the score 'x', expected a number of at least 0"),
        ("a ||| b ||| -1\n", "pt:1: found the score '-1', expected a number of at least 0"),
        ("a ||| b ||| nan\n", "pt:1: found the score 'nan', expected a number of at least 0"),
        ("a ||| b ||| 1 ||| 0\n", "pt:1: found '0', expected an alignment point as in 0-0"),
        (
            "a ||| b ||| 1 ||| 0-1\n",
            "pt:1: found the alignment point '0-1', expected positions within phrases",
        ),
        ("a ||| b ||| 1 ||| 0-0 ||| many\n", "pt:1: found the count 'many', expected a number"),
        (
            "a ||| b ||| 1\na ||| b ||| 1\n",
            r"pt:2: found 'a \|\|\| b' again, expected it once, as on line 1",
        ),
        (
            "a x ||| b ||| 1\nc ||| b ||| 1\na x ||| d ||| 1\n",
            "pt: found the source phrase 'a x' in two places, expected its lines to follow each other",
        ),
    ],
)
def test_a_bad_line_of_a_phrase_table_is_told(tmp_path: Path, lines: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(tmp_path, lines)
    assert not (tmp_path / "table").exists()


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("das Haus ||| the house\n", "rt0:1: found 'das Haus .*', expected source"),
        ("das Haus ||| the house ||| 1 1 1\n", "rt0:1: found 3 probabilities, expected 6"),
        (ORDER.replace("0.5", "x"), "rt0:3: found the probability 'x'"),
        (
            ORDER.replace("the house", "a house"),
            r"rt0: found no line for 'das Haus \|\|\| the house', expected one where line 1 of .*pt is",
        ),
        ("", "rt0: found no line for 'das Haus"),
    ],
)
def test_a_bad_line_of_a_reordering_table_is_told(tmp_path: Path, lines: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(tmp_path, LINES, lines)
    assert not (tmp_path / "table").exists()


def test_bytes_that_are_no_text_are_told(tmp_path: Path) -> None:
    (tmp_path / "pt").write_bytes(b"a ||| b ||| 1\na ||| \xff ||| 1\n")
    with pytest.raises(InputError, match="pt:2: found a byte that is not UTF-8"):
        read_moses(tmp_path / "pt", path=tmp_path / "table")


def test_a_packed_table_that_is_cut_short_is_told(tmp_path: Path) -> None:
    (tmp_path / "pt.gz").write_bytes(gzip.compress(LINES.encode())[:-12])
    with pytest.raises(InputError, match="the gzip data is cut short"):
        read_moses(tmp_path / "pt.gz", path=tmp_path / "table")
    assert not (tmp_path / "table").exists()


def test_a_line_without_end_is_told(tmp_path: Path) -> None:
    (tmp_path / "pt").write_bytes(b"a" * (3 << 20))
    with pytest.raises(InputError, match="pt:1: found a line of more than a mebibyte"):
        read_moses(tmp_path / "pt", path=tmp_path / "table")


def test_pieces_cut_anywhere_give_the_same_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = all_options(read(tmp_path, LINES, ORDER))
    for size in (1, 7, 64):
        monkeypatch.setattr("pitchpipe.phrases.moses._PIECE", size)
        assert all_options(read(tmp_path, LINES, ORDER)) == expected


def test_a_word_with_bars_in_it_is_not_written(tmp_path: Path) -> None:
    table = read(tmp_path, "a ||| b|||c ||| 1\n")
    with pytest.raises(
        InputError, match=r"table: found the word 'b\|\|\|c', expected none with \|\|\| in it"
    ):
        table.write_moses(tmp_path / "moses")


def test_a_score_too_close_to_0_is_0(tmp_path):
    scores = []
    for written in ("1e-400", "0"):
        (tmp_path / "text").write_text(f"a ||| b ||| {written} 0.5 0.5 0.5 ||| 0-0 ||| 1 1 1\n")
        scores.append(read_moses(tmp_path / "text", path=tmp_path / "table").options("a")[0].scores)
    assert scores[0] == scores[1]
