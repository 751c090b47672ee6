"""The online loop on a decoder whose candidates have a planted quality."""

import threading
from dataclasses import replace

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.metrics import find_metric
from pitchpipe.online import Epoch, OnlineResult, best_epoch, epochs, find_online, online_loop
from pitchpipe.online.dense_start import dense_tuned
from pitchpipe.online.judge import Judge
from pitchpipe.text import GroupedTexts, Texts
from pitchpipe.weights import Weights

from .world import DENSE, GOLD, START, SparseWorld, Stopped, World, learned, without_times

RULES = ["adagrad(rate=0.1, l1=0", "sgd(rate=0.005, l1=0", "arow(rate=20, precision=1000, l1=0"]
SYNCHRONOUS = "adagrad(rate=0.1, epochs=3, batch=7, cutoff=2, synchronous=true)"


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("mode", ["synchronous=true", "loss=hinge, synchronous=true", "synchronous=false"])
def test_every_rule_comes_near_the_best(rule, mode):
    world = World()
    result = learned(f"{rule}, {mode}, epochs=8, batch=5)", world, threads=2)
    before = result.epochs[0].objective
    share = 0.95 if "synchronous=true" in mode else 0.9  # weights that are some updates old, by chance
    assert result.objective > before + share * (world.best - before)


def test_the_result_is_that_of_the_best_epoch():
    world = World()
    result = learned(SYNCHRONOUS, world)
    assert result.objective == max(epoch.objective for epoch in result.epochs)
    again = learned("adagrad(epochs=1)", world, start={**dict.fromkeys(DENSE, 0.0), **result.weights})
    assert again.epochs[0].objective == result.objective


def test_threads_do_not_matter_in_synchronous_mode():
    assert without_times(learned(SYNCHRONOUS, threads=1)) == without_times(learned(SYNCHRONOUS, threads=2))


def test_seeds_matter():
    assert learned(SYNCHRONOUS, seed=1).weights != learned(SYNCHRONOUS, seed=2).weights


def test_asynchronous_workers_decode_at_the_same_time_with_weights_that_are_some_updates_old():
    both = threading.Barrier(2, timeout=10)

    class Watched(World):
        def translate(self, sentences, **how):
            if how["nbest"] > 1:
                both.wait()
            return super().translate(sentences, **how)

    result = learned("adagrad(rate=0.1, epochs=2, batch=10)", Watched(), threads=2)
    assert result.objective > result.epochs[0].objective


def test_the_stronger_l1_is_the_fewer_features_stay():
    kept = [
        learned(f"adagrad(rate=0.1, l1={l1}, epochs=4, patience=4, synchronous=true)").epochs[-1].features
        for l1 in (0, 1, 3, 10, 1000)
    ]
    assert kept == sorted(kept, reverse=True)
    assert kept[0] > kept[2] > kept[4] == 0


def test_features_that_fire_in_few_sentences_are_not_learned():
    world = World(sentences=10, sparse=400)
    every, often = (
        learned(f"adagrad(rate=0.1, l1=0, cutoff={least}, epochs=2, synchronous=true)", world).epochs[-1]
        for least in (1, 3)
    )
    assert every.features > often.features > 0


@pytest.mark.parametrize(("start", "weight"), [("uniform", 1 / 3), ("zero", 0.0)])
def test_learning_may_start_from_equal_weights_or_none(start, weight):
    first = []

    class Watched(World):
        def translate(self, sentences, **how):
            first.append(how["weights"].named)
            return super().translate(sentences, **how)

    learned(f"adagrad(epochs=1, start={start})", Watched())
    assert first[0] == dict.fromkeys(DENSE, weight)


def test_given_sparse_weights_are_started_from():
    given = START | {"s04": 2.5}
    result = learned("adagrad(epochs=1, rate=1e-9)", start=given)
    assert result.weights["s04"] == pytest.approx(2.5)
    assert result.epochs[0].features == 1


def test_held_out_sentences_judge_and_do_not_teach():
    taught, judged = set(), set()

    class Watched(World):
        def translate(self, sentences, **how):
            (judged if how["nbest"] == 1 else taught).update(sentences)
            return super().translate(sentences, **how)

    learned("adagrad(epochs=1, held_out=0.25, relearn=false)", Watched())
    assert (len(taught), len(judged)) == (45, 15)
    assert not taught & judged


def test_learning_ends_when_nothing_gets_better():
    result = learned("adagrad(rate=1e-12, epochs=10, patience=2)")
    assert (result.reason, result.chosen, len(result.epochs)) == ("no better score for 2 epochs", 0, 3)


def test_lower_is_better_for_error_rates():
    class Errors(World):
        """Every candidate's text is its reference, or not."""

        def __init__(self):
            super().__init__()
            texts = Texts.of("a b c d" if gold > 1 else "x" for gold in self.pool.gold)
            references = GroupedTexts.of([["a b c d"]] * self.pool.group_count)
            vars(self).update(pool=replace(self.pool, texts=texts, references=references))

    world, method = Errors(), find_online("adagrad(rate=0.1, epochs=3)")
    result = online_loop(world, world.text, method, find_metric("ter"), START, nbest=10)
    assert result.objective == min(epoch.objective for epoch in result.epochs) < result.epochs[0].objective


