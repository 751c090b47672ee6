"""`pitchpipe judge`: campaigns from files to reports."""

import json

import pytest

from pitchpipe.files.toml import read_tables
from pitchpipe.judge.answers import Answers, Event
from pitchpipe.judge.campaign import Campaign
from pitchpipe.text import Truecaser

from .commands import refusal, run, run_json

A = "the house is small .\nhe go home\nit rains a lot .\n"
B = "the home is small .\nhe goes home\nit rain .\n"


@pytest.fixture(autouse=True)
def texts(folder):
    (folder / "a.txt").write_text(A)
    (folder / "b.txt").write_text(B)
    (folder / "reference.txt").write_text("the house is tiny .\nhe goes home\nit rains a lot .\n")
    (folder / "source.txt").write_text("das haus ist klein\ner geht heim\nes regnet sehr\n")


def made(*options):
    done = run("judge", "make", "a.txt", "b.txt", "-r", "reference.txt", "-o", "campaign", *options)
    assert done.exit_code == 0, done.stderr
    return done


def items(folder):
    return [json.loads(line) for line in (folder / "campaign" / "items.jsonl").read_text().splitlines()]


def test_make_writes_files_that_other_tools_read(folder):
    done = made("--language", "en", "-s", "source.txt", "--show-source", "true", "--seed", "3")
    assert "3 items of 3 sentences and 5 controls in 1 task, each for 3 judges" in done.stderr
    settings = read_tables(folder / "campaign" / "campaign.toml", ["campaign", "settings"])
    assert settings["campaign"]["systems"] == ["a", "b"]
    assert settings["settings"]["seed"] == 3
    shown = [one for one in items(folder) if one["kind"] == "judged"]
    assert {text for one in shown if one["line"] == 1 for text in one["texts"]} == {
        "The house is small.",
        "The home is small.",
    }
    assert {one["source"] for one in shown if one["line"] == 2} == {"er geht heim"}
    segments = (folder / "campaign" / "segments.jsonl").read_text().splitlines()
    assert json.loads(segments[0])["outputs"] == {"a": "the house is small .", "b": "the home is small ."}


def test_the_same_command_makes_the_same_campaign(folder):
    made("--draw", "random")
    first = (folder / "campaign" / "items.jsonl").read_bytes()
    (folder / "campaign" / "campaign.toml").unlink()
    made("--draw", "random")
    assert (folder / "campaign" / "items.jsonl").read_bytes() == first


def test_lower_cased_text_is_recased(folder):
    Truecaser.train(["he sees Peter in Berlin ."] * 2).save(folder / "truecaser")
    for name in ("a", "b"):
        (folder / f"{name}.txt").write_text(f"{name} he sees peter in berlin .\n")
    (folder / "reference.txt").write_text("Peter sees Berlin .\n")
    made("--language", "en", "--truecaser", "truecaser")
    shown = {text for one in items(folder) if one["kind"] == "judged" for text in one["texts"]}
    assert shown == {"A he sees Peter in Berlin.", "B he sees Peter in Berlin."}


def test_make_refuses_what_does_not_fit(folder):
    (folder / "b.txt").write_text("one line\n")
    said = refusal("judge", "make", "a.txt", "b.txt", "-r", "reference.txt", "-o", "campaign")
    assert "b.txt" in said
    assert "lines" in said
    assert "twice" in refusal("judge", "make", "a.txt", "a.txt", "-r", "reference.txt", "-o", "campaign")
    assert not (folder / "campaign").exists()
    said = refusal("judge", "make", "a.txt", "b.txt", "-s", "source.txt", "-o", "c", "--protocol", "pair")
    assert "protocol must be one of pairwise, rank, direct, mqm" in said


def test_serve_refuses_what_others_could_reach_without_a_link():
    made()
    assert "expected --judge for each judge" in refusal("judge", "serve", "campaign", "--address", "0.0.0.0")
    assert "expected the folder of a campaign" in refusal("judge", "serve", "nowhere")
    said = refusal("judge", "serve", "campaign", "--judge", "x" * 61)
    assert "expected a name of at most 60 letters" in said


