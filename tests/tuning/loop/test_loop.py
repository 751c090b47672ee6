"""The tuning loop, with a decoder that chooses from a fixed list of candidates."""

import json
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.lists.list_decoder import ListDecoder
from pitchpipe.metrics import find_metric
from pitchpipe.settings import setting
from pitchpipe.tuning import find_method
from pitchpipe.tuning.loop import Iteration
from pitchpipe.tuning.loop.loop import chosen_iteration, stale_rounds, tuning_loop
from pitchpipe.tuning.optimizer import Found, Optimizer
from pitchpipe.tuning.settings import TuningSettings
from pitchpipe.weights import Weights

from ..tunable_pools import random_pool, separable_pool

GROUPS, CANDIDATES, SHOWN = 12, 20, 4
START = {"f0": 1.0, "f1": 0.0, "f2": 0.0}
MERT = "mert(restarts=1, basis=principal, follow=all)"


class FixedDecoder(ListDecoder):
    """Knows all candidates of each sentence, and lists those that weights score highest."""

    def __init__(self, seed=1, shown=SHOWN):
        super().__init__(
            separable_pool(np.random.default_rng(seed), GROUPS, CANDIDATES, features=3)[0], START
        )
        vars(self).update(shown=shown, calls=[])

    def translate(self, sentences, *, weights, nbest, threads=None):
        if nbest > 1:
            self.calls.append(dict(weights))
        return super().translate(sentences, weights=weights, nbest=min(nbest, self.shown))


def tuned(
    decoder=None,
    *,
    spec=MERT,
    start=START,
    held_out=None,
    held_out_part=0.0,
    folder=None,
    threads=1,
    facts=None,
    statistics=None,
    progress=None,
    **settings,
):
    asked = decoder or FixedDecoder()
    return tuning_loop(
        asked,
        asked.text,
        find_method(spec),
        find_metric("bleu"),
        start,
        settings=TuningSettings(**{"interpolation": 1.0, "held_out": held_out_part, **settings}),
        held_out=held_out,
        folder=folder,
        threads=threads,
        facts=facts,
        statistics=statistics,
        progress=progress,
    )


def without_times(result):
    left_out = ("decode_seconds", "optimize_seconds")
    rounds = [{k: v for k, v in vars(one).items() if k not in left_out} for one in result.iterations]
    return result.weights, result.chosen, result.reason, rounds


def test_tuning_makes_the_translation_better():
    result = tuned()
    assert result.objective > result.iterations[0].objective + 5
    assert result.iterations[0].weights == START


def test_lists_accumulate():
    rounds = tuned(tolerance=0).iterations
    assert rounds[0].new == rounds[0].candidates == GROUPS * SHOWN
    assert len(rounds) > 2
    for before, after in pairwise(rounds):
        assert after.candidates == before.candidates + after.new
    assert rounds[1].new > 0


def _twice(found):
    """Every list with all of its candidates once more at its end."""
    groups = zip(found.groups[:-1], found.groups[1:], strict=True)
    rows = np.concatenate([np.tile(np.arange(*group), 2) for group in groups])
    return replace(
        found,
        groups=2 * found.groups,
        texts=found.texts.take(rows),
        scores=found.scores[rows],
        dense=found.dense[rows],
        sparse=found.sparse.take(rows),
        gold=None if found.gold is None else found.gold[rows],
    )


def test_candidates_that_are_listed_twice_count_once():
    class Twice(FixedDecoder):
        def translate(self, sentences, **how):
            return _twice(super().translate(sentences, **how))

    once = [(one.candidates, one.new) for one in tuned(tolerance=0).iterations]
    assert [(one.candidates, one.new) for one in tuned(Twice(), tolerance=0).iterations] == once


def test_each_round_decodes_with_the_weights_that_the_one_before_was_tuned_to():
    decoder = FixedDecoder()
    rounds = tuned(decoder, tolerance=0, choose="best").iterations
    assert decoder.calls == [one.weights for one in rounds]
    for before, after in pairwise(rounds):
        assert after.weights == before.tuned


