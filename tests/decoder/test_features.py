"""Features written in Python against enumeration, and what happens when they fail."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitchpipe import InputError
from pitchpipe.decoder import (
    Decoder,
    Extension,
    Extensions,
    PhraseDecoder,
    PhraseFeature,
    PhraseOption,
    SearchSettings,
    Sentence,
    StepFeature,
)
from tests.decoder.phrasebook import phrasebook
from tests.decoder.test_search import CUBE, EXHAUSTIVE, equal, future, sentences
from tests.decoder.toy import Derivation, Step, Toy, text_of, toy


class LengthRatio(PhraseFeature):
    names = ("LengthRatio",)

    def phrase(self, option: PhraseOption) -> float:
        return len(option.target.split()) / len(option.source.split())


class Letters(PhraseFeature):
    names = ("Links", "Seen")

    def phrase(self, option: PhraseOption) -> Sequence[float]:
        return len(option.alignment), math.log(option.joint_count)


class LettersAtOnce(PhraseFeature):
    names = Letters.names

    def phrases(self, options: Sequence[PhraseOption]) -> NDArray[np.float64]:
        return np.array([Letters().phrase(option) for option in options])


class Repeats(StepFeature):
    """Phrases that begin with the word that the one before ends with: the state is that word."""

    names = ("Repeats",)
    initial = ""

    def step(self, analysis: Sentence, state: str, extension: Extension) -> tuple[float, str]:
        return float(extension.target[0] == state), extension.target[-1]


class Zigzags(StepFeature):
    """Changes between jumps forward and backward, and their distance: the state is the last direction."""

    names = ("Zigzags", "Distance")

    def start(self, sentence: Sentence) -> int:
        return len(sentence.words)

    def steps(
        self, analysis: int, states: NDArray[np.int64], extensions: Extensions
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        jumps = extensions.begin - extensions.last_end
        directions = np.sign(jumps)
        changes = (directions != states) & (directions != 0) & (states != 0)
        return np.column_stack([changes, np.abs(jumps) / analysis]), np.where(
            directions == 0, states, directions
        )


WEIGHTS = {
    "LengthRatio": 0.7,
    "Links": -0.4,
    "Seen": 0.3,
    "Repeats": -2.0,
    "Zigzags": 1.5,
    "Distance": -0.8,
    "Words": 0.5,
}
ALL = (LengthRatio(), Letters(), Repeats(), Zigzags())


def values(steps: Derivation) -> dict[str, float]:
    """What the features above are, by definition."""
    pairs = [step.pair for step in steps if step.pair]
    size = sum(step.end - step.begin for step in steps)
    found = {
        "LengthRatio": sum(len(pair.target) / len(pair.source) for pair in pairs),
        "Links": float(sum(len(pair.links) for pair in pairs)),
        "Seen": sum(math.log(pair.joint) for pair in pairs),
        "Repeats": float(sum(a.target[-1] == b.target[0] for a, b in pairwise(steps))),
    }
    ends = [0, *(step.end for step in steps)]
    jumps = [step.begin - end for step, end in zip(steps, ends, strict=False)]
    directions = [jump > 0 for jump in jumps if jump]
    found["Zigzags"] = float(sum(a != b for a, b in pairwise(directions)))
    found["Distance"] = sum(abs(jump) for jump in jumps) / size
    return found


def decoder(made: Toy, features: Sequence[Any] = ALL, threads: int = 1, **settings: Any) -> Decoder:
    names = [name for one in features for name in one.names]
    weights = {**made.model.weights, **{name: WEIGHTS[name] for name in names if name in WEIGHTS}}
    return PhraseDecoder(made.model.with_weights(weights), SearchSettings(**settings), threads, features)


@pytest.mark.parametrize("search", [EXHAUSTIVE, CUBE], ids=["exhaustive", "cube"])
@pytest.mark.parametrize(
    "features", [ALL[:1], ALL[1:2], ALL[2:3], ALL[3:], ALL], ids=lambda f: type(f[0]).__name__
)
@pytest.mark.parametrize("seed", range(2))
def test_lists_are_the_best_of_all_derivations(
    tmp_path: Path, search: dict[str, Any], features: Sequence[Any], seed: int
) -> None:
    made = toy(tmp_path, seed)
    names = [name for one in features for name in one.names]
    texts = sentences(seed, count=3, longest=4)
    found = decoder(made, features, **search).translate(texts, nbest=30)
    for i, sentence in enumerate(texts):
        expected = []
        for steps in made.derivations(sentence, 6):
            own = {name: value for name, value in values(steps).items() if name in names}
            total = made.score(made.features(steps)) + sum(WEIGHTS[name] * own[name] for name in names)
            expected.append((total, text_of(steps), own))
        expected.sort(key=lambda one: -one[0])
        assert [one.score for one in found.of(i)] == pytest.approx(
            [one[0] for one in expected[:30]], abs=1e-4
        )
        for one in found.of(i):
            assert any(
                one.text == text
                and one.score == pytest.approx(score, abs=1e-4)
                and [one.features[name] for name in names] == pytest.approx([own[name] for name in names])
                for score, text, own in expected
            )


@pytest.mark.parametrize("seed", range(3))
def test_phrase_features_count_in_the_estimate_of_the_rest(tmp_path: Path, seed: int) -> None:
    made = toy(tmp_path, seed)

    def ratio(step: Step) -> float:
        return WEIGHTS["LengthRatio"] * values((step,))["LengthRatio"]

    texts = sentences(seed, count=2, longest=4)
    bins = decoder(made, ALL[:1], **EXHAUSTIVE, future_distortion=False).bins(texts, 5)
    for i, sentence in enumerate(texts):
        expected = []
        for steps in made.derivations(sentence, 6, partial=True):
            if sum(step.end - step.begin for step in steps) == 1 < len(sentence.split()):
                score = made.score(made.features(steps, complete=False)) + ratio(steps[0])
                rest, text = future(made, sentence, steps, ratio)
                expected.append((score + rest, score, f"{text_of(steps)} {text}"))
        expected.sort(reverse=True)
        found = [one for one in bins.of(i) if one.covered == 1][: len(expected)]
        assert [one.score for one in found] == pytest.approx([one[1] for one in expected[:5]], abs=1e-4)
        assert [one.extended for one in found] == [one[2] for one in expected[:5]]


def test_results_do_not_depend_on_the_number_of_threads(tmp_path: Path) -> None:
    made = toy(tmp_path, 3)
    texts = sentences(3, count=40, longest=9)
    one = decoder(made, beam=10, pop_limit=20).translate(texts, nbest=5)
    assert equal(one, decoder(made, threads=4, beam=10, pop_limit=20).translate(texts, nbest=5))


def test_a_feature_without_a_weight_counts_nothing_and_is_listed(tmp_path: Path) -> None:
    made = toy(tmp_path, 1)
    texts = sentences(1)
    plain = PhraseDecoder(made.model, threads=1).translate(texts)
    found = PhraseDecoder(made.model, threads=1, features=[LengthRatio()]).translate(texts)
    assert found.scores.tolist() == plain.scores.tolist()
    assert list(found.texts) == list(plain.texts)
    assert found.dense_names[-1] == "LengthRatio"
    assert found.dense[:, -1].any()


def test_weights_can_change_from_call_to_call(tmp_path: Path) -> None:
    made = toy(tmp_path, 1)
    texts = sentences(1)
    own = decoder(made)
    changed = {**own.model.weights, "LengthRatio": -3.0}
    again = PhraseDecoder(made.model.with_weights(changed), threads=1, features=ALL).translate(texts, nbest=3)
    own.translate(texts, nbest=3)
    assert equal(own.translate(texts, nbest=3, weights=changed), again)


def fails_in_phrase(how: Callable[[], Any]) -> PhraseFeature:
    class Broken(PhraseFeature):
        names = ("one", "two")

        def phrase(self, option: PhraseOption) -> Any:
            return how() if option.source == "b" else (0, 0)

    return Broken()


def fails_in_phrases(how: Callable[[], Any]) -> PhraseFeature:
    class Broken(PhraseFeature):
        names = ("one", "two")

        def phrases(self, options: Sequence[PhraseOption]) -> Any:
            return [how() if option.source == "b" else (0, 0) for option in options]

    return Broken()


def fails_in_step(how: Callable[[], Any]) -> StepFeature:
    class Broken(StepFeature):
        names = ("one", "two")

        def start(self, sentence: Sentence) -> bool:
            return "b" in sentence.words

        def step(self, analysis: bool, state: Any, extension: Extension) -> tuple[Any, Any]:
            return how() if analysis else (0, 0), 0

    return Broken()


def fails_in_steps(how: Callable[[], Any]) -> StepFeature:
    class Broken(StepFeature):
        names = ("one", "two")

        def start(self, sentence: Sentence) -> bool:
            return "b" in sentence.words

        def steps(self, analysis: bool, states: Any, extensions: Extensions) -> tuple[Any, Any]:
            rows = [how() if analysis else (0, 0)] * len(extensions)
            return rows, np.zeros(len(extensions), int)

    return Broken()


HOWS: dict[str, tuple[Callable[[], Any], str]] = {
    "raises": (lambda: 1 / 0, "ZeroDivisionError: division by zero"),
    "is not a number": (lambda: (0, math.nan), "ValueError: found the value nan, expected finite numbers"),
    "is infinite": (lambda: (0, -math.inf), "ValueError: found the value -inf, expected finite numbers"),
    "overflows": (
        lambda: (0, 1e300),
        "ValueError: found the value 1e+300, expected finite numbers up to 1e+12",
    ),
    "is a huge whole number": (lambda: (0, 10**400), "OverflowError: int too large to convert to float"),
    "has a value too many": (lambda: (0, 0, 0), "ValueError:"),
    "has a value too few": (lambda: 0, "ValueError:"),
    "is no number": (lambda: None, "Error:"),
}


@pytest.mark.parametrize("kind", [fails_in_phrase, fails_in_phrases, fails_in_step, fails_in_steps])
@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("threads", [1, 3])
def test_a_feature_that_fails_is_told_with_its_name_and_the_sentence(
    tmp_path: Path, kind: Callable[[Any], Any], how: str, threads: int
) -> None:
    made = toy(tmp_path, 0)
    texts = ["a c", "c d", "d b a", *["c a d"] * 20]
    call, sentence = HOWS[how]
    own = decoder(made, [kind(call)], threads)
    with pytest.raises(InputError) as error:
        own.translate(texts)
    assert "the feature Broken failed at sentence 3" in str(error.value)
    assert sentence in str(error.value)
    assert len(own.translate(texts[:2])) == 2


def test_many_phrases_at_once_are_the_same_as_one_by_one(tmp_path: Path) -> None:
    made = toy(tmp_path, 4, tables=2)
    texts = sentences(4, count=10)
    one, at_once = (
        decoder(made, [LengthRatio(), letters]).translate(texts, nbest=5)
        for letters in (Letters(), LettersAtOnce())
    )
    assert equal(one, at_once)


def test_each_phrase_pair_is_asked_for_once_and_a_sentence_asks_once_for_all(tmp_path: Path) -> None:
    asked: list[list[tuple[str, str]]] = []

    class Asked(PhraseFeature):
        names = ("Asked",)

        def phrases(self, options: Sequence[PhraseOption]) -> list[float]:
            asked.append([(option.source, option.target) for option in options])
            return [0.0] * len(options)

    own = decoder(toy(tmp_path, 0), [Asked()])
    own.translate(["a b", "b a c", "a b"], nbest=3)
    own.translate(["c b"])
    assert len(asked) <= 3
    pairs = [pair for batch in asked for pair in batch]
    assert len(set(pairs)) == len(pairs) > 3
    assert {source for source, _ in pairs} >= {"a", "b", "c"}


def test_the_phrase_that_a_feature_fails_at_is_told_among_those_of_its_sentence(tmp_path: Path) -> None:
    own = decoder(toy(tmp_path, 0), [fails_in_phrase(lambda: (0, math.nan))])
    with pytest.raises(
        InputError, match=r"failed at sentence 2, the phrase 'b': ValueError: found the value nan"
    ):
        own.translate(["a c", "a c b"])


def test_a_single_value_may_be_a_number_or_a_row(tmp_path: Path) -> None:
    class Either(PhraseFeature):
        names = ("LengthRatio",)

        def phrase(self, option: PhraseOption) -> float | Sequence[float]:
            ratio = LengthRatio().phrase(option)
            return ratio if option.source == "a" else [ratio]

    made = toy(tmp_path, 0)
    one, either = (
        decoder(made, [feature]).translate(["a b c"], nbest=5) for feature in (LengthRatio(), Either())
    )
    assert equal(one, either)


@pytest.mark.parametrize("states", [np.zeros(1), [0.5], ["x"]], ids=str)
def test_states_of_many_steps_are_whole_numbers_one_for_each(tmp_path: Path, states: Any) -> None:
    class Broken(StepFeature):
        names = ("one",)

        def steps(self, analysis: Any, before: Any, extensions: Extensions) -> tuple[Any, Any]:
            return np.zeros(len(extensions)), states

    with pytest.raises(InputError, match="the feature Broken failed at sentence 1: ValueError: found states"):
        decoder(toy(tmp_path, 0), [Broken()]).translate(["a b c d"])


def test_a_start_that_fails_is_told(tmp_path: Path) -> None:
    class Broken(StepFeature):
        names = ("one",)

        def start(self, sentence: Sentence) -> Any:
            raise KeyError(sentence.words[0])

    with pytest.raises(InputError, match="the feature Broken failed at sentence 1: KeyError: 'a'"):
        decoder(toy(tmp_path, 0), [Broken()]).translate(["a b"])


def test_a_weight_of_a_feature_that_does_not_exist_is_refused_with_a_suggestion(tmp_path: Path) -> None:
    made = toy(tmp_path, 0)
    weights = {**made.model.weights, "LengthRation": 1.0}
    with pytest.raises(InputError, match=r"no feature 'LengthRation'; did you mean 'LengthRatio'\?"):
        PhraseDecoder(made.model.with_weights(weights), features=[LengthRatio()])
    with pytest.raises(InputError, match="no feature 'Repeats'"):
        PhraseDecoder(made.model).translate(["a"], weights={"Repeats": 1.0})


@pytest.mark.parametrize("weight", [math.nan, math.inf, -1e300])
def test_weights_are_finite(tmp_path: Path, weight: float) -> None:
    made = toy(tmp_path, 0)
    with pytest.raises(InputError, match=r"found the weight .* of 'LM0', expected a finite number"):
        PhraseDecoder(made.model).translate(["a"], weights={"LM0": weight})


def test_what_is_no_feature_is_refused(tmp_path: Path) -> None:
    made = toy(tmp_path, 0)

    class Nameless(PhraseFeature):
        pass

    class Again(PhraseFeature):
        names = ("LM0",)

    for feature, sentence in (
        (object(), "expected a PhraseFeature or a StepFeature"),
        (Nameless(), "the feature Nameless has no names"),
        (Again(), "found two features called 'LM0'"),
    ):
        with pytest.raises(InputError, match=sentence):
            PhraseDecoder(made.model, features=[feature])  # type: ignore[list-item]


def test_states_of_a_long_search_are_all_told_apart(tmp_path: Path) -> None:
    """Two features with many states: combinations are numbered, and hypotheses that differ are not recombined."""

    class Words(StepFeature):
        names = ("Words",)
        initial = ()

        def step(
            self, analysis: Any, state: tuple[str, ...], extension: Extension
        ) -> tuple[float, tuple[str, ...]]:
            after = (*state, *extension.target)
            return float(len(after) % 3 == 0), after

    made = toy(tmp_path, 2)
    random = Random(2)
    sentence = " ".join(random.choices("abcd", k=4))
    own = decoder(made, [Words(), Zigzags()], **EXHAUSTIVE)
    for one in own.translate([sentence], nbest=50).of(0):
        total = sum(value * own.model.weights[name] for name, value in one.features.items())
        assert one.score == pytest.approx(total, abs=1e-4)
        target = one.text.split()
        ends = [phrase.target_end for phrase in one.phrases]
        assert one.features["Words"] == sum(end % 3 == 0 for end in ends)
        assert ends[-1] == len(target)


def test_a_script_that_defines_features_and_a_decoder_leaks_nothing(tmp_path: Path) -> None:
    phrasebook(tmp_path / "model", {"a": ["x"]})
    script = """
from pitchpipe.decoder import (PhraseDecoder, PhraseFeature)
from pitchpipe.model import Model

class Ones(PhraseFeature):
    names = ("Ones",)
    def phrase(self, option):
        return 1.0

decoder = PhraseDecoder(Model.read("model"), features=[Ones()])
print(decoder.translate(["a a"]).of(0)[0].features["Ones"])
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("2.0\n", "")
