"""`pitchpipe translate` and `pitchpipe convert`."""

import gzip
import json
import subprocess
import sys

import numpy as np
import pytest

from pitchpipe import Pool
from pitchpipe.decoder import PhraseDecoder
from pitchpipe.model import Model
from tests.decoder.phrasebook import phrasebook

from .commands import process, refusal, run

PAIRS = {
    "das": ["the", "that"],
    "haus": ["house", "home"],
    "das haus": ["the house", "the home"],
    "ist": ["is"],
    "klein": ["small", "little", "= small"],
}
SOURCE = ["das haus ist klein", "klein ist das haus", "ist das zug", "das"]
BEST = ["the house is small", "small is the house", "is the zug", "the"]


@pytest.fixture(autouse=True)
def model(folder):
    (folder / "in.de").write_text("".join(f"{line}\n" for line in SOURCE))
    return phrasebook(folder / "model", PAIRS, ["PT", "length"])


def test_translations_go_to_stdout_line_by_line():
    done = run("translate", "model", "in.de")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.splitlines() == BEST
    assert done.stderr == "translating ...\n"


def test_it_imports_no_optimizer():
    program = (
        "import sys; from pitchpipe.cli import main; sys.argv = ['pitchpipe', 'translate', 'model', 'in.de']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(sorted(name for name in sys.modules if name.startswith('pitchpipe.')), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == BEST
    assert "pitchpipe.decoder" in done.stderr
    for room in ("tuning", "online", "lists", "study", "report", "training"):
        assert f"pitchpipe.{room}" not in done.stderr


def test_text_comes_from_stdin_where_no_file_is_named():
    done = process("translate", "model", input="das haus\n\n   \nhaus", env=None)
    assert done.stdout == "the house\n\n\nhouse\n"


@pytest.mark.parametrize("name", ["lists", "lists.gz"])
def test_a_pool_reads_the_lists_with_the_same_features(name, folder):
    done = run("translate", "model", "in.de", "--nbest", 10, "--nbest-file", name, "--threads", 1)
    assert done.stdout.splitlines() == BEST
    if name.endswith(".gz"):
        gzip.decompress((folder / name).read_bytes())
    check_pool(Pool.read(name))


def test_a_pool_reads_json_lines_with_the_same_features(folder):
    done = run("translate", "model", "in.de", "--nbest", 10, "--json")
    (folder / "lists.jsonl").write_text(done.stdout)
    check_pool(Pool.read("lists.jsonl"))
    first = json.loads(done.stdout.splitlines()[0])
    assert first["source"] == SOURCE[0]
    assert first["candidates"][0]["phrases"] == [[0, 2, 0, 2], [2, 3, 2, 3], [3, 4, 3, 4]]
    assert first["candidates"][0]["alignment"][0] == [0, 0]


def check_pool(pool):
    found = PhraseDecoder(Model.read("model"), threads=1).translate(SOURCE, nbest=10)
    assert list(pool.texts) == list(found.texts)
    assert pool.offsets.tolist() == found.groups.tolist()
    names = set(pool.feature_names)
    rows = pool.all_dense()
    for row in range(len(found.scores)):
        expected = {name: value for name, value in found[row].features.items() if value}
        values = dict(zip(pool.feature_names, rows[row].tolist(), strict=True))
        assert {name: value for name, value in values.items() if value} == pytest.approx(expected, rel=1e-5)
    assert set(found.dense_names) | set(found.sparse_names) == names
    weights = {**dict.fromkeys(pool.feature_names, 0.0), **Model.read("model").weights}
    np.testing.assert_allclose(pool.scores(pool.vector(weights)), found.scores, atol=1e-3)


def test_distinct_lists_have_each_text_once():
    every, once = (
        [line.split(" ||| ")[1] for line in gzip.open("lists.gz", "rt") if line.startswith("0 ")]
        for more in ([], ["--distinct"])
        if run("translate", "model", "in.de", "--nbest", 30, "--nbest-file", "lists.gz", *more).exit_code == 0
    )
    assert len(set(every)) < len(every)
    assert len(set(once)) == len(once) > len(set(every))


def test_other_weights_and_search_settings_are_used(folder):
    weights = {**Model.read("model").weights, "PT:das~that": 100.0}
    (folder / "other").write_text("".join(f"{name} {value}\n" for name, value in weights.items()))
    assert run("translate", "model", "in.de", "-w", "other").stdout.splitlines()[3] == "that"
    narrow = run("translate", "model", "in.de", "--set", "beam=1,pop_limit=1,distortion_limit=0")
    several = run("translate", "model", "in.de", "--set", "beam=1,pop_limit=1", "--set", "distortion_limit=0")
    assert several.stdout == narrow.stdout
    assert narrow.stdout.splitlines()[0] == BEST[0]


def test_results_do_not_depend_on_the_number_of_threads():
    one, four = (
        run("translate", "model", "in.de", "--nbest", 5, "--json", "--threads", n).stdout for n in (1, 4)
    )
    assert one == four


def test_a_translation_is_shown_with_its_phrases_alignment_and_features():
    done = run("translate", "model", "--interactive", stdin="das haus ist klein\n")
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:3] == [
        "source       das haus ist klein",
        "translation  the house is small",
        "phrases      [das haus = the house] [ist = is] [klein = small]",
    ]
    total = sum(float(line.split("=")[-1]) for line in lines if " x " in line)
    assert float(next(line for line in lines if line.startswith("total")).split()[1]) == pytest.approx(
        total, abs=1e-3
    )


