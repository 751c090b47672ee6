"""Reports: tables and figures on one page, and in files."""

from __future__ import annotations

import os
from pathlib import Path

from pitchpipe.analysis import TuningRecord
from pitchpipe.errors import InputError
from pitchpipe.online import OnlineRecord
from pitchpipe.report.bars import Bars
from pitchpipe.report.dots import Dots
from pitchpipe.report.figure import Figure
from pitchpipe.report.files import to_png, write_files
from pitchpipe.report.heat_map import HeatMap
from pitchpipe.report.lines import Line, Lines
from pitchpipe.report.online import online_report
from pitchpipe.report.page import Example, Report, Section
from pitchpipe.report.provenance import provenance
from pitchpipe.report.table import Table
from pitchpipe.report.training import training_report
from pitchpipe.report.tuning import tuning_report

__all__ = [
    "Bars",
    "Dots",
    "Example",
    "Figure",
    "HeatMap",
    "Line",
    "Lines",
    "Report",
    "Section",
    "Table",
    "online_report",
    "provenance",
    "report",
    "to_png",
    "training_report",
    "tuning_report",
    "write_files",
]


def report(folder: str | os.PathLike[str], threads: int = 1) -> Report:
    """The report of a run: the folder of a tuning loop or of online learning, of a system that `train` built, or of a study."""
    path = Path(folder)
    if (path / "study.toml").exists():
        from pitchpipe.study.page import study_report
        from pitchpipe.study.results import Results

        return study_report(Results.read(path, threads))
    if (path / "loop.json").exists():
        return tuning_report(TuningRecord.read(path))
    if OnlineRecord.is_in(path):
        return online_report(OnlineRecord.read(path))
    if (path / "summary.json").exists():
        return training_report(path)
    raise InputError(
        f"{path}: found neither loop.json, online.npz, summary.json nor study.toml, "
        "expected the folder of tuning, of train or of compare"
    )
