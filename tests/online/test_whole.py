"""What held-out sentences have chosen is learned again from all of the text."""

import pytest

from pitchpipe.lists.dev_set import DevSet
from pitchpipe.online import OnlineRecord, epochs
from pitchpipe.online.dense_start import dense_tuned
from pitchpipe.training.presets import find_preset

from .world import DENSE, GOLD, START, SparseWorld, Stopped, World, learned, without_times

HELD_OUT = "adagrad(rate=0.1, epochs=2, batch=7, cutoff=2, synchronous=true, held_out=0.25"
ALL = HELD_OUT.replace("held_out=0.25", "choose=best")
HOW = {"nbest": 10, "folder": None, "seed": 1, "threads": 1}


@pytest.mark.parametrize("average", ["false", "true"])
def test_as_many_epochs_are_learned_from_all_sentences_as_held_out_ones_have_chosen(average):
    result = learned(f"{HELD_OUT}, average={average})")
    whole = learned(f"{ALL}, average={average})")
    assert result.chosen == whole.chosen == 2
    assert result.weights == whole.weights
    assert (result.relearned, result.facts["sentences"]) == (60, 45)
    assert result.features == whole.epochs[2].features
    assert learned(f"{HELD_OUT}, average={average}, relearn=false)").weights != whole.weights


def test_where_sparse_features_do_not_help_dense_weights_are_tuned_on_all_sentences():
    world = SparseWorld()
    result = learned(HELD_OUT.replace("rate=0.1", "rate=1e-12") + ")", world)
    assert (result.chosen, result.features, result.relearned) == (0, 0, 60)
    assert result.weights == dense_tuned(world, world.text, GOLD, START, **HOW)
    assert "may be chance, so the start is kept" in result.doubt


def test_given_weights_are_kept_as_they_are_where_no_epoch_is_better():
    result = learned(HELD_OUT.replace("rate=0.1", "rate=1e-12") + ", start=given)", SparseWorld())
    assert (result.chosen, result.relearned, result.weights) == (0, 0, START)


def test_a_text_that_only_judges_leaves_nothing_to_learn_again():
    world = SparseWorld()
    few = world.text.take(range(10))
    result = learned("adagrad(epochs=1)", world, judged=DevSet(few.sentences, few.references))
    assert result.relearned == 0


def test_threads_do_not_matter():
    one, two = (learned(f"{HELD_OUT})", SparseWorld(), threads=threads) for threads in (1, 2))
    assert without_times(one) == without_times(two)


@pytest.mark.parametrize("written_every", [0.0, 1000.0])
@pytest.mark.parametrize("before_the_end", [1, 4, 10, 17, 18, 25])
def test_a_run_that_was_stopped_goes_on_to_the_same_weights(
    tmp_path, monkeypatch, written_every, before_the_end
):
    monkeypatch.setattr(epochs, "WRITTEN_EVERY", written_every)
    world = World()
    wanted = learned(f"{HELD_OUT})", world)
    assert wanted.relearned
    with pytest.raises(KeyboardInterrupt):
        learned(f"{HELD_OUT})", Stopped(world.calls - before_the_end), folder=tmp_path)
    resumed = World()
    assert without_times(learned(f"{HELD_OUT})", resumed, folder=tmp_path)) == without_times(wanted)
    if written_every == 0:
        assert resumed.calls == before_the_end
    assert learned(f"{HELD_OUT})", Stopped(0), folder=tmp_path).weights == wanted.weights


def test_progress_is_told_by_epoch():
    told = []
    learned(f"{HELD_OUT})", progress=lambda *how: told.append(how))
    again = [(epoch, done, 9) for epoch in (1, 2) for done in range(1, 10)]
    assert told[-len(again) :] == again
    assert told[0] == (1, 1, 7)


def test_the_record_has_the_sparse_weights_of_the_result(tmp_path):
    result = learned(f"{HELD_OUT})", folder=tmp_path)
    assert OnlineRecord.read(tmp_path).sparse == {
        name: value for name, value in result.weights.items() if name not in DENSE
    }


def test_a_paper_that_chooses_by_all_sentences_learns_once():
    assert (
        learned(find_preset("green2013").method("adagrad(epochs=1, gold=gold)"), SparseWorld()).relearned == 0
    )
