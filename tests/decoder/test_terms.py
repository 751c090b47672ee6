"""Glossaries: longer terms first, and no word twice."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.decoder import Given, SourceText, Terms
from pitchpipe.model import ModelTexts
from pitchpipe.text import KnownForms, Truecaser

TERM = st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map(tuple)


def test_longer_terms_go_first():
    terms = Terms({"kleines haus": "cottage", "haus": "building", "ein kleines": "a tiny"})
    assert terms.find(["ein", "kleines", "haus", "am", "haus"]) == [
        Given(0, 2, "a tiny"),
        Given(2, 3, "building"),
        Given(4, 5, "building"),
    ]
    assert terms.find(["sein", "kleines", "haus"]) == [Given(1, 3, "cottage")]


@given(st.sets(TERM, min_size=1, max_size=5), st.lists(st.sampled_from("abc"), max_size=8))
def test_no_longer_term_could_be_added_for_a_shorter_one(sources, words):
    found = Terms([(" ".join(one), "x") for one in sources]).find(words)
    spans = [(one.begin, one.end) for one in found]
    assert all(tuple(words[begin:end]) in sources for begin, end in spans)
    assert all(a[1] <= b[0] or b[1] <= a[0] for a, b in combinations(spans, 2))
    assert spans == sorted(spans)
    for begin in range(len(words)):
        for end in range(begin + 1, len(words) + 1):
            if tuple(words[begin:end]) in sources and (begin, end) not in spans:
                over = [span for span in spans if span[0] < end and begin < span[1]]
                assert any((-(b - a), a) < (begin - end, begin) for a, b in over)


def test_a_term_on_several_lines_has_alternatives(tmp_path):
    (tmp_path / "terms.tsv").write_text("# ours\nhaus\thouse\n\nhaus\thome\nhaus\thouse\r\n")
    assert Terms.read(tmp_path / "terms.tsv").find(["haus"]) == [Given(0, 1, "house"), Given(0, 1, "home")]


def test_words_that_have_translations_already_are_left_alone():
    assert Terms({"a b": "x", "b": "y"}).find(["a", "b", "b"], [(0, 1)]) == [
        Given(1, 2, "y"),
        Given(2, 3, "y"),
    ]


def test_the_first_word_may_have_a_capital():
    terms = Terms({"frobnizieren ist": "frobbing is"})
    assert terms.find(["Frobnizieren", "ist", "gut"]) == [Given(0, 2, "frobbing is")]
    assert terms.find(["das", "Frobnizieren", "ist"]) == []


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("a\tb\nhaus\n", "terms.tsv:2: found 'haus', expected a term, a tab and its translation"),
        ("haus\t \n", "terms.tsv:1: found 'haus\\t ', expected a term, a tab and its translation"),
        ("a\tb\tc\n", "terms.tsv:1: found 'a\\tb\\tc', expected a term, a tab and its translation"),
        ("#\n\n" + "x " * 101 + "\ty\n", "terms.tsv:3: found a term of 101 words, expected 1 to 100"),
        ("# nothing\n", "terms.tsv: found no terms, expected lines of a term, a tab and its translation"),
    ],
)
def test_bad_lines_are_told(tmp_path, monkeypatch, content, sentence):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "terms.tsv").write_text(content)
    with pytest.raises(InputError) as error:
        Terms.read("terms.tsv")
    assert str(error.value) == sentence


SENTENCES = [
    "Wir sehen das Haus .",
    "Das Haus ist klein , und das Haus steht hier .",
    "der Strand ist hier .",
    "der Strand und Wir",
]
RAW = ModelTexts(
    ("de", "en"),
    truecasers=(Truecaser.train(SENTENCES), Truecaser.train(["we see the Apple here .", "we see an apple", "an apple", "the house"])),
    known_forms=KnownForms({"haus": 2, "Haus": 2, "strand": 3, "Strand": 3, "das": 1, "ist": 1, "klein": 1, ",": 1, ".": 1, "hier": 1}),
)  # fmt: skip


def test_terms_are_prepared_as_the_text_is_and_their_translations_keep_their_case():
    terms = Terms({"Das Haus": "Apple's house", "strandhaus": "beach house (old)"}, RAW)
    (sentence,), (given,) = SourceText(RAW, terms).prepare(["Das Haus, das strandhaus."])
    assert sentence == "das Haus , das strand haus ."
    assert given == [Given(0, 2, "Apple 's house"), Given(4, 6, "beach house ( old )")]


def test_markup_is_prepared_around_and_within_its_spans():
    text = SourceText(RAW, Terms({"ist": "be", "Haus": "hut"}, RAW), markup=True)
    sentences, found = text.prepare(
        ['Das <n translation="Apple, Inc.||House" prob="0.9||0.1">Haus</n>ist klein.', "Das Haus &lt; hier"]
    )
    assert sentences == ["das Haus ist klein .", "das Haus < hier"]
    assert found[0] == [Given(1, 2, "Apple , Inc .", 0.9), Given(1, 2, "House", 0.1), Given(2, 3, "be")]
    assert found[1] == [Given(1, 2, "hut")]


def test_without_markup_tags_are_text():
    line = 'das <n translation="x">haus</n>'
    assert SourceText().prepare([line]) == ([line], [])


def test_errors_of_markup_name_the_line():
    with pytest.raises(InputError, match=r"^sentence 2: found <wall>"):
        SourceText(markup=True).prepare(["das", "<wall/> das"])
