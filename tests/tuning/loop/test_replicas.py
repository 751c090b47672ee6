"""Replicas and stages of a tuning run, with a decoder that chooses from a fixed list of candidates."""

import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from statistics import mean, stdev

import pytest

from pitchpipe import InputError
from pitchpipe.metrics import find_metric
from pitchpipe.tuning.loop.replicas import best_replica, mean_and_deviation, tune_replicas
from pitchpipe.tuning.loop.stages import tune_stages
from pitchpipe.tuning.settings import TuningSettings

from .test_loop import START, FixedDecoder, without_times


class SizedDecoder(FixedDecoder):
    """Remembers the sizes of lists that it was asked for."""

    def __init__(self):
        super().__init__(shown=8)
        vars(self).update(sizes=[])

    def translate(self, sentences, **how):
        self.sizes.append(how["nbest"])
        return super().translate(sentences, **how)


TEXT = SizedDecoder().text


def staged(*metrics, decoder=None, seed=1, held_out=None, folder=None, begin=None, **settings):
    chosen = TuningSettings(
        method="mert(restarts=2)",
        stages=",".join(metrics[:-1]),
        metric=metrics[-1],
        iterations=2,
        tolerance=0,
        seed=seed,
        **settings,
    )
    return tune_stages(
        decoder or SizedDecoder(), TEXT, chosen, START, held_out=held_out, folder=folder, begin=begin
    )


def test_each_stage_goes_on_from_the_last_ones_weights():
    first, second = staged("bleu", "ter")
    assert first.iterations[0].weights == START
    assert second.iterations[0].weights == first.weights
    assert first.weights == staged("bleu")[0].weights
    assert second.objective <= second.iterations[0].objective


def test_later_stages_have_shorter_lists():
    decoder = SizedDecoder()
    begun = []
    staged(
        "bleu", "ter", "wer", decoder=decoder, nbest=50, stage_nbest=5, begin=lambda *told: begun.append(told)
    )
    assert [size for size in dict.fromkeys(decoder.sizes) if size > 1] == [50, 5]
    assert begun == [(find_metric("bleu"), 50), (find_metric("ter"), 5), (find_metric("wer"), 5)]


def test_each_stage_has_a_folder(tmp_path):
    found = staged("bleu", "ter", folder=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1-bleu", "2-ter"]
    stored = json.loads((tmp_path / "2-ter" / "00.json").read_text())
    assert stored["weights"] == found[0].weights
    decoder = SizedDecoder()
    again = staged("bleu", "ter", folder=tmp_path, decoder=decoder)
    assert not decoder.sizes
    assert list(map(without_times, again)) == list(map(without_times, found))


@pytest.mark.parametrize("workers", [1, 3])
def test_replicas_are_the_runs_of_their_seeds(tmp_path, workers):
    with ThreadPoolExecutor(workers) as executor:
        done = []
        found = tune_replicas(
            partial(staged, "bleu"),
            [4, 5, 6],
            executor,
            folder=tmp_path,
            progress=lambda *one: done.append(one),
        )
    assert done == [(1, 3), (2, 3), (3, 3)]
    for replica, seed in zip(found, (4, 5, 6), strict=True):
        assert replica.seed == seed
        assert without_times(replica.result) == without_times(staged("bleu", seed=seed)[0])
        assert (tmp_path / f"seed-{seed}" / "00.json").exists()


def test_the_best_replica_is_best_on_held_out_sentences_if_there_are_some():
    with ThreadPoolExecutor(1) as executor:
        for held_out in (None, TEXT):
            found = tune_replicas(partial(staged, "ter", held_out=held_out), range(5), executor)
            scores = [one.result.held_out if held_out else one.result.objective for one in found]
            assert best_replica(found, higher_is_better=False).seed == scores.index(min(scores))


def test_a_replica_that_fails_fails_all():
    class Fails(FixedDecoder):
        def translate(self, sentences, **how):
            raise InputError("no such decoder")

    with ThreadPoolExecutor(1) as executor, pytest.raises(InputError, match="no such decoder"):
        tune_replicas(partial(staged, "bleu", decoder=Fails()), range(3), executor)


def test_mean_and_deviation_are_those_of_a_sample():
    values = [40.1, 40.9, 41.3]
    assert mean_and_deviation(values) == (pytest.approx(mean(values)), pytest.approx(stdev(values)))
    assert mean_and_deviation([40.0]) == (40.0, 0.0)