def test_a_mistyped_line_is_told_and_the_next_one_answered():
    done = run("translate", "model", "--interactive", "--markup", stdin="das <n>haus\ndas\n")
    assert done.exit_code == 0
    assert done.stderr.startswith("warning: standard input:1: found <n> without a translation")
    assert done.stdout.startswith("source       das\n")


def test_raw_text_for_a_model_of_tokenised_text_gets_a_warning(folder):
    (folder / "raw.de").write_text("Das Haus, ist klein.\n" * 20)
    warning = (
        "warning: raw.de looks raw, but the model is of tokenised text; tokenise this text as that was\n"
    )
    assert warning in run("translate", "model", "raw.de").stderr
    for arguments in (["raw.de", "--prepared"], ["in.de"]):
        assert "warning" not in run("translate", "model", *arguments).stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["none", "in.de"], "none/model.json: cannot be read: No such file or directory"),
        (["model", "none"], "none: cannot be read: No such file or directory"),
        (["model", "in.de", "--set", "bean=3"], "there is no setting of search 'bean'; did you mean 'beam'?"),
        (["model", "in.de", "--set", "beam=many"], "search: beam must be a whole number from 0 to 1000000, not 'many'"),
        (["model", "in.de", "--set", "beam=3", "--set", "beam=4"], "in 'set(beam=3,beam=4)', beam is set twice"),
        (["model", "in.de", "--set", "beam"], "in 'beam', found 'beam' where = after a setting was expected"),
        (["model", "in.de", "--nbest", "5"], "--nbest needs --nbest-file, or --json"),
        (["model", "in.de", "-w", "missing"], "missing: found no weight of 'Distortion0', expected one for each dense feature"),
        (["model", "in.de", "-w", "mistyped"], "mistyped: there is no feature 'LMO'; did you mean 'LM0'?"),
        (["model", "latin"], "latin:1: found a byte that is not UTF-8 (byte 1 of the line), expected UTF-8 text"),
        (["model", "long"], "long:1: found a line of 10,001 tokens, expected at most 10,000"),
        (["model", "bars", "--nbest", "2", "--nbest-file", "lists"], "lists: found the candidate 'the ||| house', expected one line without ' ||| '; JSON lines can hold it"),
        (["model", "in.de", "--nbest", "2", "--nbest-file", "no/lists"], "no/lists: cannot be written: there is no folder 'no'"),
    ],
)  # fmt: skip
def test_bad_input_is_told_in_one_sentence_and_nothing_is_written(folder, arguments, sentence):
    (folder / "missing").write_text("LM0 1\n")
    lines = [f"{name} {value}\n" for name, value in Model.read("model").weights.items()]
    (folder / "mistyped").write_text("".join([*lines, "LMO 1\n"]))
    (folder / "latin").write_bytes(b"\xff\n")
    (folder / "long").write_text("x " * 10_001 + "\n")
    (folder / "bars").write_text("das ||| haus\n")
    before = set(folder.iterdir())
    assert refusal("translate", *arguments) == sentence
    assert set(folder.iterdir()) == before


@pytest.mark.parametrize("name", ["phrases.table", "lm.lm"])
def test_a_damaged_model_is_told(folder, name):
    path = folder / "model" / name
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])
    assert refusal("translate", "model", "in.de").startswith(f"model/{name}: the file is cut short")
    changed = bytearray(whole)
    changed[whole.index(b"house")] ^= 1
    path.write_bytes(changed)
    assert refusal("translate", "model", "in.de").startswith(f"model/{name}: the file is damaged")
    assert run("translate", "model", "in.de", "--no-verify").exit_code == 0


def test_a_model_of_moses_is_converted(folder):
    (folder / "pairs").write_text("das ||| the ||| 0.5 ||| 0-0 ||| 1 1 1 |||\n")
    (folder / "moses.ini").write_text(
        "[feature]\nUnknownWordPenalty\nPhraseDictionaryMemory name=TM path=pairs\n[weight]\nTM= 1\n"
    )
    done = run("convert", "moses.ini", "-o", "new")
    assert done.exit_code == 0, done.stderr
    assert done.stdout == ""
    assert done.stderr == "converting phrase table pairs\nnew: 1 phrase pairs, 5 features\n"
    assert run("translate", "new", "in.de").stdout.splitlines()[3] == "the"
    assert (
        refusal("convert", "none.ini", "-o", "newer") == "none.ini: cannot be read: No such file or directory"
    )
    assert not (folder / "newer").exists()
