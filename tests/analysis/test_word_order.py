"""Words in the right order, by annotations and alignments."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.analysis import Expected, placed, read_expected
from pitchpipe.data import language_pair

# er(0) ruft(1) den(2) Mann(3) an(4): he calls the man
CALLS = Expected.parse("0 1+4 3")


@pytest.mark.parametrize(
    ("alignment", "outcome"),
    [
        ([(0, 0), (1, 1), (4, 1), (2, 2), (3, 3)], "right"),  # he calls the man
        ([(0, 0), (1, 1), (2, 2), (3, 3)], "right"),  # the particle has no word of its own
        ([(0, 0), (1, 1), (2, 3), (3, 4), (4, 2)], "right"),  # he calls up the man
        ([(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)], "apart"),  # he calls the man on
        ([(0, 0), (1, 3), (4, 3), (2, 1), (3, 2)], "out of order"),  # he the man calls
        ([(3, 1), (1, 2), (0, 3)], "out of order"),  # the man calls he
        ([(0, 0), (2, 1), (3, 2)], "untranslated"),  # he the man
        ([(1, 0), (4, 0), (3, 2)], "untranslated"),
        ([], "untranslated"),
    ],
)
def test_a_translation_is_judged_by_where_the_words_go(alignment, outcome):
    assert placed(CALLS, alignment).outcome == outcome


def test_a_word_that_is_aligned_to_nothing_does_not_part_a_group():
    assert placed(Expected.parse("0 1+4"), [(0, 0), (1, 1), (4, 3)]).outcome == "right"
    assert placed(Expected.parse("0 1+4"), [(0, 0), (1, 1), (3, 2), (4, 3)]).outcome == "apart"


def test_a_verb_may_have_its_auxiliary_before_the_subject_or_its_particle_after_the_object():
    asked = Expected.parse("1 0 2")
    assert placed(asked, [(0, 0), (1, 1), (0, 2), (2, 3)]).outcome == "right"  # are you reading it
    assert (
        placed(Expected.parse("0 1 2"), [(0, 0), (1, 1), (2, 2), (1, 3)]).outcome == "right"
    )  # she picks it up


def test_the_order_of_what_is_translated_is_kept_to_compare_two_translations():
    assert placed(CALLS, [(3, 0), (1, 1)]).order == (2, 1)
    assert placed(CALLS, [(0, 0), (1, 1), (3, 2)]).order == (0, 1, 2)


WORDS = st.lists(st.integers(0, 5), min_size=2, max_size=6, unique=True)


@given(WORDS, st.permutations(range(6)))
def test_single_words_in_a_permutation_are_right_where_it_keeps_their_order(words, places):
    expected = Expected(tuple((word,) for word in words))
    found = placed(expected, list(enumerate(places)))
    there = [places[word] for word in words]
    assert (found.outcome == "right") == all(
        there[i] < there[j] for i in range(len(there)) for j in range(i + 1, len(there))
    )


@given(WORDS, st.permutations(range(6)))
def test_a_group_in_a_permutation_is_apart_where_its_places_are_no_interval(words, places):
    found = placed(Expected((tuple(words),)), list(enumerate(places)))
    there = {places[word] for word in words}
    whole = any({*range(low, low + len(there))} == there for low in range(6))
    assert (found.outcome == "right") == whole
    assert (found.outcome == "apart") != whole


@pytest.mark.parametrize("variety", ["german", "head-final"])
def test_the_truth_is_right_and_the_order_of_the_source_is_not(variety):
    part = language_pair(train=400, dev=0, test=0, references=1, seed=3, variety=variety).train
    count = 0
    for source, links, annotations in zip(part.source, part.alignments, part.orders, strict=True):
        for text in filter(None, annotations.split("; ")):
            expected = Expected.parse(text)
            count += 1
            assert str(expected) == text
            assert placed(expected, links).outcome == "right"
            assert (
                placed(expected, [(place, place) for place in range(len(source.split()))]).outcome != "right"
            )
    assert count > 100


def test_separated_prefixes_are_annotated_with_their_verb():
    part = language_pair(train=300, dev=0, test=0, references=1, seed=1).train
    (line,) = [
        number
        for number, text in enumerate(part.source)
        if text.endswith("er steigt morgen in eine U-Bahn ein .")
    ]
    assert part.orders[line] == "7 8+13"


def test_annotations_are_read_line_by_line(tmp_path):
    (tmp_path / "order").write_text("0 1+2\n\n2 0; 1 2\n")
    found = read_expected(tmp_path / "order", ["a b c"] * 3)
    assert [[*map(str, each)] for each in found] == [["0 1+2"], [], ["2 0", "1 2"]]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0 1\n", "order: found 1 lines, expected 2, one for each sentence"),
        ("0 1\n0 3\n", "order, line 2: found word 3, expected less than 3, the words of the sentence"),
        ("\n0-1\n", "order, line 2: found '0-1', expected words counted from 0, as in 2 1+5 4"),
        ("\n0 1;\n", "order, line 2: found '', expected words counted from 0"),
        ("\n1\n", "order, line 2: found '1', expected two words or more, each once"),
        ("\n0 1+0\n", "order, line 2: found '0 1+0', expected two words or more, each once"),
        ("\n\n", "order: found no annotation, expected some"),
        ("\n0 " + "9" * 5000 + "\n", "order, line 2: found"),
    ],
)
def test_what_is_no_annotation_is_told_with_its_line(tmp_path, text, sentence):
    (tmp_path / "order").write_text(text)
    with pytest.raises(InputError) as refused:
        read_expected(tmp_path / "order", ["a b c"] * 2)
    assert sentence in str(refused.value)
