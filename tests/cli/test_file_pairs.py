"""Options with two files or one."""

import pytest

from pitchpipe.cli.file_pairs import BETWEEN, completed, one_value


@pytest.mark.parametrize(
    ("given", "understood"),
    [
        ("a --dev v.tsv", ["a", "--dev", "v.tsv", ""]),
        ("--dev v.tsv -o m", ["--dev", "v.tsv", "", "-o", "m"]),
        ("--dev v.de v.en -o m", ["--dev", "v.de", "v.en", "-o", "m"]),
        ("--dev v.de - -o m", ["--dev", "v.de", "-", "-o", "m"]),
        ("--dev=v.tsv --test=t.de t.en", ["--dev=v.tsv", "", "--test=t.de", "t.en"]),
        ("--dev v.tsv --test t.tsv", ["--dev", "v.tsv", "", "--test", "t.tsv", ""]),
        ("--dev", ["--dev"]),
        ("-- --dev x", ["--", "--dev", "x"]),
        ("--development x", ["--development", "x"]),
    ],
)
def test_a_second_file_that_is_not_there_is_empty(given, understood):
    assert completed(given.split(), ("--dev", "--test")) == understood


@pytest.mark.parametrize(
    ("given", "understood"),
    [
        ("a --more w.de w.en --more x.tsv -o m", ["a", "--more", "w.de|w.en", "--more", "x.tsv|", "-o", "m"]),
        ("--more=w.tsv --dev v.tsv", ["--more=w.tsv|", "--dev", "v.tsv"]),
        ("--more=w.de w.en", ["--more=w.de|w.en"]),
        ("-- --more w.de w.en", ["--", "--more", "w.de", "w.en"]),
        ("--more", ["--more"]),
    ],
)
def test_an_option_given_several_times_has_both_files_in_one_value(given, understood):
    found = one_value(completed(given.split(), ["--more"]), ["--more"])
    assert [one.replace(BETWEEN, "|") for one in found] == understood
