"""Pages of tables and figures, in one HTML file or in files of their own."""

from pitchpipe.pages.alignment_matrix import AlignmentMatrix
from pitchpipe.pages.bars import Bars
from pitchpipe.pages.dots import Dots
from pitchpipe.pages.figure import Figure
from pitchpipe.pages.files import to_png, write_files
from pitchpipe.pages.heat_map import HeatMap
from pitchpipe.pages.intervals import Intervals
from pitchpipe.pages.lines import Line, Lines
from pitchpipe.pages.page import Example, Report, Section
from pitchpipe.pages.provenance import provenance
from pitchpipe.pages.table import Table, best_in_columns

__all__ = [
    "AlignmentMatrix",
    "Bars",
    "Dots",
    "Example",
    "Figure",
    "HeatMap",
    "Intervals",
    "Line",
    "Lines",
    "Report",
    "Section",
    "Table",
    "best_in_columns",
    "provenance",
    "to_png",
    "write_files",
]