def test_it_ends_when_nothing_is_new():
    result = tuned(FixedDecoder(shown=CANDIDATES), tolerance=0)
    assert result.reason == "no new candidates"
    assert [one.new for one in result.iterations] == [GROUPS * CANDIDATES, 0]
    assert result.iterations[-1].tuned is None


def test_where_nothing_is_new_the_whole_of_the_new_weights_is_tried():
    result = tuned(FixedDecoder(shown=CANDIDATES), tolerance=1e-9, interpolation=0.1)
    assert result.reason == "no new candidates"
    first, second, third = result.iterations
    assert second.new == third.new == 0
    assert second.tuned == first.tuned == third.weights
    assert third.objective == first.predicted


def test_it_ends_when_the_weights_have_settled():
    result = tuned(tolerance=10)
    assert result.reason == "the weights have settled"
    assert len(result.iterations) == 1


@dataclass(frozen=True)
class Hesitant(Optimizer):
    """Finds nothing in the first pass over a pool, and something with the other seeds."""

    name: ClassVar[str] = "hesitant"
    last_seed: int = setting(1, "the last seed that finds nothing")

    def search(self, problem, start, rng, progress):
        seeds = [np.random.default_rng(seed).integers(2**63) for seed in range(self.last_seed + 1)]
        return Found(start if rng.integers(2**63) in seeds else start + np.array([0.0, 1.0, 0.0]), [])


def hesitant(last_seed):
    decoder = FixedDecoder()
    settings = TuningSettings(iterations=1, interpolation=1, seed=1)
    return tuning_loop(
        decoder, decoder.text, Hesitant(last_seed), find_metric("bleu"), START, settings=settings
    )


def test_weights_have_settled_only_if_another_seed_finds_nothing_better_too():
    assert hesitant(last_seed=1).iterations[-1].weights == START | {"f1": 1.0}
    settled = hesitant(last_seed=100)
    assert settled.reason == "the weights have settled"
    assert len(settled.iterations) == 1


def rounds_of(*pairs):
    return [Iteration(Weights(START), objective, 0, new, 0.0) for objective, new in pairs]


@pytest.mark.parametrize(
    ("rounds", "stale"),
    [
        ([(30, 100)], 0),
        ([(30, 100), (20, 90), (25, 80)], 0),
        ([(30, 100), (40, 5), (39, 5)], 1),
        ([(30, 100), (40, 5), (39, 5), (40, 5)], 2),
        ([(30, 100), (40, 5), (39, 5), (39, 50), (39, 5)], 1),
        ([(30, 100), (40, 5), (39, 5), (41, 5)], 0),
        ([(30, 100), (40, 5), (40.1, 5), (40.19, 5)], 2),
        ([(30, 100), (40, 5), (40.15, 5), (40.3, 5)], 0),
    ],
)
def test_rounds_are_stale_that_bring_few_new_candidates_and_no_better_score(rounds, stale):
    assert stale_rounds(rounds_of(*rounds), "best", find_metric("bleu")) == stale
    lower = [(-objective, new) for objective, new in rounds]
    assert stale_rounds(rounds_of(*lower), "best", find_metric("ter")) == stale


def test_a_round_is_not_stale_whose_weights_promise_far_more():
    first, last = rounds_of((20, 1000), (19, 10))
    for predicted, stale in ((21, 1), (30, 0), (None, 1)):
        found = [first, replace(last, predicted=predicted)]
        assert stale_rounds(found, "best", find_metric("bleu")) == stale
    errors = [replace(first, objective=80.0), replace(last, objective=81.0, predicted=60.0)]
    assert stale_rounds(errors, "best", find_metric("ter")) == 0


class NoisyDecoder(FixedDecoder):
    """The same of candidates whose features say nothing about them."""

    def __init__(self, seed=1):
        ListDecoder.__init__(self, random_pool(np.random.default_rng(seed), GROUPS, 200), START)
        vars(self).update(shown=SHOWN, calls=[])


