"""The decoder against enumeration of everything a tiny model can say."""

from __future__ import annotations

import itertools
import math
import pickle
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random

import pytest

from pitchpipe.decoder import Candidates, Decoder, PhraseDecoder, SearchSettings
from tests.decoder.toy import Derivation, Step, Toy, text_of, toy

EXHAUSTIVE = {"strategy": "exhaustive", "beam": 0, "options": 0}
CUBE = {"strategy": "cube", "beam": 0, "pop_limit": 100_000, "options": 0}
LOOKAHEAD = {**CUBE, "lookahead": True}
Extra = Callable[[Step], float]
EVERYTHING = ("PT", "AL", "LO", "INS", "RC", "WP", "length")


def sentences(seed: int, count: int = 4, longest: int = 5) -> list[str]:
    random = Random(seed)
    return [" ".join(random.choices("abcdef", k=random.randint(1, longest))) for _ in range(count)]


def ranked(made: Toy, sentence: str, limit: int) -> list[tuple[float, str]]:
    found = (
        (made.score(made.features(steps)), text_of(steps)) for steps in made.derivations(sentence, limit)
    )
    return sorted(found, reverse=True)


def decoder(made: Toy, **settings: object) -> Decoder:
    return PhraseDecoder(made.model, SearchSettings(**settings), threads=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("search", [EXHAUSTIVE, CUBE, LOOKAHEAD], ids=["exhaustive", "cube", "lookahead"])
@pytest.mark.parametrize("order", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    "kinds", [(), ("word",), ("hier",), ("word", "hier"), ("word", "hier4"), ("word4", "hier4")], ids=str
)
def test_the_best_score_is_that_of_all_derivations(
    tmp_path: Path, search: dict[str, object], order: int, kinds: tuple[str, ...]
) -> None:
    made = toy(tmp_path, order, order=order, kinds=kinds)
    for limit in (-1, 0, 2):
        texts = sentences(order)
        found = decoder(made, **search, distortion_limit=limit).translate(texts)
        for i, sentence in enumerate(texts):
            best = ranked(made, sentence, limit)[0][0]
            assert found.of(i)[0].score == pytest.approx(best, abs=1e-4)


@pytest.mark.parametrize("search", [EXHAUSTIVE, CUBE, LOOKAHEAD], ids=["exhaustive", "cube", "lookahead"])
@pytest.mark.parametrize("seed", range(6))
def test_lists_are_the_best_of_all_derivations(tmp_path: Path, search: dict[str, object], seed: int) -> None:
    made = toy(tmp_path, seed, templates=EVERYTHING if seed % 2 else ())
    texts = sentences(seed, longest=4)
    found = decoder(made, **search, distortion_limit=3).translate(texts, nbest=40)
    for i, sentence in enumerate(texts):
        expected = ranked(made, sentence, 3)[:40]
        assert [one.score for one in found.of(i)] == pytest.approx([score for score, _ in expected], abs=1e-4)
        distances = [abs(score - other) for (score, _), (other, _) in itertools.pairwise(expected)]
        if min(distances, default=1) > 1e-3:
            assert [one.text for one in found.of(i)] == [text for _, text in expected]


@pytest.mark.parametrize("seed", range(4))
def test_distinct_lists_have_each_text_once_with_its_best_score(tmp_path: Path, seed: int) -> None:
    made = toy(tmp_path, seed)
    texts = sentences(seed, longest=4)
    found = decoder(made, **EXHAUSTIVE).translate(texts, nbest=15, distinct=True)
    for i, sentence in enumerate(texts):
        best: dict[str, float] = {}
        for score, text in ranked(made, sentence, 6):
            best.setdefault(text, score)
        expected = sorted(best.values(), reverse=True)[:15]
        assert [one.score for one in found.of(i)] == pytest.approx(expected, abs=1e-4)
        assert len({one.text for one in found.of(i)}) == len(found.of(i))


@pytest.mark.parametrize("search", [EXHAUSTIVE, CUBE, LOOKAHEAD], ids=["exhaustive", "cube", "lookahead"])
@pytest.mark.parametrize("seed", range(3))
def test_several_tables_and_language_models_are_used_at_once(
    tmp_path: Path, search: dict[str, object], seed: int
) -> None:
    made = toy(tmp_path, seed, tables=2, languages=2, most=2, templates=("PT", "LO"))
    texts = sentences(seed, longest=4)
    found = decoder(made, **search).translate(texts, nbest=20)
    for i, sentence in enumerate(texts):
        best = [score for score, _ in ranked(made, sentence, 6)[:20]]
        assert [one.score for one in found.of(i)] == pytest.approx(best, abs=1e-4)


@pytest.mark.parametrize("seed", range(6))
def test_features_are_those_of_the_definitions_and_times_the_weights_give_the_score(
    tmp_path: Path, seed: int
) -> None:
    made = toy(tmp_path, seed, templates=EVERYTHING if seed % 2 else ("PT", "LO"))
    texts = sentences(seed, longest=4)
    found = decoder(made, **CUBE).translate(texts, nbest=20)
    for i, sentence in enumerate(texts):
        by_path = {
            tuple((step.begin, step.end, step.target) for step in steps): made.features(steps)
            for steps in made.derivations(sentence, 6)
        }
        for one in found.of(i):
            words = one.text.split()
            path = tuple(
                (p.source_begin, p.source_end, tuple(words[p.target_begin : p.target_end]))
                for p in one.phrases
            )
            expected = {name: value for name, value in by_path[path].items() if value}
            assert {name: value for name, value in one.features.items() if value} == pytest.approx(
                expected, abs=1e-4
            )
            total = sum(value * made.model.weights.get(name, 0) for name, value in one.features.items())
            assert total == pytest.approx(one.score, abs=1e-4)


@pytest.mark.parametrize("seed", range(4))
def test_bins_hold_the_partial_derivations_of_the_definition(tmp_path: Path, seed: int) -> None:
    made = toy(tmp_path, seed)
    texts = sentences(seed, count=2, longest=4)
    search = decoder(made, **EXHAUSTIVE, future_distortion=False)
    bins, with_rest = search.bins(texts, 10), search.bins(texts, 10, with_rest=True)
    assert list(with_rest.texts) == list(bins.texts)
    assert list(with_rest.extended) == list(bins.extended)
    for i, sentence in enumerate(texts):
        size = len(sentence.split())
        every = [*made.derivations(sentence, 6, partial=True)]
        for covered in range(1, size + 1):
            expected = []
            for steps in every:
                if sum(step.end - step.begin for step in steps) == covered:
                    score = made.score(made.features(steps, complete=covered == size))
                    rest, text = future(made, sentence, steps)
                    expected.append((score + rest, score, text_of(steps), f"{text_of(steps)} {text}".strip()))
            expected.sort(reverse=True)
            found = [one for one in bins.of(i) if one.covered == covered]
            best = [score for _, score, _, _ in expected[:10]]
            assert [one.score for one in found] == pytest.approx(best, abs=1e-4)
            ranks = [one.score for one in with_rest.of(i) if one.covered == covered]
            assert ranks == pytest.approx([rank for rank, _, _, _ in expected[:10]], abs=1e-4)
            for one, (_, _, text, extended) in zip(found, expected, strict=False):
                assert (one.text, one.extended) == (text, extended)


@pytest.mark.parametrize("future_distortion", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_features_with_the_rest_add_up_to_what_bins_are_ranked_by(
    tmp_path: Path, seed: int, future_distortion: bool
) -> None:
    made = toy(tmp_path, seed, templates=("PT", "AL", "LO"))
    texts = sentences(seed, count=3)
    bins = decoder(made, beam=5, future_distortion=future_distortion).bins(texts, 20, with_rest=True)
    for i in range(len(texts)):
        found = bins.of(i)
        for one, following in zip(found, [*found[1:], None], strict=True):
            assert made.score(one.features) == pytest.approx(one.score, abs=1e-4)
            if following and following.covered == one.covered:
                assert one.score >= following.score


def future(made: Toy, sentence: str, steps: Derivation, extra: Extra = lambda step: 0.0) -> tuple[float, str]:
    """The best monotone translation of each gap, with language models within phrases only.

    `extra` is what a phrase scores beyond the model's features.
    """
    words = tuple(sentence.split())
    covered = {place for step in steps for place in range(step.begin, step.end)}
    gaps: list[list[int]] = []
    for place in range(len(words)):
        if place in covered:
            continue
        if gaps and gaps[-1][1] == place:
            gaps[-1][1] = place + 1
        else:
            gaps.append([place, place + 1])
    total, texts = 0.0, []
    for begin, end in gaps:
        score, text = best_span(made, words, begin, end, extra)
        total += score
        texts += text
    return total, " ".join(texts)


def best_span(
    made: Toy, words: tuple[str, ...], begin: int, end: int, extra: Extra
) -> tuple[float, list[str]]:
    if begin == end:
        return 0.0, []
    found = []
    for middle in range(begin + 1, end + 1):
        for step in made.options(words, begin, middle):
            local = made.features((step,), complete=False)
            for name in list(local):
                if "Reordering" in name or name.startswith(("LO:", "Distortion")):
                    del local[name]
            local["LM0"] = 2.302585093 * alone(made, step.target)
            score, text = best_span(made, words, middle, end, extra)
            found.append((made.score(local) + extra(step) + score, [*step.target, *text]))
    return max(found)


def alone(made: Toy, words: tuple[str, ...]) -> float:
    """log10 of the words without a sentence around them."""
    return float(made.model.language_models[0].model.score([" ".join(words)], bos=False, eos=False).totals[0])


@pytest.mark.parametrize("seed", range(6))
def test_forced_decoding_finds_a_derivation_exactly_where_there_is_one(tmp_path: Path, seed: int) -> None:
    made = toy(tmp_path, seed)
    random = Random(seed)
    texts, references = [], []
    for sentence in sentences(seed, longest=4):
        reachable = sorted({text for _, text in ranked(made, sentence, 6)})
        texts += [sentence] * 3
        references += [*random.choices(reachable, k=2), " ".join(random.choices("xyzw", k=4))]
    forced = decoder(made, beam=0).force(texts, references)
    for i, (sentence, reference) in enumerate(zip(texts, references, strict=True)):
        scores = [score for score, text in ranked(made, sentence, 6) if text == reference]
        assert [one.score for one in forced.candidates.of(i)] == pytest.approx(scores[:1], abs=1e-4)
        starts = {text_of(steps) for steps in made.derivations(sentence, 6)}
        starts |= {text_of(steps) for steps in made.derivations(sentence, 6, partial=True)}
        lengths = [len(s.split()) for s in starts if reference.split()[: len(s.split())] == s.split()]
        assert forced.reached[i] == max(lengths, default=0)


def equal(a: Candidates, b: Candidates) -> bool:
    return pickle.dumps(asdict(a)) == pickle.dumps(asdict(b))


def test_results_do_not_depend_on_the_number_of_threads(tmp_path: Path) -> None:
    made = toy(tmp_path, 3, templates=EVERYTHING)
    texts = sentences(3, count=40, longest=9)
    settings = SearchSettings(beam=10, pop_limit=20)
    one = PhraseDecoder(made.model, settings, threads=1).translate(texts, nbest=5)
    assert equal(one, PhraseDecoder(made.model, settings, threads=2).translate(texts, nbest=5))
    assert equal(one, PhraseDecoder(made.model, settings, threads=7).translate(texts, nbest=5))


def test_a_list_does_not_depend_on_the_sentences_before_it(tmp_path: Path) -> None:
    made = toy(tmp_path, 3, templates=EVERYTHING)
    texts = sentences(3, count=8, longest=6)
    ours = decoder(made, beam=20, pop_limit=40)
    together = ours.translate(texts, nbest=200)
    for i, text in enumerate(texts):
        assert together.of(i) == ours.translate([text], nbest=200).of(0)


@pytest.mark.parametrize("search", [EXHAUSTIVE, CUBE, LOOKAHEAD], ids=["exhaustive", "cube", "lookahead"])
def test_a_wide_threshold_changes_nothing_and_a_narrow_one_never_finds_better(
    tmp_path: Path, search: dict[str, object]
) -> None:
    made = toy(tmp_path, 2)
    texts = sentences(2, count=10, longest=6)
    whole, wide, narrow = (
        decoder(made, **search, threshold=threshold).translate(texts).scores for threshold in (0, 1e6, 0.01)
    )
    assert wide.tolist() == whole.tolist()
    assert (narrow <= whole + 1e-9).all()
    assert (narrow < whole).any()


def starts_of(steps: Derivation) -> Iterator[tuple[int, tuple[tuple[int, int], ...], str]]:
    """Every start of a derivation: the words it covers, its source spans, and its text."""
    for end in range(1, len(steps) + 1):
        start = steps[:end]
        yield sum(s.end - s.begin for s in start), tuple((s.begin, s.end) for s in start), text_of(start)


@pytest.mark.parametrize("seed", range(6))
def test_forced_bins_hold_what_leads_to_the_reference_or_to_the_longest_start_of_it(
    tmp_path: Path, seed: int
) -> None:
    made = toy(tmp_path, seed, most=4)
    random = Random(seed)
    texts, references = [], []
    for sentence in sentences(seed, longest=5):
        reachable = sorted({text for _, text in ranked(made, sentence, 6)})
        chosen = random.choice(reachable)
        texts += [sentence] * 2
        references += [chosen, " ".join([*chosen.split()[: random.randint(1, 3)], "w", "y", "x"])]
    forced = decoder(made, beam=0).force(texts, references, bins=10**6)
    whole = 0
    for i, (sentence, reference) in enumerate(zip(texts, references, strict=True)):
        size = len(sentence.split())
        goals = [steps for steps in made.derivations(sentence, 6) if text_of(steps) == reference]
        whole += bool(goals)
        for longest in range(size - 1, 0, -1):
            if goals:
                break
            goals = [
                steps
                for steps in made.derivations(sentence, 6, partial=True)
                if {word for s in steps for word in range(s.begin, s.end)} == set(range(longest))
                and f"{reference} ".startswith(f"{text_of(steps)} ")
            ]
        wanted = {start for steps in goals for start in starts_of(steps)}
        found = [
            (one.covered, tuple((p.source_begin, p.source_end) for p in one.phrases), one.text)
            for one in forced.bins.of(i)
        ]
        assert set(found) == wanted
        assert len(forced.candidates.of(i)) == any(covered == size for covered, _, _ in wanted)
    assert 0 < whole < len(texts)


def test_lookahead_finds_more_with_few_pops(tmp_path: Path) -> None:
    texts = sentences(1, count=40, longest=8)
    totals = {False: 0.0, True: 0.0}
    for seed in range(5):
        made = toy(tmp_path / str(seed), seed, order=2)
        for lookahead in totals:
            narrow = decoder(made, pop_limit=3, beam=3, options=0, distortion_limit=-1, lookahead=lookahead)
            totals[lookahead] += float(narrow.translate(texts).scores.sum())
    assert totals[True] > totals[False]


def test_with_a_bigram_model_lookahead_pops_by_the_true_score(tmp_path: Path) -> None:
    """What is popped first is then the best that can be: of one word, the best translation, with a single pop."""
    for seed in range(10):
        made = toy(tmp_path / str(seed), seed, order=2)
        narrow = decoder(made, pop_limit=1, beam=1, options=0, lookahead=True)
        for word in "abcd":
            firsts = {
                text_of(steps): made.score(made.features(steps)) for steps in made.derivations(word, -1)
            }
            ends = {text: lm_end(made, text) for text in firsts}
            best = max(firsts, key=lambda text: firsts[text] - ends[text])
            assert narrow.translate([word]).of(0)[0].text == best


def test_lookahead_pops_by_the_first_word_in_its_whole_context(tmp_path: Path) -> None:
    """A single pop of a monotone search is the best extension of the one before, later words as if the phrase stood alone."""
    for seed in range(6):
        made = toy(tmp_path / str(seed), seed, order=4, kinds=(), longest=1)
        narrow = decoder(made, pop_limit=1, beam=1, options=0, distortion_limit=0, lookahead=True)
        for sentence in sentences(seed, count=3, longest=5):
            best: Derivation = ()
            for size in range(1, len(sentence.split()) + 1):
                starts = list(made.derivations(sentence, 0, partial=True))
                best = max(
                    (steps for steps in starts if len(steps) == size and steps[:-1] == best),
                    key=lambda steps: looked_ahead(made, steps),
                )
            assert narrow.translate([sentence]).of(0)[0].text == text_of(best)


def looked_ahead(made: Toy, steps: Derivation) -> float:
    """The score of the start of a derivation, the words of the last phrase but the first one as if it stood alone."""
    (language,) = made.model.language_models

    def log10(words: tuple[str, ...], bos: bool) -> float:
        return float(language.model.score([" ".join(words)], bos=bos, eos=False).totals[0])

    before = tuple(word for step in steps[:-1] for word in step.target)
    phrase = steps[-1].target
    true = log10(before + phrase, True) - log10(before + phrase[:1], True)
    alone = log10(phrase, False) - log10(phrase[:1], False)
    weight = made.model.weights[language.name] * math.log(10)
    return made.score(made.features(steps, complete=False)) + weight * (alone - true)


def lm_end(made: Toy, text: str) -> float:
    """What the end of the sentence adds, which no search sees before it."""
    (language,) = made.model.language_models
    with_end, without = (language.model.score([text], eos=eos).totals[0] for eos in (True, False))
    return float((with_end - without) * made.model.weights[language.name] * math.log(10))
