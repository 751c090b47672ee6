"""Campaigns: what is drawn, how it is paired, hidden and checked, and that it can be read again."""

import re
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.judge.campaign import Campaign
from pitchpipe.judge.controls import spoil
from pitchpipe.judge.differences import as_html, marked_texts, mutual
from pitchpipe.judge.drawing import difference
from pitchpipe.judge.making import make_campaign
from pitchpipe.judge.settings import CampaignSettings

from .campaigns import campaign, outputs


def of_kind(made, kind):
    return [item for item in made.items if item.kind == kind]


def test_the_first_sentences_are_drawn_by_default_as_in_the_thesis():
    made = campaign(sentences=250)
    assert [one.line for one in made.segments] == list(range(1, 201))
    assert len(of_kind(made, "judged")) == 200
    assert [len(task) for task in made.tasks] == [55] * 4
    assert made.settings.judgements == 3


def test_random_sentences_depend_on_the_seed_alone():
    drawn = [
        [one.line for one in campaign(sentences=50, draw="random", **{"seed": seed}).segments[:10]]
        for seed in (1, 1, 2)
    ]
    assert drawn[0] == drawn[1]
    some = [campaign(texts=outputs("ab", 50), draw="random", seed=seed) for seed in (1, 2)]
    assert some[0] != some[1]
    assert some[0] == campaign(texts=outputs("ab", 50), draw="random", seed=1)


def test_a_random_draw_is_of_as_many_sentences_as_asked_for():
    made = make_campaign(
        outputs("ab", 50), sources=["x"] * 50, settings=CampaignSettings(sentences=12, draw="random")
    )
    lines = [one.line for one in made.segments]
    assert len(set(lines)) == 12
    assert lines == sorted(lines) != list(range(1, 13))


def test_the_sentences_that_differ_most_are_drawn():
    texts = {"a": ["x y z"] * 4, "b": ["x y z", "x y w", "u v w", "x v w"]}
    made = make_campaign(
        texts, sources=["q"] * 4, settings=CampaignSettings(sentences=2, draw="different", repeats=0)
    )
    assert [one.line for one in made.segments] == [3, 4]
    assert difference("x y z", "u v w") == 1
    assert difference("", "") == 0


@pytest.mark.parametrize(
    ("pairs", "expected"), [("baseline", {"ab", "ac", "ad"}), ("all", {"ab", "ac", "ad", "bc", "bd", "cd"})]
)
def test_systems_are_paired_with_the_baseline_or_all_with_all(pairs, expected):
    made = campaign("abcd", 20, pairs=pairs)
    found = Counter("".join(sorted(item.systems)) for item in of_kind(made, "judged"))
    assert found == dict.fromkeys(expected, 20)


def test_sides_are_shuffled_and_names_are_nowhere_in_what_is_shown():
    made = campaign(sentences=200)
    first = sum(item.systems[0] == "a" for item in of_kind(made, "judged"))
    assert 70 < first < 130
    assert {item.id for item in made.items} == {f"{number:03d}" for number in range(1, len(made.items) + 1)}


def test_equal_translations_are_not_shown():
    made = campaign(texts={"a": ["x y", "u v"], "b": ["x y", "u w"]})
    (same,) = of_kind(made, "same")
    assert (same.line, same.task) == (1, None)
    assert all(item.line == 2 for item in made.tasks[0])
    with pytest.raises(InputError, match="the same translations in all systems"):
        campaign(texts={"a": ["x y"], "b": ["x y"]})


def test_every_task_has_its_controls():
    made = campaign(sentences=40, task=20, identical=2, bad=3, repeats=4)
    for task in made.tasks:
        assert Counter(item.kind for item in task) == {"judged": 20, "identical": 2, "bad": 3, "repeat": 4}
        own = {item.id: item for item in task if item.kind == "judged"}
        for item in task:
            if item.kind == "identical":
                assert item.texts[0] == item.texts[1] in own[item.of].texts
            elif item.kind == "bad":
                assert set(item.systems) == {"(reference)", "(spoilt)"}
                good = item.texts[list(item.systems).index("(reference)")]
                assert good == item.reference == own[item.of].reference
                assert item.texts[0] != item.texts[1]
            elif item.kind == "repeat":
                again = own[item.of]
                assert list(item.texts) == list(again.texts)[::-1]
                assert list(item.systems) == list(again.systems)[::-1]


