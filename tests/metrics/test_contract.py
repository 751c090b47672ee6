"""What every metric keeps, whatever it measures."""

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.metrics import (
    METRICS,
    Bleu,
    Command,
    Gold,
    Learned,
    MeteorUniversal,
    Metric,
    PythonScorer,
    Terp,
    find_metric,
)
from pitchpipe.metrics.adapters import ADAPTERS
from pitchpipe.metrics.judged import JudgedTexts
from pitchpipe.metrics.meteor_universal import VARIANTS
from pitchpipe.text import GroupedTexts

from .lexicons import FOLDER, PARAPHRASES, WORDNET
from .scorers import PROGRAM

EXAMPLES = {
    Command.name: f'command("{PROGRAM}", workers=2)',
    PythonScorer.name: "python(tests.metrics.scorers:best_f)",
    Learned.name: f"learned({FOLDER}/learned.metric)",
    **{
        name: f"{name}(synonyms={WORDNET}, paraphrases={PARAPHRASES})"
        for name in (MeteorUniversal.name, *VARIANTS, Terp.name, "terpa")
    },
}
"""Specs of metrics that are nothing without a setting, or less without files."""
LEFT_OUT = {Gold.name, *ADAPTERS}
"""Those that need gold scores, or models that are not here; see test_adapters.py."""
TEXT_METRICS = [
    EXAMPLES.get(name, name) for name in sorted({**METRICS, **METRICS.presets}) if name not in LEFT_OUT
]
SOURCES = ["the tiny edifice is ancient", "he ambulates homeward"]
REFERENCES = [["the small house is old", "the little house is old"], ["he runs home", "he is running home"]]
WORDS = ["the", "a", "small", "little", "house", "is", "old", "he", "runs", "home", "running", ",", "."]


@pytest.fixture(params=[*TEXT_METRICS, "bleu + 0.5*bleu:2", "bleu - ter"])
def any_metric(request: pytest.FixtureRequest) -> Metric:
    return find_metric(request.param)


def rows_of(any_metric, candidates, references=REFERENCES, threads=1):
    sources = SOURCES[:1] * len(candidates)
    texts = JudgedTexts(GroupedTexts.of(candidates), GroupedTexts.of(references), sources)
    return any_metric.pool_statistics(texts, threads)


def better(any_metric, one, other):
    return one > other if any_metric.higher_is_better else one < other


def test_rows_are_as_wide_as_they_say_and_finite(any_metric):
    rows = rows_of(any_metric, [["the house", "", "a b c"], ["he runs"]])
    assert rows.shape == (4, any_metric.width)
    assert rows.dtype == np.float64
    assert np.isfinite(rows).all()


def test_scores_work_along_the_last_axis(any_metric):
    rows = rows_of(any_metric, [["the house", "", "a b c"], ["he runs"]])
    stacked = any_metric.score(np.stack([rows, rows + rows[::-1]]))
    assert stacked.shape == (2, 4)
    assert np.isfinite(stacked).all()
    for index in range(4):
        assert stacked[0, index] == pytest.approx(float(any_metric.score(rows[index])), abs=1e-12)


def test_the_reference_itself_scores_best(any_metric):
    perfect = any_metric.corpus_score([group[0] for group in REFERENCES], REFERENCES, SOURCES)
    worse = any_metric.corpus_score(["house the the old", "runs ."], REFERENCES, SOURCES)
    nothing = any_metric.corpus_score(["", ""], REFERENCES, SOURCES)
    assert better(any_metric, perfect, worse)
    assert better(any_metric, perfect, nothing)


def test_sentence_scores_put_the_reference_first(any_metric):
    rows = rows_of(any_metric, [["the small house is old", "old the", ""], ["he runs home"]])
    scores = any_metric.sentence_scores(rows)
    assert scores.shape == (4,)
    assert better(any_metric, scores[0], scores[1])
    assert better(any_metric, scores[0], scores[2])


def test_empty_references_and_candidates_give_a_number(any_metric):
    rows = rows_of(any_metric, [["", "a"], ["", "b"]], [[""], ["", "b"]])
    assert np.isfinite(rows).all()
    assert np.isfinite(any_metric.score(rows)).all()
    assert np.isfinite(any_metric.score(np.zeros(any_metric.width)))


def test_threads_do_not_change_the_rows(any_metric):
    rng = np.random.default_rng(7)
    groups = [[" ".join(rng.choice(WORDS, rng.integers(0, 12))) for _ in range(4)] for _ in range(60)]
    references = [group[::-1][:2] for group in groups]
    one, three = (rows_of(any_metric, groups, references, threads) for threads in (1, 3))
    np.testing.assert_array_equal(one, three)


def test_the_spec_builds_the_metric_again(any_metric):
    assert find_metric(any_metric.spec) == any_metric


def test_the_signature_has_the_version(any_metric):
    assert f"version:{any_metric.version}" in any_metric.signature


def test_a_combination_that_rewards_and_punishes_at_once_is_refused():
    with pytest.raises(InputError, match="rewards and punishes at once"):
        find_metric("bleu - bleu:2")


@pytest.mark.parametrize("coefficient", ["0", "1e999"])
def test_a_coefficient_is_finite_and_not_zero(coefficient):
    with pytest.raises(InputError, match=r"ter counts (0|inf) times"):
        find_metric(f"{coefficient}*ter")


def test_a_coefficient_is_written_in_full():
    built = find_metric("0.123456789*bleu - 1e-7*ter")
    assert built.spec == "0.123456789*bleu - 1e-07*ter"
    assert find_metric(built.spec) == built


def test_a_setting_given_by_place_and_by_name_is_refused():
    with pytest.raises(InputError, match="bleu: order is set twice, by '2' and by its name"):
        find_metric("bleu:2(order=3)")


def test_a_setting_too_large_for_a_number_is_refused():
    with pytest.raises(InputError, match="bleu: order must be a whole number from 1 to 9"):
        Bleu(order=10**400)
