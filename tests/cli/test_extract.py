import gzip
import os

import pytest

from pitchpipe.data import language_pair
from pitchpipe.phrases import PhraseTable
from pitchpipe.phrases.extraction import DISCOUNTS

from .commands import process, refusal, run

EXTRACT = ["extract", "train.de", "train.en", "train.align", "-o", "phrases.table"]


@pytest.fixture(autouse=True)
def texts(folder):
    language_pair(train=60, dev=2, test=2, references=1).write(folder)


def test_a_table_is_written_and_its_size_told(folder):
    done = run(*EXTRACT)
    assert done.exit_code == 0, done.stderr
    assert done.stdout == ""
    table = PhraseTable.read("phrases.table")
    first, last = done.stderr.splitlines()
    assert first == "extracting phrases ..."
    assert last == f"phrases.table: {len(table):,} phrase pairs of {table.phrase_count:,} source phrases"
    assert len(table) > 500


def test_moses_tables_are_written_beside_it(folder):
    done = run(*EXTRACT, "--moses-dir", "moses")
    assert done.exit_code == 0, done.stderr
    lines = gzip.decompress((folder / "moses" / "phrase-table.gz").read_bytes()).splitlines()
    assert len(lines) == len(PhraseTable.read("phrases.table"))
    assert len(os.listdir("moses")) == 3


def test_options_reach_the_table():
    run(*EXTRACT)
    run(
        *EXTRACT[:-1],
        "few.table",
        "--top",
        1,
        "--max-length",
        3,
        "--restrict-to",
        "dev.de",
        "--reordering",
        "word",
        "--discount",
        "kneser-ney",
    )
    table = PhraseTable.read("few.table")
    assert table.facts.settings["filter"]["top"] == 1
    assert table.facts.longest_source <= 3
    assert len(table.facts.reordering) == 1
    assert table.facts.settings["discount"] == "kneser-ney"
    assert 0 < len(table) == table.phrase_count < PhraseTable.read("phrases.table").phrase_count / 4


def test_the_help_lists_all_discounts_and_others_are_refused():
    assert ", ".join(DISCOUNTS) in " ".join(run("extract", "--help").stdout.split())
    assert "katz" in refusal(*EXTRACT, "--discount", "katz")


def test_memory_and_threads_do_not_change_the_table(folder):
    run(*EXTRACT)
    run(*EXTRACT[:-1], "again.table", "--memory", 1, "--threads", 3)
    assert (folder / "again.table").read_bytes() == (folder / "phrases.table").read_bytes()


def test_the_alignment_may_come_through_a_pipe(folder):
    done = process(
        *["-" if word == "train.align" else word for word in EXTRACT],
        input=(folder / "train.align").read_text(),
    )
    assert done.returncode == 0, done.stderr
    assert len(PhraseTable.read("phrases.table")) > 500


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("train.en", "a\n", "train.en: found another number of lines, 1, expected 60 as in train.de"),
        ("train.align", "0-0\n", "train.align: found another number of lines, 1, expected 60 as in train.de"),
        ("train.align", "0:0\n", "train.align:1: found '0:0', expected a link as in '3-4'"),
        ("train.align", "99-0\n" * 60, "train.align:1: found the alignment point 99-0, expected positions"),
        ("train.de", "", "train.en: found another number of lines, 60, expected 0 as in train.de"),
        ("train.de", "a|||b\n" * 60, "train.de:1: found the token 'a|||b', expected none with ||| in it"),
    ],
)
def test_bad_input_is_told_and_nothing_is_written(folder, name, text, sentence):
    (folder / name).write_text(text)
    assert refusal(*EXTRACT).startswith(sentence)
    assert not (folder / "phrases.table").exists()


def test_a_packed_text_that_is_cut_short_is_told(folder):
    (folder / "train.de").write_bytes(gzip.compress((folder / "train.de").read_bytes())[:-20])
    assert refusal(*EXTRACT) == "train.de: the gzip data is cut short"


def test_an_output_that_cannot_be_is_told_before_the_work():
    assert refusal(*EXTRACT[:-1], "no/phrases.table").startswith("no/phrases.table: cannot be written: ")
    assert refusal(*EXTRACT, "--moses-dir", "no/moses").startswith("no/moses: cannot be written: ")
    assert "reordering must be one of both, word" in refusal(*EXTRACT, "--reordering", "phrases")


def test_rules_are_extracted_and_written_as_text_and_read_again():
    done = run(*EXTRACT, "--grammar", "loose(max_initial=6)", "--top", "5")
    assert done.exit_code == 0, done.stderr
    grammar = PhraseTable.read("phrases.table")
    last = done.stderr.splitlines()[-1]
    assert last == f"phrases.table: {len(grammar):,} rules of {grammar.phrase_count:,} source sides"
    assert any("[X,1]" in source for source in grammar.phrases())
    assert run("convert", "phrases.table", "--to", "cdec", "-o", "rules.gz").exit_code == 0
    assert run("convert", "rules.gz", "-o", "again.table").exit_code == 0
    assert sorted(PhraseTable.read("again.table").phrases()) == sorted(grammar.phrases())