def judged(folder, outcome=(1, 2)):
    """Two judges who always prefer one system, and agree on controls."""
    campaign = Campaign.read(folder / "campaign")
    events = []
    for item in campaign.items:
        systems = list(item.systems)
        ranks = list(outcome) if systems[0] in ("a", "(reference)") else list(outcome)[::-1]
        ranks = [1, 1] if systems[0] == systems[1] else ranks
        events += [
            Event(f"{judge}{item.id}", judge, item.id, "answer", {"ranks": ranks}, "", 3.0) for judge in "xy"
        ]
    with Answers(folder / "campaign") as answers:
        answers.keep(events)


def test_report_says_who_is_preferred_and_how_metrics_agree(folder):
    made()
    judged(folder)
    done = run("judge", "report", "campaign", "-m", "chrf", "-o", "page.html", "--trials", "10")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("Judges prefer a to b in 100.0 % of the 3 sentences")
    assert "chrf" in done.stdout
    assert (folder / "page.html").read_text().startswith("<!doctype html>")
    found = run_json("judge", "report", "campaign", "--trials", "10")
    assert found["pairs"][0]["majority"] == {"wins": 3, "ties": 0, "losses": 0}
    assert found["pairs"][0]["binomial"] == 0.125
    assert [one["left_out"] for one in found["judges"]] == [False, False]


def test_report_leaves_judges_out_by_rule(folder):
    made("--bad", "3")
    judged(folder, (2, 1))
    found = run_json("judge", "report", "campaign", "--trials", "10")
    assert [one["left_out"] for one in found["judges"]] == [True, True]
    assert found["pairs"] == []
    kept = run_json("judge", "report", "campaign", "--trials", "10", "--pass-rate", "0")
    assert kept["pairs"][0]["majority"]["losses"] == 3


def test_report_of_nothing_is_told(folder):
    made()
    assert "found no answers" in refusal("judge", "report", "campaign")


def test_export_and_import_join_other_commands(folder):
    made()
    judged(folder)
    assert run("judge", "export", "campaign", "-o", "judgements.tsv").exit_code == 0
    found = run_json("metric", "evaluate", "judgements.tsv", "-m", "chrf", "--trials", "10")
    assert found["reference"] == "ref"
    assert found["systems"] == ["a", "b"]
    assert run("judge", "export", "campaign", "--format", "gold").stdout.count('"gold"') == 6
    items = run("judge", "export", "campaign", "--format", "crowd").stdout
    assert items.startswith("item,task,source,reference,text_1,text_2,html_1,html_2\n")
    assert "did you mean 'crowd'" in refusal("judge", "export", "campaign", "--format", "crowdy")
    (folder / "results.csv").write_text("judge,item,answer\nzoe,1,2\n")
    assert "1 answer of 1 judge are kept" in run("judge", "import", "campaign", "results.csv").stderr
    assert "zoe,1,answer" in run("judge", "export", "campaign", "--format", "answers").stdout


def test_published_ratings_are_reported_on(folder):
    header = "system\tseg_id\trater\tsource\ttarget\tcategory\tseverity"
    rows = [
        f"{system}\t{line}\tr1\tquelle\t{system} <v>text</v> {line}\tAccuracy\t{severity}"
        for line in range(5)
        for system, severity in (("good", "Minor"), ("poor", "Major"), ("ref", "No-error"))
    ]
    (folder / "ratings.tsv").write_text("\n".join([header, *rows, ""]))
    done = run("judge", "mqm", "ratings.tsv", "--reference", "ref", "-o", "campaign")
    assert "10 ratings of 10 translations by 2 systems are in campaign" in done.stderr
    found = run_json("judge", "report", "campaign", "-m", "chrf", "--trials", "10")
    assert [(one["system"], one["mean"]) for one in found["scores"]] == [("good", -1), ("poor", -5)]
