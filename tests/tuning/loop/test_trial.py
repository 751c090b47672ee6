"""The share of new weights that a trial on some sentences lets through."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from pitchpipe.metrics import find_metric
from pitchpipe.settings import setting
from pitchpipe.tuning.loop.loop import tuning_loop
from pitchpipe.tuning.loop.trial import HALVINGS, LOSS, SENTENCES, START_LOSS, Trial, trial_sentences
from pitchpipe.tuning.optimizer import Found, Optimizer
from pitchpipe.tuning.settings import TuningSettings
from pitchpipe.weights import Weights

from .test_loop import START, FixedDecoder, without_times


@pytest.mark.parametrize("metric", ["bleu", "ter"])
@pytest.mark.parametrize(("harmless", "share"), [(2.0, 1.0), (0.6, 0.5), (0.2, 0.125), (0.0, 0.5**HALVINGS)])
@pytest.mark.parametrize("bound", ["best", "start"])
def test_the_share_is_halved_until_little_is_lost(metric, harmless, share, bound):
    judge = find_metric(metric)
    sign = 1 if judge.higher_is_better else -1
    start = 40.0 if bound == "start" else 40 - sign * 10.0
    lost = (LOSS if bound == "best" else START_LOSS) * 40 + 0.01
    asked = []

    def score(tried):
        asked.append(tried)
        return 40 - sign * (lost if tried > harmless else lost - 0.02)

    assert Trial(score, judge, 40.0, start).share(1.0) == share
    assert asked == [0.5**n for n in range(len(asked))]


def test_a_trial_is_made_on_sentences_from_all_over_the_text():
    assert trial_sentences(3).tolist() == [0, 1, 2]
    rows = trial_sentences(1000)
    assert (len(rows), rows[0], rows[-1]) == (SENTENCES, 0, 999)
    assert np.diff(rows).max() - np.diff(rows).min() <= 1


@dataclass(frozen=True)
class Reckless(Optimizer):
    """Wants the opposite of its start, whatever the lists say."""

    name: ClassVar[str] = "reckless"
    loop_share: ClassVar[float] = 1.0
    length: float = setting(1.0, "of its weights")

    def search(self, problem, start, rng, progress):
        return Found(-self.length * start, [])


def reckless(folder=None, **settings):
    decoder = FixedDecoder()
    chosen = TuningSettings(iterations=4, tolerance=0, patience=0, **settings)
    return tuning_loop(
        decoder, decoder.text, Reckless(), find_metric("bleu"), good_start(), settings=chosen, folder=folder
    )


def good_start():
    decoder = FixedDecoder()
    return tuning_loop(
        decoder, decoder.text, _mert(), find_metric("bleu"), START, settings=TuningSettings(interpolation=1)
    ).weights


def _mert():
    from pitchpipe.tuning import find_method

    return find_method("mert(restarts=1)")


def test_a_loop_does_not_fall_where_its_optimizer_would():
    start = reckless().curve[0]
    assert min(reckless(interpolation=1.0).curve) < start * 0.8
    steady = reckless(choose="best")
    assert min(steady.curve) >= start * (1 - 2 * LOSS)
    assert all(one.share < 1 for one in steady.iterations[:-1])


def test_a_share_that_is_given_is_taken_as_it_is():
    rounds = reckless(interpolation=0.5).iterations
    assert {one.share for one in rounds[:-1] if one.new} == {0.5}


def test_a_run_that_is_read_again_keeps_its_shares(tmp_path):
    first = reckless(tmp_path)
    assert without_times(reckless(tmp_path)) == without_times(first) == without_times(reckless())


def test_the_size_of_weights_is_that_of_dense_ones_where_they_are_named():
    old, new = Weights(a=2.0, b=2.0), Weights({"a": 0.3, "b": 0.1} | {f"s{n}": 1.0 for n in range(100)})
    mixed = old.mixed(new, 0.5, {"a", "b"})
    assert mixed["a"] == pytest.approx(0.5 * 0.3 + 0.5 * 0.2)
    assert mixed["s7"] == pytest.approx(0.5)
    assert old.mixed(new, 0.5)["a"] > 10
