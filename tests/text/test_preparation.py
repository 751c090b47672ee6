"""Text on its way in and out, as `train` and `translate` use it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.data import language_pair
from pitchpipe.files.kept_lines import KeptLines, in_chunks
from pitchpipe.files.scratch import Scratch
from pitchpipe.text import Truecaser, capitalize, detokenize_lines, prepare, prepare_lines, restore

SOURCE = ["Das  Haus, das wir sehen.", "", "Wir sehen das\tHaus.", "ja " * 100, "Das Haus ist klein."]
TARGET = ["The house we see.", "nothing", "We see the house.", "yes " * 100, "The house is small."]


def test_pairs_are_tokenised_cleaned_and_truecased_together():
    made = prepare(SOURCE, TARGET, languages=("de", "en"), truecase=True)
    assert made.source == ["das Haus , das wir sehen .", "wir sehen das Haus .", "das Haus ist klein ."]
    assert made.target == ["the house we see .", "we see the house .", "the house is small ."]
    assert made.cleaned.kept.tolist() == [0, 2, 4]
    assert made.cleaned.removed["empty"] == made.cleaned.removed["too long"] == 1


def test_lower_cased_text_comes_with_what_recases_it():
    made = prepare(SOURCE, TARGET, languages=("de", "en"), truecase=True, lowercase=True)
    assert made.source[1] == "wir sehen das haus ."
    assert restore(made.source, language="de", truecaser=made.truecasers[0]) == [
        "Das Haus, das wir sehen.",
        "Wir sehen das Haus.",
        "Das Haus ist klein.",
    ]


def test_without_anything_asked_for_text_is_cleaned_only():
    made = prepare(SOURCE, TARGET)
    assert made.source == ["Das Haus, das wir sehen.", "Wir sehen das Haus.", "Das Haus ist klein."]
    assert made.truecasers is None


def test_other_text_is_prepared_as_training_text_was_and_all_of_it_is_kept():
    made = prepare(SOURCE, TARGET, languages=("de", "en"), truecase=True)
    lines = prepare_lines(SOURCE, language="de", truecaser=made.truecasers[0])
    assert [lines[index] for index in made.cleaned.kept] == made.source
    assert lines[1] == ""
    assert len(lines[3].split()) == 100


def test_spaces_that_are_not_ascii_s_are_part_of_a_token():
    assert prepare_lines(["a\u00a0b  c\t d "]) == ["a\u00a0b c d"]


def test_text_of_which_nothing_is_left_is_refused():
    with pytest.raises(
        InputError, match=r"found no pair of lines to keep \(1 empty, 1 ratio\), expected some"
    ):
        prepare(["a", "b"], ["", "c " * 20])
    with pytest.raises(InputError, match=r"found no pair of lines to keep \(the text is empty\)"):
        prepare([], [])


def test_a_mistyped_language_is_told_before_the_work():
    with pytest.raises(InputError, match="no language 'enn'; did you mean 'en'"):
        prepare(
            SOURCE, TARGET, languages=("de", "enn"), progress=lambda done, total: pytest.fail("it worked")
        )


def test_translations_of_a_truecased_system_get_capitals_and_lose_spaces():
    lines = ["we see the house . is it small ?", '" he is here "']
    assert restore(lines, language="en") == ["We see the house. Is it small?", '"He is here"']
    assert restore(lines[:1], capitals=False) == lines[:1]


def test_unknown_words_of_a_translation_have_the_case_of_the_source():
    truecaser = Truecaser.train(["We see the house ."])
    restored = restore(["the haus von mcdonald ."], truecaser=truecaser, sources=["Das Haus von McDonald ."])
    assert restored == ["The Haus von McDonald ."]


def test_what_goes_in_comes_out_again():
    pair = language_pair(train=1500, dev=0, test=0, references=1).train
    both = [(source, lines[0]) for source, lines in zip(pair.source, pair.references, strict=True)]
    # Where sacremoses puts an apostrophe back is a guess.
    both = [pair for pair in both if "'" not in "".join(pair)]
    german, english = (capitalize(lines) for lines in zip(*both, strict=True))
    raw = detokenize_lines(german, "de"), detokenize_lines(english, "en")
    made = prepare(*raw, languages=("de", "en"), truecase=True)
    assert len(made.source) == len(both) > 1000
    assert (restore(made.source, language="de"), restore(made.target, language="en")) == raw


@pytest.mark.parametrize("truecase", [True, False])
@given(st.integers(1, 5), st.sampled_from([Scratch(16), Scratch()]))
def test_text_in_chunks_of_any_size_is_prepared_as_a_whole(truecase, size, scratch):
    how = {"languages": ("de", "en"), "truecase": truecase, "lowercase": not truecase}
    source, target = SOURCE * 3 + ["a", "b|||c d"], TARGET * 3 + ["a", "b c"]
    whole = prepare(source, target, **how)
    with pytest.MonkeyPatch.context() as patch:
        for function in (KeptLines.chunks, in_chunks):
            patch.setattr(function, "__defaults__", (size,))
        patch.setattr("pitchpipe.text.in_processes._CHUNK", size)
        patch.setattr("pitchpipe.text.cased_counts._TOKENS", 3 * size)
        patch.setattr("pitchpipe.text.cased_counts._ROWS", 4 * size)
        chunked = prepare(source, target, **how, scratch=scratch)
    assert chunked.source == whole.source
    assert chunked.target == whole.target
    assert chunked.cleaned.verdicts.tolist() == whole.cleaned.verdicts.tolist()
    if truecase:
        for one, other in zip(chunked.truecasers, whole.truecasers, strict=True):
            assert list(one.lines()) == list(other.lines())


def test_texts_of_different_lengths_are_refused():
    with pytest.raises(InputError, match="2 source lines but 1 target lines"):
        prepare(["a", "b"], ["a"])
