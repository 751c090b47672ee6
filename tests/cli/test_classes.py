from pitchpipe.lm import WordClasses, cluster_words
from pitchpipe.text import Corpus

from .commands import refusal, run, run_json

LINES = ["the house is small", "the dog is old", "a dog sees the house", "the dog is small"]
TEXT = "".join(f"{line}\n" for line in LINES)


def test_classes_are_written_with_a_tab(folder):
    done = run("classes", "-n", 3, stdin=TEXT)
    assert done.exit_code == 0
    assert done.stdout == cluster_words(Corpus.of(LINES), 3).classes.tsv
    assert done.stdout.startswith("the\t")
    assert "8 words in 3 classes after" in done.stderr
    assert "no move gains more" in done.stderr


def test_the_text_is_written_as_classes_too(folder):
    (folder / "text").write_text(TEXT)
    done = run("classes", "text", "--number", 2, "-o", "text.classes", "--class-text", "in.classes")
    assert (done.exit_code, done.stdout) == (0, "")
    classes = WordClasses.read("text.classes")
    assert (folder / "in.classes").read_text().splitlines() == [classes.line(line) for line in LINES]


def test_json_has_the_likelihood(folder):
    found = run_json("classes", "-n", 2, stdin=TEXT)
    expected = cluster_words(Corpus.of(LINES), 2)
    assert found["log_likelihood"] == expected.log_likelihood
    assert found["of"] == dict(expected.classes.of)


def test_a_text_without_words_is_refused(folder):
    assert refusal("classes", stdin="\n") == "standard input: found no words, expected a text"
