"""Features written in Python over phrases with gaps: what a step sees of pieces and of what is owed, by enumeration."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.decoder import PhraseDecoder, SearchSettings
from pitchpipe.decoder.features import (
    Extension,
    Extensions,
    PhraseFeature,
    PhraseOption,
    Sentence,
    StepFeature,
)
from pitchpipe.phrases import HOLE

from .phrasebook import phrasebook
from .test_gaps import CUBE, EXHAUSTIVE, sentences
from .toy_gaps import Begun, GapToy, Placed, Steps, cut, gap_toy, text_of

NAMES = ("Owing", "Covering", "Ending", "Third", "Before")
WEIGHTS = {"Owing": 0.3, "Covering": -0.2, "Ending": 0.7, "Third": 0.4, "Before": -0.6}


def value_of(
    added: tuple[str, ...], spans: tuple[tuple[int, int], ...], owed: list[tuple[str, ...]], ends: bool
) -> list[float]:
    """Something of all that there is to see, so that no part of it can be wrong."""
    owing = sum((place + 1) * len(piece) for place, piece in enumerate(owed)) * len(added)
    return [owing, sum((b + 1) * (e - b) for b, e in spans), float(ends)]


class OneByOne(StepFeature):
    """Its state is the number of steps modulo three; it also looks at the word before."""

    names = NAMES
    looks_back = 1

    def start(self, sentence: Sentence) -> Sentence:
        return sentence

    def step(self, analysis: Sentence, state: int, extension: Extension) -> tuple[list[float], int]:
        owed = [analysis.options[piece][2] for piece in extension.owed]
        values = value_of(extension.target, extension.spans, owed, extension.completes)
        same = extension.before is not None and extension.before[-1:] == extension.target[:1]
        return [*values, float(state == 2), float(same)], (state + 1) % 3


class AtOnce(StepFeature):
    """The same for many steps."""

    names = NAMES
    looks_back = 1

    def steps(
        self, analysis: Sentence, states: np.ndarray, extensions: Extensions
    ) -> tuple[list[list[float]], np.ndarray]:
        rows = []
        assert extensions.before is not None
        for i, option in enumerate(extensions.option.tolist()):
            owed = [analysis.options[piece][2] for piece in extensions.owed[i].tolist() if piece >= 0]
            added = analysis.options[option][2]
            values = value_of(added, analysis.spans(option), owed, bool(extensions.completes[i]))
            rows.append([*values, float(states[i] == 2), float(extensions.before[i][-1:] == added[:1])])
        return rows, (states + 1) % 3


def definition(sentence: str, steps: Steps) -> Counter[str]:
    """The same of all steps of a derivation."""
    found: Counter[str] = Counter()
    owed: list[tuple[int, list[tuple[str, ...]]]] = []
    left, said = len(sentence.split()), ()
    for number, step in enumerate(steps):
        before = [pieces[0] for _, pieces in owed]
        spans = step.spans if isinstance(step, Begun) else ()
        if isinstance(step, Placed):
            owed = [(begun, pieces[1:] if begun == step.begun else pieces) for begun, pieces in owed]
        elif step.pair:
            owed.append((number, cut(step.pair.target)[1:]))
        owed = [(begun, pieces) for begun, pieces in owed if pieces]
        left -= sum(e - b for b, e in spans)
        values = value_of(step.words, spans, before, left == 0 and not owed)
        values += [float(number % 3 == 2), float(said[-1:] == step.words[:1])]
        said += step.words
        for name, value in zip(NAMES, values, strict=True):
            found[name] += value
    return found


def decoder(made: GapToy, feature: StepFeature, **settings: object) -> PhraseDecoder:
    model = made.model.with_weights({**made.model.weights, **WEIGHTS})
    search = SearchSettings(**made.search, **settings)  # type: ignore[arg-type]
    return PhraseDecoder(model, search, threads=1, features=[feature])


@pytest.mark.parametrize(
    ("seed", "kinds", "feature"), [(0, ("word", "hier"), OneByOne()), (1, (), AtOnce()), (2, (), OneByOne())]
)
def test_lists_are_the_best_of_all_derivations(
    tmp_path: Path, seed: int, kinds: tuple[str, ...], feature: StepFeature
) -> None:
    made = gap_toy(tmp_path, seed, kinds=kinds)
    texts = sentences(seed, longest=3)
    lists = [decoder(made, feature, **search).translate(texts, nbest=20) for search in (EXHAUSTIVE, CUBE)]
    seen: set[str] = set()
    for i, sentence in enumerate(texts):
        expected = []
        for steps in made.derivations(sentence, 6):
            own = definition(sentence, steps)
            seen |= {name for name, value in own.items() if value}
            total = sum(WEIGHTS[name] * value for name, value in own.items())
            expected.append((made.score(made.features(steps)) + total, text_of(steps)))
        expected.sort(reverse=True)
        for found in lists:
            assert [one.score for one in found.of(i)] == pytest.approx(
                [score for score, _ in expected[:20]], abs=1e-4
            )
            for one in found.of(i):
                total = sum(
                    value * {**made.model.weights, **WEIGHTS}[name] for name, value in one.features.items()
                )
                assert total == pytest.approx(one.score, abs=1e-4)
    assert seen == {*NAMES}


class Watch(StepFeature):
    """Keeps what a feature may ask of the options of a sentence."""

    names = ("Watch",)

    def __init__(self) -> None:
        self.seen: dict[int, tuple[Any, ...]] = {}

    def start(self, sentence: Sentence) -> Sentence:
        for option, (_, _, target) in enumerate(sentence.options):
            phrase = sentence.phrase(option)
            pair = phrase and (phrase.source, phrase.target)
            self.seen[option] = pair, sentence.spans(option), target, sentence.next_piece(option)
        return sentence

    def step(self, analysis: Sentence, state: int, extension: Extension) -> tuple[float, int]:
        return 0.0, 0


def pieces_from(seen: dict[int, tuple[Any, ...]], option: int | None) -> list[tuple[str, ...]]:
    """The target pieces of a phrase from an option on, all of which tell the same phrase pair."""
    pair = None if option is None else seen[option][0]
    found = []
    while option is not None:
        own, _, target, option = seen[option]
        assert own == pair
        found.append(target)
    return found


def test_options_tell_their_pieces_and_their_whole_phrase_pair(tmp_path: Path) -> None:
    made = gap_toy(tmp_path, 0)
    watch = Watch()
    model = made.model.with_weights({**made.model.weights, "Watch": 1.0})
    sentence = "a b a c"
    words = tuple(sentence.split())
    PhraseDecoder(model, SearchSettings(options=0), threads=1, features=[watch]).translate([sentence])
    found = set()
    later = {following for *_, following in watch.seen.values() if following is not None}
    for option, (pair, spans, *_) in watch.seen.items():
        assert bool(spans) == (option not in later)
        if spans:
            found.add((pair, spans, tuple(pieces_from(watch.seen, option))))
    expected = set()
    for spans, pairs in made.matches(words):
        source = f" {HOLE} ".join(" ".join(words[b:e]) for b, e in spans)
        for pair in pairs:
            if pair is None:
                expected.add((None, spans, (words[slice(*spans[0])],)))
            else:
                expected.add(((source, " ".join(pair.target)), spans, tuple(cut(pair.target))))
    assert found == expected
    assert any(len(spans) > 1 for _, spans, _ in found)
    assert any(len(pieces) > 1 for *_, pieces in found)


class Symbols(PhraseFeature):
    """Gaps of both sides."""

    names = ("Symbols",)

    def phrase(self, option: PhraseOption) -> float:
        return option.source.split().count(HOLE) + 10 * option.target.split().count(HOLE)


def test_features_of_phrases_see_gaps_among_the_words(tmp_path: Path) -> None:
    made = gap_toy(tmp_path, 0)
    model = made.model.with_weights({**made.model.weights, "Symbols": 0.25})
    search = SearchSettings(**made.search, **EXHAUSTIVE)  # type: ignore[arg-type]
    texts = sentences(0, longest=3)
    found = PhraseDecoder(model, search, threads=1, features=[Symbols()]).translate(texts, nbest=10)
    for i, sentence in enumerate(texts):
        expected = []
        for steps in made.derivations(sentence, 6):
            gaps = sum(
                len(step.spans) - 1 + 10 * step.pair.target.count(HOLE)
                for step in steps
                if isinstance(step, Begun) and step.pair
            )
            expected.append(made.score(made.features(steps)) + 0.25 * gaps)
        expected.sort(reverse=True)
        assert [one.score for one in found.of(i)] == pytest.approx(expected[:10], abs=1e-4)


class Failing(PhraseFeature):
    """Cannot say anything of gaps."""

    names = ("Failing",)

    def phrase(self, option: PhraseOption) -> float:
        if HOLE in option.source.split():
            raise ValueError("a gap")
        return 0.0


def test_the_sentence_of_a_phrase_with_gaps_that_a_feature_fails_at_is_told(tmp_path: Path) -> None:
    pairs = {"er": ["he"], "sie": ["her"], "ruft [X] an": ["calls [X] up"]}
    decoder = PhraseDecoder(phrasebook(tmp_path / "model", pairs), threads=1, features=[Failing()])
    message = r"the feature Failing failed at sentence 3, the phrase 'ruft \[X\] an': ValueError: a gap"
    with pytest.raises(InputError, match=message):
        decoder.translate(["er", "an sie ruft er", "er ruft sie an"])
