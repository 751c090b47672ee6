"""The word order of the systems of a study."""

from collections import Counter
from statistics import fmean

import pytest

from pitchpipe import InputError
from pitchpipe.align import Alignments
from pitchpipe.analysis import placed, read_expected
from pitchpipe.decoder import PhraseDecoder
from pitchpipe.model import Model, ModelTexts
from pitchpipe.report import report
from pitchpipe.study import Results, read_study
from pitchpipe.study.annotations import prepared_order
from pitchpipe.study.texts import read_text
from pitchpipe.study.word_order import word_orders
from pitchpipe.weights import Weights

from .studies import SYNTHETIC, run

PLAIN = SYNTHETIC.replace("curves = true\n", "").replace("test = 10", "test = 30")
STUDY = PLAIN.replace("seed = 5", "seed = 5\norder = true")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("order")
    (place / "study.toml").write_text(STUDY)
    run(place / "study.toml", place / "study")
    return place / "study"


def outcomes(folder, method):
    """The judged places of each replica of a method."""
    expected = read_expected(folder / "texts" / "test.order", read_text(folder, "test").sentences)
    found = []
    for cell in sorted((folder / "cells").glob(f"{method}.*")):
        links = Alignments.read(cell / "test.align")
        found.append([placed(one, links.line(n)) for n, each in enumerate(expected) for one in each])
    return found


def test_the_alignment_of_a_cell_is_that_of_its_translation(folder):
    place = next((folder / "cells").glob("kbmira.*"))
    weights = Weights.read(place / "result.json")
    text = read_text(folder, "test").sentences
    candidates = PhraseDecoder(Model.read(folder / "model")).translate(text, weights=weights)
    for number, line in enumerate((place / "test.align").read_text().splitlines()):
        (best, *_) = candidates.of(number)
        assert line == " ".join(f"{source}-{target}" for source, target in best.alignment)
        assert best.text == (place / "test.output").read_text().splitlines()[number]


def test_outcomes_are_counted_over_replicas(folder):
    (found,) = word_orders(Results.read(folder))
    assert [facts.method for facts in found.facts] == ["untuned", "regression", "kbmira"]
    for facts in found.facts:
        counts = [Counter(one.outcome for one in each) for each in outcomes(folder, facts.method)]
        assert found.places == counts[0].total() > 10
        assert facts.outcomes == {name: fmean(count[name] for count in counts) for name in facts.outcomes}
        assert facts.percent == pytest.approx(fmean(100 * count["right"] / count.total() for count in counts))


def test_differences_are_those_of_the_same_seed(folder):
    (found,) = word_orders(Results.read(folder))
    (one,) = found.differences
    assert one.method == "kbmira"
    pairs = [*zip(outcomes(folder, "kbmira"), outcomes(folder, "regression"), strict=True)]
    differ = [[(a.outcome, b.outcome) for a, b in zip(*pair, strict=True) if a != b] for pair in pairs]
    assert one.differ == fmean(map(len, differ))
    assert one.right == fmean(sum(a == "right" for a, _ in each) for each in differ)
    assert one.baseline_right == fmean(sum(b == "right" for _, b in each) for each in differ)
    assert one.differ == pytest.approx(one.right + one.baseline_right + one.neither)


def test_the_page_has_a_section(folder):
    made = report(folder)
    (section,) = [one for one in made.sections if one.title == "Word order"]
    assert [table.name for table in section.items] == ["order_bleu_test", "order_differences_bleu_test"]


def test_annotations_that_are_added_need_no_other_tuning(tmp_path):
    (tmp_path / "plain.toml").write_text(PLAIN)
    before = run(tmp_path / "plain.toml", tmp_path / "study")
    assert word_orders(Results.read(tmp_path / "study")) == []
    (tmp_path / "study.toml").write_text(STUDY)
    after = run(tmp_path / "study.toml", tmp_path / "study")
    assert [one.cell for one in after] == [one.cell for one in before]
    assert not any(one.earlier for one in after)
    seconds = [
        {one.cell: (one.result["decode_seconds"], one.result["weights"]) for one in ended}
        for ended in (before, after)
    ]
    assert seconds[0] == seconds[1]
    assert all(one.earlier for one in run(tmp_path / "study.toml", tmp_path / "study"))


@pytest.mark.parametrize(("pieces", "moved"), [(None, "0 1+6 5"), ("pieces", "0 1+6 4+5")])
def test_annotations_are_moved_to_the_words_that_the_model_knows(tmp_path, pieces, moved):
    """A compound is its head, a word in pieces all of them, and glued punctuation is no part of a word."""
    cut = {"Haustür": "Haus Tür", "an.": "an ."}

    class Cutting:
        def __init__(self):
            self.pieces = (pieces, None)

        def source(self, lines):
            return [" ".join(cut.get(word, word) for word in line.split()) for line in lines]

    how, line = Cutting(), "er sieht die alte Haustür an."
    (tmp_path / "order").write_text("0 1+5 4\n\n")
    found = prepared_order(tmp_path / "order", [line, line], how.source([line, line]), how)
    assert [[*map(str, each)] for each in found] == [[moved], []]
    with pytest.raises(InputError, match=r"order, line 1: found a sentence that is prepared otherwise"):
        prepared_order(tmp_path / "order", [line, line], ["er sieht", line], how)


def test_the_annotated_words_of_a_text_are_those_of_its_file(folder):
    """Compounds of the synthetic text are cut, and the words behind them have other places."""
    how = ModelTexts.read(folder / "model")
    original = (folder / "synthetic" / "test.de").read_text().splitlines()
    prepared = read_text(folder, "test").sentences
    for line, words, before, after in zip(
        original,
        prepared,
        read_expected(folder / "synthetic" / "test.order", original),
        read_expected(folder / "texts" / "test.order", prepared),
        strict=True,
    ):
        for one, other in zip(before, after, strict=True):
            for here, there in zip(one.groups, other.groups, strict=True):
                for word, part in zip(here, there, strict=True):
                    assert how.source([line.split()[word]])[0].split()[-1] == words.split()[part]


FILES = """\
[text]
model = "model"
dev = ["val.de", "val.en"]
[test]
news = ["test.de", "test.en"]
[order]
news = "news.order"
[grid]
methods = ["kbmira"]
"""


def read(tmp_path, text):
    (tmp_path / "study.toml").write_text(text)
    return read_study(tmp_path / "study.toml")


def test_a_file_of_annotations_is_that_of_the_studys_folder(tmp_path):
    study = read(tmp_path, FILES)
    assert study.orders == {"news": str(tmp_path / "news.order")}
    study.write(tmp_path / "again.toml")
    assert read_study(tmp_path / "again.toml").tables() == study.tables()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            FILES.replace('news = "news.order"', 'nws = "news.order"'),
            "there is no test text 'nws'; did you mean 'news'?",
        ),
        (FILES.replace('"news.order"', "3"), "found 3 for news in [order], expected a file of annotations"),
        (
            SYNTHETIC + "[order]\ntest = 'x'\n",
            "found [order] with [synthetic], expected order = true in [synthetic]",
        ),
        (
            '[lists]\ndev = ["a", "b"]\n[order]\nnews = "x"\n[grid]\nmethods = ["mert"]\n',
            "found [order] with [lists], expected it with a decoder only",
        ),
    ],
)
def test_what_is_wrong_is_told(tmp_path, text, sentence):
    with pytest.raises(InputError) as refused:
        read(tmp_path, text)
    assert str(refused.value).startswith(f"{tmp_path / 'study.toml'}: ")
    assert sentence in str(refused.value)
