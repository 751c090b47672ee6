"""Options with two files or one."""

import pytest

from pitchpipe.cli.file_pairs import completed


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
