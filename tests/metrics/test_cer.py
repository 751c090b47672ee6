import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.metrics import find_metric
from pitchpipe.text import GroupedTexts

from .error_rates import edit_distance, lowest_rate

LINES = st.one_of(
    st.text(st.characters(codec="utf-8"), max_size=30),
    st.text("ab ", max_size=90),
    st.text("aä日😀\u0308 \t\u3000", max_size=20),
)


@given(LINES, st.lists(LINES, min_size=1, max_size=3), st.sampled_from([True, False]))
def test_cer_is_the_edit_distance_over_code_points(candidate, references, spaces):
    space = " " if spaces else ""
    expected = lowest_rate(
        space.join(candidate.split()), [space.join(text.split()) for text in references], edit_distance
    )
    cer = find_metric(f"cer(spaces={spaces})")
    rows = cer.statistics(GroupedTexts.of([[candidate]]), GroupedTexts.of([references]))
    assert rows.tolist() == [expected]


@pytest.mark.parametrize(
    ("spec", "score"),
    [("cer", 100 / 8), ("cer(spaces=false)", 0)],
)
def test_a_lost_space_is_an_error_only_where_spaces_count(spec, score):
    assert find_metric(spec).corpus_score(["icepack"], [["ice \t pack"]]) == score


def test_the_signature_says_whether_spaces_count():
    assert find_metric("cer").signature == "cer|spaces:True|normalize:none|version:1"
