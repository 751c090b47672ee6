"""Tables as plain text."""

from pitchpipe.files.plain_table import aligned, columns_of


def test_the_first_column_is_text_and_the_others_are_numbers():
    assert aligned(["name", "n"], [["a", "10"], ["bb", "5"]]) == "name   n\na     10\nbb     5\n"


def test_wide_letters_and_marks_keep_columns_below_each_other():
    assert aligned(["word", "n"], [["猫の", "1"], ["e\u0301t", "2"], ["รั", "3"]]).splitlines() == [
        "word  n",
        "猫の  1",
        "e\u0301t    2",
        "รั     3",
    ]


def test_a_chinese_letter_takes_two_columns():
    assert [columns_of(text) for text in ("", "ab", "é", "猫", "２", "हि")] == [0, 2, 1, 2, 2, 2]
