"""Whether differences are significant: tests over the rows of any metric."""

from pitchpipe.metrics.significance.comparison import TESTS, Compared, Comparison, Difference, compare
from pitchpipe.metrics.significance.corrections import CORRECTIONS
from pitchpipe.metrics.significance.system import System

__all__ = ["CORRECTIONS", "TESTS", "Compared", "Comparison", "Difference", "System", "compare"]
