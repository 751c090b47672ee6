"""Feature hashing: a fixed number of weights, which features share."""

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.decoder import PhraseDecoder
from pitchpipe.online import OnlineResult, find_online
from pitchpipe.online.checkpoint import OnlineRecord
from pitchpipe.online.gradient import Gradient
from pitchpipe.weights import HashedVocabulary, NumberedWeights, Weights
from tests.decoder.toy import toy

from .world import DENSE, World, learned, without_times

SPEC = "adagrad(rate=0.1, epochs=3, batch=7, cutoff=2, synchronous=true"


class HashedWorld(World):
    """Gives each feature the weight of its bucket."""

    takes_buckets = True

    def translate(self, sentences, *, weights, nbest, threads=None):
        if isinstance(weights, NumberedWeights):
            names = self.pool.feature_names
            values = weights.of(weights.vocabulary.numbers(names))
            weights = dict(zip(names, values.tolist(), strict=True))
        return super().translate(sentences, weights=weights, nbest=nbest)


@given(st.lists(st.text("abc", min_size=1, max_size=3), max_size=60), st.integers(1, 6))
def test_buckets_that_several_features_share_are_counted(names, bits):
    vocabulary = HashedVocabulary(["d"], bits)
    numbers = np.concatenate([vocabulary.numbers([name]) for name in ["d", *names]])
    again = HashedVocabulary(["d"], bits)
    assert again.numbers(["d", *names]).tolist() == numbers.tolist()
    assert again.facts == vocabulary.facts
    assert len(vocabulary) == 1 + 2**bits
    buckets = defaultdict(set)
    for name, number in zip(names, numbers[1:].tolist(), strict=True):
        assert 1 <= number <= 2**bits
        buckets[number].add(name)
    assert vocabulary.facts == {
        "buckets": 2**bits,
        "buckets_used": len(buckets),
        "buckets_shared": sum(len(one) > 1 for one in buckets.values()),
    }


def test_without_collisions_hashed_features_learn_what_others_do():
    plain = learned(f"{SPEC})")
    result = learned(f"{SPEC}, hashing=20)", HashedWorld())
    assert result.facts["buckets_shared"] == 0
    assert 0 < result.facts["buckets_used"] <= 40
    assert result.curve == plain.curve
    vocabulary = HashedVocabulary(DENSE, 20)
    names = {
        vocabulary.name(int(vocabulary.numbers([name])[0])): value for name, value in plain.weights.items()
    }
    assert result.weights == pytest.approx(names)


def test_few_buckets_are_shared_and_reported():
    result = learned(f"{SPEC}, hashing=3)", HashedWorld())
    assert result.facts["buckets_used"] == result.facts["buckets_shared"] == 8
    assert len(result.weights) <= len(DENSE) + 8
    assert result.objective > result.epochs[0].objective
    assert result.buckets == "8 of 8 buckets have sparse features, 8 of them several"
    assert result.doubt.endswith("take a larger hashing")
    assert not OnlineResult(Weights(), 0, "", result.epochs, {}).buckets


def test_a_stopped_run_goes_on_to_the_same_weights(tmp_path):
    class Stopping(HashedWorld):
        def translate(self, sentences, **how):
            if self.calls == 14:
                raise KeyboardInterrupt
            return super().translate(sentences, **how)

    spec = f"{SPEC}, hashing=4)"
    with pytest.raises(KeyboardInterrupt):
        learned(spec, Stopping(), folder=tmp_path)
    resumed = learned(spec, HashedWorld(), folder=tmp_path)
    assert without_times(resumed) == without_times(learned(spec, HashedWorld()))
    record = OnlineRecord.read(Path(tmp_path))
    assert record.sparse == {name: value for name, value in resumed.weights.items() if name not in DENSE}


def test_other_decoders_are_refused():
    with pytest.raises(InputError, match=r"found hashing=5 with .*, expected a decoder of a model of ours"):
        learned(f"{SPEC}, hashing=5)")
    with pytest.raises(InputError, match="hashing"):
        find_online("adagrad(hashing=29)")


def test_values_of_features_in_one_bucket_are_summed():
    merged = Gradient(np.array([5, 1, 5]), np.array([1.0, 2.0, 0.5]), 3, [(7, np.array([5, 5, 1]))]).merged()
    assert (merged.features.tolist(), merged.values.tolist()) == ([1, 5], [2.0, 1.5])
    assert [(one, numbers.tolist()) for one, numbers in merged.fired] == [(7, [1, 5])]


def test_the_decoder_gives_features_the_weights_of_their_buckets(tmp_path):
    made = toy(tmp_path, 3, templates=("PT", "AL"))
    texts = ["a b c", "b d", "c c a"]
    decoder = PhraseDecoder(made.model, threads=1)
    vocabulary = HashedVocabulary(decoder.dense_names, 4)
    rng = np.random.default_rng(1)
    dense = len(decoder.dense_names)
    numbered = NumberedWeights(
        vocabulary,
        np.array([made.model.weights.get(name, 0.0) for name in decoder.dense_names]),
        np.arange(dense, dense + 16),
        rng.normal(size=16).astype(np.float32).astype(float),
    )
    found = decoder.translate(texts, nbest=20, weights=numbered)
    assert sum(name.startswith(("PT", "AL")) for one in found.of(0) for name in one.features) > 0
    for place in range(len(texts)):
        for one in found.of(place):
            weights = numbered.of(vocabulary.numbers(one.features))
            assert one.score == pytest.approx(float(weights @ [*one.features.values()]), abs=1e-4)
    numbered.named.write(tmp_path / "weights")
    by_name = decoder.translate(texts, nbest=20, weights=Weights.read(tmp_path / "weights"))
    assert [one.text for one in by_name.of(0)] == [one.text for one in found.of(0)]
    assert [one.score for one in by_name.of(0)] == pytest.approx([one.score for one in found.of(0)])


@pytest.mark.parametrize(
    "wrong", [{"hashed4_1": 1.0, "hashed5_1": 1.0}, {"hashed4_16": 1.0}, {"hashed40_1": 1.0}]
)
def test_weights_of_buckets_that_cannot_be_are_refused(tmp_path, wrong):
    made = toy(tmp_path, 3, templates=("PT",))
    with pytest.raises(InputError, match="bucket"):
        PhraseDecoder(made.model.with_weights({**made.model.weights, **wrong}))
