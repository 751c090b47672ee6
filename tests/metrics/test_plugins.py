"""A metric of another package: one small class and an entry point."""

import pytest

from pitchpipe import InputError
from pitchpipe.metrics import find_metric

MODULE = '''
from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.metrics import Metric
from pitchpipe.settings import setting


@dataclass(frozen=True)
class SameLength(Metric):
    """Percent of candidates about as long as their first reference."""

    name: ClassVar[str] = "same-length"
    width: ClassVar[int] = 2
    slack: int = setting(0, "how many words more or less still count", minimum=0)

    def row(self, candidate, references):
        off = abs(len(candidate.split()) - len(references[0].split()))
        return [off <= self.slack, 1]

    def score(self, sums):
        return 100 * sums[..., 0] / sums[..., 1]


not_a_metric = "text"
'''

ENTRY_POINTS = """
[pitchpipe.metrics]
same-length = same_length_plugin:SameLength
no-metric = same_length_plugin:not_a_metric
"""


@pytest.fixture(autouse=True)
def installed_package(tmp_path, monkeypatch):
    about = tmp_path / "same_length_plugin-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: same-length-plugin\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRY_POINTS)
    (tmp_path / "same_length_plugin.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)


def test_a_metric_is_found_by_entry_point_and_scores():
    candidates, references = ["a b", "a b c", "a"], [["x y"], ["x"], ["x y"]]
    assert find_metric("same-length").corpus_score(candidates, references) == pytest.approx(100 / 3)
    assert find_metric("same-length(slack=1)").corpus_score(candidates, references) == pytest.approx(200 / 3)


def test_it_takes_part_in_expressions_and_signs_its_numbers():
    both = find_metric("bleu:1 + 2*same-length")
    assert both.corpus_score(["a b"], [["a b"]]) == pytest.approx(300)
    assert find_metric("same-length").signature == "same-length|slack:0|version:1"


def test_its_settings_are_checked_like_those_of_any_metric():
    with pytest.raises(InputError, match="same-length: slack must be a whole number of at least 0, not 'x'"):
        find_metric("same-length(slack=x)")


def test_a_mistyped_name_finds_it():
    with pytest.raises(InputError, match="did you mean 'same-length'"):
        find_metric("same-lenght")


def test_an_entry_point_that_is_no_metric_is_refused():
    with pytest.raises(InputError, match="same_length_plugin:not_a_metric is not a subclass"):
        find_metric("no-metric")
