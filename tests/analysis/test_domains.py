"""What tuning on one text learns and on another does not."""

from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.analysis import learned_only, mean_overlap, rule_count, token_count
from pitchpipe.analysis.domains import Learned

WEIGHTS = st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from([-2.0, -1.0, 0.0, 0.5, 3.0]))


@given(st.lists(WEIGHTS, min_size=1, max_size=3), st.lists(WEIGHTS, max_size=3))
def test_a_feature_of_one_has_a_weight_in_all_its_runs_and_in_none_of_the_other(one, other):
    found = learned_only(one, other)
    assert {each.name for each in found} == {
        name
        for name in "abcdefgh"
        if all(run.get(name, 0) != 0 for run in one) and all(run.get(name, 0) == 0 for run in other)
    }
    assert [each.weight for each in found] == [
        sum(run[each.name] for run in one) / len(one) for each in found
    ]
    sizes = [abs(each.weight) for each in found]
    assert sizes == sorted(sizes, reverse=True)
    assert learned_only(one, other, 2) == found[:2]


def test_the_side_that_lacks_a_feature_may_have_it_with_a_weight_of_0():
    assert learned_only([{"a": 1.0, "b": 2.0}], [{"a": 0.0, "b": 0.1}]) == [Learned("a", 1.0)]


def test_tokens_are_whole_words():
    assert token_count("programme", ["the programme , programme", "programmes of a programme"]) == 3


def test_rules_have_the_word_on_the_target_side():
    weights = {
        "PT:das_Bild~the_picture": 0.1,
        "PT:Bild~picture": -0.2,
        "PT:Bilder~pictures": 0.3,
        "PT:picture~Bild": 0.4,
        "PT:Bilds~picture_of": 0.0,
        "AL:Bild~picture": 0.5,
        "PT:a~~b_picture": 0.5,
    }
    assert rule_count("picture", weights) == 3


def test_overlaps_are_means_over_pairs_of_runs():
    found = mean_overlap([({"a", "b"}, {"a"}), ({"a", "b", "c", "d"}, {"a", "b", "x"})])
    assert (found.one, found.other, found.shared) == (3, 2, 2)
