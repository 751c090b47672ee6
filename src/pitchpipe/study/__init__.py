"""Studies: methods and metrics compared over replicas, from one file to one folder."""

from pitchpipe.study.cell import Cell
from pitchpipe.study.compare import compare
from pitchpipe.study.grid import begin_study, run_cells
from pitchpipe.study.reading import read_study
from pitchpipe.study.results import Results
from pitchpipe.study.study import Study, StudyMethod

__all__ = ["Cell", "Results", "Study", "StudyMethod", "begin_study", "compare", "read_study", "run_cells"]