def test_patience_ends_a_loop_whose_lists_bring_little():
    patient = tuned(NoisyDecoder(), spec="kbmira", patience=0, tolerance=0)
    hasty = tuned(NoisyDecoder(), spec="kbmira", patience=1, tolerance=0)
    ends = [
        number
        for number in range(1, len(patient.iterations))
        if stale_rounds(patient.iterations[: number + 1], "best", find_metric("bleu"))
    ]
    assert hasty.reason == "few new candidates, and no better score"
    assert len(hasty.iterations) == ends[0] + 1 < len(patient.iterations)


def test_kbmira_goes_on_from_weights_that_its_epochs_do_not_improve_on():
    pool, bleu = random_pool(np.random.default_rng(1), GROUPS, CANDIDATES), find_metric("bleu")
    best = find_method("mert").optimize(pool, bleu, START).weights
    method = find_method("kbmira(epochs=1)")
    moved = method.optimize(pool, bleu, best, keep_start=False)
    assert moved.objective < moved.start_objective
    assert Weights(moved.weights).distance(best) > 1e-3
    assert method.optimize(pool, bleu, best).weights == pytest.approx(best)


def test_it_ends_after_the_last_iteration_which_is_measured_but_not_tuned():
    decoder = FixedDecoder()
    result = tuned(decoder, iterations=1, tolerance=0)
    assert result.reason == "after 1 iteration"
    assert len(decoder.calls) == 2
    assert result.iterations[-1].tuned is None


@pytest.mark.parametrize("share", [0.1, 0.5])
def test_interpolation_mixes_new_weights_into_old_ones_of_the_same_size(share):
    start = {name: 7 * value for name, value in START.items()}
    rounds = tuned(start=start, interpolation=share, tolerance=0, iterations=3, choose="best").iterations
    for before, after in pairwise(rounds):
        sizes = [sum(map(abs, weights.values())) for weights in (before.weights, before.tuned)]
        for name, value in after.weights.items():
            mixed = share * before.tuned[name] + (1 - share) * before.weights[name] * sizes[1] / sizes[0]
            assert value == pytest.approx(mixed, abs=1e-12)


@pytest.mark.parametrize(("spec", "share"), [("pro", 0.5), ("regression", 0.5), ("kbmira", 1.0)])
def test_methods_that_overshoot_go_half_of_the_way(spec, share):
    first, second = tuned(spec=spec, interpolation=0, tolerance=0, iterations=1).iterations
    assert second.weights == pytest.approx(first.weights.mixed(first.tuned, share))


def test_the_best_round_or_the_last_one_is_chosen():
    found = {choice: tuned(FixedDecoder(7), choose=choice, tolerance=0) for choice in ("best", "last")}
    rounds = found["best"].iterations
    scores = [one.objective for one in rounds]
    assert found["best"].chosen == scores.index(max(scores)) < len(rounds) - 1
    assert found["last"].chosen == len(rounds) - 1
    for result in found.values():
        assert result.weights == rounds[result.chosen].weights


