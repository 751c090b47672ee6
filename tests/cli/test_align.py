"""`pitchpipe align`: alignments on stdout or in a file, and models that are kept."""

import gzip

import pytest

from pitchpipe.align import Alignments, align, train
from pitchpipe.align.drawing import drawn_alignment, link_kinds
from pitchpipe.data import language_pair
from pitchpipe.text import Corpus

from .commands import process, refusal, run

PART = language_pair(train=200, dev=0, test=0).train
SOURCE, TARGET = PART.source, [lines[0] for lines in PART.references]


@pytest.fixture(autouse=True)
def texts(folder):
    (folder / "train.de").write_text("".join(f"{line}\n" for line in SOURCE))
    (folder / "train.en").write_text("".join(f"{line}\n" for line in TARGET))


def wanted(method="hmm", symmetrize="grow-diag"):
    return align(Corpus.of(SOURCE), Corpus.of(TARGET), method, symmetrize).pharaoh.decode()


def test_alignments_go_to_stdout_and_the_log_to_stderr():
    done = run("align", "train.de", "train.en")
    assert done.exit_code == 0
    assert done.stdout == wanted()
    assert done.stderr.startswith("aligning with hmm ...\n")
    assert "links in 200 lines" in done.stderr


@pytest.mark.parametrize(
    ("aligner", "symmetrize"), [("model1", "union"), ("hmm(agreement=false)", "posterior:0.2")]
)
def test_the_aligner_and_the_symmetrisation_are_those_asked_for(aligner, symmetrize):
    done = run("align", "train.de", "train.en", "--aligner", aligner, "--symmetrize", symmetrize)
    assert done.stdout == wanted(aligner, symmetrize)


def test_an_output_file_is_packed_by_its_name_and_stdout_stays_empty(folder):
    done = run("align", "train.de", "train.en", "-o", "train.align.gz", "--threads", 1)
    assert done.stdout == ""
    assert gzip.decompress((folder / "train.align.gz").read_bytes()).decode() == wanted()


def test_a_model_that_was_kept_aligns_other_text(folder):
    first = run("align", "train.de", "train.en", "--save", "model", "-o", "train.align")
    assert first.exit_code == 0
    again = run("align", "train.de", "train.en", "--model", "model")
    assert again.stdout == (folder / "train.align").read_text() == wanted()
    (folder / "new.de").write_text(SOURCE[3] + "\n")
    (folder / "new.en").write_text(TARGET[3] + "\n")
    new = run("align", "new.de", "new.en", "--model", "model")
    assert new.stdout == wanted().splitlines()[3] + "\n"


def test_links_can_be_written_target_first(folder):
    plain, turned = (run("align", "train.de", "train.en", *more).stdout for more in ([], ["--reverse"]))
    (folder / "links").write_text(plain)
    assert Alignments.read("links").reversed.pharaoh.decode() == turned


def test_one_text_may_come_from_stdin():
    done = process("align", "train.de", "-", input="".join(f"{line}\n" for line in TARGET))
    assert done.stdout == wanted()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["train.de", "none.en"], "none.en: cannot be read: No such file or directory"),
        (
            ["train.de", "short.en"],
            "short.en: found another number of lines, 1, expected 200 as in train.de",
        ),
        (["empty", "empty"], "empty: found no lines, expected a text"),
        (["blank", "blank"], "blank: found no line that has words in blank too, expected a parallel text"),
        (
            ["long.de", "short.en"],
            "long.de:1: found a line of 10,000 tokens, expected at most 1,000; clean the text first",
        ),
        (
            ["latin", "short.en"],
            "latin:1: found a byte that is not UTF-8 (byte 1 of the line), expected UTF-8 text",
        ),
        (["cut.gz", "short.en"], "cut.gz: the gzip data is cut short"),
        (["-", "-"], "found - twice, expected it once: there is one standard input"),
        (["train.de", "train.en", "--aligner", "hhm"], "there is no aligner 'hhm'; did you mean 'hmm'?"),
        (
            ["train.de", "train.en", "--symmetrize", "unoin"],
            "there is no symmetrisation 'unoin'; did you mean 'union'?",
        ),
        (
            ["train.de", "train.en", "--model", "short.en"],
            "short.en: found another kind of file, expected a word alignment model of pitchpipe",
        ),
        (
            ["train.de", "train.en", "--model", "m", "--save", "n"],
            "found --model with --aligner or --save, expected it alone: a model does not learn",
        ),
        (
            ["train.de", "train.en", "-o", "no/folder"],
            "no/folder: cannot be written: there is no folder 'no'",
        ),
        (["train.de"], "missing argument 'TGT'; see 'pitchpipe align --help'"),
    ],
)
def test_bad_input_is_told_in_one_sentence_and_nothing_is_written(folder, arguments, sentence):
    (folder / "short.en").write_text("one\n")
    (folder / "empty").write_text("")
    (folder / "blank").write_text("\n\n")
    (folder / "latin").write_bytes(b"\xff\n")
    (folder / "long.de").write_text("x " * 10_000 + "\n")
    (folder / "cut.gz").write_bytes(gzip.compress(b"a b c\n" * 100)[:-9])
    before = set(folder.iterdir())
    output = [] if "-o" in arguments or "--model" in arguments else ["-o", "out", "--save", "kept"]
    assert refusal("align", *arguments, *output) == sentence
    assert set(folder.iterdir()) == before


