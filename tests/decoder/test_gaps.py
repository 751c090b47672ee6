"""The search for phrases with gaps against enumeration of everything a tiny model can say."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from pitchpipe.decoder import PhraseDecoder, SearchSettings
from pitchpipe.phrases import HOLE

from .toy_gaps import Begun, GapToy, Placed, gap_toy, text_of

EXHAUSTIVE = {"strategy": "exhaustive", "beam": 0, "options": 0}
CUBE = {"strategy": "cube", "beam": 0, "pop_limit": 100_000, "options": 0}


def sentences(seed: int, count: int = 3, shortest: int = 2, longest: int = 4) -> list[str]:
    random = Random(seed)
    return [" ".join(random.choices("abcabce", k=random.randint(shortest, longest))) for _ in range(count)]


def three_pieces(made: GapToy) -> list[str]:
    """A source side with two gaps, each with a word that is in no table."""
    sides = [" ".join(side) for side in made.pairs if side.count(HOLE) == 2]
    return [side.replace(HOLE, "e") for side in sides[:1]]


def ranked(made: GapToy, sentence: str, limit: int) -> list[tuple[float, str]]:
    found = (
        (made.score(made.features(steps)), text_of(steps)) for steps in made.derivations(sentence, limit)
    )
    return sorted(found, reverse=True)


def decoder(made: GapToy, **settings: object) -> PhraseDecoder:
    return PhraseDecoder(made.model, SearchSettings(**made.search, **settings), threads=1)  # type: ignore[arg-type]


LIMITS: list[dict[str, object]] = [
    {},
    {"crossing": False},
    {"owed": 1},
    {"owed": 0},
    {"target_gap": 2, "gap_span": 3},
]


@pytest.mark.parametrize(
    ("limits", "seed"),
    [*((LIMITS[0], seed) for seed in (0, 1, 2, 4)), *((one, 1) for one in LIMITS[1:])],
    ids=str,
)
def test_lists_are_the_best_of_all_derivations(tmp_path: Path, limits: dict[str, object], seed: int) -> None:
    made = gap_toy(
        tmp_path,
        seed,
        order=2 + seed % 2,
        kinds=[("word", "hier"), (), ("word4", "hier4")][seed // 2],
        **limits,
    )
    for limit in (-1, 2):
        texts = [*sentences(seed, longest=3 + (limit > 0)), *(three_pieces(made) if limit > 0 else [])]
        lists = [
            decoder(made, **search, distortion_limit=limit).translate(texts, nbest=30)
            for search in (EXHAUSTIVE, CUBE)
        ]
        for i, sentence in enumerate(texts):
            expected = ranked(made, sentence, limit)[:30]
            for found in lists:
                scores = [one.score for one in found.of(i)]
                assert scores == pytest.approx([score for score, _ in expected], abs=1e-4)
                best = {text for score, text in expected if score > expected[0][0] - 1e-3}
                assert found.of(i)[0].text in best


def test_the_toys_use_gaps_on_both_sides_and_crossings(tmp_path: Path) -> None:
    """Or the tests here would say little."""
    seen = set()
    for seed in range(3):
        made = gap_toy(tmp_path / str(seed), seed)
        for sentence in three_pieces(made):
            seen |= {len(spans) for spans, _ in made.matches(tuple(sentence.split()))}
        for sentence in sentences(seed):
            for steps in made.derivations(sentence, 2):
                found = made.features(steps)
                seen |= {name for name in ("SourceGap0", "TargetGap0", "CrossingGaps0") if found[name]}
                seen |= {"two pieces"} if sum(isinstance(one, Placed) for one in steps) > 1 else set()
    assert seen == {"SourceGap0", "TargetGap0", "CrossingGaps0", "two pieces", 1, 2, 3}


@pytest.mark.parametrize("seed", range(2))
def test_features_are_those_of_the_definitions_and_times_the_weights_give_the_score(
    tmp_path: Path, seed: int
) -> None:
    made = gap_toy(tmp_path, seed)
    texts = sentences(seed)
    found = decoder(made, **CUBE).translate(texts, nbest=20)
    for i, sentence in enumerate(texts):
        by_score = [
            (made.score(features), text_of(steps), features, steps)
            for steps in made.derivations(sentence, 6)
            for features in [made.features(steps)]
        ]
        for one in found.of(i):
            same = [
                (features, steps)
                for score, text, features, steps in by_score
                if text == one.text and abs(score - one.score) < 1e-4
            ]
            values = {name: value for name, value in one.features.items() if value}
            fitting = [
                steps
                for features, steps in same
                if values == pytest.approx({k: v for k, v in features.items() if v}, abs=1e-4)
            ]
            assert fitting
            assert any(links_of(steps) == set(one.alignment) for steps in fitting)
            total = sum(value * made.model.weights.get(name, 0) for name, value in one.features.items())
            assert total == pytest.approx(one.score, abs=1e-4)


def links_of(steps) -> set[tuple[int, int]]:  # type: ignore[no-untyped-def]
    """The alignment points of all pairs, as places in both sentences."""
    targets: dict[int, list[int | None]] = {}
    at = 0
    for number, step in enumerate(steps):
        begun = step.begun if isinstance(step, Placed) else number
        places = [*range(at, at + len(step.words))]
        targets[begun] = [*targets[begun], None, *places] if begun in targets else [*places]
        at += len(step.words)
    found = set()
    for number, step in enumerate(steps):
        if isinstance(step, Placed):
            continue
        if step.pair is None:
            found.add((step.spans[0][0], targets[number][0]))
            continue
        sources: list[int | None] = []
        for begin, end in step.spans:
            sources += ([None] if sources else []) + [*range(begin, end)]
        found |= {(sources[s], targets[number][t]) for s, t in step.pair.links}
    return found  # type: ignore[return-value]


@pytest.mark.parametrize("seed", range(2))
def test_forced_decoding_finds_a_derivation_exactly_where_there_is_one(tmp_path: Path, seed: int) -> None:
    made = gap_toy(tmp_path, seed)
    random = Random(seed)
    texts, references = [], []
    for sentence in sentences(seed):
        reachable = sorted({text for _, text in ranked(made, sentence, 6)})
        texts += [sentence] * 4
        references += [*random.choices(reachable, k=3), " ".join(random.choices("xyzw", k=4))]
    forced = decoder(made, beam=0).force(texts, references)
    for i, (sentence, reference) in enumerate(zip(texts, references, strict=True)):
        scores = [score for score, text in ranked(made, sentence, 6) if text == reference]
        assert [one.score for one in forced.candidates.of(i)] == pytest.approx(scores[:1], abs=1e-4)


@pytest.mark.parametrize("seed", range(2))
def test_bins_hold_partial_derivations_and_what_is_owed(tmp_path: Path, seed: int) -> None:
    """Scores of starts of derivations, and with the rest features that add up to what stacks are ranked by."""
    made = gap_toy(tmp_path, seed)
    texts = sentences(seed, count=2, longest=3)
    search = decoder(made, **EXHAUSTIVE, future_distortion=False)
    bins, with_rest = search.bins(texts, 10**6), search.bins(texts, 10**6, with_rest=True)
    for i, sentence in enumerate(texts):
        size = len(sentence.split())
        expected = []
        for steps in made.derivations(sentence, 6, partial=True):
            begun = [step for step in steps if isinstance(step, Begun)]
            covered = sum(e - b for step in begun for b, e in step.spans)
            places = sum(isinstance(step, Placed) for step in steps)
            owes = sum(step.pair.target.count("[X]") for step in begun if step.pair) - places
            score = made.score(made.features(steps, complete=covered == size and not owes))
            expected.append((covered, text_of(steps), round(score, 3)))
        found = [(one.covered, one.text, one.score) for one in bins.of(i)]
        assert len(found) == len(expected)
        for (a, text, score), (b, other, value) in zip(sorted(found), sorted(expected), strict=True):
            assert (a, text) == (b, other)
            assert score == pytest.approx(value, abs=2e-3)
        for one in with_rest.of(i):
            assert made.score(one.features) == pytest.approx(one.score, abs=1e-3)


def test_results_do_not_depend_on_the_number_of_threads(tmp_path: Path) -> None:
    made = gap_toy(tmp_path, 3)
    texts = sentences(3, count=30, longest=9)
    settings = SearchSettings(beam=10, pop_limit=20)
    one, other = (PhraseDecoder(made.model, settings, threads=n).translate(texts, nbest=5) for n in (1, 3))
    assert list(one.texts) == list(other.texts)
    assert one.scores.tolist() == other.scores.tolist()


def test_lattices_and_traces_know_pieces(tmp_path: Path) -> None:
    made = gap_toy(tmp_path, 1)
    search = decoder(made, **CUBE)
    for sentence in sentences(1):
        best = search.translate([sentence]).of(0)[0]
        (lattice,) = search.lattices([sentence])
        trace = search.trace(sentence)
        scores = [0.0] + [-1e9] * (len(lattice.covered) - 1)
        for (start, end, *_), score in zip(lattice.arcs.tolist(), lattice.scores.tolist(), strict=True):
            scores[end] = max(scores[end], scores[start] + score)
        assert scores[-1] == pytest.approx(best.score, abs=1e-4)
        assert any(one.rank == pytest.approx(best.score, abs=1e-4) for one in trace.stacks[-1].hypotheses)
        assert any(one.extension and one.extension.start > 0 for one in trace.hypotheses)
