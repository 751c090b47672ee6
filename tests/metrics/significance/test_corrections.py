import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.metrics.significance.corrections import bonferroni, holm

VALUES = st.lists(st.floats(0, 1), max_size=6)


def test_holm_of_a_worked_example():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


@given(VALUES, st.floats(0.001, 0.999))
def test_holm_rejects_what_the_step_down_procedure_rejects(values, level):
    rejected = set()
    for step, index in enumerate(sorted(range(len(values)), key=lambda i: values[i])):
        if values[index] * (len(values) - step) > level:
            break
        rejected.add(index)
    assert {i for i, value in enumerate(holm(values)) if value <= level} == rejected


@given(VALUES)
def test_holm_lies_between_the_values_and_bonferroni(values):
    for value, corrected, most in zip(values, holm(values), bonferroni(values), strict=True):
        assert value <= corrected <= most <= 1
