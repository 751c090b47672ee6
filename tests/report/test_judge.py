"""The report of a campaign of judgements."""

from html import escape

import pytest

from pitchpipe.judge.answers import Answers
from pitchpipe.judge.results import Results
from pitchpipe.report import report
from pitchpipe.report.judge import judge_report, p_value, verdict
from tests.judge.campaigns import campaign
from tests.judge.simulated import answers


def results(strengths, systems=("a", "b"), sentences=60, judges=None, **settings):
    made = campaign(systems, sentences, **settings)
    judges = judges or {"ann": 1.0, "bob": 0.9}
    return Results(made, answers(made, judges, strengths), trials=20)


def test_the_page_starts_with_the_answer():
    found = results({"a": 0.0, "b": 2.0}, judges={"ann": 1.0, "bob": 0.9, "guess": 0.0}, bad=5)
    html = judge_report(found).to_html()
    first, last = verdict(found)
    assert first.startswith("Judges prefer b to a in ")
    assert first.endswith(": a significant difference.")
    assert last == "Left out, since they failed too many controls: guess."
    assert escape(first) in html
    assert html.index(escape(first)) < html.index("<h2>Preferences")
    for title in ("Preferences", "Systems", "Judges", "To repeat this"):
        assert f"<h2>{title}</h2>" in html


def test_a_difference_that_is_not_significant_says_how_much_more_there_is_to_judge():
    (said,) = verdict(results({"a": 0.0, "b": 0.2}, seed=4))
    assert "no significant difference" in said
    assert "more such sentences would be needed" in said


def test_many_systems_are_summed_up():
    said = verdict(results({"a": 2.0, "b": 0.0, "c": 0.0, "d": -2.0}, "abcd", pairs="all"))[0]
    assert said.startswith("a is the strongest of 4 systems. ")
    assert "of 6 pairs differ significantly" in said


def test_nothing_judged_is_told():
    made = campaign()
    assert verdict(Results(made, [])) == ["There is nothing to compare yet."]
    assert "nothing to compare" in judge_report(Results(made, [])).to_html()


def test_it_is_said_that_all_judges_were_left_out():
    found = results({"a": 0.0, "b": 2.0}, judges={"guess": 0.0}, bad=5)
    assert verdict(found) == [
        "There is nothing to compare yet.",
        "Left out, since they failed too many controls: guess.",
    ]


def test_report_knows_the_folder_of_a_campaign(tmp_path):
    found = results({"a": 0.0, "b": 2.0})
    found.campaign.write(tmp_path / "campaign")
    with Answers(tmp_path / "campaign") as store:
        store.keep(found.events)
    assert report(tmp_path / "campaign").title == "Judgements of a and b"


@pytest.mark.parametrize(
    ("p", "said"), [(0.0028, "= .0028"), (1.0, "= 1"), (1e-9, "< .0001"), (0.5, "= .5000")]
)
def test_p_values_are_set_as_in_papers(p, said):
    assert p_value(p) == said
