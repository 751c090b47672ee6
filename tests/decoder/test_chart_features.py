"""Features of rules written in Python, against all derivations of small grammars."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.decoder import (
    ChartDecoder,
    PhraseFeature,
    RuleFeature,
    SearchSettings,
    StepFeature,
    open_decoder,
)
from pitchpipe.errors import InputError

from .toy_grammar import SOURCE, ToyGrammar, random_grammar

ALL = SearchSettings(strategy="exhaustive", beam=0, options=0)
seeds = st.integers(0, 10_000)
texts = st.lists(st.sampled_from([*SOURCE, "q"]), min_size=1, max_size=4).map(tuple)


class Turns(RuleFeature):
    """What it gives depends on all that is in the gaps and on where they are."""

    names = ("Turns", "Widths")
    initial = 2

    def rule(self, analysis, applied):
        state = (len(applied.target) + 2 * sum(applied.states) + applied.begin) % 3
        width = sum((end - begin) * place for place, (begin, end) in enumerate(applied.gaps, 1))
        return (float(state == 1), 0.1 * width * (applied.end - applied.begin)), state


class TurnsAtOnce(Turns):
    """The same for many rules."""

    def rules(self, analysis, states, applied):
        lengths = np.array([len(rule.target) for rule in applied.known])[applied.rule]
        after = (lengths + 2 * states.sum(axis=1) + applied.begin) % 3
        widths = ((applied.gap_end - applied.gap_begin) * [1, 2, 3]).sum(axis=1)
        return np.column_stack([after == 1, 0.1 * widths * (applied.end - applied.begin)]), after


class Gaps(PhraseFeature):
    """Of a rule alone."""

    names = ("Gaps",)

    def phrase(self, option):
        return float(option.source.count("[")) - 0.5 * len(option.target.split())


def with_features(toy: ToyGrammar, feature: RuleFeature | None, more: dict[str, float]) -> ToyGrammar:
    return replace(toy, model=toy.model.with_weights({**toy.model.weights, **more}), feature=feature)


@settings(max_examples=30, deadline=None)
@given(seeds, texts, st.sampled_from(["X", "AB"]), st.booleans())
def test_the_best_derivations_are_those_of_all(
    tmp_path_factory: pytest.TempPathFactory, seed: int, words: tuple[str, ...], labels: str, batched: bool
) -> None:
    weights = {"Turns": 0.7, "Widths": -0.9}
    toy = with_features(random_grammar(seed, tmp_path_factory.mktemp("toy"), labels=labels), Turns(), weights)
    decoder = ChartDecoder(toy.model, ALL, threads=1, features=[TurnsAtOnce() if batched else Turns()])
    found = decoder.translate([" ".join(words)], nbest=30)
    expected = toy.derivations(words)
    assert found.scores.tolist() == pytest.approx([score for score, _ in expected[:30]], abs=1e-3)
    best = decoder.translate([" ".join(words)])[0]
    if len(expected) == 1 or expected[1][0] < expected[0][0] - 1e-4:
        dense = dict.fromkeys(decoder.dense_names, 0.0)
        assert best.features == pytest.approx(dense | toy.features(expected[0][1]), abs=1e-3)
    forced = decoder.force([" ".join(words)], [best.text], nbest=5)
    same = [score for score, one in expected if " ".join(one.words) == best.text]
    assert forced.candidates.scores.tolist() == pytest.approx(same[:5], abs=1e-3)


@settings(max_examples=10, deadline=None)
@given(seeds, texts)
def test_a_feature_of_rules_alone_is_that_of_phrases(
    tmp_path_factory: pytest.TempPathFactory, seed: int, words: tuple[str, ...]
) -> None:
    toy = random_grammar(seed, tmp_path_factory.mktemp("toy"))
    option = Gaps()
    rules = [
        replace(
            one,
            scores=(
                one.scores[0] + option.phrase(_Option(one)) / toy.model.weights["TranslationModel0_0"],
                one.scores[1],
            ),
        )
        for one in toy.rules
    ]
    expected = replace(toy, rules=tuple(rules)).derivations(words)
    model = toy.model.with_weights({**toy.model.weights, "Gaps": 1.0})
    found = ChartDecoder(model, ALL, threads=1, features=[option]).translate([" ".join(words)], nbest=20)
    assert found.scores.tolist() == pytest.approx([score for score, _ in expected[:20]], abs=1e-2)


class _Option:
    def __init__(self, rule) -> None:
        self.source, self.target = " ".join(rule.source), " ".join(rule.target)


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> ToyGrammar:
    return random_grammar(11, tmp_path_factory.mktemp("toy"))


def test_several_features_and_threads(toy: ToyGrammar) -> None:
    sentences = [" ".join(SOURCE[i % 4] for i in range(start, start + 6)) for start in range(6)]
    features = [Turns(), Gaps()]
    model = with_features(toy, None, {"Turns": 0.7, "Widths": -0.9, "Gaps": 0.5}).model
    one = ChartDecoder(model, threads=1, features=features).translate(sentences, nbest=5)
    other = open_decoder(model, threads=3, features=features[::-1]).translate(sentences, nbest=5)
    assert list(one.texts) == list(other.texts)
    assert one.scores.tolist() == other.scores.tolist()
    assert one.dense_names[-3:] == ("Gaps", "Turns", "Widths")


class Bad(RuleFeature):
    names = ("Bad",)

    def rule(self, analysis, applied):
        if applied.begin == 2:
            raise KeyError("no such word")
        return 0.0, 0


class Step(StepFeature):
    names = ("Bad",)


def test_what_fails_says_where(toy: ToyGrammar) -> None:
    model = with_features(toy, None, {"Bad": 1.0}).model
    decoder = ChartDecoder(model, threads=2, features=[Bad()])
    assert decoder.translate(["a b"]).best()
    with pytest.raises(InputError, match="the feature Bad failed at sentence 2: KeyError"):
        decoder.translate(["a b", "b c a"])
    with pytest.raises(InputError, match="expected a PhraseFeature or a RuleFeature"):
        ChartDecoder(toy.model, features=[Step()])
