"""Whether differences are significant: tests over the rows of any metric."""

from pitchpipe.metrics.significance.all_pairs import AllPairs, Pair, compare_all
from pitchpipe.metrics.significance.comparison import (
    SIGNIFICANT,
    TESTS,
    Compared,
    Comparison,
    Difference,
    compare,
)
from pitchpipe.metrics.significance.corrections import CORRECTIONS, p_text
from pitchpipe.metrics.significance.system import System

__all__ = [
    "CORRECTIONS",
    "SIGNIFICANT",
    "TESTS",
    "AllPairs",
    "Compared",
    "Comparison",
    "Difference",
    "Pair",
    "System",
    "compare",
    "compare_all",
    "p_text",
]
