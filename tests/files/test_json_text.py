import json

import pytest

from pitchpipe.files.json_text import parse_json


def test_json_is_what_the_standard_library_reads():
    for value in ({"a": [1, 2.5, None, "é\u2028😀"]}, "\\ud800", [[]], 10**400):
        for text in (json.dumps(value), json.dumps(value, ensure_ascii=False)):
            assert parse_json(text) == parse_json(text.encode()) == json.loads(text)


def test_a_byte_order_mark_is_skipped():
    assert parse_json(b"\xef\xbb\xbf[1]") == [1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"[" * 100_000, "it is nested too deeply"),
        (b'{"a": ["\\ud800"]}', "it has half a character"),
        (b'{"\\uDfff": 1}', "it has half a character"),
        (b'"\xed\xa0\x80"', "utf-8"),
        (b"{", "Expecting"),
    ],
)
def test_what_is_no_text_or_no_json_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        parse_json(text)
