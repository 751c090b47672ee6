import gzip
import os

import pytest

from pitchpipe.data import language_pair
from pitchpipe.files import read_lines
from pitchpipe.text import Truecaser, capitalize, prepare
from pitchpipe.text.tokenizers.segmenter import Segmenter

from .commands import process, refusal, run

GERMAN = "Das Haus, das wir sehen.\n\nWir sehen das Haus.\nx ||| y\n"
ENGLISH = "The house we see.\nnothing\nWe see the house.\nx y\n"


@pytest.fixture(autouse=True)
def texts(folder):
    (folder / "raw.de").write_text(GERMAN)
    (folder / "raw.en").write_text(ENGLISH)


def made(folder):
    """What a command wrote: every file that was not there before."""
    given = {"nbest.txt", "reference.txt", "weights.txt", "raw.de", "raw.en"}
    return {path.name for path in folder.iterdir()} - given


def test_raw_text_is_tokenised_cleaned_and_truecased(folder):
    done = run("prepare", "raw.de", "raw.en", "-o", "clean", "--tokenize", "de,en", "--truecase")
    assert done.exit_code == 0, done.stderr
    assert (
        folder / "clean.de"
    ).read_text() == "das Haus , das wir sehen .\nwir sehen das Haus .\nx | | | y\n"
    assert (folder / "clean.en").read_text() == "the house we see .\nwe see the house .\nx y\n"
    assert made(folder) == {"clean.de", "clean.en", "clean.truecaser.de", "clean.truecaser.en"}
    assert Truecaser.read("clean.truecaser.de").forms["haus"] == ["Haus"]
    assert done.stdout == ""


def test_what_was_removed_is_told_with_the_reason_and_the_line(folder):
    done = run("prepare", "raw.de", "raw.en", "-o", "clean")
    assert done.exit_code == 0
    warning, _, *told = done.stderr.splitlines()
    assert warning.endswith("look raw, but text is taken as tokenised; --tokenize de,en tokenises it")
    assert told == [
        "kept 2 of 4 pairs of lines",
        "removed 1: empty, the first on line 2",
        "removed 1: unusable token, the first on line 4",
    ]


def test_a_line_of_ten_thousand_tokens_is_removed_and_told(folder):
    (folder / "raw.de").write_text(GERMAN + "z.B. " * 10_000)
    (folder / "raw.en").write_text(ENGLISH + "e.g.\n")
    done = run("prepare", "raw.de", "raw.en", "-o", "clean", "--tokenize", "de,en")
    assert "removed 1: too long, the first on line 5" in done.stderr
    assert len((folder / "clean.de").read_text().splitlines()) == 3


def test_limits_are_options():
    done = run("prepare", "raw.de", "raw.en", "-o", "clean", "--max-length", 4, "--ratio", 1.4)
    assert "kept 1 of 4" in done.stderr
    done = run("prepare", "raw.de", "raw.en", "-o", "clean", "--min-length", 5)
    assert done.exit_code == 2


def test_suffixes_name_and_pack_the_outputs(folder):
    done = run(
        "prepare", "raw.de", "raw.en", "-o", "clean", "--suffixes", "src,tgt.gz", "--truecase", "--lowercase"
    )
    assert done.exit_code == 0, done.stderr
    assert made(folder) == {"clean.src", "clean.tgt.gz", "clean.truecaser.src", "clean.truecaser.tgt.gz"}
    assert (
        gzip.decompress((folder / "clean.tgt.gz").read_bytes()) == b"the house we see.\nwe see the house.\n"
    )
    assert Truecaser.read("clean.truecaser.tgt.gz").forms["house"] == ["house"]


def test_packed_inputs_lend_their_endings(folder):
    (folder / "raw.de.gz").write_bytes(gzip.compress(GERMAN.encode()))
    assert run("prepare", "raw.de.gz", "raw.en", "-o", "clean").exit_code == 0
    assert made(folder) == {"clean.de", "clean.en", "raw.de.gz"}


def test_a_development_text_is_cased_by_what_was_learned_and_kept_whole(folder):
    run("prepare", "raw.de", "raw.en", "-o", "clean", "--tokenize", "de,en", "--truecase")
    learned = "clean.truecaser.de,clean.truecaser.en"
    done = run("prepare", "raw.de", "raw.en", "-o", "dev", "--tokenize", "de,en", "--truecasers", learned)
    assert done.exit_code == 0, done.stderr
    lines = (folder / "dev.de").read_text().splitlines()
    assert [line for line in lines if line] == (folder / "clean.de").read_text().splitlines()
    assert lines[1] == ""


def test_a_single_text_is_kept_whole(folder):
    done = run("prepare", "raw.de", "-o", "test", "--tokenize", "de", "--lowercase")
    assert done.exit_code == 0, done.stderr
    assert (folder / "test.de").read_text().splitlines() == [
        "das haus , das wir sehen .",
        "",
        "wir sehen das haus .",
        "x | | | y",
    ]


