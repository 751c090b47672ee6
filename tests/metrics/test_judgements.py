"""Metrics held against judgements, and learned from them."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import pearsonr, spearmanr

from pitchpipe import InputError, metric, score
from pitchpipe.metrics import Gold, Learned
from pitchpipe.metrics.correlation import agreement, gap, pair_counts
from pitchpipe.metrics.judgements import Judgements
from pitchpipe.metrics.learned import LinearModel
from pitchpipe.metrics.learning import learn_metric, ridge

from .lexicons import FOLDER

HEADER = "segment\tsystem\tmqm\tsource\ttarget"


def table(tmp_path, *rows, header=HEADER):
    (tmp_path / "j.tsv").write_text("\n".join([header, *rows]) + "\n")
    return tmp_path / "j.tsv"


def generated(segments=40, systems=4, seed=3):
    """Judgements that fall with the words that a translation has wrong."""
    rng = np.random.default_rng(seed)
    rows = []
    for segment in range(segments):
        words = [f"w{word}" for word in rng.integers(0, 30, 12)]
        rows.append((str(segment), "refB", " ".join(words), 0.0))
        rows.append((str(segment), "ref", "someone else", -5.0))
        for system in range(systems):
            wrong = rng.random(12) < 0.1 * (system + 1)
            text = " ".join("x" if bad else word for bad, word in zip(wrong, words, strict=True))
            rows.append((str(segment), f"s{system}", text, -wrong.sum() + rng.normal(0, 0.5)))
    segment, names, texts, scores = zip(*rows, strict=True)
    return Judgements(segment, names, texts, np.array(scores, float))


def test_a_table_is_read_and_low_scores_may_be_good(tmp_path):
    path = table(tmp_path, '1\ta\t2.5\tx\t"text" here', "1\tref\t0\tx\tthe text")
    read = Judgements.read(path, "mqm", lower_is_better=True)
    assert read.scores.tolist() == [-2.5, 0]
    assert read.targets[0] == '"text" here'
    assert read.sources == ("x", "x")


@pytest.mark.parametrize(
    ("rows", "header", "message"),
    [
        (["1\ta\tx\ts\tt"], HEADER, "j.tsv:2: found the mqm 'x', expected a number"),
        (["1\ta\tnan\ts\tt"], HEADER, "j.tsv:2: found the mqm 'nan', expected a number"),
        (["1\ta\t1"], HEADER, "j.tsv:2: found 3 columns, expected 5"),
        ([], HEADER, "j.tsv: found no judgements, expected a line for each"),
        (["1\ta\t1\ts\tt"] * 2, HEADER, "found a segment of a system twice"),
        ([], "segment\tsystem\tmqn\ttarget", "j.tsv:1: there is no column 'mqm'; did you mean 'mqn'"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path, rows, header, message):
    with pytest.raises(InputError, match=message):
        Judgements.read(table(tmp_path, *rows, header=header), "mqm")


def test_the_best_judged_reference_is_taken_and_no_reference_is_judged():
    found = generated().against()
    assert found.reference == "refB"
    assert found.names == ["s0", "s1", "s2", "s3"]
    assert found.references is not None
    assert all(one.startswith("w") for one in found.references)
    other = generated().against("s1")
    assert other.names == ["s0", "s2", "s3"]
    with pytest.raises(InputError, match="there is no system 's9'"):
        generated().against("s9")


values = st.integers(0, 3).map(float)


@given(st.lists(st.tuples(st.integers(0, 3), values, values), min_size=1, max_size=20))
def test_pairs_are_counted_within_groups(rows):
    groups, judged, scores = (np.array(column) for column in zip(*rows, strict=True))
    right, wrong, pairs = pair_counts(groups, judged, scores)
    expected = [0, 0, 0]
    for (g, a, x), (h, b, y) in combinations(rows, 2):
        if g == h and a != b:
            expected[0] += (a - b) * (x - y) > 0
            expected[1] += (a - b) * (x - y) < 0
            expected[2] += 1
    assert [right.sum(), wrong.sum(), pairs.sum()] == expected


def test_agreement_is_that_of_scipy_and_of_the_definitions():
    read = generated().against()
    rng = np.random.default_rng(1)
    scores = np.round(read.scores + rng.normal(0, 2, len(read)))
    found = agreement(read, Gold(), np.column_stack([scores, np.ones(len(read))]), trials=200)
    assert found.segment["pearson"].value == pytest.approx(pearsonr(read.scores, scores)[0])
    assert found.segment["spearman"].value == pytest.approx(spearmanr(read.scores, scores)[0])
    means = [[column[read.system_of == s].mean() for s in range(4)] for column in (read.scores, scores)]
    assert found.system["pearson"].value == pytest.approx(pearsonr(*means)[0])
    right, wrong, pairs = (one.sum() for one in pair_counts(read.segment_of, read.scores, scores))
    assert found.segment["kendall"].value == pytest.approx((right - wrong) / pairs)
    assert found.segment["accuracy"].value == pytest.approx(right / pairs)
    for one in (*found.segment.values(), *found.system.values()):
        assert one.interval[0] <= one.value + 1e-9
        assert one.value <= one.interval[1] + 1e-9


def test_two_metrics_differ_by_more_than_chance_or_not():
    read = generated().against()
    rng = np.random.default_rng(3)
    near, same, far = (
        agreement(
            read, Gold(), np.column_stack([read.scores + noise, np.ones(len(read))]), trials=200
        ).segment
        for noise in (
            rng.normal(0, 1, len(read)),
            rng.normal(0, 1, len(read)),
            rng.normal(0, 30, len(read)),
        )
    )
    found = gap(near["pearson"], far["pearson"])
    assert found.value == near["pearson"].value - far["pearson"].value > 0
    assert found.p == pytest.approx(2 / 201)  # the least there can be
    assert gap(far["pearson"], near["pearson"]).p == found.p
    assert gap(near["pearson"], same["pearson"]).p > 0.05
    assert gap(near["pearson"], near["pearson"]).p == 1
    differences = near["kendall"].samples - same["kendall"].samples
    beyond = min(sum(differences <= 0), sum(differences >= 0))
    assert gap(near["kendall"], same["kendall"]).p == min(1, 2 * (beyond + 1) / 201)


def test_error_rates_agree_as_similarities_do():
    read = generated().against()
    for spec in ("bleu:1", "ter"):
        built = metric(spec)
        found = agreement(read, built, built.pool_statistics(read.judged()), trials=50)
        assert found.segment["pearson"].value > 0.8
        assert found.system["accuracy"].value == 1


def test_a_ridge_without_restraint_is_least_squares():
    rng = np.random.default_rng(2)
    features = rng.normal(3, [1, 5, 0.1], (50, 3))
    targets = 2 + features @ [1, -2, 3] + rng.normal(0, 0.1, 50)
    intercept, weights = ridge(features, targets, 0.0)
    expected = np.linalg.lstsq(np.column_stack([np.ones(50), features]), targets, rcond=None)[0]
    assert [intercept, *weights] == pytest.approx(expected.tolist())
    constant = ridge(np.column_stack([features, np.ones(50)]), targets, 1.0)[1]
    assert constant[-1] == 0
    assert np.abs(ridge(features, targets, 1e9)[1]).max() < 1e-3


def test_a_learned_metric_is_written_read_and_used(tmp_path):
    read = generated().against()
    learned = learn_metric(read, ["bleu:1", "ter", "chrf"], folds=5)
    assert learned.agreement.segment["pearson"].value > 0.85
    assert list(learned.parts) == ["bleu:1", "ter", "chrf"]
    learned.model.write(tmp_path / "my.metric")
    built = metric(f"learned({tmp_path}/my.metric)")
    good, bad = (score([text], ["w1 w2 w3 w4"], built).score for text in ("w1 w2 w3 w4", "x x w3 x"))
    assert good > bad
    assert built.higher_is_better
    assert LinearModel.read(tmp_path / "my.metric").facts["folds"] == 5


def test_other_weights_have_another_signature(tmp_path):
    for name, weight in (("a", 1.0), ("b", 2.0)):
        LinearModel(("bleu",), (weight,), 0.0).write(tmp_path / name)
    one, other = (Learned(file=str(tmp_path / name)).signature for name in "ab")
    assert one.split("version:")[1] != other.split("version:")[1]


def test_a_learned_metric_predicts_a_linear_function():
    built = metric(f"learned({FOLDER}/learned.metric)")
    texts = ["the house is small"], ["the house is old"]
    parts = {name: score(*texts, name).sentences[0] for name in ("bleu", "ter", "chrf")}
    expected = 1 + 0.02 * parts["bleu"] - 0.01 * parts["ter"] + 0.005 * parts["chrf"]
    assert score(*texts, built).score == pytest.approx(expected)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"features": []}, "found no features"),
        ({"features": ["bleu", "bleu"]}, "found a feature twice"),
        (
            {"features": ["bleu"], "folds": 100},
            "found 100 folds, expected 2 to the number of segments, which is 40",
        ),
    ],
)
def test_what_cannot_be_learned_is_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        learn_metric(generated().against(), **arguments)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "found something else, expected a metric that 'pitchpipe metric train' wrote"),
        ('{"format": 1, "weights": {"bleu": "x"}, "intercept": 0}', "found a weight that is not a number"),
    ],
)
def test_what_is_no_learned_metric_is_refused(tmp_path, text, message):
    (tmp_path / "my.metric").write_text(text)
    with pytest.raises(InputError, match=message):
        score(["a"], ["a"], f"learned({tmp_path}/my.metric)")


def test_a_learned_metric_needs_a_file():
    with pytest.raises(InputError, match=r"learned: found no file, expected one, as in learned\(my.metric\)"):
        metric("learned")
