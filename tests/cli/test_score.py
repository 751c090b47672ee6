import gzip
import html

import pytest

import pitchpipe
from pitchpipe.data import language_pair

from .commands import REFERENCES, refusal, run, run_json

OUTPUT = "the house is small\nhe go home now\nit rains\nwe see the dog old\n"


@pytest.fixture(autouse=True)
def outputs(folder):
    (folder / "a.txt").write_text(OUTPUT)
    (folder / "b.txt").write_text(REFERENCES)


def test_each_system_has_a_row_and_each_metric_a_signature():
    done = run("score", "a.txt", "b.txt", "-r", "reference.txt", "-m", "bleu:2", "-m", "ter")
    lines = done.stdout.splitlines()
    assert done.exit_code == 0
    assert lines[0].split() == ["system", "bleu:2", "ter"]
    assert lines[2].split() == ["b.txt", "100.00", "0.00"]
    assert [line.split(" = ")[0] for line in lines[3:]] == ["bleu:2", "ter"]
    assert lines[3] == f"bleu:2 = {pitchpipe.metric('bleu:2').signature}"
    assert done.stderr == ""


def test_text_that_looks_untokenised_gets_a_warning_with_sacrebleus_default(folder):
    raw = "The house is small.\nHe goes home, now.\nIt rains.\nWe see the dog.\n"
    (folder / "raw.txt").write_text(raw)
    warned = run("score", "raw.txt", "-r", "raw.txt")
    option = "--tokenize 13a is sacreBLEU's default"
    assert warned.stderr == f"warning: raw.txt looks untokenised, and is scored as it is; {option}\n"
    assert run("score", "raw.txt", "-r", "raw.txt", "--compare", "ar").stderr.count(option) == 1
    (warning,) = run_json("score", "raw.txt", "-r", "raw.txt")["warnings"]
    assert warned.stderr == f"warning: {warning}\n"
    assert run("score", "raw.txt", "-r", "raw.txt", "--tokenize", "13a").stderr == ""
    assert run("score", "raw.txt", "-r", "raw.txt", "-m", "chrf").stderr == ""
    assert "the reference looks untokenised" in run("score", "a.txt", "-r", "raw.txt").stderr


def test_text_without_spaces_gets_a_warning_with_tokenisers_for_it(folder):
    (folder / "raw.txt").write_text("犬と猫が家にいます。\n" * 4)
    assert "--tokenize zh, ja-mecab or char" in run("score", "raw.txt", "-r", "raw.txt").stderr


@pytest.mark.parametrize("spec", ["bleu", "chrf++", "wer", "bleu - ter"])
def test_json_holds_the_score_that_python_gives(spec):
    found = run_json("score", "a.txt", "-r", "reference.txt", "-m", spec)["metrics"][spec]
    references = REFERENCES.splitlines()
    assert found["score"] == pitchpipe.score(OUTPUT.splitlines(), references, spec).score
    assert found["signature"] == pitchpipe.metric(spec).signature


def test_json_of_several_systems_lists_them():
    found = run_json("score", "a.txt", "b.txt", "-r", "reference.txt")
    assert [one["system"] for one in found["systems"]] == ["a.txt", "b.txt"]
    assert found["systems"][1]["metrics"]["bleu"]["score"] == pytest.approx(100)
    assert "metrics" not in found


def test_several_references_are_all_used(folder):
    (folder / "second.txt").write_text(OUTPUT)
    found = run_json("score", "a.txt", "-r", "reference.txt", "-r", "second.txt")
    assert found["metrics"]["bleu"]["score"] == pytest.approx(100)


def test_a_dash_is_stdin_and_gzip_is_unpacked(folder):
    (folder / "packed").write_bytes(gzip.compress(REFERENCES.encode()))
    found = run_json("score", "-", "-r", "packed", stdin=REFERENCES)
    assert found["system"] == "standard input"
    assert found["metrics"]["bleu"]["score"] == pytest.approx(100)


def test_sentence_scores_are_a_column_for_each_metric():
    done = run("score", "a.txt", "-r", "reference.txt", "-m", "wer", "-m", "per", "--sentence")
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    assert lines[0] == ["line", "wer", "per"]
    assert lines[2] == ["2", "25.0000", "25.0000"]
    assert lines[4] == ["4", "40.0000", "0.0000"]
    assert "per = per|" in done.stderr


def test_sentence_scores_in_json():
    found = run_json("score", "a.txt", "-r", "reference.txt", "-m", "wer", "--sentence")
    assert found["metrics"]["wer"]["sentences"] == [0, 25, 50, 40]


