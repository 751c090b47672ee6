"""`pitchpipe show`: a translation being built, on the terminal and as a page."""

from html.parser import HTMLParser

import pytest

from tests.decoder.phrasebook import phrasebook

from .commands import refusal, run

PAIRS = {
    "das": ["the", "that"],
    "haus": ["house", "home"],
    "das haus": ["the house", "the home"],
    "ist": ["is"],
    "klein": ["small", "little", "<i>"],
}
SENTENCE = "das haus ist klein"


@pytest.fixture(autouse=True)
def model(folder):
    return phrasebook(folder / "model", PAIRS, ["PT"])


class Page(HTMLParser):
    """The texts of a page, and the attributes of its elements."""

    def __init__(self, text):
        super().__init__()
        self.texts, self.elements = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_data(self, data):
        self.texts.append(data.strip())

    def of(self, kind):
        return [found for _, found in self.elements if kind in (found.get("class") or "").split()]


def test_options_stacks_and_features_are_shown():
    done = run("show", "model", SENTENCE)
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("options: the best 5 of each span")
    assert any(line.startswith("  das haus  the house ") for line in lines)
    stacks = [line for line in lines if line.startswith("stack ")]
    assert [line.split(":")[0] for line in stacks] == ["stack 1", "stack 2", "stack 3", "stack 4"]
    stars = [line for line in lines if line.startswith("*")]
    assert stars[-1].endswith("  ●●●●  the house is small") or "the house is small  (" in stars[-1]
    assert "translation  the house is small" in lines
    assert lines[-1].startswith("total")


def test_what_is_pruned_and_left_out_is_said():
    done = run("show", "model", SENTENCE, "--set", "beam=2", "--top", 1)
    assert "(pruned)" in done.stdout
    assert "2 hypotheses kept" in done.stdout
    assert " more" in done.stdout


def test_a_page_has_every_stack_and_asks_for_nothing_else(folder):
    done = run("show", "model", SENTENCE, "--html", "page.html", "--set", "beam=3")
    assert done.exit_code == 0, done.stderr
    assert done.stdout == ""
    text = (folder / "page.html").read_text()
    page = Page(text)
    assert "the house is small" in page.texts
    assert len(page.of("stack")) == 4
    assert page.of("best")
    assert page.of("pruned")
    assert page.of("used")
    assert "default-src 'none'" in text
    assert "<i>" not in [line.strip() for line in page.texts if "small" in line]
    assert "&lt;i&gt;" in text
    assert not any("src" in found or "href" in found for _, found in page.elements)


def test_a_page_is_the_same_every_time(folder):
    for name in ("one", "two"):
        run("show", "model", SENTENCE, "--html", name)
    assert (folder / "one").read_bytes() == (folder / "two").read_bytes()


def test_a_long_sentence_keeps_to_the_limits(folder):
    done = run("show", "model", " ".join([SENTENCE] * 15), "--html", "page.html", "--top", 2)
    assert done.exit_code == 0, done.stderr
    page = Page((folder / "page.html").read_text())
    assert len(page.of("stack")) == 60
    assert len(page.of("hypothesis")) <= 60 * (4 + 3 + 1)
    assert sum("more are not shown" in text for text in page.texts) > 50


@pytest.mark.parametrize(("words", "left_out"), [(8, 0), (16, 1), (24, 2)])
def test_drawings_that_are_too_wide_for_paper_are_left_out_there(folder, words, left_out):
    run("show", "model", " ".join(["haus"] * words), "--html", "page.html")
    assert len(Page((folder / "page.html").read_text()).of("on-paper")) == left_out


def test_terms_and_markup_are_shown_as_given(folder):
    (folder / "terms.tsv").write_text("das haus\ta shed\n")
    done = run("show", "model", SENTENCE, "--terms", "terms.tsv")
    assert "translation  a shed is small" in done.stdout
    assert "(given)" in done.stdout
    marked = run("show", "model", 'das <n translation="hut">haus</n>', "--markup")
    assert "translation  the hut" in marked.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["model", " "], "found a sentence of 0 words, expected 1 to 200"),
        (["model", "das " * 201], "found a sentence of 201 words, expected 1 to 200"),
        (["model", "das", "--html", "no/page"], "no/page: cannot be written: there is no folder 'no'"),
        (["model", "<wall/>", "--markup"], "the sentence: found <wall>, expected given translations only: walls and zones cannot be set"),
    ],
)  # fmt: skip
def test_bad_input_is_told(arguments, sentence):
    assert refusal("show", *arguments) == sentence