@pytest.mark.parametrize("mixing", ["scaled", "plain"])
def test_the_average_is_the_mean_of_what_was_found_in_the_later_half(mixing, tmp_path):
    def run(folder=None):
        return tuned(
            FixedDecoder(5), tolerance=0, patience=0, mixing=mixing, folder=folder, interpolation=0.3
        )

    result = run(tmp_path)
    *rounds, last = result.iterations
    found = [one.tuned for one in rounds if one.tuned]
    found = found[len(found) // 2 :]
    assert len(found) > 1
    assert [one.averaged for one in result.iterations] == [False] * len(rounds) + [True]
    sizes = [sum(map(abs, weights.values())) if mixing == "scaled" else 1.0 for weights in found]
    mean = {
        name: np.mean([weights[name] / size for weights, size in zip(found, sizes, strict=True)])
        for name in START
    }
    assert last.weights == pytest.approx({name: value * sizes[-1] for name, value in mean.items()})
    assert without_times(run(tmp_path)) == without_times(result) == without_times(run())


@pytest.mark.parametrize(("average", "chosen"), [(40.0, 3), (38.9, 3), (38.7, 1)])
def test_an_average_that_loses_much_is_passed_over(average, chosen):
    def rounds(*scores):
        return [Iteration(Weights(START), score, 9, 9, 0.0) for score in scores]

    curve = [*rounds(30.0, 40.0, 35.0), replace(rounds(average)[0], averaged=True)]
    assert chosen_iteration(curve, "average", find_metric("bleu")) == chosen
    assert chosen_iteration(curve[:-1], "average", find_metric("bleu")) == 1
    errors = [replace(one, objective=100 - one.objective) for one in curve]
    assert chosen_iteration(errors[:3], "average", find_metric("ter")) == 1


def test_one_vector_of_weights_has_no_average():
    result = tuned(tolerance=0, iterations=2)
    assert not any(one.averaged for one in result.iterations)
    assert result.rule == "best"


@pytest.mark.parametrize("seed", range(3))
def test_the_round_that_is_best_on_held_out_sentences_is_chosen(seed):
    decoder = FixedDecoder(seed)
    seen, unseen = decoder.text.take(range(8)), decoder.text.take(range(8, GROUPS))
    result = tuning_loop(
        decoder,
        seen,
        find_method(MERT),
        find_metric("bleu"),
        START,
        settings=TuningSettings(interpolation=1, held_out=0.3, tolerance=0),
        held_out=unseen,
    )
    scores = [one.held_out for one in result.iterations]
    for one in result.iterations:
        best = decoder.translate(unseen.sentences, weights=one.weights, nbest=1).best()
        assert one.held_out == find_metric("bleu").corpus_score(list(best), unseen.references)
    assert result.chosen == scores.index(max(scores))
    assert result.held_out == max(scores)
    assert result.rule == "held-out"


def test_held_out_sentences_change_the_choice_and_nothing_else():
    text = FixedDecoder().text.take(range(3))
    alone, watched = tuned(tolerance=0), tuned(held_out=text, tolerance=0)
    assert [one.weights for one in alone.iterations] == [one.weights for one in watched.iterations]
    assert alone.chosen == watched.chosen


def test_without_held_out_sentences_nothing_is_chosen_by_them():
    decoder, chosen = FixedDecoder(), TuningSettings(held_out=0.5)
    with pytest.raises(InputError, match="found no held-out sentences"):
        tuning_loop(decoder, decoder.text, find_method(MERT), find_metric("bleu"), START, settings=chosen)
    with pytest.raises(InputError, match="found choose=held-out, expected held_out above 0"):
        TuningSettings(choose="held-out")


def test_statistics_may_come_from_elsewhere():
    asked = []

    def elsewhere(pool, judge):
        asked.append(len(pool))
        return pool.statistics(judge)

    result = tuned(statistics=elsewhere, tolerance=0)
    assert without_times(result) == without_times(tuned(tolerance=0))
    assert sum(asked) <= result.iterations[-1].candidates


def test_each_candidate_is_scored_once_and_no_more_than_is_asked_for():
    seen, asked = [], []

    def counting(pool, judge):
        groups = np.repeat(pool.group_ids, np.diff(pool.offsets)).tolist()
        seen.extend(zip(groups, pool.texts, map(tuple, pool.dense.tolist()), strict=True))
        asked.append(len(pool))
        return pool.statistics(judge)

    result = tuned(statistics=counting, tolerance=0, iterations=3)
    last = result.iterations[-1]
    assert last.tuned is None
    assert len(seen) == len(set(seen))
    firsts_only = asked[-1] if last.new else 0
    assert firsts_only <= GROUPS
    assert sum(asked) == last.candidates - last.new + firsts_only


def test_lower_is_better_for_an_error_rate():
    decoder = FixedDecoder()
    result = tuning_loop(decoder, decoder.text, find_method(MERT), find_metric("ter"), START)
    assert result.objective == min(one.objective for one in result.iterations)
    assert result.objective < result.iterations[0].objective


def test_a_feature_that_never_varies_keeps_its_weight():
    start = START | {"f9": 3.5}
    assert tuned(start=start).weights["f9"] == 3.5


def test_threads_and_runs_do_not_matter():
    assert without_times(tuned(threads=1)) == without_times(tuned(threads=2))


def test_a_folder_holds_every_round_and_gives_the_same_result_without_decoding(tmp_path):
    first = tuned(folder=tmp_path / "run")
    decoder = FixedDecoder()
    again = tuned(decoder, folder=tmp_path / "run")
    assert decoder.calls == []
    assert without_times(again) == without_times(first) == without_times(tuned())


@pytest.mark.parametrize("killed_in", [0, 1, 2])
@pytest.mark.parametrize("when", ["decode", "progress"])
def test_a_run_that_was_stopped_goes_on_to_the_same_result(tmp_path, killed_in, when):
    wanted = tuned(tolerance=0, iterations=4, interpolation=0.2)
    assert len(wanted.iterations) > 3

    class Stopped(FixedDecoder):
        def translate(self, sentences, **how):
            if when == "decode" and len(self.calls) == killed_in:
                raise KeyboardInterrupt
            return super().translate(sentences, **how)

    def progress(number, iteration):
        if when == "progress" and number == killed_in:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tuned(Stopped(), folder=tmp_path, progress=progress, tolerance=0, iterations=4, interpolation=0.2)
    assert without_times(
        tuned(folder=tmp_path, tolerance=0, iterations=4, interpolation=0.2)
    ) == without_times(wanted)


def test_lists_without_their_record_are_decoded_again(tmp_path):
    wanted = tuned(folder=tmp_path)
    (tmp_path / "01.json").unlink()
    (tmp_path / "01.npz").write_bytes(b"half a file")
    assert without_times(tuned(folder=tmp_path)) == without_times(wanted)


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 2},
        {"spec": "kbmira"},
        {"iterations": 3},
        {"choose": "last"},
        {"interpolation": 0.5},
        {"start": START | {"f1": 0.5}},
        {"facts": {"dev": "another text"}},
    ],
)
def test_other_settings_in_the_same_folder_are_refused(tmp_path, other):
    tuned(folder=tmp_path)
    with pytest.raises(InputError, match="found a run with other settings, expected the same"):
        tuned(folder=tmp_path, **other)


