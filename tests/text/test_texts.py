import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError, _native
from pitchpipe.text import GroupedTexts, Texts

SENTENCES = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), max_size=6)
GROUPS = st.lists(SENTENCES, min_size=1, max_size=5)


@given(SENTENCES)
def test_texts_come_back_as_they_went_in(sentences):
    texts = Texts.of(sentences)
    assert list(texts) == sentences
    assert [texts[index] for index in range(len(texts))] == sentences


@given(SENTENCES.filter(bool), st.data())
def test_rows_are_taken_in_the_order_asked_for(sentences, data):
    rows = data.draw(st.lists(st.integers(0, len(sentences) - 1)))
    assert list(Texts.of(sentences).take(np.array(rows, np.int64))) == [sentences[row] for row in rows]


@given(GROUPS)
def test_parts_are_joined_end_to_end(parts):
    assert list(Texts.joined([Texts.of(part) for part in parts])) == [text for part in parts for text in part]


@given(GROUPS, st.data())
def test_groups_are_taken_in_the_order_asked_for(groups, data):
    chosen = data.draw(st.lists(st.integers(0, len(groups) - 1)))
    taken = GroupedTexts.of(groups).take_groups(np.array(chosen, np.int64))
    assert [taken.group(index) for index in range(len(taken))] == [groups[group] for group in chosen]


def test_an_index_outside_is_an_error():
    texts = Texts.of(["a", "b"])
    for index in (-1, 2):
        with pytest.raises(IndexError):
            texts[index]


def test_half_a_surrogate_pair_is_not_text():
    with pytest.raises(InputError, match="is not valid Unicode"):
        Texts.of(["a", "\ud800"])


def test_the_native_core_refuses_arrays_at_odd_addresses():
    texts = GroupedTexts.of([["a b"], ["c"]])
    data, offsets, groups = texts.arrays
    memory = np.zeros(offsets.nbytes + 1, np.uint8)
    moved = memory[1:].view(np.int64)
    moved[:] = offsets
    assert _native.bleu_statistics(texts.arrays, texts.arrays, 4, "closest", 1).shape == (2, 9)
    with pytest.raises(TypeError, match="incompatible function arguments"):
        _native.bleu_statistics((data, moved, groups), texts.arrays, 4, "closest", 1)