def test_an_item_and_its_control_are_not_neighbours():
    for task in campaign(sentences=50, repeats=5).tasks:
        places = {item.id: place for place, item in enumerate(task)}
        gaps = [abs(places[item.id] - places[item.of]) for item in task if item.of]
        assert min(gaps) > 10


def test_one_translation_at_a_time_for_scores_and_spans():
    made = campaign("abc", 10, protocol="direct", identical=5)
    assert all(len(item.texts) == 1 for item in made.items)
    assert Counter(item.systems[0] for item in of_kind(made, "judged")) == {"a": 10, "b": 10, "c": 10}
    assert not of_kind(made, "identical")
    for item in of_kind(made, "bad"):
        assert item.systems == ["(spoilt)"]
        assert item.texts[0] != made.by_id[item.of].texts[0]
    assert campaign("a", 3, protocol="mqm").systems == ["a"]


def test_ranks_are_of_a_few_systems_drawn_for_each_sentence():
    made = campaign("abcdefg", 100, protocol="rank", most=4)
    judged = of_kind(made, "judged")
    assert len(judged) == 100
    assert all(len(set(item.systems)) == 4 for item in judged)
    together = Counter(pair for item in judged for pair in combinations(sorted(item.systems), 2))
    assert len(together) == 21
    assert min(together.values()) > 10


def test_the_source_is_shown_if_asked_for_or_if_there_is_no_reference():
    assert all(item.source is None for item in campaign().items)
    assert all(item.source for item in campaign(show_source=True).items)
    made = make_campaign(outputs("ab", 5), sources=["q"] * 5)
    assert all(item.source == "q" and item.reference is None for item in made.items)
    assert all(set(item.systems) != {"(reference)"} for item in of_kind(made, "bad"))


def test_one_of_the_references_is_shown_and_each_gets_its_turn():
    made = make_campaign(outputs("ab", 60), references=[["r1", "r2", "r3"]] * 60)
    shown = Counter(item.reference for item in of_kind(made, "judged"))
    assert set(shown) == {"r1", "r2", "r3"}
    assert min(shown.values()) > 8


def test_judges_see_readable_text_and_the_campaign_keeps_what_the_systems_wrote():
    made = make_campaign(
        {"a": ["it rains ."], "b": ["it rain ."]},
        references=[["it is raining ."]],
        readable={"a": ["It rains."], "b": ["It rain."]},
        readable_references=[["It is raining."]],
    )
    (item,) = of_kind(made, "judged")
    assert set(item.texts) == {"It rains.", "It rain."}
    assert item.reference == "It is raining."
    assert made.segments[0].outputs == {"a": "it rains .", "b": "it rain ."}
    assert made.segments[0].references == ["it is raining ."]


def test_a_campaign_is_read_as_it_was_written(tmp_path):
    made = campaign("abc", 30, protocol="rank", seed=7)
    made.write(tmp_path / "campaign")
    assert Campaign.read(tmp_path / "campaign") == made
    with pytest.raises(InputError, match="found a campaign, expected a new folder"):
        made.write(tmp_path / "campaign")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"kind": "judged"', '"kind": "odd"', r"items\.jsonl:\d+: found the kind 'odd'"),
        ('"line": 3,', '"line": 99,', r"items\.jsonl:\d+: found line 99"),
        ('"texts": [', '"texts": ["more", ', r"items\.jsonl:\d+: found 3 texts of 2 systems"),
        (
            '"task": 0',
            '"task": 2147483648',
            r"items\.jsonl:\d+: found the task 2147483648, expected one from 0",
        ),
        ('"task": 0', '"task": "x"', r"items\.jsonl:\d+: found 'x' as task, expected a whole number or null"),
        ('"systems": ["a"', '"systems": ["z"', r"items\.jsonl:\d+: found the systems z, b, expected those"),
        (
            '"systems": ["a", "b"]',
            '"systems": 3',
            r"items\.jsonl:\d+: found 3 as systems, expected a list of texts",
        ),
        ('"id": "2"', '"id": "1"', "two items of the same id"),
        ('"kind": ', '"kinds": ', r"items\.jsonl:1: found 'kind' missing or unknown"),
        ('{"id": "1"', '["id": "1"', r"items\.jsonl:1: found something else, expected a JSON object"),
    ],
)
def test_a_broken_file_of_items_is_refused_with_its_line(tmp_path, old, new, message):
    campaign(sentences=4, repeats=0, bad=0, identical=0).write(tmp_path)
    path = tmp_path / "items.jsonl"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(InputError, match=message):
        Campaign.read(tmp_path)


