"""Forced decoding's perceptron on tiny models, against enumeration of everything they can say."""

from collections import defaultdict

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.decoder import PhraseDecoder, SearchSettings
from pitchpipe.online import find_online
from pitchpipe.online.learner import Learner
from pitchpipe.online.violations import violations
from pitchpipe.training import DevSet, tune_decoder
from pitchpipe.weights import Vocabulary
from tests.decoder.toy import text_of, toy

ALL = 10**6


def learned(decoder, dev, method):
    (found,) = tune_decoder(decoder, dev, method=method)
    return found


SENTENCES = ["a b c", "b a d c", "c c a", "d b", "a e b c", "b c d a"]


def covered(steps):
    return sum(step.end - step.begin for step in steps)


def identity(steps):
    return tuple((step.begin, step.end) for step in steps), text_of(steps)


def listed(candidates, sentence):
    """What a decoder lists of each bin."""
    bins = defaultdict(set)
    for one in candidates.of(sentence):
        bins[one.covered].add((tuple((p.source_begin, p.source_end) for p in one.phrases), one.text))
    return bins


class Defined:
    """The sets of the paper: y-good derivations D and those of the search B, by bin."""

    def __init__(self, made, sentence, reference):
        size = len(sentence.split())

        def scored(steps):
            return made.score(made.features(steps, complete=covered(steps) == size))

        self.good, self.all = defaultdict(dict), defaultdict(dict)
        for steps in made.derivations(sentence, 6):
            for end in range(1, len(steps) + 1):
                start = steps[:end]
                self.all[covered(start)][identity(start)] = scored(start)
                if text_of(steps) == reference:
                    self.good[covered(start)][identity(start)] = scored(start)

    def amounts(self):
        return {
            bin: max(self.all[bin].values()) - max(good.values()) for bin, good in sorted(self.good.items())
        }


@pytest.fixture(params=[1, 2])
def forced(request, tmp_path):
    """A model, sentences, and a reference of each that it can yield but would not choose."""
    made = toy(tmp_path, request.param, templates=("PT",), most=4)
    ranked = [
        sorted((-made.score(made.features(steps)), text_of(steps)) for steps in made.derivations(sentence, 6))
        for sentence in SENTENCES
    ]
    return made, [list(dict.fromkeys(text for _, text in one))[-2:][0] for one in ranked]


def test_the_update_is_in_the_bin_of_the_largest_violation(forced):
    made, references = forced
    decoder = PhraseDecoder(made.model, SearchSettings(strategy="exhaustive", beam=0, options=0), threads=1)
    bins = decoder.force(SENTENCES, references, bins=ALL).bins, decoder.bins(SENTENCES, ALL)
    found = {one.sentence: one for one in violations(*bins, "max-violation")}
    assert len(found) > 3
    for i, (sentence, reference) in enumerate(zip(SENTENCES, references, strict=True)):
        amounts = Defined(made, sentence, reference).amounts()
        if max(amounts.values()) < 1e-4:
            assert i not in found or found[i].amount == pytest.approx(0, abs=1e-4)
            continue
        assert found[i].amount == pytest.approx(max(amounts.values()), abs=1e-4)
        assert amounts[found[i].bin] == pytest.approx(max(amounts.values()), abs=1e-4)
        good, bad = bins[0].scores[found[i].good], bins[1].scores[found[i].bad]
        assert found[i].amount == bad - good


@pytest.mark.parametrize("beam", [1, 5])
def test_an_early_update_is_in_the_first_bin_that_lost_all_good_derivations(forced, beam):
    made, references = forced
    decoder = PhraseDecoder(made.model, SearchSettings(beam=beam, pop_limit=2 * beam, options=0), threads=1)
    searched = decoder.bins(SENTENCES, beam)
    whole = PhraseDecoder(made.model, SearchSettings(beam=0), threads=1)
    good = whole.force(SENTENCES, references, bins=ALL).bins
    found = {one.sentence: one for one in violations(good, searched, "early")}
    assert found
    for i, one in found.items():
        defined = Defined(made, SENTENCES[i], references[i])
        kept = listed(searched, i)
        lost = [bin for bin in sorted(kept) if bin in defined.good and not kept[bin] & set(defined.good[bin])]
        assert one.bin == (lost[0] if lost else max(kept))


def weights_of(made, names):
    dense = {name: made.model.weights[name] for name in names}
    return Learner(find_online("maxforce"), Vocabulary(names), {**dense, **made.model.weights}).weights()


