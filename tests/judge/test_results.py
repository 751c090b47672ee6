"""What follows from judges' answers: simulated judges of known quality are found out."""

import math

import pytest

from pitchpipe import InputError
from pitchpipe.judge.answers import Answers, Event
from pitchpipe.judge.metric_agreement import judgements_of, metric_agreements
from pitchpipe.judge.preferences import Rating
from pitchpipe.judge.results import Results, standardised

from .campaigns import campaign
from .simulated import answers


def test_judges_of_known_quality_are_recovered():
    made = campaign(sentences=200, task=50, identical=2, bad=4, repeats=4)
    judges = {"good": 0.95, "fair": 0.75, "weak": 0.5, "guess": 0.0}
    results = Results(made, answers(made, judges, {"a": 0.0, "b": 0.8}), trials=200)
    assert results.left_out == ["guess"]
    weights = results.weights
    assert weights["good"] > weights["fair"] > weights["weak"] > 0
    same = {record.judge: record.same for record in results.records}
    assert same["good"] > same["fair"] > same["guess"]
    (pair,) = results.pairs
    assert pair.pair == ("a", "b")
    # b wins with odds of e**0.8, hence a in 31 % of sentences
    assert pair.share_interval[0] < 0.31 < pair.share_interval[1]
    assert pair.sign < 0.001
    assert pair.missing == 0
    truth = Results(made, answers(made, {"oracle": 1.0}, {"a": 0.0, "b": 0.8}), trials=10).majority

    def right(votes):
        return sum(votes[key] == truth[key] for key in truth)

    from pitchpipe.judge.votes import vote

    everyone = Results(made, results.events, pass_rate=0.0, trials=10)
    assert right(vote(everyone.preferences, everyone.weights)) >= right(everyone.majority)


def test_systems_of_known_strength_are_recovered():
    made = campaign("abcd", 150, pairs="all", identical=0, bad=0, repeats=0)
    known = {"a": 0.9, "b": 0.3, "c": -0.3, "d": -0.9}
    results = Results(made, answers(made, {"one": 1.0, "two": 1.0}, known, seed=3), trials=300)
    found = {one.system: one for one in results.strengths}
    assert [one.system for one in results.strengths] == list("abcd")
    assert sum(one.interval[0] <= known[name] <= one.interval[1] for name, one in found.items()) >= 3
    assert all(one.ranks[0] <= place <= one.ranks[1] for place, one in enumerate(results.strengths, 1))
    assert len(results.pairs) == 6


def test_ranks_of_several_systems_are_preferences_of_every_two():
    made = campaign("abc", 40, protocol="rank", identical=1, bad=2, repeats=2)
    results = Results(
        made, answers(made, {"one": 1.0, "two": 0.9}, {"a": 2.0, "b": 0.0, "c": -2.0}), trials=50
    )
    assert not results.left_out
    assert [one.pair for one in results.pairs] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert all(one.majority.total == 40 and one.majority.wins > one.majority.losses for one in results.pairs)


def judged(made, values):
    """Answers to the items of a campaign of pairs: for each judge, of each line, 1 if a is better."""
    events = []
    for item in made.items:
        for judge, said in values.items():
            outcome = said[item.line - 1]
            if outcome is None:
                continue
            ranks = {1: [1, 2], 0: [1, 1], -1: [2, 1]}[outcome]
            ranks = ranks if item.systems[0] == "a" else ranks[::-1]
            events.append(Event(f"{judge}{item.id}", judge, item.id, "answer", {"ranks": ranks}))
    return events


def test_a_small_campaign_by_hand():
    made = campaign(sentences=4, identical=0, bad=0, repeats=0)
    values = {"x": [1, 1, 0, -1], "y": [1, 1, -1, -1], "z": [1, -1, 0, None]}
    results = Results(made, judged(made, values), trials=50)
    (pair,) = results.pairs
    assert (pair.judgements.wins, pair.judgements.ties, pair.judgements.losses) == (5, 2, 4)
    assert pair.rate == pytest.approx(6 / 11)
    assert (pair.majority.wins, pair.majority.ties, pair.majority.losses) == (2, 1, 1)
    assert pair.binomial == pytest.approx(0.5)
    assert pair.sign == 1
    agreement = results.agreement
    assert agreement.items == 4
    # x and y agree on 3 of 4, x and z on 2 of 3, y and z on 1 of 3
    assert agreement.cohen == pytest.approx(
        (4 * (0.75 - 6 / 16) / (10 / 16) + 3 * (2 / 3 - 3 / 9) / (6 / 9) + 3 * (1 / 3 - 3 / 9) / (6 / 9)) / 10
    )
    # 10 answers... observed: pairs that agree 3 + 1 + 1 + 1 of 10; shares 5/11, 2/11, 4/11
    shares = [5 / 11, 2 / 11, 4 / 11]
    expected = sum(one * one for one in shares)
    assert agreement.fleiss == pytest.approx((6 / 10 - expected) / (1 - expected))
    assert results.gold[2, "a"] == pytest.approx(2 / 3)
    assert results.gold[2, "b"] == pytest.approx(1 / 3)


