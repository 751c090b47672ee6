"""`pitchpipe train`: the log on stderr, the summary on stdout, and refusals in a sentence."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pitchpipe.data import language_pair
from pitchpipe.files.folder_lock import locked
from pitchpipe.text.tokenizers.segmenter import Segmenter

from .commands import refusal, run, run_json

PAIR = language_pair(train=300, dev=30, test=10, references=2)
TEXTS = ["train.de", "train.en", "-o", "model"]
DEV = ["--dev", "dev.de", "dev.en0", "--dev-reference", "dev.en1"]
TEST = ["--test", "test.de", "test.en0", "--test-reference", "test.en1"]
QUICK = ["--set", "iterations=2, nbest=20, order=3, max_phrase=4", "--threads", "1"]
WHOLE = ["train", *TEXTS, *DEV, *TEST, *QUICK]


@pytest.fixture(autouse=True)
def texts(folder):
    PAIR.write(folder)


def test_stages_go_to_stderr_and_a_summary_to_stdout():
    done = run(*WHOLE)
    assert done.exit_code == 0, done.stderr
    lines = done.stderr.splitlines()
    stages = ["prepare", "align", "phrases", "lm", "check", "width", "tune", "widen", "test"]
    assert [line.removesuffix(" ...") for line in lines if line.endswith(" ...")] == stages
    assert [line.partition(":")[0] for line in lines if line.endswith(" s")] == stages
    assert any(line.startswith("  iteration 0: ") for line in lines)
    for chosen in ("distortion_limit", "pop_limit"):
        assert any(line.startswith(f"  {chosen}=") for line in lines)
        assert f"\n{chosen} " in done.stdout
    for name in ("dev bleu", "test bleu", "test chrf", "test ter", "source", "reference", "before", "after"):
        assert f"\n{name} " in done.stdout


def test_json_is_the_summary_of_the_folder_and_nothing_else(folder):
    assert run_json(*WHOLE) == json.loads((folder / "model" / "summary.json").read_text())


def test_given_once_more_nothing_is_done():
    first = run_json(*WHOLE)
    again = run(*WHOLE, "--json")
    assert json.loads(again.stdout) == first
    assert again.stderr.count("nothing has changed") == 9
    assert "  iteration " not in again.stderr


def test_the_model_can_be_translated_with(folder):
    run(*WHOLE)
    done = run("translate", "model", "test.de")
    assert done.exit_code == 0, done.stderr
    assert done.stdout == (folder / "model" / "test.output").read_text()


def test_raw_text_is_tokenised_and_truecased(folder):
    (folder / "raw.de").write_text("Das Haus ist klein.\nDer Hund schläft.\nDas ist der Hund.\n")
    (folder / "raw.en").write_text("The house is small.\nThe dog sleeps.\nThis is the dog.\n")
    done = run("train", "raw.de", "raw.en", "-o", "model", "--set", "order=2")
    assert done.exit_code == 0, done.stderr
    assert "raw.de: raw text, German by the file's name; tokenised by moses:de, truecased" in done.stderr
    assert done.stdout.startswith("source     raw text, German by the file's name; tokenised by moses:de")
    assert (folder / "model" / "work" / "train.target").read_text().splitlines()[0].endswith("small .")
    assert (folder / "model" / "target.truecaser").exists()
    (folder / "in.de").write_text("Der Hund ist klein.\nDas Haus schläft.\n")
    raw = run("translate", "model", "in.de")
    assert raw.stdout == "The dog is small.\nThe house sleeps.\n"
    (folder / "in.tok").write_text("der Hund ist klein .\n")
    assert run("translate", "model", "in.tok", "--prepared").stdout == "the dog is small .\n"
    assert run("translate", "model", "in.tok", "--no-capitals").stdout == "the dog is small.\n"
    options = ("--source-language", "de", "--target-language", "English", "--set", "order=2, truecase=true")
    run("train", "raw.de", "raw.en", "-o", "named", *options)
    for name in ("phrases.table", "lm.lm", "texts.json"):
        assert (folder / "named" / name).read_bytes() == (folder / "model" / name).read_bytes()


def test_output_of_a_model_of_small_letters_has_no_capitals(folder):
    (folder / "raw.de").write_text("das haus ist klein.\nder hund schläft.\ndas ist der hund.\n")
    (folder / "raw.en").write_text("the house is small.\nthe dog sleeps.\nthis is the dog.\n")
    run("train", "raw.de", "raw.en", "-o", "model", "--set", "order=2")
    (folder / "in.de").write_text("der hund ist klein.\n")
    assert run("translate", "model", "in.de").stdout == "the dog is small.\n"
    assert run("translate", "model", "in.de", "--capitals").stdout == "The dog is small.\n"


def test_tokenised_text_is_left_as_it_is(folder):
    done = run("train", *TEXTS, "--set", "order=2, max_phrase=3")
    assert "train.de: tokenised text; left as it is" in done.stderr
    run("train", "train.de", "train.en", "-o", "told", "--set", "order=2, max_phrase=3, source_language=none")
    for name in ("phrases.table", "lm.lm", "texts.json"):
        assert (folder / "told" / name).read_bytes() == (folder / "model" / name).read_bytes()


@pytest.mark.parametrize("segmenter", [True, False])
def test_text_without_spaces_is_translated_both_ways(folder, monkeypatch, segmenter):
    monkeypatch.setattr(Segmenter, "is_installed", classmethod(lambda cls: segmenter))
    things = {"水": "water", "本": "a book", "木": "a tree", "犬": "a dog"}
    pairs = [
        (f"{who}は{what}を{did}。", f"{one} {two} {things[what]} .")
        for who, one in (("私", "i"), ("彼", "he"))
        for what in things
        for did, two in (("見た", "saw"), ("買った", "bought"))
    ] * 2
    (folder / "raw.ja").write_text("".join(f"{japanese}\n" for japanese, _ in pairs))
    (folder / "raw.en").write_text("".join(f"{english}\n" for _, english in pairs))
    (folder / "in.ja").write_text("彼は犬を見た。\n")
    (folder / "in.en").write_text("he saw a dog .\n")
    chosen = ("--set", "order=2, source_pieces=0")
    done = run("train", "raw.ja", "raw.en", "-o", "there", *chosen)
    assert done.exit_code == 0, done.stderr
    assert ("tokenised by fugashi" if segmenter else "cut into 3,000 pieces") in done.stderr
    assert (folder / "there" / "source.pieces").exists() != segmenter
    assert run("translate", "there", "in.ja").stdout == "he saw a dog .\n"
    run("train", "raw.en", "raw.ja", "-o", "back", *chosen)
    assert run("translate", "back", "in.en").stdout == "彼は犬を見た。\n"


def test_tuning_text_that_is_not_as_the_training_text_gets_a_warning(folder):
    (folder / "raw.de").write_text("Der Hund, der schläft.\nEine Katze.\n")
    (folder / "raw.en").write_text("The dog, which sleeps.\nA cat.\n")
    (folder / "more.en").write_text("A dog, a cat.\nA house.\n")
    done = run("train", *TEXTS, "--test", "raw.de", "raw.en", "--lm-text", "more.en", *QUICK)
    for name in ("raw.de", "raw.en", "more.en"):
        assert f"warning: {name} looks raw, but the model is of tokenised text" in done.stderr


def test_a_wrong_language_is_refused_before_the_work(folder):
    assert (
        refusal("train", *TEXTS, "--source-language", "dee")
        == "there is no language 'dee'; did you mean 'de'?"
    )
    assert not (folder / "model").exists()


def test_a_run_that_was_killed_goes_on_to_the_same_bits(folder):
    run(*WHOLE)
    killed = [argument.replace("model", "killed") for argument in WHOLE]
    command = [sys.executable, "-m", "pitchpipe", *killed]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and not list((folder / "killed").glob("*/tune-*/00.npz")):
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (folder / "killed" / "summary.json").exists()
    done = run(*killed)
    assert done.exit_code == 0, done.stderr
    for name in ("weights", "phrases.table", "lm.lm", "test.output"):
        assert (folder / "killed" / name).read_bytes() == (folder / "model" / name).read_bytes(), name


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["dev.de", "train.en"], "train.en: found another number of lines, 300, expected 30 as in dev.de"),
        (
            ["--dev", "dev.tsv", "train.tsv"],
            "found no text to train on, as --dev took dev.tsv and train.tsv; "
            "write the training text before --dev",
        ),
        (["nowhere", "train.en"], "nowhere: cannot be read: No such file or directory"),
        (["empty", "empty"], "empty: found no lines, expected a text"),
        (
            ["train.de"],
            "train.de:1: found no tab, expected a source and its translation with a tab between them; "
            "or give two files",
        ),
        (
            ["train.de", "train.en", "--dev-reference", "dev.en1"],
            "found --dev-reference without --dev SRC REF, expected both",
        ),
        (
            ["latin1", "latin1"],
            "latin1:2: found a byte that is not UTF-8 (byte 1 of the line), expected UTF-8 text",
        ),
        (["cut.gz", "cut.gz"], "cut.gz: the gzip data is cut short"),
        (
            ["train.de", "train.en", "--dev", "dev.de", "nowhere"],
            "nowhere: cannot be read: No such file or directory",
        ),
        (
            ["train.de", "train.en", "--set", "method=mertt"],
            "there is no method 'mertt'; did you mean 'mert'?",
        ),
        (
            ["train.de", "train.en", "--set", "method=adagard"],
            "there is no method 'adagard'; did you mean 'adagrad'?",
        ),
        (
            ["train.de", "train.en", "--set", "odrer=3"],
            "there is no setting of train 'odrer'; did you mean 'order'?",
        ),
    ],
)
def test_bad_input_is_told_and_there_is_no_model(folder, arguments, sentence):
    (folder / "empty").write_text("")
    (folder / "latin1").write_bytes(b"gut\n\xfcbel\n")
    (folder / "cut.gz").write_bytes(b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03")
    assert refusal("train", *arguments, "-o", "model") == sentence
    assert not (folder / "model" / "model.json").exists()


def test_lines_that_cannot_be_used_are_left_out(folder):
    lines = (folder / "train.de").read_text().splitlines()
    lines[3], lines[5], lines[7] = "a ||| b", "w " * 10_000, ""
    (folder / "train.de").write_text("".join(f"{line}\n" for line in lines))
    assert run(*WHOLE).exit_code == 0
    record = json.loads((folder / "model" / "work" / "prepare.stage.json").read_text())
    assert record["facts"]["lines"] == len(lines) - 3


def test_a_folder_that_another_run_is_at_is_told(folder):
    with locked("model"):
        assert refusal(*WHOLE) == "model: found another run at work in this folder, expected none"
    assert not (folder / "model" / "recipe.toml").exists()


def test_a_folder_without_a_name_is_told():
    assert refusal("train", "train.de", "train.en", "-o", "").startswith("found no name, expected that of a")


def test_a_folder_that_is_a_file_is_told():
    assert refusal("train", "train.de", "train.en", "-o", "train.de").startswith(
        "train.de: cannot be written: "
    )


def test_the_recipe_of_a_run_does_all_of_it_again(folder):
    done = run(*WHOLE)
    assert done.exit_code == 0, done.stderr
    again = run("train", "--recipe", "model/recipe.toml", "-o", "model")
    assert again.stderr.count("nothing has changed") == 9
    assert again.stdout == done.stdout == (folder / "model" / "summary.txt").read_text()


def test_options_go_before_the_recipe(folder):
    run(*WHOLE)
    done = run("train", "--recipe", "model/recipe.toml", "--set", "order=2", *TEXTS[2:])
    assert done.exit_code == 0, done.stderr
    assert "\norder = 2\n" in (folder / "model" / "recipe.toml").read_text()
    assert done.stderr.count("nothing has changed") == 4


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[text", "recipe.toml: cannot be read as TOML: "),
        ("[texts]", "recipe.toml: there is no table 'texts'; "),
        ("text = 3", "recipe.toml: found a value for text, expected a table [text]"),
        (
            '[text]\ntrain = "train.de"',
            "found 'train.de' for train, expected a source file and its references",
        ),
        ('[text]\ndef = ["a", "b"]', "there is no text 'def'; did you mean 'dev'?"),
        ('[text]\ntrain = ["a", "b", "c"]', "found 3 files for train, expected a source and a target file"),
        ("", "recipe.toml: found no text to train on, expected a source and a target file, or one of both"),
        ('[text]\ntrain = ["train.de", "train.en"]\n[settings]\nordr = 3', "did you mean 'order'?"),
    ],
)
def test_a_bad_recipe_is_told(folder, text, sentence):
    (folder / "recipe.toml").write_text(text)
    done = run("train", "--recipe", "recipe.toml", "-o", "model")
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert not (folder / "model").exists()


def test_a_method_that_cannot_learn_on_a_cluster_is_refused_before_one_is_connected_to():
    began = time.perf_counter()
    said = refusal(
        "train",
        "train.de",
        "train.en",
        "-o",
        "model",
        "--method",
        "adagrad",
        "--cluster",
        "dask:tcp://127.0.0.1:9",
    )
    assert said == "adagrad learns on one machine, expected a batch method on a cluster"
    assert time.perf_counter() - began < 10


def tsv(*names):
    lines = zip(*(Path(name).read_text().splitlines() for name in names), strict=True)
    return "".join("\t".join(line) + "\n" for line in lines)


def tmx(*names):
    lines = zip(*(Path(name).read_text().splitlines() for name in names), strict=True)
    units = "".join(
        f'<tu><tuv xml:lang="de-DE"><seg>{de}</seg></tuv><tuv xml:lang="en"><seg>{en}</seg></tuv></tu>\n'
        for de, en in lines
    )
    alone = '<tu><tuv xml:lang="de"><seg>allein</seg></tuv><tuv xml:lang="fr"><seg>seul</seg></tuv></tu>'
    return f'<tmx version="1.4"><header srclang="de"/><body>{units}{alone}</body></tmx>'


@pytest.mark.parametrize(("name", "write"), [("both.tsv", tsv), ("memory.tmx", tmx)])
def test_one_file_of_both_sides_gives_the_same_system(folder, name, write):
    (folder / name).write_text(write("train.de", "train.en"))
    (folder / "dev.tsv").write_text(tsv("dev.de", "dev.en0"))
    (folder / "test.tsv").write_text(tsv("test.de", "test.en0"))
    done = run("train", *TEXTS, "--dev", "dev.de", "dev.en0", "--test", "test.de", "test.en0", *QUICK)
    assert done.exit_code == 0, done.stderr
    settings = QUICK[1] + ", source_language=none, target_language=none"
    if name == "memory.tmx":
        assert "expected two languages; name them with" in refusal(
            "train", name, "-o", "one", "--set", settings
        )
        (folder / name).write_text((folder / name).read_text().replace('"fr"', '"de-AT"'))
    one = run(
        "train",
        name,
        "-o",
        "one",
        "--dev",
        "dev.tsv",
        "--test",
        "test.tsv",
        "--set",
        settings,
        "--threads",
        1,
    )
    assert one.exit_code == 0, one.stderr
    for file in ("weights", "phrases.table", "lm.lm", "test.output"):
        assert (folder / "one" / file).read_bytes() == (folder / "model" / file).read_bytes(), file
    assert ("units without both languages: 1" in one.stdout) == (name == "memory.tmx")
    again = run("train", "--recipe", "one/recipe.toml", "-o", "one")
    assert again.stderr.count("nothing has changed") == 9


def test_one_file_has_no_further_references(folder):
    (folder / "dev.tsv").write_text(tsv("dev.de", "dev.en0"))
    arguments = ["train", *TEXTS, "--dev", "dev.tsv", "--dev-reference", "dev.en1"]
    assert refusal(*arguments) == "found --dev-reference without --dev SRC REF, expected both"


def test_swapped_files_are_warned_of_on_stderr_and_in_the_summary(folder):
    done = run("train", *TEXTS, "--dev", "dev.en0", "dev.de", *QUICK)
    assert done.exit_code == 0, done.stderr
    warning = " are in its target side; the source and the reference are likely swapped\n"
    assert warning in done.stderr
    assert warning in done.stdout
    assert "\nwarning: dev.en0: " in done.stderr
    again = run("train", *TEXTS, "--dev", "dev.en0", "dev.de", *QUICK, "--json")
    assert warning in again.stderr
    assert json.loads(again.stdout)["warnings"][0] + "\n" in done.stderr


def test_a_sound_system_has_no_warnings():
    found = run_json(*WHOLE[:-4], "--set", "method=none, order=3, max_phrase=4")
    assert found["warnings"] == []


def test_lines_that_stand_in_the_training_text_are_named(folder):
    source, target = ((folder / name).read_text().splitlines() for name in ("train.de", "train.en"))
    with open("test.de", "a") as file:
        file.write(f"{source[7]}\n{source[9]}\n")
    for name in ("test.en0", "test.en1"):
        with open(name, "a") as file:
            file.write(f"{target[7]}\nsomething else\n")
    with open("train.de", "a") as file:
        file.write(f"{source[7]}  \n")
    with open("train.en", "a") as file:
        file.write(f" {target[7]}\n")
    done = run("train", *TEXTS, *TEST, *QUICK)
    assert done.exit_code == 0, done.stderr
    texts = json.loads((folder / "model" / "summary.json").read_text())["texts"]
    assert texts["train"]["repeated"] >= 1
    assert {11, 12} <= set(texts["test"]["in_training"]["sources"]["lines"])
    assert 11 in texts["test"]["in_training"]["pairs"]["lines"]
    assert 12 not in texts["test"]["in_training"]["pairs"]["lines"]
    assert "test lines whose source stands in the training text: " in done.stdout


def test_a_preset_goes_into_the_recipe_and_options_override_it(folder):
    done = run(*WHOLE, "--preset", "cer2011-search", "--method", "mert(restarts=0)")
    assert done.exit_code == 0, done.stderr
    recipe = (folder / "model" / "recipe.toml").read_text()
    for line in (
        "beam = 50",
        'symmetrize = "grow-diag-final"',
        "tolerance = 1e-05",
        "order = 3",
        "nbest = 20",
    ):
        assert line in recipe


def test_texts_of_other_origins_are_given_with_more(folder):
    more = ["--more", "train.de", "train.en", "--more", "web.tsv"]
    (folder / "web.tsv").write_text("ein Zebra schläft\ta zebra sleeps\nein Zebra\ta zebra\n")
    quick = "iterations=1, nbest=10, order=2, max_phrase=3, once=false"
    done = run("train", *TEXTS, *more, *TEST, "--set", quick, "--threads", "1")
    assert done.exit_code == 0, done.stderr
    assert "web.tsv: 2 of 2 lines" in done.stderr
    assert "\nweb.tsv " in done.stdout
    assert 'web.tsv"]]' in (folder / "model" / "recipe.toml").read_text()
    done = run("report", "model", "-o", "report.html")
    assert done.exit_code == 0, done.stderr
    page = (folder / "report.html").read_text()
    assert "Texts of several origins" in page
    assert "pitchpipe train train.de train.en --more train.de train.en --more web.tsv --test" in page
    assert "write the training text before --more" in refusal("train", *more, "-o", "other")
