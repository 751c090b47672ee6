"""Tables in TOML files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.files.toml import read_tables, write_tables

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = (
    st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | TEXT
)
TABLE = st.dictionaries(TEXT, VALUES | st.lists(TEXT))


@given(TABLE, st.dictionaries(TEXT, TABLE))
def test_what_is_written_is_read(tmp_path_factory, values, inner):
    path = tmp_path_factory.mktemp("toml") / "file.toml"
    table = {**inner, **values}
    write_tables(path, {"a": table, "b": {}})
    assert read_tables(path, ("a", "b")) == {"a": table, "b": {}}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[other]", "file.toml: there is no table 'other'; known: text"),
        ("text = 3", "file.toml: found a value for text, expected a table [text]"),
        ("[text", "file.toml: cannot be read as TOML: "),
    ],
)
def test_what_is_wrong_is_told(tmp_path, text, sentence):
    (tmp_path / "file.toml").write_text(text)
    with pytest.raises(InputError) as refused:
        read_tables(tmp_path / "file.toml", ("text",))
    assert sentence in str(refused.value)


def test_a_byte_order_mark_is_skipped(tmp_path):
    (tmp_path / "file.toml").write_bytes(b"\xef\xbb\xbf[grid]\nreplicas = 2\n")
    assert read_tables(tmp_path / "file.toml", ["grid"]) == {"grid": {"replicas": 2}}


def test_deep_nesting_is_told(tmp_path):
    (tmp_path / "file.toml").write_text(f"[grid]\na = {'[' * 100_000}")
    with pytest.raises(InputError, match="cannot be read as TOML"):
        read_tables(tmp_path / "file.toml", ["grid"])