@pytest.mark.parametrize("written_every", [0.0, 1000.0])
@pytest.mark.parametrize("at", [0, 1, 5, 10, 11, 24])
def test_a_run_that_was_stopped_goes_on_to_the_same_weights(tmp_path, monkeypatch, written_every, at):
    monkeypatch.setattr(epochs, "WRITTEN_EVERY", written_every)
    wanted = learned(SYNCHRONOUS)
    with pytest.raises(KeyboardInterrupt):
        learned(SYNCHRONOUS, Stopped(at), folder=tmp_path)
    world = World()
    assert without_times(learned(SYNCHRONOUS, world, folder=tmp_path)) == without_times(wanted)
    if written_every == 0 and at:
        assert world.calls == 31 - at
    assert without_times(learned(SYNCHRONOUS, Stopped(0), folder=tmp_path)) == without_times(wanted)


def test_an_asynchronous_run_goes_on_with_the_batches_that_are_left(tmp_path, monkeypatch):
    monkeypatch.setattr(epochs, "WRITTEN_EVERY", 0.0)
    spec = "adagrad(rate=0.1, epochs=2, batch=7)"
    with pytest.raises(KeyboardInterrupt):
        learned(spec, Stopped(6), folder=tmp_path, threads=2)
    result = learned(spec, folder=tmp_path, threads=2)
    assert result.objective > result.epochs[0].objective
    assert 2 * 60 * 10 < sum(epoch.examples for epoch in result.epochs) <= 2 * 60 * 15


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 2},
        {"nbest": 11},
        {"spec": SYNCHRONOUS.replace("0.1", "0.2")},
        {"start": START | {"d1": 1.0}},
        {"world": World(seed=2)},
    ],
)
def test_other_settings_in_the_same_folder_are_refused(tmp_path, other):
    spec = "adagrad(epochs=1)"
    learned(spec, folder=tmp_path)
    with pytest.raises(InputError, match="found a run with other settings, expected the same; remove"):
        learned(other.pop("spec", spec), folder=tmp_path, **other)


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04", b"[]"])
def test_a_damaged_folder_is_told(tmp_path, damage):
    learned("adagrad(epochs=1)", folder=tmp_path)
    (tmp_path / "online.npz").write_bytes(damage)
    with pytest.raises(InputError, match=r"online.npz: the saved run is damaged: .*; remove"):
        learned("adagrad(epochs=1)", folder=tmp_path)


@pytest.mark.parametrize(
    "name", ["weights", "touched", "names", "best_values", "cutoff.sentences", "progress"]
)
@pytest.mark.parametrize("damage", ["missing", "short"])
def test_arrays_that_are_missing_or_cut_short_are_told(tmp_path, name, damage):
    spec = "adagrad(epochs=1, cutoff=2)"
    learned(spec, folder=tmp_path)
    with np.load(tmp_path / "online.npz") as stored:
        arrays = {key: stored[key] for key in stored.files if (key, damage) != (name, "missing")}
    if damage == "short":
        arrays[name] = arrays[name][:-1]
    np.savez(tmp_path / "online.npz", **arrays)
    with pytest.raises(InputError, match="the saved run is damaged: "):
        learned(spec, folder=tmp_path)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("adagrad(rate=0)", "adagrad: rate must be a number of at least 1e-12, not '0'"),
        ("adagrad(loss=ramp)", "adagrad: loss must be one of logistic, hinge, not 'ramp'"),
        ("adagrad(batch=0)", "adagrad: batch must be a whole number of at least 1, not '0'"),
        (
            "adagrad(start=best)",
            "adagrad: start must be one of auto, given, tuned, uniform, zero, not 'best'",
        ),
        ("adagrad(rte=1)", "there is no setting of adagrad 'rte'; did you mean 'rate'?"),
        ("adagrad(gold=blue)", "there is no metric 'blue'; did you mean 'bleu'?"),
        ("adagard", "there is no online method 'adagard'; did you mean 'adagrad'?"),
    ],
)
def test_bad_settings_are_told(spec, sentence):
    with pytest.raises(InputError) as told:
        find_online(spec)
    assert str(told.value) == sentence


def test_a_text_that_cannot_be_split_is_told():
    with pytest.raises(InputError, match=r"holding out 0.01 of 10 sentences leaves none on one side"):
        learned("adagrad(held_out=0.01)", World(sentences=10))


def test_no_sentences_are_told():
    with pytest.raises(InputError, match="there are no sentences to tune on"):
        learned("adagrad", World(sentences=0))