@pytest.mark.parametrize("name", ["loop.json", "00.json", "00.npz"])
@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"{}", b"\xff"])
def test_a_damaged_folder_is_told(tmp_path, name, damage):
    tuned(folder=tmp_path)
    (tmp_path / name).write_bytes(damage)
    with pytest.raises(InputError, match=name):
        tuned(folder=tmp_path)


def test_the_record_can_be_read_by_others(tmp_path):
    result = tuned(folder=tmp_path)
    stored = json.loads((tmp_path / "00.json").read_text())
    assert stored["weights"] == START
    assert stored["objective"] == result.iterations[0].objective


def test_runs_of_earlier_and_later_versions_can_be_read(tmp_path):
    wanted = tuned(folder=tmp_path)
    for path in tmp_path.glob("*.json"):
        stored = json.loads(path.read_text())
        for lately in ("held_out", "predicted", "tolerance"):
            stored.pop(lately, None)
        path.write_text(json.dumps(stored | {"of_a_later_version": 1}))
    again = tuned(folder=tmp_path)
    assert again.weights == wanted.weights
    assert [one.objective for one in again.iterations] == [one.objective for one in wanted.iterations]


@pytest.mark.parametrize("name", ["objective", "candidates", "decode_seconds", "weights", "tuned", "share"])
@pytest.mark.parametrize("value", ["text", float("nan"), [], {"f0": "1"}, {"f0": float("inf")}])
def test_an_iteration_with_a_value_of_another_type_is_told(tmp_path, name, value):
    tuned(folder=tmp_path)
    stored = json.loads((tmp_path / "00.json").read_text())
    (tmp_path / "00.json").write_text(json.dumps(stored | {name: value}))
    with pytest.raises(InputError, match=f"00.json: found something else, .* as {name}, expected .*; remove"):
        tuned(folder=tmp_path)
