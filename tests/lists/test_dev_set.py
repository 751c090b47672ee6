"""The tuning text, cut as it is asked for."""

import pytest

from pitchpipe import InputError
from pitchpipe.lists.dev_set import DevSet

DEV = DevSet([f"{'w ' * (i % 5)}s{i}" for i in range(20)], [[f"r{i}"] for i in range(20)])


def test_a_part_is_held_out_and_every_sentence_is_on_one_side():
    seen, held_out = DEV.split(0.25)
    assert (len(seen), len(held_out)) == (15, 5)
    assert sorted([*seen.references, *held_out.references]) == sorted(DEV.references)
    for part in (seen, held_out):
        places = [DEV.sentences.index(sentence) for sentence in part.sentences]
        assert places == sorted(places)
        assert part.references == [DEV.references[place] for place in places]


def test_the_seed_says_which():
    assert DEV.split(0.5, 1) == DEV.split(0.5, 1) != DEV.split(0.5, 2)


@pytest.mark.parametrize(
    ("part", "sentence"), [(0, "above 0 and below 1"), (1.5, "above 0"), (0.01, "leaves none")]
)
def test_a_part_that_leaves_nothing_is_refused(part, sentence):
    with pytest.raises(InputError, match=sentence):
        DEV.split(part)


def test_long_sentences_are_left_out():
    assert [len(sentence.split()) for sentence in DEV.up_to(2).sentences] == [1, 2] * 4


def test_the_first_sentences_are_taken_as_far_as_there_are_some():
    assert DEV.first(3) == DEV.take([0, 1, 2])
    assert DEV.first(1000) == DEV.take(range(20))
    assert DEV.first(None) is DEV


def test_the_digest_tells_texts_apart():
    others = [DEV.up_to(2), DevSet(DEV.sentences, [["x"]] * 20), DevSet(["x"] * 20, DEV.references)]
    assert len({DEV.digest(), *(other.digest() for other in others)}) == 4
    assert DEV.digest() == DevSet(tuple(DEV.sentences), tuple(map(tuple, DEV.references))).digest()
