"""Learning targets and losses of Cer's thesis, chapter 6, step by step in plain Python."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from pitchpipe.lists import Pool
from pitchpipe.lists.hill_climb import greedy_choice
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import Problem
from pitchpipe.tuning.targets import learning_targets, losses
from tests.tuning.tunable_pools import pool_of, random_pool


def bleu(texts: list[str], references: list[list[str]], order: int) -> float:
    """Corpus BLEU with the closest reference length, from 0 to 1; 0 where no n-gram of some length matches."""
    matches, totals, length, wanted = [0] * order, [0] * order, 0, 0
    for text, group in zip(texts, references, strict=True):
        words = text.split()
        length += len(words)
        wanted += min((len(one.split()) for one in group), key=lambda n: (abs(n - len(words)), n))
        for n in range(1, order + 1):
            found = Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))
            known: Counter[tuple[str, ...]] = Counter()
            for one in group:
                other = one.split()
                known |= Counter(tuple(other[i : i + n]) for i in range(len(other) - n + 1))
            matches[n - 1] += (found & known).total()
            totals[n - 1] += found.total()
    if not all(matches):
        return 0.0
    precision = math.exp(sum(math.log(m / t) for m, t in zip(matches, totals, strict=True)) / order)
    return precision * math.exp(min(0.0, 1 - wanted / length))


def lists_of(pool: Pool) -> tuple[list[list[str]], list[list[str]]]:
    assert pool.references is not None
    candidates = [pool.candidates.group(group) for group in range(pool.group_count)]
    return candidates, [pool.references.group(group) for group in range(pool.group_count)]


def greedy(lists: list[list[str]], references: list[list[str]], order: int) -> list[list[int]]:
    """6.2.1.1: loop over the n-best lists, and select what makes the corpus score highest; the equals of each list."""
    chosen: list[str] = []
    equals = []
    for i, candidates in enumerate(lists):
        scores = [bleu([*chosen, one], references[: i + 1], order) for one in candidates]
        equals.append([j for j, score in enumerate(scores) if score == max(scores)])
        chosen.append(candidates[equals[-1][0]])
    return equals


def hill_climb(
    lists: list[list[str]], references: list[list[str]], start: list[int], order: int
) -> list[int]:
    """Swap targets with other entries while the score rises, until a complete pass changes none."""
    targets, changed = list(start), True
    while changed:
        changed = False
        for i, candidates in enumerate(lists):

            def score(j: int, i: int = i) -> float:
                swapped = [*targets[:i], j, *targets[i + 1 :]]
                texts = [entries[k] for entries, k in zip(lists, swapped, strict=True)]
                return bleu(texts, references, order)

            best = max(range(len(candidates)), key=score)
            if score(best) > score(targets[i]) + 1e-11:
                targets[i], changed = best, True
    return targets


def in_lists(pool: Pool, rows: np.ndarray) -> list[int]:
    return (rows - pool.offsets[:-1]).tolist()


@pytest.mark.parametrize("seed", range(8))
def test_targets_are_those_of_greedy_selection_and_hill_climbing(seed: int) -> None:
    """BLEU:1, for which few candidates are equally good: nothing is left to chance."""
    pool = random_pool(np.random.default_rng(seed), groups=8, candidates=6)
    lists, references = lists_of(pool)
    first = greedy(lists, references, 1)
    problem = Problem(pool, find_metric("bleu:1(smooth=none)"))
    found = in_lists(pool, learning_targets(problem, "corpus", First()))
    assert found == hill_climb(lists, references, [equals[0] for equals in first], 1)


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_the_first_targets_are_best_with_those_of_the_lists_before(seed: int, order: int) -> None:
    pool = random_pool(np.random.default_rng(seed), groups=8, candidates=6)
    lists, references = lists_of(pool)
    problem = Problem(pool, find_metric(f"bleu:{order}(smooth=none)"))
    found = greedy_choice(problem.metric, problem.rows, pool.offsets, 1.0, First())
    assert in_lists(pool, found) == [equals[0] for equals in greedy(lists, references, order)]


class First(np.random.Generator):
    """Draws the first one."""

    def __init__(self) -> None:
        super().__init__(np.random.PCG64(1))

    def choice(self, values: np.ndarray) -> int:  # type: ignore[override]
        return int(values[0])


def test_targets_are_drawn_until_a_list_has_a_match_of_all_lengths() -> None:
    lists = [["a b", "a c", "b c"], ["x y z", "p q", "q p r"]]
    pool = pool_of(lists, np.zeros((6, 1)), [["a"], ["q p r"]])
    problem = Problem(pool, find_metric("bleu:2(smooth=none)"))
    drawn = [
        in_lists(
            pool, greedy_choice(problem.metric, problem.rows, pool.offsets, 1.0, np.random.default_rng(seed))
        )
        for seed in range(30)
    ]
    assert {first for first, _ in drawn} == {0, 1, 2}
    assert {second for _, second in drawn} == {2}


@pytest.mark.parametrize("seed", range(4))
def test_the_loss_is_what_the_corpus_score_loses_with_the_candidate_in_the_place_of_the_target(
    seed: int,
) -> None:
    """6.2.2; times the number of lists, so that C does not depend on it."""
    pool = random_pool(np.random.default_rng(seed), groups=5, candidates=5)
    lists, references = lists_of(pool)
    problem = Problem(pool, find_metric("bleu:2(smooth=none)"))
    rows = learning_targets(problem)
    targets = [entries[j] for entries, j in zip(lists, in_lists(pool, rows), strict=True)]
    found = losses(problem, rows, "auto").tolist()
    for i, candidates in enumerate(lists):
        for j, one in enumerate(candidates):
            swapped = [*targets[:i], one, *targets[i + 1 :]]
            lost = bleu(targets, references, 2) - bleu(swapped, references, 2)
            assert found[pool.offsets[i] + j] == pytest.approx(max(0.0, len(lists) * lost), abs=1e-9)