def test_the_command_writes_what_the_function_makes(folder):
    pair = language_pair(train=300, dev=0, test=0, references=1).train
    source, target = capitalize(pair.source), capitalize(lines[0] for lines in pair.references)
    (folder / "long.de").write_text("".join(f"{line}\n" for line in source))
    (folder / "long.en").write_text("".join(f"{line}\n" for line in target))
    done = run(
        "prepare", "long.de", "long.en", "-o", "clean", "--truecase", "--mode", "frequent", "--threads", 1
    )
    assert done.exit_code == 0, done.stderr
    expected = prepare(source, target, truecase=True, mode="frequent")
    assert (folder / "clean.de").read_text().splitlines() == expected.source
    assert (folder / "clean.en").read_text().splitlines() == expected.target


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["raw.de", "short.en"], "short.en: found another number of lines, 1, expected 4 as in raw.de"),
        (["empty.de", "empty.en"], "empty.de: found no lines, expected a text"),
        (["none.de", "raw.en"], "none.de: cannot be read: No such file or directory"),
        (
            ["raw.de", "latin.en"],
            "latin.en:2: found a byte that is not UTF-8 (byte 3 of the line), expected UTF-8 text",
        ),
        (["raw.de", "cut.en.gz"], "cut.en.gz: the gzip data is cut short"),
        (
            ["raw.de", "raw.en", "--tokenize", "de"],
            "--tokenize: found 'de', expected two, with a comma between them",
        ),
        (["raw.de", "--tokenize", "de,en"], "--tokenize: found 'de,en', expected one, as there is one text"),
        (
            ["raw.de", "raw.en", "--tokenize", "de,enn"],
            "there is no language 'enn'; did you mean 'en'?",
        ),
        (
            ["raw.de", "raw.de"],
            "found no different endings of raw.de, expected them or --suffixes, as in de,en",
        ),
        (
            ["raw.de", "raw.en", "-o", "raw"],
            "raw.de: is an input and would be replaced; choose another name for the output",
        ),
        (["raw.de", "raw.en", "-o", "no/x"], "no/x.de: cannot be written: there is no folder 'no'"),
        (
            ["raw.de", "raw.en", "--suffixes", "a,a"],
            "out.a: found twice as an output, expected different names",
        ),
        (
            ["raw.de", "raw.en", "--truecasers", "raw.de,raw.en"],
            "raw.de: found another kind of file, expected a truecaser of pitchpipe",
        ),
        (
            ["raw.de", "--truecase"],
            "--truecase learns from a training text, which is cleaned; --truecasers uses what it has learned",
        ),
        (
            ["raw.de", "raw.en", "--truecase", "--mode", "ml"],
            "there is no mode of truecasing 'ml'; known: frequent, lm",
        ),
        (
            ["raw.de", "raw.en", "--min-length", "50"],
            "found no pair of lines to keep (1 empty, 3 too short), expected some",
        ),
        (["-", "-"], "found - twice, expected it once: there is one standard input"),
    ],
)
def test_bad_input_is_told_in_one_sentence_and_nothing_is_written(folder, arguments, sentence):
    (folder / "short.en").write_text("one\n")
    (folder / "empty.de").write_text("")
    (folder / "empty.en").write_text("")
    (folder / "latin.en").write_bytes(b"one\ntw\xf6\nthree\nfour\n")
    (folder / "cut.en.gz").write_bytes(gzip.compress(ENGLISH.encode())[:-9])
    before = made(folder)
    output = [] if "-o" in arguments else ["-o", "out"]
    assert refusal("prepare", *arguments, *output) == sentence
    assert made(folder) == before


@pytest.mark.parametrize("full", ["clean.de", "clean.en", "clean.truecaser.en"])
def test_a_full_disk_leaves_no_output_at_all(folder, full):
    (folder / full).symlink_to("/dev/full")
    done = run("prepare", "raw.de", "raw.en", "-o", "clean", "--truecase")
    assert done.exit_code == 1
    assert done.stderr.endswith(f"pitchpipe: {full}: cannot be written: No space left on device\n")
    assert made(folder) == {full}


def test_processes_of_the_command_share_the_work(folder):
    for code, line in (("de", "Das ist, z.B., Zeile {}."), ("en", "This is, e.g., line {}.")):
        (folder / f"long.{code}").write_text("".join(line.format(n) + "\n" for n in range(2100)))
    done = process("prepare", "long.de", "long.en", "-o", "clean", "--tokenize", "de,en", "--threads", 2)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "preparing text ...\nkept 2,100 of 2,100 pairs of lines\n"
    assert (folder / "clean.de").read_text().splitlines()[2050] == "Das ist , z.B. , Zeile 2050 ."
    assert not [name for name in os.listdir() if name.startswith(".")]


JAPANESE = [f"{who}は{what}を見た。" for who in "私彼君犬猫" for what in "水本木"]


@pytest.fixture
def japanese(folder):
    (folder / "text.ja").write_text("".join(f"{line}\n" for line in JAPANESE))
    (folder / "text.en").write_text("someone saw something .\n" * len(JAPANESE))