def test_a_full_disk_is_told():
    done = run("align", "train.de", "train.en", "-o", "/dev/full")
    assert done.exit_code == 2
    assert done.stderr.endswith("pitchpipe: /dev/full: cannot be written: No space left on device\n")


def test_lines_are_drawn_with_what_each_direction_said(folder):
    done = run("align", "train.de", "train.en", "--draw", "4, 2", "-o", "links")
    assert done.exit_code == 0, done.stderr
    assert (folder / "links").read_text() == wanted()
    texts = Corpus.of(SOURCE), Corpus.of(TARGET)
    forward, backward = train(*texts).directions(*texts)
    expected = []
    for line in (3, 1):
        links = [tuple(map(int, link.split("-"))) for link in wanted().splitlines()[line].split()]
        kinds = link_kinds(links, forward.line(line), backward.line(line))
        drawn = drawn_alignment(SOURCE[line].split(), TARGET[line].split(), kinds)
        expected += [f"line {line + 1}", "", *drawn, ""]
    assert done.stdout.splitlines()[: len(expected)] == expected
    assert done.stdout.splitlines()[len(expected)].startswith("■ a link, best of its source word and")


def test_known_links_are_drawn_without_aligning(folder):
    (folder / "a").write_text("das haus\n")
    (folder / "b").write_text("the house\n")
    (folder / "links").write_text("0-0 1-1\n")
    done = run("align", "a", "b", "--alignment", "links", "--draw", "1", "--html", "page.html")
    assert done.stdout.splitlines()[-3:-1] == [" das  ■ ·", "haus  · ■"]
    assert done.stderr == "the page is page.html\n"
    page = (folder / "page.html").read_text()
    assert "<title>haus – house: a link</title>" in page
    assert page.startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (
            ["--draw", "201"],
            "found the line '201' in --draw, expected numbers from 1 to 200, the lines of train.de",
        ),
        (
            ["--draw", "x"],
            "found the line 'x' in --draw, expected numbers from 1 to 200, the lines of train.de",
        ),
        (["--html", "page"], "found --html without --draw, expected both"),
        (["--alignment", "links"], "found --alignment without --draw, expected both"),
        (
            ["--alignment", "links", "--draw", "1", "--aligner", "hmm"],
            "found --alignment with an option of aligning, expected --draw and --html only",
        ),
        (
            ["--alignment", "links", "--draw", "1"],
            "links: found another number of lines, 1, expected 200 as in the text",
        ),
    ],
)
def test_what_cannot_be_drawn_is_told(folder, more, sentence):
    (folder / "links").write_text("0-0\n")
    assert refusal("align", "train.de", "train.en", *more) == sentence
    assert not (folder / "page").exists()


def test_raw_text_gets_a_warning_with_the_command_that_tokenises_it(folder):
    (folder / "raw.de").write_text("Ein Hund, ein Haus.\n" * 20)
    (folder / "raw.en").write_text("A dog , a house .\n" * 20)
    command = "pitchpipe prepare raw.de raw.en --tokenize auto,auto -o clean"
    warning = f"warning: raw.de looks raw, but text is taken as tokenised; tokenise it with: {command}\n"
    assert warning in run("align", "raw.de", "raw.en").stderr
    assert run(*command.split()[1:]).exit_code == 0
    assert "warning" not in run("align", "clean.de", "clean.en").stderr