@pytest.mark.parametrize("gaps", ["none", "both"])
def test_phrases_are_written_as_text_and_read_again(folder, gaps):
    run(*EXTRACT, "--gaps", gaps)
    assert run("convert", "phrases.table", "--to", "moses", "-o", "text").exit_code == 0
    done = run("convert", "text", "-o", "again.table")
    table, again = PhraseTable.read("phrases.table"), PhraseTable.read("again.table")
    last = f"again.table: {len(table):,} phrase pairs of {table.phrase_count:,} source phrases"
    assert done.stderr.splitlines()[-1] == last
    assert again.facts.hole == table.facts.hole == ("" if gaps == "none" else "[X]")
    assert any("[X]" in source for source in again.phrases()) == (gaps == "both")
    assert sorted(table.phrases()) == sorted(again.phrases())
    for source in table.phrases():
        pairs = [{one.target: one for one in each.options(source)} for each in (table, again)]
        assert pairs[0].keys() == pairs[1].keys()
        for target, one in pairs[0].items():
            other = pairs[1][target]
            assert one.alignment == other.alignment
            assert one.scores == pytest.approx(other.scores, abs=1e-4)
            for model, values in one.reordering.items():
                assert values == pytest.approx(other.reordering[model], abs=1e-4)


def test_gaps_that_no_phrase_can_have_are_refused(folder):
    (folder / "text").mkdir()
    for phrase in ("[X] an", "rufe [X]", "rufe [X] [X] an", "a [X] b [X] c [X] d"):
        for line in (f"{phrase} ||| call", f"rufe ||| {phrase}"):
            (folder / "text" / "phrase-table.gz").write_bytes(
                gzip.compress(f"{line} ||| 1 1 1 1 ||| 0-0 ||| 1 1 1\n".encode())
            )
            told = refusal("convert", "text", "-o", "new.table")
            assert f"found the phrase {phrase!r}, expected each gap [X] between words, and at most 2" in told
            assert not (folder / "new.table").exists()


def test_what_is_no_folder_of_phrases_is_refused(folder):
    (folder / "text").mkdir()
    assert "text: found no phrase-table.gz" in refusal("convert", "text", "-o", "new.table")
    assert "found a folder and --to" in refusal("convert", "text", "--to", "moses", "-o", "new.table")


def test_what_is_no_grammar_is_not_written_as_one():
    run(*EXTRACT)
    assert "expected a grammar" in refusal("convert", "phrases.table", "--to", "cdec", "-o", "rules")
    assert "expected --to with one of moses, cdec, joshua" in refusal(
        "convert", "phrases.table", "-o", "rules"
    )
    assert "set of constraints" in refusal(*EXTRACT, "--grammar", "hiero")
    assert "--moses-dir is for phrase tables" in refusal(
        *EXTRACT, "--grammar", "loose", "--moses-dir", "moses"
    )


def test_rules_are_extracted_from_parses(folder):
    language_pair(train=60, dev=2, test=2, references=1).write(folder, parses=True)
    done = run(*EXTRACT, "--grammar", "ghkm(size=2)", "--target-parses", "train.parses")
    assert done.exit_code == 0, done.stderr
    grammar = PhraseTable.read("phrases.table")
    assert any(one.target.endswith(" [S]") for one in grammar.options("[NP,1] [VP,2]"))
    assert "expected them for ghkm" in refusal(*EXTRACT, "--target-parses", "train.parses")
    assert "found no parses" in refusal(*EXTRACT, "--grammar", "ghkm")
    (folder / "train.parses").write_text("(S a)\n" * 60)
    refused = refusal(*EXTRACT, "--grammar", "ghkm", "--target-parses", "train.parses")
    assert refused.startswith("train.parses:1: found a tree of 1 words")


def test_rules_have_labels_from_parses_of_the_source(folder):
    language_pair(train=60, dev=2, test=2, references=1).write(folder, parses=True)
    labelled = *EXTRACT, "--grammar", "loose(labels=source-samt, min_label=1)"
    done = run(*labelled, "--source-parses", "train.source.parses")
    assert done.exit_code == 0, done.stderr
    grammar = PhraseTable.read("phrases.table")
    assert {"NP", "PP", "SBAR", "WDT"} <= set(grammar.facts.labels)
    assert "found no parses of the source" in refusal(*labelled)
    assert "found parses of the target" in refusal(*labelled, "--target-parses", "train.parses")
    told = refusal(*EXTRACT, "--grammar", "ghkm", "--source-parses", "train.source.parses")
    assert told.startswith("found parses of the source, expected them for hierarchical rules with")
    assert "found 60 lines, expected 2" in refusal(
        "extract",
        "dev.de",
        "dev.en",
        "dev.align",
        "-o",
        "dev.table",
        *labelled[-2:],
        "--source-parses",
        "train.source.parses",
    )
    refused = refusal(*labelled, "--source-parses", "train.parses")
    assert refused.startswith("train.parses:1: found ")
