"""What every list format keeps, and a format of another package."""

import subprocess
import sys

import pytest

from pitchpipe import InputError, Pool
from pitchpipe.explain import explain
from pitchpipe.lists.formats import FORMATS, ListFormat

from .pools import candidates_of, pool_of

MODULE = '''
import io

from pitchpipe.errors import InputError
from pitchpipe.lists.formats import ListFormat
from pitchpipe.settings import setting
from dataclasses import dataclass


@dataclass(frozen=True)
class Table(ListFormat):
    """Tables with a candidate on each line."""

    name = "table"
    sample = "#candidates"
    delimiter: str = setting(";", "what is between columns")

    def recognises(self, start):
        return start.startswith(b"#candidates")

    def read(self, file, name, listing, threads=1):
        lines = io.TextIOWrapper(file, "utf-8").read().splitlines()
        for number, line in enumerate(lines[1:], 2):
            try:
                sentence, text, lm = line.split(self.delimiter)
            except ValueError:
                raise InputError(f"{name}:{number}: found {line!r}, expected three columns") from None
            listing.add(listing.group(sentence), text, {"lm": float(lm)})
'''

ENTRY_POINTS = """
[pitchpipe.formats]
table = table_plugin:Table
"""


@pytest.fixture
def plugin(tmp_path, monkeypatch):
    about = tmp_path / "table_plugin-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: table-plugin\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRY_POINTS)
    (tmp_path / "table_plugin.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)


MUST_BE_NAMED = {"opennmt"}
"""Its text could be anything."""


def sample_of(name, path):
    kind = FORMATS[name]
    for file, text in kind.sample_folder.items():
        (path / file).parent.mkdir(parents=True, exist_ok=True)
        (path / file).write_text(text)
    if kind.sample:
        path.write_text(kind.sample + "\n")
    elif not kind.sample_folder:
        pool_of([[("the house is small", [1, 2])]]).save(path)
    return path


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("named", [False, True])
def test_a_sample_is_read_whether_its_format_is_named_or_not(tmp_path, name, named):
    path = sample_of(name, tmp_path / "lists")
    if name in MUST_BE_NAMED and not named:
        with pytest.raises(InputError, match="expected id"):
            Pool.read(path)
        return
    pool = Pool.read(path, format=name if named else None)
    assert list(pool.texts) == ["the house is small"]
    assert len(pool.feature_names) >= 2


@pytest.mark.parametrize("name", FORMATS)
def test_only_its_kin_recognise_a_sample(tmp_path, name):
    path = sample_of(name, tmp_path / "lists")
    kinds = [kind() for kind in FORMATS.values()]
    if path.is_dir():
        found = [kind for kind in kinds if kind.recognises_folder(path)]
        assert [kind.name for kind in found] == [name]
        return
    found = [kind for kind in kinds if kind.recognises(path.read_bytes())]
    assert name in [kind.name for kind in found] or name in MUST_BE_NAMED
    assert len({type(kind).__module__ for kind in found if kind.name != "jsonl"}) <= 1


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_says_what_it_is(name):
    assert explain(name).summary.endswith(".")


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "pool"])
@pytest.mark.parametrize("text", ["just text\n", "utt1 a b\n", "\x00\n", "{}\n", "0\n", "\t\n1", "x ||| y\n"])
def test_other_text_is_refused_in_one_sentence_with_its_place(tmp_path, name, text):
    (tmp_path / "lists").write_text(text)
    with pytest.raises(InputError, match=r"^[^\n]*lists.*found [^\n]*, expected [^\n]*$"):
        Pool.read(tmp_path / "lists", format=name)


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_folder_is_no_list(tmp_path, name):
    (tmp_path / "lists").mkdir()
    for format in (name, None):
        with pytest.raises(InputError, match="found "):
            Pool.read(tmp_path / "lists", format=format)


def test_json_that_holds_the_separator_of_nbest_lists_is_json(tmp_path):
    line = FORMATS["jsonl"].sample.replace("the house is small", "0 ||| the house")
    (tmp_path / "lists").write_text(line)
    assert list(Pool.read(tmp_path / "lists").texts) == ["0 ||| the house"]


@pytest.mark.usefixtures("plugin")
@pytest.mark.parametrize("format", [None, "table", "table(delimiter=;)"])
def test_a_format_of_another_package_is_recognised_and_can_be_named(tmp_path, format):
    (tmp_path / "lists").write_text("#candidates\n0;a b;-1\n0;a;-2\n1;c;-3\n")
    pool = Pool.read(tmp_path / "lists", format=format)
    assert candidates_of(pool) == [
        [("a b", {"lm": -1}, None), ("a", {"lm": -2}, None)],
        [("c", {"lm": -3}, None)],
    ]


@pytest.mark.usefixtures("plugin")
def test_its_settings_can_be_set_and_its_errors_name_the_line(tmp_path):
    (tmp_path / "lists").write_text("#candidates\n0/a b/-1\n")
    assert list(Pool.read(tmp_path / "lists", format="table(delimiter=/)").texts) == ["a b"]
    with pytest.raises(InputError, match="lists:2: found '0/a b/-1', expected three columns"):
        Pool.read(tmp_path / "lists")


@pytest.mark.usefixtures("plugin")
def test_it_is_explained_and_suggested():
    page = explain("table")
    assert (page.family, page.summary) == ("list format", "Tables with a candidate on each line.")
    assert "    #candidates" in page.details
    with pytest.raises(InputError, match="there is no list format 'tabel'; did you mean 'table'"):
        Pool.read("lists", format="tabel")


@pytest.mark.usefixtures("plugin")
def test_it_is_not_loaded_for_text_that_ours_recognise(tmp_path):
    (tmp_path / "lists").write_text("0 ||| a ||| lm= 1 ||| 2\n")
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from pitchpipe import Pool; "
        f"Pool.read({str(tmp_path / 'lists')!r}); print('table_plugin' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


class Fragile(ListFormat):
    name = "fragile"

    def read(self, file, name, listing, threads=1):
        float(file.readline())


def test_a_format_of_another_package_that_cannot_read_a_file_is_told_in_one_sentence(tmp_path):
    (tmp_path / "lists").write_text("x\n")
    with pytest.raises(
        InputError, match=r"lists: cannot be read as fragile: could not convert string to float"
    ):
        Pool.read(tmp_path / "lists", format=Fragile())
