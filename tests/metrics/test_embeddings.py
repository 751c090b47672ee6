"""Texts compared by their embeddings, of which each is asked for once."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from pitchpipe import InputError, mbr, metric, score
from pitchpipe.executors import working_on
from pitchpipe.lists import Pool, expected_utilities
from pitchpipe.metrics import PythonScorer
from pitchpipe.metrics.score_store import ScoreStore, keeping_scores, session_tally
from pitchpipe.text import GroupedTexts

from .scorers import PROGRAM, Letters, letters

LISTS = [["the house", "a house", "the hose", "a house"], ["cat", "hat"]]
SPECS = [
    f'command("{PROGRAM}", by=embed)',
    f'command("{PROGRAM}", by=embed, batch=3, workers=2)',
    "python(tests.metrics.scorers:Letters, by=embed)",
    "python(tests.metrics.scorers:Letters, by=embed, batch=2, workers=1)",
]


@pytest.fixture(autouse=True)
def run_folder(tmp_path):
    with keeping_scores(tmp_path / "run"):
        yield tmp_path / "run"


def cosine(one, other):
    one, other = np.array(letters(one), float), np.array(letters(other), float)
    lengths = np.linalg.norm(one) * np.linalg.norm(other)
    return one @ other / lengths if lengths else 0.0


@pytest.mark.parametrize("spec", SPECS)
def test_a_score_is_the_highest_cosine_with_a_reference(spec):
    candidates, references = ["the house", "xyz", "cat"], [["hat", "a house"], ["cat"], ["cat"]]
    found = score(candidates, references, spec).sentences
    pairs = zip(candidates, references, strict=True)
    assert found == pytest.approx([max(cosine(text, one) for one in seen) for text, seen in pairs], abs=1e-6)


@pytest.mark.parametrize("spec", SPECS)
def test_agreement_within_lists_is_the_mean_cosine(spec):
    found = expected_utilities(Pool.of(LISTS), spec)
    expected = [np.mean([cosine(one, other) for other in texts]) for texts in LISTS for one in texts]
    assert found == pytest.approx(expected, abs=1e-6)


def test_n_candidates_against_n_texts_cost_2n_calls(tmp_path):
    log = tmp_path / "log"
    spec = f'command("{PROGRAM} log={log}", by=embed)'
    ours = [f"{letter} house" for letter in "abcdefgh"]
    theirs = [f"{letter} hose" for letter in "abcdefgh"]
    pool = Pool.of([ours])
    mbr(pool, spec, references=GroupedTexts.of([theirs]))
    assert len(log.read_text().splitlines()) == 16
    mbr(pool, spec)
    assert len(log.read_text().splitlines()) == 16
    assert session_tally(metric(spec).signature).computed == 16


def test_embeddings_outlive_the_process(run_folder):
    signature = metric(SPECS[2]).signature
    score(["a house"], ["the house"], SPECS[2])
    kept = ScoreStore(run_folder / "scores.sqlite")
    assert kept.tallies()[signature].computed == 2


def test_an_executor_embeds_what_is_not_known():
    with ThreadPoolExecutor(2) as executor, working_on(executor):
        found = expected_utilities(Pool.of(LISTS), SPECS[2])
    assert found == pytest.approx(expected_utilities(Pool.of(LISTS), pair_by_pair()), abs=1e-6)


def pair_by_pair():
    """The same cosine, asked for pair by pair."""
    return f"python({__name__}:cosines)"


def cosines(candidates, references, sources):
    return [max(cosine(text, one) for one in seen) for text, seen in zip(candidates, references, strict=True)]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("say 3", "found the embedding 3, expected an array of numbers"),
        ("say []", "expected an array of numbers"),
        (f"say [{'1' * 400}]", "expected an array of numbers"),
        ("say [1, 2]", "found vectors of different lengths"),
        ("say [1, 2, 3, 4, 5, 6, 7, 8, NaN]", "not finite"),
    ],
)
def test_what_is_no_vector_is_refused(answer, sentence):
    with pytest.raises(InputError, match=sentence.replace("(", r"\(")):
        score([answer], ["a house"], SPECS[0])


def test_a_function_that_cannot_embed_says_so():
    with pytest.raises(InputError, match="found no method embed"):
        score(["a"], ["b"], PythonScorer(function=cosines, by="embed"))
    with pytest.raises(InputError, match="texts are embedded alone"):
        PythonScorer(function=Letters, by="embed", source=True)
