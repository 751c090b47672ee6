"""Traces against enumeration, and against what the search gives back."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitchpipe.decoder import Given, PhraseDecoder, SearchSettings, Trace
from pitchpipe.decoder.trace import TracedHypothesis
from tests.decoder.test_search import EXHAUSTIVE, sentences
from tests.decoder.toy import Toy, toy


def decoder(made: Toy, **settings: object) -> PhraseDecoder:
    return PhraseDecoder(made.model, SearchSettings(**settings), threads=1)  # type: ignore[arg-type]


NARROW = {"beam": 5, "pop_limit": 12, "distortion_limit": 3, "options": 0}


def derivations(trace: Trace) -> list[int]:
    """In how many ways each hypothesis can be reached."""
    ways = [1]
    for one in trace.hypotheses[1:]:
        assert one.extension is not None
        ways.append(sum(ways[step.start] for step in (one.extension, *one.recombined)))
    return ways


def extensions(trace: Trace, one: TracedHypothesis, limit: int) -> list[int]:
    """How many words each possible extension of a hypothesis covers."""
    gap = one.coverage.index(False) if False in one.coverage else len(one.coverage)
    last = one.extension.option.end if one.extension else 0
    return [
        option.end - option.begin
        for option in trace.options
        if not any(one.coverage[option.begin : option.end])
        and (option.begin == gap or (abs(option.begin - last) <= limit and option.end - gap <= limit))
    ]


@pytest.mark.parametrize("seed", range(4))
def test_an_exhaustive_search_makes_every_derivation(tmp_path: Path, seed: int) -> None:
    made = toy(tmp_path, seed)
    for sentence in sentences(seed, count=3, longest=4):
        trace = decoder(made, **EXHAUSTIVE).trace(sentence)
        every = list(made.derivations(sentence, 6, partial=True))
        assert sum(derivations(trace)[1:]) == len(every)
        assert set(trace.skipped) == {0}
        assert all(one.kept for one in trace.hypotheses)


@pytest.mark.parametrize("seed", range(4))
def test_a_trace_tells_of_every_possible_extension(tmp_path: Path, seed: int) -> None:
    made = toy(tmp_path, seed)
    for sentence in sentences(seed, count=4, longest=9):
        trace = decoder(made, **NARROW).trace(sentence)
        possible = [0] * (len(trace.words) + 1)
        for one in trace.hypotheses:
            for length in extensions(trace, one, 3) if one.kept else ():
                possible[one.covered + length] += 1
        for stack in trace.stacks[1:]:
            made_here = len(stack.hypotheses) + stack.recombined
            assert made_here + stack.skipped == possible[stack.covered]
            assert stack.kept == min(5, len(stack.hypotheses))
            worst = min((one.rank for one in stack.hypotheses if one.kept), default=0.0)
            if stack.covered < len(trace.words):
                assert all(one.rank <= worst for one in stack.hypotheses if not one.kept)


@pytest.mark.parametrize("templates", [(), ("PT", "LO")], ids=["dense", "sparse"])
def test_scores_and_coverage_follow_from_the_steps(tmp_path: Path, templates: tuple[str, ...]) -> None:
    made = toy(tmp_path, 3, templates=templates)
    weights = made.model.weights
    pruned = recombined = 0
    for sentence in sentences(3, count=6, longest=8):
        trace = decoder(made, **NARROW).trace(sentence)
        for one in trace.hypotheses[1:]:
            assert one.extension is not None
            before = trace.hypotheses[one.extension.start]
            assert before.kept
            assert one.score == pytest.approx(before.score + one.extension.score)
            assert one.score == pytest.approx(one.extension.total)
            assert all(step.total <= one.score for step in one.recombined)
            spans = {
                place
                for step in trace.path(one.number)
                if step.extension
                for place in range(step.extension.option.begin, step.extension.option.end)
            }
            assert {place for place, covered in enumerate(one.coverage) if covered} == spans
            assert one.covered == len(spans)
            if not templates:
                total = sum(value * weights[name] for name, value in one.features.items())
                end = one.rest if one.covered == len(trace.words) else 0.0
                assert one.score + end == pytest.approx(total, abs=1e-3)
            pruned += not one.kept
            recombined += len(one.recombined)
    assert pruned
    assert recombined


@pytest.mark.parametrize("seed", range(4))
def test_the_best_hypothesis_is_the_translation(tmp_path: Path, seed: int) -> None:
    made = toy(tmp_path, seed, templates=("PT", "length"))
    one = decoder(made, **NARROW)
    for sentence in sentences(seed, count=6, longest=10):
        trace = one.trace(sentence)
        found = one.translate([sentence])[0]
        assert trace.best is not None
        assert trace.text(trace.best.number) == found.text
        assert trace.best.rank == pytest.approx(found.score, abs=1e-4)
        steps = [step.extension.option for step in trace.path(trace.best.number) if step.extension]
        assert [(step.begin, step.end) for step in steps] == [
            (phrase.source_begin, phrase.source_end) for phrase in found.phrases
        ]


def test_options_say_where_they_come_from(tmp_path: Path) -> None:
    trace = decoder(toy(tmp_path, 1)).trace("a e b", given=[Given(2, 3, "new words")])
    facts = {(one.begin, one.end): (one.text, one.unknown, one.given) for one in trace.options}
    assert facts[1, 2] == ("e", True, False)
    assert facts[2, 3] == ("new words", False, True)
    assert not trace.options[0].unknown
    assert not trace.options[0].given


def test_an_empty_sentence_has_a_start_only(tmp_path: Path) -> None:
    trace = decoder(toy(tmp_path, 1)).trace("")
    assert len(trace.hypotheses) == len(trace.stacks) == 1
    assert trace.best is not None
    assert trace.text(trace.best.number) == ""
