import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import CHRF

from pitchpipe import InputError
from pitchpipe.metrics import find_metric
from pitchpipe.text import GroupedTexts

from .corpora import corpora


def sacrebleu_score(candidates, references, **settings):
    streams = [list(stream) for stream in zip(*references, strict=True)]
    return CHRF(**settings).corpus_score(list(candidates), streams).score


@given(corpora(), st.sampled_from(["chrf", "chrf++"]))
def test_chrf_and_chrf_plus_plus_equal_sacrebleu(corpus, name):
    ours = find_metric(name).corpus_score(*corpus)
    theirs = sacrebleu_score(*corpus, word_order=2 if name == "chrf++" else 0)
    assert ours == pytest.approx(theirs, abs=1e-6)


@given(corpora(), st.integers(1, 8), st.integers(0, 3), st.integers(0, 3), st.booleans())
def test_every_setting_means_what_it_means_to_sacrebleu(corpus, char_order, word_order, beta, whitespace):
    settings = {"char_order": char_order, "word_order": word_order, "beta": beta, "whitespace": whitespace}
    spec = ", ".join(f"{name}={value}" for name, value in settings.items())
    ours = find_metric(f"chrf({spec})").corpus_score(*corpus)
    assert ours == pytest.approx(sacrebleu_score(*corpus, **settings), abs=1e-6)


@given(st.lists(st.tuples(st.text(max_size=20), st.text(max_size=20)), min_size=1, max_size=3))
def test_any_text_is_cut_into_the_characters_and_words_that_sacrebleu_sees(pairs):
    candidates = [candidate for candidate, _ in pairs]
    references = [[reference, candidate[::-1]] for candidate, reference in pairs]
    ours = find_metric("chrf++").corpus_score(candidates, references)
    assert ours == pytest.approx(sacrebleu_score(candidates, references, word_order=2), abs=1e-6)


def test_rows_by_hand():
    # Characters a b c . against a b b; words ab c . against ab b.
    rows = find_metric("chrf(char_order=2, word_order=1)").statistics(
        GroupedTexts.of([["ab c."]]), GroupedTexts.of([["xyz", "ab b"]])
    )
    matches, candidate, reference = rows[0].reshape(3, 3).tolist()
    assert matches == [2, 1, 1]
    assert candidate == [4, 3, 3]
    assert reference == [3, 2, 2]


def test_an_order_that_the_reference_lacks_is_not_counted():
    rows = find_metric("chrf(char_order=2)").statistics(GroupedTexts.of([["ab"]]), GroupedTexts.of([["a"]]))
    assert rows[0].tolist() == [1, 0, 2, 0, 1, 0]


def test_bytes_that_are_not_utf8_are_read_without_harm():
    import numpy as np

    from pitchpipe.text import Texts

    data = np.array([0xF0, 0x9F, 0xFF, 0xE2], np.uint8)
    broken = GroupedTexts(Texts(data, np.array([0, 4])), np.array([0, 1]))
    rows = find_metric("chrf").statistics(broken, GroupedTexts.of([["a"]]))
    assert rows[0, 0] == 0


def test_a_word_order_below_zero_is_refused():
    with pytest.raises(InputError, match="word_order must be a whole number from 0 to 20, not '-1'"):
        find_metric("chrf(word_order=-1)")


def test_the_signature_of_chrf_plus_plus_says_what_it_is():
    expected = "chrf|char_order:6|word_order:2|beta:2.0|whitespace:False|version:1"
    assert find_metric("chrf++").signature == expected