def test_results_are_the_same_in_whichever_order_judges_answer():
    made = campaign("abc", 40, pairs="all", identical=0, bad=0, repeats=0)
    known = {"a": 0.9, "b": 0.1, "c": -0.9}
    given = answers(made, {"one": 0.9, "two": 0.8, "three": 0.7}, known)
    turned = sorted(given, key=lambda event: event.judge)
    assert turned != given
    first, second = (Results(made, events, trials=50) for events in (given, turned[::-1]))
    assert first.pairs == second.pairs
    assert first.strengths == second.strengths


def scored(made, values, seconds=None):
    return [
        Event(f"{judge}{item.id}", judge, item.id, "answer", {"score": score(item)}, "", seconds)
        for item in made.items
        for judge, score in values.items()
    ]


def test_scores_have_means_and_spoilt_translations_must_score_less():
    made = campaign("ab", 30, protocol="direct", bad=3, repeats=2)
    base = {"a": 60, "b": 80, "(spoilt)": 5}
    results = Results(
        made,
        scored(
            made,
            {
                "strict": lambda item: base[item.systems[0]] - 5 + item.line % 5,
                "mild": lambda item: base[item.systems[0]] + 15 + item.line % 5,
                "blind": lambda item: 50,
            },
        ),
        trials=50,
    )
    assert results.left_out == ["blind"]
    best, other = results.scores
    assert (best.system, other.system) == ("b", "a")
    assert best.mean == pytest.approx(80 + 5 + 2, abs=0.5)
    assert best.interval[0] <= best.mean <= best.interval[1]
    assert best.standardised > 0 > other.standardised
    (pair,) = results.pairs
    assert pair.majority.losses == 30
    assert 0 < results.agreement.krippendorff < 1
    assert math.isnan(results.agreement.cohen)


def test_errors_weigh_as_in_mqm():
    made = campaign("a", 3, protocol="mqm", bad=0, repeats=0)
    kinds = [
        ("major", "accuracy"),
        ("minor", "fluency"),
        ("minor", "punctuation"),
        ("major", "non-translation"),
    ]
    spans = [{"start": 0, "end": 1, "severity": one, "category": other} for one, other in kinds]
    results = Results(made, [Event("k", "ann", made.items[0].id, "answer", {"spans": spans})], trials=10)
    assert results.scores[0].mean == pytest.approx(-31.1)


def test_standard_scores_forgive_a_judges_habits():
    found = standardised(
        [Rating("x", 1, "a", 10), Rating("x", 1, "b", 20), Rating("y", 1, "a", 80), Rating("y", 1, "b", 100)]
    )
    assert found == [-1, 1, -1, 1]


def test_skips_and_undone_answers_do_not_count(tmp_path):
    made = campaign(sentences=3, identical=0, bad=0, repeats=0)
    made.write(tmp_path / "c")
    first, second, _ = (item.id for item in made.items)
    with pytest.raises(InputError, match="found no answers"):
        Results.read(tmp_path / "c")
    with Answers(tmp_path / "c") as store:
        store.keep([Event("1", "ann", first, "answer", {"ranks": [1, 2]}), Event("2", "ann", second, "skip")])
        store.keep([Event("3", "bob", first, "answer", {"ranks": [1, 2]}), Event("4", "bob", first, "undo")])
        results = Results.read(tmp_path / "c", trials=10)
    assert len(results.preferences) == 1
    assert {record.judge: (record.answers, record.skips) for record in results.records} == {"ann": (1, 1)}


def test_metrics_are_held_against_the_judges():
    texts = {
        "good": [f"the house number {line} is small" for line in range(30)],
        "half": [f"the house number {line} small is not" for line in range(30)],
        "none": [f"nothing of it {line}" for line in range(30)],
    }
    from pitchpipe.judge.making import make_campaign
    from pitchpipe.judge.settings import CampaignSettings

    made = make_campaign(
        texts,
        references=[[f"the house number {line} is small", "another one"] for line in range(30)],
        settings=CampaignSettings(pairs="all"),
    )
    results = Results(made, answers(made, {"ann": 1.0}, {"good": 9.0, "half": 0.0, "none": -9.0}), trials=50)
    found = metric_agreements(results, ["chrf", "ter"])
    assert found["chrf"].segment["accuracy"].value > 0.95
    assert found["ter"].system["kendall"].value == 1
    judged = judgements_of(results)
    assert judged.names == ["good", "half", "none"]
    assert judged.scores[:3].tolist() == [1.0, 0.5, 0.0]