def test_a_control_without_what_it_controls_is_refused(tmp_path):
    campaign(sentences=4).write(tmp_path)
    path = tmp_path / "items.jsonl"
    whole = path.read_text()
    path.write_text(whole.replace('"(spoilt)"', '"(reference)"', 1))
    with pytest.raises(InputError, match=r"items\.jsonl:\d+: found no spoilt translation, expected one"):
        Campaign.read(tmp_path)
    path.write_text(re.sub(r'"of": "\d+"', '"of": null', whole, count=1))
    with pytest.raises(InputError, match=r"items\.jsonl:\d+: found no item that one of the kind"):
        Campaign.read(tmp_path)
    path.write_text("")
    with pytest.raises(InputError, match=r"items\.jsonl: found no items"):
        Campaign.read(tmp_path)


def test_bad_input_is_told():
    with pytest.raises(InputError, match="neither references nor a source"):
        make_campaign(outputs("ab", 3))
    with pytest.raises(InputError, match="found 1 systems, expected at least 2"):
        campaign("a", 3)
    with pytest.raises(InputError, match="b: found 2 sentences, expected 3 as of a"):
        make_campaign({"a": ["x"] * 3, "b": ["y"] * 2}, sources=["q"] * 3)
    with pytest.raises(InputError, match="does not start with a bracket"):
        make_campaign({"(reference)": ["x"], "b": ["y"]}, sources=["q"])
    with pytest.raises(InputError, match="found no sentences"):
        make_campaign({"a": [], "b": []}, sources=[])


WORD = st.text("abc", min_size=1, max_size=3)
TEXT = st.lists(WORD, max_size=8).map(" ".join)


@given(TEXT, TEXT)
def test_marked_pieces_are_the_text_and_what_is_not_marked_is_common(one, other):
    pieces, others = mutual(one, other)
    assert "".join(text for text, _ in pieces) == one
    assert "".join(text for text, _ in others) == other
    common = [" ".join(text for text, mark in found if not mark).split() for found in (pieces, others)]
    assert common[0] == common[1]
    assert not (one == other and any(mark for _, mark in pieces))


def test_differences_are_bold_and_underlined_also_without_spaces():
    made = campaign(texts={"a": ["the <old> house"], "b": ["the new house"]})
    item = of_kind(made, "judged")[0]
    html = {as_html(pieces) for pieces in marked_texts(item, True)}
    assert html == {"the <b><u>&lt;old&gt;</u></b> house", "the <b><u>new</u></b> house"}
    assert marked_texts(item, False) == [[(text, False)] for text in item.texts]
    assert mutual("我们喜欢红色的房子", "我们喜欢蓝色的房子")[0] == [
        ("我们喜欢", False),
        ("红", True),
        ("色的房子", False),
    ]


@settings(max_examples=50)
@given(TEXT, st.lists(TEXT, max_size=3), st.integers(0, 9))
def test_a_spoilt_text_is_another_one_of_about_the_same_length(text, donors, seed):
    spoilt = spoil(text, donors, np.random.default_rng(seed))
    assert spoilt != text
    assert spoilt == spoil(text, donors, np.random.default_rng(seed))
