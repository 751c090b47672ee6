"""ARPA files: what is written is read, what is wrong is told by line."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.lm import LanguageModel, read_arpa, write_arpa

from .models import kenlm_model, random_table

GOOD = """\
\\data\\
ngram 1=4
ngram 2=2

\\1-grams:
-1.5\t<unk>
-99\t<s>\t-0.3
-1\t</s>
-0.5\ta\t-0.25

\\2-grams:
-0.75\t<s> a
-0.125\ta </s>

\\end\\
"""


@pytest.fixture
def arpa(tmp_path: Path) -> Path:
    return tmp_path / "model.arpa"


@pytest.mark.parametrize(
    "counts", ["ngram  1=  4\nngram  2=  2", "ngram 1 = 4\nngram 2 =2", "ngram\t1=4\nngram\t2=2"]
)
def test_counts_may_have_blanks_as_irstlm_writes_them(arpa: Path, tmp_path: Path, counts: str) -> None:
    (tmp_path / "plain").write_text(GOOD)
    arpa.write_text(GOOD.replace("ngram 1=4\nngram 2=2", counts))
    for mine, other in zip(read_arpa(arpa).rows, read_arpa(tmp_path / "plain").rows, strict=True):
        np.testing.assert_array_equal(mine, other)


def test_what_is_written_is_what_was_read(arpa: Path, tmp_path: Path) -> None:
    arpa.write_text(random_table(1, 4).text())
    lists = read_arpa(arpa)
    write_arpa(tmp_path / "again.gz", lists, threads=2)
    again = read_arpa(tmp_path / "again.gz")
    assert list(again.words) == list(lists.words)
    for mine, other in zip(lists.rows, again.rows, strict=True):
        np.testing.assert_array_equal(mine, other)


@pytest.mark.parametrize(
    "written",
    [
        GOOD.replace("\t", " "),
        GOOD.replace("\n", "\r\n"),
        "\n# a comment\n" + GOOD + "\n \n",
        GOOD.removesuffix("\n"),
        GOOD.replace("\n\n\\end", "\n\\end").replace("ngram 2=2\n\n", "ngram 2=2\n\n\n"),
        GOOD.replace("<unk>", "<UNK>"),
        GOOD.replace("<s> a", "<s> a\t0"),
        GOOD.replace("-1\t</s>", "-1\t</s>\t0"),
        GOOD.replace("-1\t</s>", "-1.0e0\t</s>\t-1e-60"),
        GOOD.replace("-1\t</s>", "-1\t</s>\t-1e-400"),
    ],
)
def test_other_spellings_of_the_same_model_are_read(arpa: Path, written: str) -> None:
    arpa.write_text(GOOD)
    expected = LanguageModel.read(arpa).score(["a a", "b"]).log10
    arpa.write_bytes(written.encode())
    np.testing.assert_array_equal(LanguageModel.read(arpa).score(["a a", "b"]).log10, expected)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("\\data\\", "data", r":1: found 'data', expected \\data\\, the start of an ARPA file"),
        ("ngram 1=4", "ngrams 1=4", ":2: found 'ngrams 1=4', expected 'ngram 1=...'"),
        ("ngram 2=2", "ngram 3=2", ":3: found 'ngram 3=2', expected 'ngram 2=...'"),
        ("ngram 2=2", "ngram 2=x", ":3: found 'ngram 2=x', expected a whole number after 'ngram 2='"),
        (
            "ngram 1=4",
            "ngram 1=5",
            ":10: found an empty line, expected 1 more 1-grams, as the count at the top says",
        ),
        ("ngram 1=4", "ngram 1=3", r":9: found '-0.5\?a\?-0.25', expected \\2-grams:"),
        ("ngram 2=2", "ngram 2=3", ":14: found an empty line, expected 1 more 2-grams"),
        (
            "ngram 2=2",
            "ngram 2=99999999999999",
            ":14: found an empty line, expected 99999999999997 more 2-grams",
        ),
        ("\\2-grams:", "\\3-grams:", r":11: found '\\3-grams:', expected \\2-grams:"),
        ("-0.75", "nan", ":12: found 'nan', expected a log10 probability, a number of at most 0"),
        ("-0.75", "-inf", ":12: found '-inf', expected a log10 probability"),
        ("-0.75", "0.75", ":12: found '0.75', expected a log10 probability, a number of at most 0"),
        ("-0.25", "inf", ":9: found 'inf', expected a back-off weight, a finite number"),
        ("<s> a", "<s> a\t-1", ":12: found the back-off weight '-1', expected none in the highest order"),
        ("<s> a", "<s> b", ":12: found the word 'b', expected one of the 1-grams"),
        ("<s> a", "<s>", r":12: found '-0.75\?<s>', expected a log10 probability, 2 words"),
        ("<s> a", "a </s>", ":13: the 2-gram 'a </s>': found it a second time, expected it once"),
        ("-1.5\t<unk>", "-1.5\ta", ":9: the 1-gram 'a': found it a second time, expected it once"),
        ("</s>", "x", ": found no </s> among the 1-grams, expected it there"),
        ("\\end\\", "end", r":15: found 'end', expected \\end\\"),
        ("\\end\\\n", "", r":15: found the end of the file, expected \\end\\"),
        ("\\end\\", "\\end\\\nmore", r":16: found 'more', expected nothing after \\end\\"),
    ],
)
def test_what_is_wrong_is_told_by_file_and_line(arpa: Path, old: str, new: str, sentence: str) -> None:
    assert old in GOOD
    arpa.write_text(GOOD.replace(old, new))
    with pytest.raises(InputError, match=r"model\.arpa" + sentence):
        LanguageModel.read(arpa)


def test_a_start_that_is_missing_is_told(arpa: Path) -> None:
    table = random_table(1, 3, density=0)
    table.weights["a", "c"] = table.weights["b", "c"] = table.weights["b", "a", "c"] = (-1.0, 0.0)
    arpa.write_text(table.text())
    with pytest.raises(
        InputError, match=r"model.arpa:19: the 3-gram 'b a c': its start is no 2-gram of the model"
    ):
        LanguageModel.read(arpa)
    with pytest.raises(OSError, match="The context of every 3-gram should appear as a 2-gram"):
        kenlm_model(arpa)


def test_a_file_cut_short_anywhere_is_told(arpa: Path) -> None:
    for size in range(len(GOOD) - 2):
        arpa.write_text(GOOD[:size])
        with pytest.raises(InputError, match=r"model\.arpa:\d+: found "):
            LanguageModel.read(arpa)


def test_bytes_that_are_not_utf8_are_told(arpa: Path) -> None:
    arpa.write_bytes(GOOD.encode().replace(b"\ta\t", b"\t\xff\t"))
    with pytest.raises(
        InputError, match=r"model.arpa:9: found a byte that is not UTF-8 \(byte 6 of the line\)"
    ):
        LanguageModel.read(arpa)


def test_a_truncated_gzip_is_told(arpa: Path) -> None:
    arpa.write_bytes(gzip.compress(GOOD.encode())[:-20])
    with pytest.raises(InputError, match=r"model.arpa: the gzip data is cut short"):
        LanguageModel.read(arpa)


def test_orders_above_seven_are_refused(arpa: Path) -> None:
    arpa.write_text("\\data\\\n" + "".join(f"ngram {n}=1\n" for n in range(1, 9)))
    with pytest.raises(
        InputError, match=r"model.arpa:9: found a model of order 8 or more, expected one of at most 7"
    ):
        LanguageModel.read(arpa)


def test_a_full_disk_is_told(arpa: Path) -> None:
    arpa.write_text(GOOD)
    with pytest.raises(OSError, match="cannot be written: No space left on device: '/dev/full'"):
        LanguageModel.read(arpa).write_arpa("/dev/full")


def test_numbers_are_written_with_the_digits_they_need_and_no_more(arpa: Path, tmp_path: Path) -> None:
    arpa.write_text(
        GOOD.replace("-0.125", "-9.060099e-7").replace("-0.25", "-0.10000000149").replace("-0.5", "-1e2")
    )
    write_arpa(tmp_path / "again", read_arpa(arpa))
    text = (tmp_path / "again").read_text()
    assert "-9.060099e-7\ta </s>\n" in text
    assert "-100\ta\t-0.1\n" in text
