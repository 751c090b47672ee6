"""Published MQM ratings, read as a campaign with its answers."""

import pytest

from pitchpipe import InputError
from pitchpipe.judge.answers import Answers
from pitchpipe.judge.campaign import Campaign
from pitchpipe.judge.mqm_files import read_mqm
from pitchpipe.judge.protocols import check_value
from pitchpipe.judge.results import Results

HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"


def row(*fields, source="ein Haus"):
    system, segment, rater, target, category, severity = fields
    return f"{system}\td\t1\t{segment}\t{rater}\t{source}\t{target}\t{category}\t{severity}\n"


RATINGS = HEADER + "".join(
    [
        row("a", 1, "r1", "a <v>mouse</v>", "Accuracy/Mistranslation", "Major"),
        row("a", 1, "r1", "<v>a</v> mouse", "Fluency/Grammar", "Minor"),
        row("a", 1, "r2", "a mouse", "No-error", "No-error"),
        row("b", 1, "r1", "a house", "No-error", "no-error"),
        row("b", 1, "r2", "a <v>house</v>", "Fluency/Punctuation", "Minor"),
        row("a", 2, "r1", "x", "Non-translation!", "Major", source="<v>zwei</v> Häuser"),
        row("b", 2, "r1", "two <v>houses</v>", "Style/Awkward", "Neutral", source="zwei Häuser"),
        row("ref", 1, "r1", "a house", "No-error", "No-error"),
        row("ref", 2, "r1", "two houses", "No-error", "No-error"),
    ]
)


def test_ratings_become_spans_and_scores(tmp_path):
    (tmp_path / "ratings.tsv").write_text(RATINGS)
    made, events = read_mqm(tmp_path / "ratings.tsv", "ref")
    assert made.systems == ["a", "b"]
    assert [one.references for one in made.segments] == [["a house"], ["two houses"]]
    assert made.segments[1].source == "zwei Häuser"
    for event in events:
        check_value("mqm", made.by_id[event.item], event.value)
    first = made.by_id[events[0].item].texts[0]
    assert [first[one["start"] : one["end"]] for one in events[0].value["spans"]] == ["mouse", "a"]
    results = Results(made, events, trials=20)
    # a: (5 + 1), 0 and 25 of three ratings; b: 0, 0.1 and 0
    assert {one.system: one.mean for one in results.scores} == pytest.approx({"a": -31 / 3, "b": -0.1 / 3})
    assert results.gold[1, "a"] == -3
    made.write(tmp_path / "c")
    with Answers(tmp_path / "c") as answers:
        answers.keep(events)
    assert Campaign.read(tmp_path / "c") == made


def test_segments_have_the_numbers_that_newer_files_give_them(tmp_path):
    (tmp_path / "ratings.tsv").write_text(RATINGS)
    newer = RATINGS.replace(HEADER, HEADER.replace("doc_id\tseg_id", "docSegId\tglobalSegId"))
    (tmp_path / "newer.tsv").write_text(newer)
    assert read_mqm(tmp_path / "newer.tsv", "ref") == read_mqm(tmp_path / "ratings.tsv", "ref")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("system\ttarget\n", r"\.tsv:1: there is no column 'seg_id'"),
        (HEADER, "found no ratings"),
        (HEADER + "a\tb\n", r"\.tsv:2: found 2 columns, expected 9"),
        (HEADER + row("a", 1, "r", "x", "Style", "huge"), r"\.tsv:2: found the severity 'huge'"),
    ],
)
def test_bad_files_are_refused_with_their_line(tmp_path, text, message):
    (tmp_path / "r.tsv").write_text(text)
    with pytest.raises(InputError, match=message):
        read_mqm(tmp_path / "r.tsv")


def test_an_unknown_reference_is_told(tmp_path):
    (tmp_path / "r.tsv").write_text(RATINGS)
    with pytest.raises(InputError, match="did you mean 'ref'"):
        read_mqm(tmp_path / "r.tsv", "reff")