def test_the_gradient_leads_from_the_bad_derivations_to_the_good_ones(forced):
    made, references = forced
    decoder = PhraseDecoder(made.model, SearchSettings(strategy="exhaustive", beam=0, options=0), threads=1)
    dev = DevSet(SENTENCES, [[text] for text in references])
    weights = weights_of(made, decoder.dense_names)
    rule = find_online("maxforce(beam=10000)")
    examples = rule.examples(decoder, dev, None, np.arange(6), nbest=1, weights=weights, threads=1)
    found = examples.gradient(np.arange(len(examples)), weights, 1, 1)
    bins = decoder.force(SENTENCES, references, bins=10000).bins, decoder.bins(SENTENCES, 10000)
    wanted = defaultdict(float)
    updates = list(violations(*bins, "max-violation"))
    for one in updates:
        for sign, derivation in ((1, bins[1][one.bad]), (-1, bins[0][one.good])):
            for name, value in derivation.features.items():
                wanted[name] += sign * value
    values = dict(zip([weights.vocabulary.names[f] for f in found.features], found.values, strict=True))
    assert found.examples == len(updates)
    for name in {*wanted, *values}:
        assert values.get(name, 0.0) == pytest.approx(wanted.get(name, 0.0), abs=1e-5)


def test_each_reference_makes_a_pair_and_those_out_of_reach_are_counted(tmp_path):
    made = toy(tmp_path, 1, templates=("PT",))
    decoder = PhraseDecoder(made.model, SearchSettings(beam=0), threads=1)
    sentence = "a b c d"
    whole = sorted({text_of(steps) for steps in made.derivations(sentence, 6)})[0]
    start = next(
        text_of(steps)
        for steps in made.derivations(sentence, 6, partial=True)
        if [word for step in steps for word in range(step.begin, step.end)] == [0, 1, 2]
    )
    dev = DevSet([sentence, sentence], [[whole, f"{start} no such words"], ["nothing like it", whole]])
    weights = weights_of(made, decoder.dense_names)

    def facts(spec):
        found = find_online(spec).examples(
            decoder, dev, None, np.arange(2), nbest=1, weights=weights, threads=1
        )
        assert len(found) == found.facts["reachable"] + found.facts["prefixes"]
        return found.facts

    assert facts("maxforce(shortest=3)") == {"pairs": 4, "reachable": 2, "prefixes": 1, "unreachable": 1}
    assert facts("maxforce(shortest=4)") == {"pairs": 4, "reachable": 2, "prefixes": 0, "unreachable": 2}
    assert facts("maxforce(prefixes=false, shortest=1)")["prefixes"] == 0


def test_a_text_that_cannot_be_reached_at_all_is_told(tmp_path):
    decoder = PhraseDecoder(toy(tmp_path, 1).model, threads=1)
    with pytest.raises(
        InputError, match="found none of 1 references that the model can yield, expected some"
    ):
        learned(decoder, DevSet(["a"], [["no such words"]]), "maxforce")


@pytest.fixture
def pupil(tmp_path):
    """A decoder with weights of 0.2 everywhere, and what it would say with better ones."""
    made = toy(tmp_path, 2, templates=("PT",), most=4)
    random = np.random.default_rng(1)
    sentences = [" ".join(random.choice(list("abcd"), random.integers(2, 7))) for _ in range(60)]
    said = list(PhraseDecoder(made.model, threads=1).translate(sentences).best())
    other = made.model.with_weights(dict.fromkeys(made.model.feature_names, 0.2))
    return PhraseDecoder(other, threads=1), DevSet(sentences, [[text] for text in said])


@pytest.mark.parametrize("update", ["max-violation", "early"])
def test_it_learns_to_say_what_another_model_says(pupil, update):
    result = learned(*pupil, f"maxforce(update={update}, epochs=6, rate=1, dense_rate=1, choose=best)")
    assert result.facts["reachable"] > 40
    assert result.objective > result.epochs[0].objective + 0.5 * (100 - result.epochs[0].objective)


def test_sparse_weights_are_learned_and_dense_ones_kept(pupil):
    result = learned(*pupil, "maxforce")
    assert result.objective > result.epochs[0].objective
    assert {result.weights[name] for name in pupil[0].dense_names} == {0.2}
    assert any(name.startswith("PT:") for name in result.weights)


def test_a_model_without_sparse_features_is_told(tmp_path):
    made = toy(tmp_path, 1)
    decoder = PhraseDecoder(made.model, threads=1)
    dev = DevSet(["a b c"], [list(decoder.translate(["a b c"]).best())])
    with pytest.raises(InputError, match="found no sparse features, expected some to learn"):
        learned(decoder, dev, "maxforce")
    assert learned(decoder, dev, "maxforce(dense_rate=1)").facts["reachable"] == 1


def test_dense_weights_of_0_cannot_be_kept():
    with pytest.raises(InputError, match="found start=zero, expected dense weights to keep"):
        find_online("maxforce(start=zero)")
    assert find_online("maxforce(start=zero, dense_rate=1)")
