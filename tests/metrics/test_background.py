import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.metrics import BackgroundBleu, find_metric
from pitchpipe.text import GroupedTexts

# "the cat sat" against "the cat sat down": matches 3 2 of 3 2, reference length 4.
ROW = find_metric("bleu:2").statistics(
    GroupedTexts.of([["the cat sat"]]), GroupedTexts.of([["the cat sat down"]])
)[0]
WRONG = np.array([0.0, 0, 3, 2, 4])


def test_a_score_is_bleu_on_top_of_the_background_times_the_length_of_both():
    background = BackgroundBleu(find_metric("bleu:2"), decay=0.9)
    # Counts that start at 1: matches 4 3 of 4 3 and 1 1 of 4 3, reference length 5.
    expected = [100 * np.exp(1 - 5 / 4) * 5, 100 * np.exp(1 - 5 / 4) * np.sqrt(1 / 4 * 1 / 3) * 5]
    np.testing.assert_allclose(background.score(np.stack([ROW, WRONG])), expected)


def test_without_a_scale_it_is_plain_bleu():
    background = BackgroundBleu(find_metric("bleu:2"), decay=0.9, scale="none")
    assert background.score(ROW) == pytest.approx(100 * np.exp(1 - 5 / 4))


@pytest.mark.parametrize(("build", "decay"), [(BackgroundBleu.chiang, 0.9), (BackgroundBleu.cherry, 0.999)])
def test_what_was_chosen_enters_the_background_and_decays(build, decay):
    background = build(find_metric("bleu:2"))
    background.update(ROW)
    np.testing.assert_allclose(background.background, decay * np.array([4, 3, 4, 3, 5]))
    background.update(WRONG)
    np.testing.assert_allclose(
        background.background, decay * (decay * np.array([4, 3, 4, 3, 5]) + [0, 0, 3, 2, 4])
    )


def test_a_background_that_starts_empty_is_the_sentence_itself():
    background = BackgroundBleu(find_metric("bleu:2"), decay=0.9, start=0.0, scale="none")
    assert background.score(ROW) == pytest.approx(float(find_metric("bleu:2").score(ROW)))


def test_an_unknown_scale_is_refused():
    with pytest.raises(InputError, match="there is no scale 'lenght'; did you mean 'length'"):
        BackgroundBleu(find_metric("bleu"), decay=0.9, scale="lenght")
