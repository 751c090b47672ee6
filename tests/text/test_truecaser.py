"""Truecasing and recasing: what is learned, what is kept, and how often it is right."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sacremoses import MosesTruecaser

from pitchpipe import InputError
from pitchpipe.data import language_pair
from pitchpipe.files import read_lines
from pitchpipe.text import Truecaser, capitalize, tokenize_lines

from ..metrics.corpora import MULTI30K, needs_multi30k

TEXT = [
    "Wir sehen junge Frauen und einen Jungen .",
    "Der Junge sieht das Haus .",
    "Ein Junge sieht junge Hunde .",
    "Das ist ein Junge , sagt er .",
    "Er mag New York , und York mag ihn .",
    "Sie kommt aus New York in die neue Stadt .",
    "Wer sagt das ?",
]
WORDS = st.sampled_from(["Ab", "ab", "AB", "Cd", "cd", "e", "E", ","])
SENTENCES = st.tuples(st.sampled_from(["Ab", "Cd", "E"]), st.lists(WORDS, max_size=5), st.sampled_from(".!"))
LINES = st.lists(SENTENCES, min_size=1, max_size=2).map(
    lambda sentences: " ".join(
        f"{first} {' '.join([*rest, 'xyz'])} {stop}" for first, rest, stop in sentences
    )
)


@pytest.fixture(scope="module")
def truecaser():
    return Truecaser.train(TEXT)


@pytest.fixture(scope="module")
def synthetic():
    """Training and test text of both languages, the training text with capitals at the start of sentences."""
    pair = language_pair(train=4000, dev=0, test=400, references=1)
    english = [[lines[0] for lines in part.references] for part in (pair.train, pair.test)]
    return {
        "de": (capitalize(pair.train.source), pair.test.source),
        "en": (capitalize(english[0]), english[1]),
    }


def accuracy(found, expected, known=None):
    """The share of words with letters, of the known ones if asked for, that are in the right case."""
    right = []
    for one, other in zip(found, expected, strict=True):
        for word, truth in zip(one.split(), other.split(), strict=True):
            if truth.lower() != truth.upper() and (known is None or truth.lower() in known):
                right.append(word == truth)
    return sum(right) / len(right)


def test_the_words_around_it_say_which_form_a_word_has(truecaser):
    assert truecaser.truecase(["Junge Frauen sehen den Jungen ."]) == ["junge Frauen sehen den Jungen ."]
    assert truecaser.truecase(["Junge , sagt er ."]) == ["Junge , sagt er ."]
    assert truecaser.recase(["new york"]) == ["New York"]


def test_the_most_frequent_form_is_blind_to_the_words_around_it(truecaser):
    assert truecaser.truecase(["Junge Frauen"], "frequent") == ["Junge Frauen"]
    assert truecaser.recase(["junge frauen"], "frequent") == ["Junge Frauen"]


def test_words_that_show_their_case_keep_it(truecaser):
    line = "ein junge mag das haus YORK"
    assert truecaser.truecase([line]) == ["ein junge mag das Haus York"]  # only forms never seen change
    assert truecaser.truecase(["sie sieht Junge"]) == ["sie sieht Junge"]


def test_lines_in_capitals_are_brought_to_their_usual_case(truecaser):
    for mode in ("lm", "frequent"):
        assert truecaser.truecase(["DER HUND MAG DAS HAUS"], mode) == ["DER HUND mag das Haus"]


def test_unknown_words_keep_their_form(truecaser):
    line = "Xyz mag McDonald und abc"
    assert truecaser.truecase([line]) == [line]
    assert truecaser.recase([line]) == [line]


def test_words_seen_at_the_start_of_sentences_only_are_unknown(truecaser):
    assert truecaser.truecase(["Wer mag das ?"]) == ["Wer mag das ?"]
    assert truecaser.recase(["wer mag das ?"]) == ["wer mag das ?"]


def test_recasing_leaves_words_with_capitals_alone(truecaser):
    assert truecaser.recase(["JUNGE frauen"]) == ["JUNGE Frauen"]


def test_a_word_copied_from_the_source_takes_the_case_it_has_there(truecaser):
    lines, sources = ["mcdonald mag das haus", "mcdonald"], ["HAUS von McDonald", "nobody"]
    assert truecaser.recase(lines, sources=sources) == ["McDonald mag das Haus", "mcdonald"]
    with pytest.raises(InputError, match="1 source lines but 2 lines to recase"):
        truecaser.recase(lines, sources=["a"])


def test_truecasing_twice_changes_nothing_more(synthetic):
    for train, test in synthetic.values():
        truecaser = Truecaser.train(train)
        once = truecaser.truecase(capitalize(test))
        assert truecaser.truecase(once) == once


@settings(max_examples=50)
@given(st.lists(LINES, min_size=1, max_size=6))
def test_the_most_frequent_forms_are_those_of_moses(lines):
    peer, ours = MosesTruecaser(), Truecaser.train(lines)
    peer.train([line.split() for line in lines], possibly_use_first_token=True)
    forms = {word: forms for word, forms in ours.forms.items() if word.isalpha()}
    assume(all(len(each) == 1 or ours.counts[each[0],] > ours.counts[each[1],] for each in forms.values()))
    assert {word: each[0] for word, each in forms.items()} == dict(peer.model["best"])
    assert ours.truecase(lines, "frequent") == [
        " ".join(peer.truecase(line, use_known=True)) for line in lines
    ]


@pytest.mark.parametrize("name", ["model", "model.gz"])
def test_what_was_saved_is_opened_again(tmp_path, truecaser, name):
    truecaser.save(tmp_path / name)
    opened = Truecaser.read(tmp_path / name)
    assert opened.counts == truecaser.counts
    assert opened.forms == truecaser.forms
    assert opened.recase(["junge frauen in new york"]) == ["junge Frauen in New York"]


def test_the_file_is_text_with_a_count_and_words_on_each_line(tmp_path, truecaser):
    truecaser.save(tmp_path / "model")
    lines = (tmp_path / "model").read_text().splitlines()
    assert lines[0] == "pitchpipe truecaser 1"
    assert {"2\tjunge", "3\tJunge", "2\tNew York"} <= set(lines)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "model: found another kind of file, expected a truecaser of pitchpipe"),
        ("4\ta\n", "model: found another kind of file, expected a truecaser of pitchpipe"),
        (
            "pitchpipe truecaser 1\n4 a\n",
            "model:2: found '4 a', expected a count, a tab and one to three words",
        ),
        ("pitchpipe truecaser 1\n0\ta\n", "model:2: found '0\\\\ta', expected a count"),
        ("pitchpipe truecaser 1\n²\ta\n", "model:2: found '²\\\\ta', expected a count"),
        ("pitchpipe truecaser 1\n1\ta\n1\ta  b\n", "model:3: found '1\\\\ta  b', expected a count"),
        ("pitchpipe truecaser 1\n1\ta b c d\n", "model:2: found '1\\\\ta b c d', expected a count"),
    ],
)
def test_a_file_that_is_no_truecaser_is_refused(tmp_path, text, sentence):
    (tmp_path / "model").write_text(text)
    with pytest.raises(InputError, match=sentence):
        Truecaser.read(tmp_path / "model")


def test_text_without_evidence_is_refused():
    for lines in ([], [""], ["Allein"], ["NUR GROSSES"]):
        with pytest.raises(InputError, match="found no word within a sentence"):
            Truecaser.train(lines)


def test_a_mistyped_mode_gets_the_nearest_one(truecaser):
    with pytest.raises(InputError, match="no mode of truecasing 'frequentt'; did you mean 'frequent'"):
        truecaser.truecase(["a"], "frequentt")


@pytest.mark.parametrize(("language", "least"), [("de", 0.99), ("en", 0.999)])
def test_the_case_of_known_words_is_recovered_after_lower_casing(synthetic, language, least):
    train, test = synthetic[language]
    truecaser = Truecaser.train(train)
    lowered = [line.lower() for line in test]
    by_model, by_count = (
        accuracy(truecaser.recase(lowered, mode), test, truecaser.forms) for mode in ("lm", "frequent")
    )
    assert by_model > least
    assert by_model >= by_count
    if language == "de":  # polite pronouns have capitals, which only the words around them tell
        assert by_model > by_count


@needs_multi30k
@pytest.mark.parametrize(("language", "least", "gain"), [("de", 0.965, 0.003), ("en", 0.994, -0.001)])
def test_the_case_of_captions_is_recovered(language, least, gain):
    """Captions are not written consistently: `asian` and `Asian` are about as frequent, and no model can tell."""
    train = tokenize_lines(read_lines(MULTI30K / f"train.raw.{language}")[:15_000], language)
    test = tokenize_lines(read_lines(MULTI30K / f"test_2016_flickr.raw.{language}"), language)
    truecaser = Truecaser.train(train)
    lowered = [line.lower() for line in test]
    by_model, by_count = (
        accuracy(capitalize(truecaser.recase(lowered, mode)), test) for mode in ("lm", "frequent")
    )
    assert by_model > least
    assert by_model > by_count + gain


def test_a_count_of_thousands_of_digits_is_refused(tmp_path):
    (tmp_path / "truecaser").write_text(f"pitchpipe truecaser 1\n{'9' * 5000}\tHaus\n")
    with pytest.raises(
        InputError, match=r"truecaser:2: found '9+', expected a count, a tab and one to three"
    ):
        Truecaser.read(tmp_path / "truecaser")