def test_a_tokeniser_is_used_and_named(folder):
    (folder / "raw.txt").write_text("A house, small.\n")
    (folder / "cut.txt").write_text("A house , small .\n")
    plain = run_json("score", "raw.txt", "-r", "cut.txt", "-m", "wer")["metrics"]["wer"]
    cut = run_json("score", "raw.txt", "-r", "cut.txt", "-m", "wer", "--tokenize", "13a")["metrics"]["wer"]
    assert plain["score"] > 0
    assert cut["score"] == 0
    assert cut["signature"] == plain["signature"] + "|tokenize:13a"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["none.txt", "-r", "reference.txt"], "none.txt: cannot be read: No such file or directory"),
        (["a.txt", "-r", "none.txt"], "none.txt: cannot be read: No such file or directory"),
        ([".", "-r", "reference.txt"], ".: cannot be read: Is a directory"),
        (
            ["short.txt", "-r", "reference.txt"],
            "short.txt: found another number of lines, 1, expected 4 as in reference.txt",
        ),
        (
            ["a.txt", "-r", "reference.txt", "-r", "short.txt"],
            "short.txt: found another number of lines, 1, expected 4 as in reference.txt",
        ),
        (["a.txt", "-r", "empty.txt"], "empty.txt: the file is empty, expected a reference on each line"),
        (
            ["empty.txt", "-r", "reference.txt"],
            "empty.txt: found another number of lines, 0, expected 4 as in reference.txt",
        ),
        (["a.txt", "-r", "reference.txt", "-m", "blue"], "there is no metric 'blue'; did you mean 'bleu'?"),
        (["a.txt", "-r", "reference.txt", "-m", "bleu +"], "in 'bleu +', found '' where a name was expected"),
        (
            ["a.txt", "-r", "reference.txt", "-m", "gold"],
            "gold scores come with candidate lists; plain text has none",
        ),
        (
            ["a.txt", "-r", "reference.txt", "--tokenize", "13b"],
            "there is no tokeniser '13b'; did you mean '13a'?",
        ),
        (["-", "-r", "-"], "found - twice, expected it once: there is one standard input"),
        (["a.txt"], "bleu needs references, and there are none; give them with -r"),
        (["-r", "reference.txt"], "missing argument 'HYP'; see 'pitchpipe score --help'"),
    ],
)
def test_bad_input_is_told_in_one_sentence(folder, arguments, sentence):
    (folder / "short.txt").write_text("one\n")
    (folder / "empty.txt").write_text("")
    assert refusal("score", *arguments) == sentence


def test_bytes_that_are_not_utf8_are_told_with_their_line(folder):
    (folder / "latin.txt").write_bytes(b"one\ntw\xf6\nthree\nfour\n")
    assert refusal("score", "latin.txt", "-r", "reference.txt").startswith(
        "latin.txt:2: found a byte that is not UTF-8"
    )


def test_word_errors_are_counted_by_kind(folder):
    (folder / "out.txt").write_text("the house small now\nhe goes\nit rains a lot\nwe see the old cat\n")
    done = run("score", "out.txt", "-r", "reference.txt", "-m", "wer", "-m", "bleu")
    assert "wer of out.txt: 1 substitutions, 1 insertions, 3 deletions, 17 words\n" in done.stdout
    found = run_json("score", "out.txt", "-r", "reference.txt", "-m", "wer", "-m", "bleu")["metrics"]
    assert found["wer"]["counts"] == {"substitutions": 1, "insertions": 1, "deletions": 3, "words": 17}
    assert found["wer"]["score"] == pytest.approx(100 * 5 / 17)
    assert "counts" not in found["bleu"]


def test_lines_with_ids_are_matched_by_them(folder):
    (folder / "text").write_text("u1 a b\nu2 c\n")
    (folder / "out").write_text("u2 c\nu1 a x\n")
    found = run_json("score", "out", "-r", "text", "-m", "wer", "--ids")
    assert found["metrics"]["wer"]["counts"] == {
        "substitutions": 1,
        "insertions": 0,
        "deletions": 0,
        "words": 3,
    }
    done = run("score", "out", "-r", "text", "-m", "wer")
    assert "warning: the lines start with ids, which count as words here; --ids" in done.stderr


def test_ids_on_one_side_only_are_named(folder):
    (folder / "out").write_text("u1 a b\nu2 c\n")
    (folder / "plain").write_text("a b\nc\n")
    for output, reference in (("out", "plain"), ("plain", "out")):
        done = run("score", output, "-r", reference, "-m", "wer")
        assert (
            "the lines of out start with ids, which count as words, and those of plain do not" in done.stderr
        )
    assert "ids" not in run("score", "plain", "-r", "plain", "-m", "wer").stderr


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("u1 a\n", "out: found no output of sentence 'u2', expected one for each sentence"),
        ("u1 a\nu3 b\nu2 c\n", "out:2: found sentence 'u3', which has no reference in text, expected"),
        ("u1 a\nu1 b\n", "out:2: found the id 'u1' a second time, expected it once"),
    ],
)
def test_ids_that_do_not_fit_are_refused(folder, output, sentence):
    (folder / "text").write_text("u1 a b\nu2 c\n")
    (folder / "out").write_text(output)
    assert refusal("score", "out", "-r", "text", "-m", "wer", "--ids").startswith(sentence)


