"""Online tuning of a tiny model with the real decoder."""

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.decoder import PhraseDecoder
from pitchpipe.lists.decoded import decoded
from pitchpipe.metrics import find_metric
from pitchpipe.online import find_online
from pitchpipe.online.learner import Learner
from pitchpipe.training import DevSet, tune_decoder
from pitchpipe.weights import Vocabulary
from tests.decoder.toy import toy

TEMPLATES = ("PT", "AL", "LO")


def learned(decoder, dev, method, **how):
    (found,) = tune_decoder(decoder, dev, method=method, **how)
    return found


@pytest.fixture
def made(tmp_path):
    return toy(tmp_path, 2, templates=TEMPLATES, most=4)


def text(made, count=50):
    """Sentences with what the model says, which another one is to learn."""
    random = np.random.default_rng(1)
    sentences = [" ".join(random.choice(list("abcd"), random.integers(2, 7))) for _ in range(count)]
    return DevSet(
        sentences, [[one] for one in PhraseDecoder(made.model, threads=1).translate(sentences).best()]
    )


def untuned(made, threads=1):
    return PhraseDecoder(
        made.model.with_weights(dict.fromkeys(made.model.feature_names, 0.2)), threads=threads
    )


@pytest.mark.parametrize("spec", ["adagrad(rate=0.1", "arow(rate=50, precision=1000"])
def test_a_model_learns_to_say_what_another_one_says(made, spec):
    result = learned(
        untuned(made, 2),
        text(made),
        f"{spec}, l1=0, batch=5, epochs=8, start=given, choose=best, synchronous=true)",
        nbest=30,
    )
    before = result.epochs[0].objective
    assert result.objective > before + 0.5 * (100 - before)
    assert any(name.startswith(TEMPLATES) for name in result.weights)


def test_synchronous_runs_have_the_same_bits_for_any_number_of_threads(made):
    spec = "adagrad(rate=0.1, batch=5, epochs=3, synchronous=true)"
    one, two = (learned(untuned(made, threads), text(made), spec) for threads in (1, 2))
    assert one.weights == two.weights
    assert [epoch.objective for epoch in one.epochs] == [epoch.objective for epoch in two.epochs]


def test_the_decoder_gets_the_weights_that_their_names_say(made):
    decoder, dev = untuned(made), text(made, 10)
    learner = Learner(find_online("adagrad"), Vocabulary(decoder.dense_names), made.model.weights)
    pool = decoded(decoder, dev, learner.weights(), nbest=20)
    named = decoder.translate(dev.sentences, weights=made.model.weights, nbest=20)
    assert list(pool.texts) == list(named.texts)
    scores = pool.all_dense() @ [made.model.weights.get(name, 0.0) for name in pool.feature_names]
    assert scores == pytest.approx(named.scores, abs=1e-3)
    learner.weights().vocabulary.numbers(["PT:new~one"])
    again = decoded(decoder, dev, learner.weights(), nbest=20)
    assert list(again.texts) == list(pool.texts)


def test_another_text_or_another_search_in_the_same_folder_is_refused(made, tmp_path):
    spec, run = "adagrad(epochs=1)", tmp_path / "run"
    learned(untuned(made), text(made, 10), spec, folder=run)
    with pytest.raises(InputError, match="found a run with other settings"):
        learned(untuned(made), text(made, 11), spec, folder=run)


def test_hashed_weights_are_those_that_a_model_of_their_names_translates_with(made):
    spec = "adagrad(rate=0.1, l1=0.01, batch=5, epochs=2, hashing=5, average=true, start=given, choose=best, synchronous=true)"
    one, two = (learned(untuned(made, threads), text(made), spec, nbest=30) for threads in (1, 2))
    assert one.weights == two.weights
    assert one.chosen > 0
    assert {name for name in one.weights if name not in made.model.feature_names} <= {
        f"hashed5_{bucket}" for bucket in range(32)
    }
    dev = text(made)
    found = list(
        PhraseDecoder(made.model.with_weights(one.weights), threads=1).translate(dev.sentences).best()
    )
    assert find_metric("bleu").corpus_score(found, dev.references) == pytest.approx(one.objective)
