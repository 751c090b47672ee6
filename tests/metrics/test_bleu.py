import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from pitchpipe import InputError
from pitchpipe.metrics import find_metric
from pitchpipe.text import GroupedTexts

from .corpora import corpora

SACREBLEU_SMOOTHING = {"exp": "exp", "none": "none", "epsilon": "floor", "lin-och": "add-k"}


def sacrebleu_score(candidates, references, order=4, smooth="exp"):
    peer = BLEU(tokenize="none", force=True, smooth_method=SACREBLEU_SMOOTHING[smooth], max_ngram_order=order)
    streams = [list(stream) for stream in zip(*references, strict=True)]
    return peer.corpus_score(list(candidates), streams).score


@given(corpora(), st.integers(1, 9), st.sampled_from(sorted(SACREBLEU_SMOOTHING)))
def test_bleu_equals_sacrebleu(corpus, order, smooth):
    candidates, references = corpus
    ours = find_metric(f"bleu:{order}(smooth={smooth})").corpus_score(candidates, references)
    assert ours == pytest.approx(sacrebleu_score(candidates, references, order, smooth), abs=1e-6)


def test_words_are_split_as_python_splits_them():
    spaces = [chr(point) for point in range(0x110000) if chr(point).isspace()]
    text = "".join(f"a{space}" for space in spaces) + "b\u200bc"
    rows = find_metric("bleu:1").statistics(GroupedTexts.of([[text]]), GroupedTexts.of([["a"]]))
    assert rows[0].tolist() == [1, len(text.split()), 1]


@pytest.mark.parametrize(
    ("length", "expected"),
    [("closest", 2), ("shortest", 1), ("average", 3)],
    ids=["closest", "shortest", "average"],
)
@pytest.mark.parametrize(
    "references", [["a", "a b", "a b c d", "a b c d e"], ["a b c d e", "a b c d", "a b", "a"]]
)
def test_a_tie_in_closest_length_goes_to_the_shorter_whatever_the_order(references, length, expected):
    rows = find_metric(f"bleu:1(length={length})").statistics(
        GroupedTexts.of([["x y z"]]), GroupedTexts.of([references])
    )
    assert rows[0, -1] == expected


@pytest.mark.parametrize(
    ("smooth", "expected"),
    [
        # "the cat sat down" against "the cat lay down": matches 3 1 0 0 of 4 3 2 1.
        ("none", 0),
        ("exp", 100 * (3 / 4 * 1 / 3 * (1 / 2) / 2 * (1 / 4) / 1) ** 0.25),
        ("epsilon", 100 * (3 / 4 * 1 / 3 * 0.1 / 2 * 0.1 / 1) ** 0.25),
        ("lin-och", 100 * (3 / 4 * 2 / 4 * 1 / 3 * 1 / 2) ** 0.25),
        ("moses", 100 * (4 / 5 * 2 / 4 * 1 / 3 * 1 / 2) ** 0.25),
        ("nakov", 100 * np.exp(1 - 5 / 4) * (4 / 5 * 2 / 4 * 1 / 3 * 1 / 2) ** 0.25),
    ],
)
def test_sentence_level_variants_by_hand(smooth, expected):
    bleu = find_metric(f"bleu(sentence={smooth})")
    rows = bleu.statistics(GroupedTexts.of([["the cat sat down"]]), GroupedTexts.of([["the cat lay down"]]))
    assert rows[0].tolist() == [3, 1, 0, 0, 4, 3, 2, 1, 4]
    assert bleu.sentence_scores(rows)[0] == pytest.approx(expected)


def test_threads_do_not_change_the_rows():
    rng = np.random.default_rng(1)
    groups = [[" ".join(rng.choice(list("abcd"), 7)) for _ in range(5)] for _ in range(100)]
    candidates, references = GroupedTexts.of(groups), GroupedTexts.of(g[:2] for g in groups)
    one, three = (find_metric("bleu").statistics(candidates, references, threads) for threads in (1, 3))
    np.testing.assert_array_equal(one, three)


def test_a_group_without_references_is_refused():
    with pytest.raises(ValueError, match="group 1 has no reference"):
        find_metric("bleu").statistics(GroupedTexts.of([["a"], ["b"]]), GroupedTexts.of([["a"], []]))


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("bleu:10", "bleu: order must be a whole number from 1 to 9, not '10'"),
        ("bleu:2.5", "bleu: order must be a whole number from 1 to 9, not '2.5'"),
        ("bleu(length=longest)", "bleu: length must be one of closest, shortest, average, not 'longest'"),
        ("blue", "there is no metric 'blue'; did you mean 'bleu'?"),
        ("bleu(lenght=closest)", "there is no setting of bleu 'lenght'; did you mean 'length'?"),
    ],
)
def test_bad_specs_say_what_was_expected(spec, message):
    with pytest.raises(InputError) as error:
        find_metric(spec)
    assert str(error.value) == message


def test_the_signature_names_every_setting():
    assert (
        find_metric("bleu:2").signature == "bleu|order:2|length:closest|smooth:exp|sentence:lin-och|version:1"
    )
