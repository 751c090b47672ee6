"""What to make of scores, pools and runs: significance, and diagnostics."""

from pitchpipe.analysis.comparison import Compared, Comparison, Difference, compare
from pitchpipe.analysis.system import System

__all__ = ["Compared", "Comparison", "Difference", "System", "compare"]
