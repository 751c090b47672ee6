"""Studies: methods and metrics compared over replicas, from one file to one folder."""

from pitchpipe.study.cell import Cell
from pitchpipe.study.compare import compare, compare_pairs
from pitchpipe.study.grid import begin_study, run_cells
from pitchpipe.study.reading import has_pairs, read_pairs, read_study
from pitchpipe.study.results import Results
from pitchpipe.study.study import Study, StudyMethod
from pitchpipe.study.survey import Survey

__all__ = [
    "Cell",
    "Results",
    "Study",
    "StudyMethod",
    "Survey",
    "begin_study",
    "compare",
    "compare_pairs",
    "has_pairs",
    "read_pairs",
    "read_study",
    "run_cells",
]
