"""`pitchpipe show`: a translation being built, on the terminal and as a page."""

from html.parser import HTMLParser

import pytest

from pitchpipe.decoder import PhraseDecoder
from tests.decoder.phrasebook import phrasebook
from tests.decoder.toy_grammar import small_grammar

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


class TestOfAGrammar:
    """`s3 s1 s5` is swapped around s1."""

    @pytest.fixture(autouse=True)
    def grammar(self, folder):
        small_grammar(folder / "rules")

    def test_the_tree_and_the_spans_are_shown(self):
        done = run("show", "rules", "s3 s1 s5", "--top", 2)
        assert done.exit_code == 0, done.stderr
        lines = done.stdout.splitlines()
        assert lines[0].startswith("derivation: ")
        tree = lines[1 : lines.index("")]
        assert any("s3 → " in line for line in tree)
        total = float(tree[-1].rpartition(" ")[2])
        adds = [float(line.rpartition("  ")[2]) for line in tree[:-1]]
        ends = [float(part.split()[-1]) for part in tree[-1].split(",")[:2]]
        assert sum(adds) + sum(ends) == pytest.approx(total, abs=0.01)
        assert float(lines[-1].split()[-1]) == pytest.approx(total, abs=0.01)
        spans = lines[lines.index("") + 1 :]
        assert spans[0].startswith("spans: the best 2 translations of each")
        assert [line.split()[0] for line in spans[1:4]] == ["s3", "s1", "s5"]

    def test_gaps_are_below_their_rules(self):
        done = run("show", "rules", "s3 s1 s5", "--weights", "swaps")
        assert done.exit_code == 2
        weights = {"TranslationModel0_0": 0.5, "TranslationModel0_1": 0.5, "LM0": 0, "WordPenalty0": 0}
        weights |= {"PhrasePenalty0": 0, "Glue0": -9, "UnknownWordPenalty0": 1}
        with open("swaps", "w") as file:
            file.writelines(f"{name} {value}\n" for name, value in weights.items())
        done = run("show", "rules", "s3 s1 s5", "--weights", "swaps")
        tree = done.stdout.splitlines()[1:5]
        assert tree[0].startswith("└─ 0-3  [X,1] s1 [X,2] → [X,2] u1 [X,1]  ")
        assert tree[1].startswith("   ├─ 0-1  s3 → u3")
        assert tree[2].startswith("   └─ 2-3  s5 → u5")
        page = run("show", "rules", "s3 s1 s5", "--weights", "swaps", "--html", "page.html")
        assert page.exit_code == 0, page.stderr
        with open("page.html") as file:
            shown = Page(file.read())
        assert len(shown.of("rule")) == 3
        assert len(shown.of("gap")) == 4
        assert "Features times weights" in shown.texts


GAPPED = {"er": ["he"], "sie": ["her"], "ruft [X] an": ["calls [X] up", "calls"], "oft": ["often"]}


def test_pieces_of_a_phrase_are_shown_together_and_what_is_owed(folder):
    phrasebook(folder / "gaps", GAPPED)
    done = run("show", "gaps", "er ruft sie an")
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert any(line.startswith("  ruft … an  ") and "calls … up " in line for line in lines)
    assert any(line.startswith("*") and line.endswith("he calls  (owes up)") for line in lines)
    assert "translation  he calls her up" in lines


def test_pieces_of_a_phrase_have_one_colour(folder):
    phrasebook(folder / "gaps", GAPPED)
    done = run("show", "gaps", "er ruft sie an", "--html", "page.html")
    assert done.exit_code == 0, done.stderr
    page = Page((folder / "page.html").read_text())
    drawn = [found["class"].split()[-1] for found in page.of("under")]
    assert drawn == ["c0", "c1", "c2", "c1", "c0", "c1", "c2", "c1"]
    steps = [found["class"].split()[-1] for found in page.of("phrase")]
    # he; ruft ... an, calls; sie, her; up, whose source words are those of the second step
    assert steps == ["c0", "c0", "c1", "c1", "c1", "c2", "c2", "c1", "c1"]
    used = [found["class"].split()[-1] for found in page.of("used")]
    assert sorted(used) == ["c0", "c1", "c1", "c2"]
    assert any("owes up" in text for text in page.texts)


def test_a_hypothesis_that_owes_words_is_no_translation(folder):
    """Of a last stack in which one that owes a piece is ranked first."""
    model = phrasebook(folder / "gaps", GAPPED)
    trace = PhraseDecoder(model, threads=1).trace("er ruft sie an")
    assert trace.best is not None
    assert trace.text(trace.best.number) == "he calls her up"
    assert not trace.best.owed
    assert any(one.owed for one in trace.stacks[-1].hypotheses)
    numbers = trace.phrase_numbers(trace.best.number)
    assert numbers == [0, 1, 2, 1]