def nist(kind, who, lines):
    segments = "".join(f'<seg id="{n}"> {html.escape(line)} </seg>\n' for n, line in enumerate(lines, 1))
    return f'<{kind} setid="s" srclang="any" trglang="en">\n<doc docid="d" sysid="{who}">\n{segments}</doc></{kind}>\n'


def test_test_sets_in_markup_score_as_their_text(folder):
    lines = ["the house & garden", "he goes home now", "it rains a lot", "we see the old dog"]
    outputs = ["a house & garden", "he goes home", "it rains", "we see the dog"]
    (folder / "ref.txt").write_text("".join(f"{line}\n" for line in lines))
    (folder / "out.txt").write_text("".join(f"{line}\n" for line in outputs))
    (folder / "ref.sgm").write_text(nist("refset", "a", lines))
    (folder / "out.sgm").write_text(nist("tstset", "x", outputs))
    plain = run_json("score", "out.txt", "-r", "ref.txt")["metrics"]
    for pair in (("out.sgm", "ref.sgm"), ("out.sgm", "ref.txt"), ("out.txt", "ref.sgm")):
        assert run_json("score", pair[0], "-r", pair[1])["metrics"] == plain


def test_all_references_of_a_test_set_count(folder):
    (folder / "second.txt").write_text("a house\nhe went\nrain\nwe look\n")
    lines = [(folder / name).read_text().splitlines() for name in ("reference.txt", "second.txt")]
    both = "".join(nist("refset", name, each) for name, each in zip("ab", lines, strict=True))
    (folder / "both.sgm").write_text(both)
    plain = run_json("score", "a.txt", "-r", "reference.txt", "-r", "second.txt")["metrics"]
    assert run_json("score", "a.txt", "-r", "both.sgm")["metrics"] == plain


def test_references_that_do_not_fit_are_warned_of(folder):
    pair = language_pair(train=0, dev=0, test=50)
    lines = [each[0] for each in pair.test.references]
    for name, text in (("en", lines), ("order", lines[7:] + lines[:7]), ("de", list(pair.test.source))):
        (folder / name).write_text("".join(f"{line}\n" for line in text))
    done = run("score", "en", "order", "de", "-r", "en")
    assert [line.partition(";")[2] for line in done.stderr.splitlines() if line.startswith("warning: ")] == [
        " the lines are likely in another order",
        " one of them is likely in another language, or tokenised in another way",
    ]
    assert len(run_json("score", "order", "-r", "en")["warnings"]) == 1
    assert (
        "warning: order is no more like its own lines of en"
        in run("score", "en", "order", "-r", "en", "--compare", "bs").stderr
    )


def test_the_metric_that_output_was_tuned_to_is_marked(folder):
    (folder / "output.txt").write_text("the house is small\nhe go home\nit rains\nwe see the dog\n")
    asked = "score", "output.txt", "-r", "reference.txt", "-m", "bleu:2", "-m", "ter", "-m", "chrf"
    done = run(*asked, "--tuned-to", "bleu - ter")
    assert done.stdout.splitlines()[0].split() == [
        "system",
        "bleu:2",
        "(tuned",
        "to)",
        "ter",
        "(tuned",
        "to)",
        "chrf",
    ]
    assert "bleu:2, ter was tuned to and flatters the output; judge by chrf" in done.stderr
    assert run_json(*asked, "--tuned-to", "bleu")["tuned_to"] == ["bleu:2"]
    assert run_json(*asked)["tuned_to"] == []
    alone = run("score", "output.txt", "-r", "reference.txt", "-m", "chrf", "--tuned-to", "chrf++")
    assert "judge by another metric, given with -m" in alone.stderr
    both = run(
        "score",
        "output.txt",
        "output.txt",
        "-r",
        "reference.txt",
        "-m",
        "chrf",
        "--compare",
        "ar",
        "--tuned-to",
        "chrf",
    )
    assert "chrf (tuned to)" in both.stdout
    document = run_json(
        "score", "output.txt", "output.txt", "-r", "reference.txt", "-m", "chrf", "--compare", "ar"
    )
    assert list(document["metrics"]) == ["chrf"]
