import gzip

import pytest

from pitchpipe import InputError, _native
from pitchpipe.metrics.paraphrases import read_paraphrases

from .lexicons import PARAPHRASES, TERP_PARAPHRASES


def test_both_formats_are_read_packed_or_not(tmp_path):
    assert len(read_paraphrases(str(PARAPHRASES))) == 3
    assert len(read_paraphrases(str(TERP_PARAPHRASES))) == 3
    (tmp_path / "p.gz").write_bytes(gzip.compress(PARAPHRASES.read_bytes()))
    assert len(read_paraphrases(str(tmp_path / "p.gz"))) == 3


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_text_may_come_in_pieces(size):
    table, data = _native.Paraphrases(), PARAPHRASES.read_bytes().rstrip()
    for begin in range(0, len(data), size):
        table.add_text(data[begin : begin + size])
    table.finish()
    assert len(table) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x\na\nb\n", "found 'x' as the probability of pair 1, expected a number"),
        ("0.1\na\n", "found half a pair at the end, expected three lines"),
        ("0.1 <p>a</p> <p>b</p>\n0.1 a b\n", r":2: found '0.1 a b', expected a probability and two phrases"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path, text, message):
    (tmp_path / "p").write_text(text)
    with pytest.raises(InputError, match=message):
        read_paraphrases(str(tmp_path / "p"))
    with pytest.raises(InputError, match="none: cannot be read: No such file"):
        read_paraphrases(str(tmp_path / "none"))