def test_sentences_are_held_out_where_sparse_features_are_learned():
    taught, judged = set(), set()

    class Watched(SparseWorld):
        def translate(self, sentences, **how):
            (judged if how["nbest"] == 1 else taught).update(sentences)
            return super().translate(sentences, **how)

    result = learned("adagrad(epochs=1, start=given, relearn=false)", Watched())
    assert (len(taught), result.facts["sentences"]) == (48, 48)
    assert not taught & judged or result.gains
    for everything in ("choose=best", "choose=best, start=given"):
        assert learned(f"adagrad(epochs=1, {everything})", SparseWorld()).facts["sentences"] == 60
    assert learned("adagrad(epochs=1)", World()).facts["sentences"] == 60
    assert learned("adagrad(epochs=1)", SparseWorld(sentences=10)).facts["sentences"] == 10


def test_the_gain_on_unseen_sentences_is_told_beside_that_on_the_others():
    world = SparseWorld()
    result = learned(SYNCHRONOUS, world)
    assert result.chosen
    seen, unseen = result.gains
    assert unseen == pytest.approx(result.objective - result.epochs[0].objective)
    assert seen > 0
    assert learned(f"{SYNCHRONOUS[:-1]}, choose=best)", world).gains is None


def test_dense_weights_are_tuned_before_sparse_ones_are_learned():
    tuned, given = (
        learned(f"adagrad(epochs=1, choose=best, start={start})", SparseWorld()).epochs[0].objective
        for start in ("auto", "given")
    )
    assert tuned > given
    assert learned("adagrad(epochs=1, choose=best, start=auto)", World()).epochs[0].objective == given


def test_tuned_dense_weights_keep_the_size_of_the_start_and_the_sparse_weights(tmp_path):
    start = START | {"s04": 2.5}
    world = SparseWorld()
    how = {"nbest": 10, "folder": tmp_path, "seed": 1, "threads": 1}
    found = dense_tuned(world, world.text, GOLD, start, **how)
    assert sum(abs(found[name]) for name in DENSE) == pytest.approx(sum(map(abs, START.values())))
    assert found["s04"] == 2.5
    calls = world.calls
    assert dense_tuned(world, world.text, GOLD, start, **how) == found
    assert world.calls == calls


def test_held_out_sentences_and_a_choice_by_all_exclude_each_other():
    with pytest.raises(InputError, match=r"found held_out=0.2 with choose=best, expected one of them"):
        find_online("adagrad(held_out=0.2, choose=best)")


def epochs_of(*pairs):
    return [Epoch(objective, 0, 0, 0.0, wins) for objective, wins in pairs]


@pytest.mark.parametrize(
    ("epochs", "chosen"),
    [
        ([(30, None), (31, None), (32, None)], 2),
        ([(30, None), (31, 0.99), (32, 0.9)], 1),
        ([(30, None), (31, 0.8), (32, 0.9)], 0),
        ([(30, None), (29, 0.1), (32, 1.0)], 2),
    ],
)
def test_an_epoch_whose_gain_may_be_chance_is_not_chosen(epochs, chosen):
    assert best_epoch(epochs_of(*epochs), GOLD) == chosen


def test_wins_are_shares_of_random_test_sets():
    world = World()
    judge = Judge(world, world.text, GOLD, START, 1)
    start = judge.rows(START)
    assert judge.wins(start) == 0.0
    better = judge.rows(learned(SYNCHRONOUS, world).weights)
    assert judge.wins(better) == 1.0
    mixed = np.where((np.arange(len(start)) % 2 == 0)[:, None], better, 2 * start - better)
    assert 0.01 < judge.wins(mixed) < 0.99


@pytest.mark.parametrize(
    ("last", "gains", "doubt"),
    [
        ((32, 0.99), (3.0, 2.0), ""),
        ((32, 0.99), (9.0, 2.0), "tuning gained 9.0 on the text that it learned from and 2.0 on held-out"),
        ((32, 0.5), None, "may be chance, so the start is kept"),
        ((29, None), None, ""),
    ],
)
def test_a_doubtful_result_is_told(last, gains, doubt):
    epochs = epochs_of((30, None), last)
    chosen = best_epoch(epochs, GOLD)
    told = OnlineResult(Weights(START), chosen, "", epochs, {}, gains).doubt
    assert doubt in told
    assert bool(told) == bool(doubt)


@pytest.mark.parametrize("name", ["weights", "squares", "late", "touched", "step", "best_values", "names"])
@pytest.mark.parametrize("kind", ["f4", "U8", "bool", "c16"])
def test_arrays_of_another_type_are_told(tmp_path, name, kind):
    learned("adagrad(epochs=1)", folder=tmp_path)
    with np.load(tmp_path / "online.npz") as stored:
        arrays = {key: stored[key].astype(kind) if key == name else stored[key] for key in stored.files}
    np.savez(tmp_path / "online.npz", **arrays)
    with pytest.raises(InputError, match=f"the saved run is damaged: {name} is of .*, expected "):
        learned("adagrad(epochs=1)", folder=tmp_path)