@pytest.mark.usefixtures("japanese")
def test_a_script_without_spaces_is_cut_into_words(folder):
    done = run("prepare", "text.ja", "text.en", "-o", "clean", "--tokenize", "ja,en")
    assert "kept 15 of 15" in done.stderr
    assert (folder / "clean.ja").read_text().startswith("私 は 水 を 見 た 。\n")


@pytest.mark.usefixtures("japanese")
def test_or_into_pieces_that_are_used_again_and_put_together(folder, monkeypatch):
    monkeypatch.setattr(Segmenter, "is_installed", classmethod(lambda cls: False))
    done = run("prepare", "text.ja", "text.en", "-o", "clean", "--tokenize", "ja,en")
    assert "text.ja: raw text, Japanese by the setting; cut into 3,000 pieces" in done.stderr
    assert (folder / "clean.pieces.ja").exists()
    assert not (folder / "clean.pieces.en").exists()
    again = run("prepare", "text.ja", "-o", "dev", "--tokenize", "ja", "--pieces", "clean.pieces.ja")
    assert again.exit_code == 0, again.stderr
    assert (folder / "dev.ja").read_text() == (folder / "clean.ja").read_text()
    assert run("restore", "dev.ja", "--pieces", "clean.pieces.ja").stdout.splitlines() == JAPANESE
    assert refusal("prepare", "text.ja", "-o", "dev", "--tokenize", "ja").startswith(
        "found Japanese without spaces, expected --pieces FILE"
    )


def test_words_of_any_language_can_be_cut_into_pieces(folder):
    run("prepare", "raw.de", "raw.en", "-o", "clean", "--tokenize", "de,en", "--pieces", "30,none")
    assert (folder / "clean.pieces.de").exists()
    assert (folder / "clean.en").read_text().splitlines()[0] == "The house we see ."
    joined = run("restore", "clean.de", "--language", "de", "--pieces", "clean.pieces.de").stdout
    assert joined.splitlines()[:2] == ["Das Haus, das wir sehen.", "Wir sehen das Haus."]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--pieces", "raw.de,none"], "--pieces: found the file raw.de, expected it with --keep-all"),
        (["--pieces", "50,none", "--keep-all"], "--pieces: found 50, expected a file"),
        (["--pieces", "raw.de,none", "--keep-all"], "raw.de: found another kind of file, expected pieces"),
    ],
)
def test_pieces_that_do_not_fit_are_refused(options, sentence):
    assert sentence in refusal("prepare", "raw.de", "raw.en", "-o", "clean", *options)


def test_one_file_of_both_sides_is_prepared_as_two(folder):
    pairs = [("Das Haus.", "The house."), ("", "nothing"), ("Ein Hund.", "A dog.")]
    for place, code in enumerate(("de", "en")):
        (folder / f"two.{code}").write_text("".join(f"{pair[place]}\n" for pair in pairs))
    (folder / "both.tsv").write_text("".join("\t".join(pair) + "\n" for pair in pairs))
    units = "".join(
        f'<tu><tuv xml:lang="en-GB"><seg>{en}</seg></tuv><tuv xml:lang="de"><seg>{de}</seg></tuv></tu>'
        for de, en in pairs
    )
    alone = '<tu><tuv xml:lang="de"><seg>allein</seg></tuv></tu>'
    (folder / "memory").write_text(
        f'<tmx version="1.4"><header srclang="de"/><body>{units}{alone}</body></tmx>'
    )
    for name in (["two.de", "two.en"], ["both.tsv"], ["memory"]):
        done = run("prepare", *name, "-o", name[0], "--tokenize", "de,en")
        assert done.exit_code == 0, done.stderr
        assert (folder / f"{name[0]}.de").read_text() == "Das Haus .\nEin Hund .\n"
        assert (folder / f"{name[0]}.en").read_text() == "The house .\nA dog .\n"
        assert ("units without both languages: 1" in done.stderr) == (name == ["memory"])


def test_the_languages_of_a_memory_name_its_sides(folder):
    unit = '<tu><tuv xml:lang="en-GB"><seg>a</seg></tuv><tuv xml:lang="de"><seg>b</seg></tuv></tu>'
    (folder / "memory.tmx").write_text(f'<tmx version="1.4"><header srclang="de"/><body>{unit}</body></tmx>')
    assert run("prepare", "memory.tmx", "-o", "clean").exit_code == 0
    assert (folder / "clean.de").read_text() == "b\n"
    assert (folder / "clean.en").read_text() == "a\n"


def test_a_tsv_without_languages_needs_suffixes(folder):
    (folder / "both.tsv").write_text("a\tb\n")
    assert refusal("prepare", "both.tsv", "-o", "clean") == (
        "found no different endings of both.tsv, expected them or --suffixes, as in de,en"
    )
    assert run("prepare", "both.tsv", "-o", "clean", "--suffixes", "x.xz,y.bz2").exit_code == 0
    assert read_lines("clean.x.xz") == ["a"]
    assert read_lines("clean.y.bz2") == ["b"]
