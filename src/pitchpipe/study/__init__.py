"""Studies: methods and metrics compared over replicas, from one file to one folder."""

from pitchpipe.study.cell import Cell
from pitchpipe.study.grid import begin_study, run_cells
from pitchpipe.study.reading import read_study
from pitchpipe.study.study import Study, StudyMethod

__all__ = ["Cell", "Study", "StudyMethod", "begin_study", "read_study", "run_cells"]
