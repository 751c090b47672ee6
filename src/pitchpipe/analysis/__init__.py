"""What to make of scores, pools and runs: significance, and diagnostics."""

from pitchpipe.analysis.changes import Change, changes, word_differences
from pitchpipe.analysis.diversity import balanced_diversity, pool_diversity
from pitchpipe.analysis.domains import Learned, learned_only, rule_count, token_count
from pitchpipe.analysis.lists import ListFacts, list_facts
from pitchpipe.analysis.overfitting import Generalisation, generalisation
from pitchpipe.analysis.overlap import Overlap, active_features, mean_overlap, overlap, weighted_features
from pitchpipe.analysis.surface import line_section, plane_section
from pitchpipe.analysis.tuning_record import TuningRecord
from pitchpipe.analysis.word_order import Expected, Placed, RightOrder, placed, read_expected

__all__ = [
    "Change",
    "Expected",
    "Generalisation",
    "Learned",
    "ListFacts",
    "Overlap",
    "Placed",
    "RightOrder",
    "TuningRecord",
    "active_features",
    "balanced_diversity",
    "changes",
    "generalisation",
    "learned_only",
    "line_section",
    "list_facts",
    "mean_overlap",
    "overlap",
    "placed",
    "plane_section",
    "pool_diversity",
    "read_expected",
    "rule_count",
    "token_count",
    "weighted_features",
    "word_differences",
]
