"""Sparse features written in Python, and what features see of what came before, against enumeration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.decoder import (
    Extension,
    Extensions,
    PhraseDecoder,
    PhraseFeature,
    PhraseOption,
    SearchSettings,
    Sentence,
    SparseValues,
    StepFeature,
)
from pitchpipe.weights import NumberedWeights, Vocabulary
from tests.decoder.test_search import CUBE, EXHAUSTIVE, equal, sentences
from tests.decoder.toy import Derivation, Toy, text_of, toy


class Lengths(PhraseFeature):
    """One dense value, and sparse ones: the length, and the links of each phrase pair."""

    names = ("Linked",)
    starts = ("Length:", "Links:")

    def phrase(self, option: PhraseOption) -> Mapping[str, float]:
        size, links = len(option.target.split()), len(option.alignment)
        return {"Linked": float(links > 0), f"Length:{size}": 1.0, f"Links:{option.source[0]}": links / 2}


class LengthsAtOnce(PhraseFeature):
    names = Lengths.names
    starts = Lengths.starts

    def __init__(self) -> None:
        self.known: list[str] = []

    def phrases(self, options: Sequence[PhraseOption]) -> SparseValues:
        rows, columns, values = [], [], []
        for number, option in enumerate(options):
            for name, value in Lengths().phrase(option).items():
                if name == "Linked":
                    continue
                if name not in self.known:
                    self.known.append(name)
                rows.append(number)
                columns.append(self.known.index(name))
                values.append(value)
        order = np.argsort(columns, kind="stable")  # rows need not be in order
        dense = [Lengths().phrase(option)["Linked"] for option in options]
        arrays = (np.array(one)[order] for one in (rows, columns, values))
        return SparseValues(self.known, *arrays, dense=dense)


class Context(StepFeature):
    """All that a step sees: two words before, the phrase before, alignment, coverage, and a state of its own."""

    starts = ("Context:",)
    sees_last = True
    looks_back = 2

    def step(self, analysis: Sentence, state: int, extension: Extension) -> tuple[Mapping[str, float], int]:
        assert extension.before is not None
        last, own = extension.last_phrase, extension.phrase
        around = (extension.begin - 1, extension.end)
        names = [
            f"Context:{'_'.join(extension.before)}~{extension.target[0]}",
            f"Context:last={last.source.replace(' ', '_') if last else None}",
            f"Context:links={len(own.alignment) if own else None}",
            f"Context:covered={[extension.is_covered(word) for word in around]}".replace(" ", ""),
            f"Context:turn={state % 3}",
            f"Context:from={extension.last_begin},{extension.completes}",
        ]
        return dict(Counter(names)), state + 1


class ContextAtOnce(StepFeature):
    starts = ("Context:",)
    sees_last = True
    looks_back = 2

    def start(self, sentence: Sentence) -> Sentence:
        return sentence

    def steps(self, analysis: Sentence, states: Any, extensions: Extensions) -> tuple[Any, Any]:
        assert extensions.before is not None
        assert extensions.last_option is not None
        left, right = extensions.is_covered(extensions.begin - 1), extensions.is_covered(extensions.end)
        found = []
        for i in range(len(extensions)):
            number, before = int(extensions.last_option[i]), extensions.before[i]
            last = analysis.phrase(number) if number >= 0 else None
            own = analysis.phrase(int(extensions.option[i]))
            target = analysis.options[int(extensions.option[i])][2]
            names = [
                f"Context:{'_'.join(before)}~{target[0]}",
                f"Context:last={last.source.replace(' ', '_') if last else None}",
                f"Context:links={len(own.alignment) if own else None}",
                f"Context:covered={[bool(left[i]), bool(right[i])]}".replace(" ", ""),
                f"Context:turn={states[i] % 3}",
                f"Context:from={extensions.last_begin[i]},{bool(extensions.completes[i])}",
            ]
            found.append(dict(Counter(names)))
        return found, states + 1


def defined(steps: Derivation) -> Counter[str]:
    """The values of all features above, of a whole derivation."""
    found: Counter[str] = Counter()
    words: tuple[str, ...] = ()
    covered: set[int] = set()
    size = sum(step.end - step.begin for step in steps)
    for number, step in enumerate(steps):
        if step.pair:
            found["Linked"] += bool(step.pair.links)
            found[f"Length:{len(step.target)}"] += 1
            found[f"Links:{step.pair.source[0]}"] += len(step.pair.links) / 2  # type: ignore[assignment]
        last = steps[number - 1] if number else None
        source = "_".join(last.pair.source) if last and last.pair else None
        links = len(step.pair.links) if step.pair else None
        # What lies before the first word counts as covered, what lies after the last does not.
        around = [step.begin == 0 or step.begin - 1 in covered, step.end in covered]
        covered |= set(range(step.begin, step.end))
        found[f"Context:{'_'.join(words[-2:])}~{step.target[0]}"] += 1
        found[f"Context:last={source}"] += 1
        found[f"Context:links={links}"] += 1
        found[f"Context:covered={around}".replace(" ", "")] += 1
        found[f"Context:turn={number % 3}"] += 1
        found[f"Context:from={last.begin if last else 0},{len(covered) == size}"] += 1
        words += step.target
    return found


def weight(name: str) -> float:
    return (crc32(name.encode()) % 13 - 6) / 8


def made_and_weights(
    folder: Path, seed: int, texts: Sequence[str], **how: Any
) -> tuple[Toy, dict[str, float]]:
    made = toy(folder, seed, longest=2, most=2, **how)
    names = {name for text in texts for steps in made.derivations(text, 6) for name in defined(steps)}
    return made, {**made.model.weights, **{name: weight(name) for name in names}}


def only(weights: Mapping[str, float], features: Sequence[Any], made: Toy) -> dict[str, float]:
    starts = tuple(start for one in features for start in (*one.names, *one.starts))
    return {
        name: one for name, one in weights.items() if name in made.model.weights or name.startswith(starts)
    }


@pytest.mark.parametrize("search", [EXHAUSTIVE, CUBE], ids=["exhaustive", "cube"])
@pytest.mark.parametrize(
    "features",
    [(Lengths(),), (LengthsAtOnce(),), (Context(),), (ContextAtOnce(),), (Lengths(), Context())],
    ids=lambda f: "+".join(type(one).__name__ for one in f),
)
@pytest.mark.parametrize("kinds", [(), ("word",)], ids=["no reordering", "reordering"])
def test_lists_are_the_best_of_all_derivations(
    tmp_path: Path, search: dict[str, Any], features: Sequence[Any], kinds: tuple[str, ...]
) -> None:
    texts = sentences(5, count=2, longest=4)
    made, everything = made_and_weights(tmp_path, 5, texts, kinds=kinds)
    weights = only(everything, features, made)
    decoder = PhraseDecoder(made.model.with_weights(weights), SearchSettings(**search), 1, features)
    found = decoder.translate(texts, nbest=30)
    for i, sentence in enumerate(texts):
        expected = []
        for steps in made.derivations(sentence, 6):
            own = {name: value for name, value in defined(steps).items() if name in weights}
            total = made.score(made.features(steps)) + sum(weights[name] * own[name] for name in own)
            expected.append((total, text_of(steps), own))
        expected.sort(key=lambda one: -one[0])
        assert [one.score for one in found.of(i)] == pytest.approx(
            [one[0] for one in expected[:30]], abs=1e-4
        )
        for one in found.of(i):
            values = {
                name: value
                for name, value in one.features.items()
                if name not in made.model.weights and value
            }
            assert any(
                one.text == text
                and one.score == pytest.approx(score, abs=1e-4)
                and values == pytest.approx({name: value for name, value in own.items() if value})
                for score, text, own in expected
            )


def test_a_feature_that_looks_back_at_all_words_sees_the_whole_translation(tmp_path: Path) -> None:
    class All(StepFeature):
        starts = ("All:",)
        looks_back = None

        def step(self, analysis: Any, state: Any, extension: Extension) -> tuple[Mapping[str, float], int]:
            assert extension.before is not None
            return {f"All:{'_'.join((*extension.before, *extension.target))}": 1.0}, 0

    made = toy(tmp_path, 2, longest=2, most=2)
    (text,) = sentences(2, count=1, longest=4)
    decoder = PhraseDecoder(made.model, SearchSettings(**EXHAUSTIVE), 1, [All()])
    for one in decoder.translate([text], nbest=40).of(0):
        names = {name for name in one.features if name.startswith("All:")}
        words = one.text.split()
        assert names == {f"All:{'_'.join(words[: phrase.target_end])}" for phrase in one.phrases}


def test_results_do_not_depend_on_the_number_of_threads_and_numbered_weights_are_the_same(
    tmp_path: Path,
) -> None:
    texts = sentences(3, count=12, longest=5)
    made, weights = made_and_weights(tmp_path, 3, texts[:4])
    features = [LengthsAtOnce(), Context()]
    one, four = (
        PhraseDecoder(made.model.with_weights(weights), SearchSettings(beam=10, pop_limit=20), n, features)
        for n in (1, 4)
    )
    found = one.translate(texts, nbest=5)
    assert equal(found, four.translate(texts, nbest=5))
    assert one.has_sparse
    sparse = sorted(set(weights) - set(one.dense_names))
    vocabulary = Vocabulary(one.dense_names)
    numbered = NumberedWeights(
        vocabulary,
        np.array([weights.get(name, 0.0) for name in one.dense_names]),
        vocabulary.numbers(sparse),
        np.array([weights[name] for name in sparse]),
    )
    assert equal(found, one.translate(texts, nbest=5, weights=numbered))


def test_weights_of_a_sparse_feature_are_known_by_their_start(tmp_path: Path) -> None:
    made = toy(tmp_path, 0)
    PhraseDecoder(made.model.with_weights({**made.model.weights, "Length:9": 1.0}), features=[Lengths()])
    with pytest.raises(InputError, match="no feature 'Lenght:9'"):
        PhraseDecoder(made.model.with_weights({**made.model.weights, "Lenght:9": 1.0}), features=[Lengths()])


WRONG: dict[str, tuple[Any, str]] = {
    "another start": (
        {"Size:1": 1.0},
        "the sparse feature 'Size:1', expected a name that starts with 'Own:'",
    ),
    "a space": ({"Own:a b": 1.0}, "expected a name without white space"),
    "no text": ({3: 1.0}, "the sparse feature 3, expected"),
    "not a number": ({"Own:a": float("nan")}, "found the value nan"),
    "no mapping": (1.0, "expected names with values"),
    "a row too many": (SparseValues(["Own:a"], np.array([99999]), np.array([0])), "numbers of a row"),
    "a name too many": (SparseValues(["Own:a"], np.array([0]), np.array([1])), "numbers of a name"),
    "other lengths": (SparseValues(["Own:a"], np.array([0]), np.array([0, 0])), "expected the same length"),
}


@pytest.mark.parametrize("how", WRONG)
@pytest.mark.parametrize("steps", [False, True], ids=["phrases", "steps"])
def test_wrong_sparse_values_are_told(tmp_path: Path, how: str, steps: bool) -> None:
    wrong, sentence = WRONG[how]

    class Phrases(PhraseFeature):
        starts = ("Own:",)

        def phrases(self, options: Sequence[PhraseOption]) -> Any:
            return wrong if isinstance(wrong, SparseValues) else [wrong] * len(options)

    class Steps(StepFeature):
        starts = ("Own:",)

        def steps(self, analysis: Any, states: Any, extensions: Extensions) -> Any:
            return wrong if isinstance(wrong, SparseValues) else [wrong] * len(extensions), states

    made = toy(tmp_path, 0)
    with pytest.raises(InputError, match="failed at sentence 1") as error:
        PhraseDecoder(made.model, threads=1, features=[Steps() if steps else Phrases()]).translate(["a b"])
    assert sentence in str(error.value)


@pytest.mark.parametrize("start", ["", "PT:", "P", "a b"])
def test_starts_that_others_have_are_refused(tmp_path: Path, start: str) -> None:
    class Taken(PhraseFeature):
        starts = (start,)

    with pytest.raises(InputError, match="the feature Taken: found the start"):
        PhraseDecoder(toy(tmp_path, 0).model, features=[Taken()])


def test_what_a_feature_does_not_ask_for_it_does_not_see(tmp_path: Path) -> None:
    class Curious(StepFeature):
        names = ("Curious",)

        def step(self, analysis: Any, state: Any, extension: Extension) -> tuple[float, int]:
            assert extension.before is None
            return float(extension.last_phrase is not None), 0

    with pytest.raises(InputError, match="last_phrase is for features that have sees_last = True"):
        PhraseDecoder(toy(tmp_path, 0).model, threads=1, features=[Curious()]).translate(["a b"])
