"""Reports: tables and figures on one page, and in files."""

from __future__ import annotations

import os
from pathlib import Path

from pitchpipe.analysis import TuningRecord
from pitchpipe.errors import InputError
from pitchpipe.judge.campaign import CAMPAIGN
from pitchpipe.judge.results import Results as JudgeResults
from pitchpipe.online import OnlineRecord
from pitchpipe.pages import Report
from pitchpipe.report.judge import judge_report
from pitchpipe.report.online import online_report
from pitchpipe.report.study import study_report
from pitchpipe.report.study.survey_page import survey_report
from pitchpipe.report.training import training_report
from pitchpipe.report.tuning import tuning_report
from pitchpipe.study.results import Results
from pitchpipe.study.survey import SURVEY, Survey

__all__ = [
    "is_study",
    "judge_report",
    "online_report",
    "report",
    "study_report",
    "survey_report",
    "training_report",
    "tuning_report",
]


def is_study(folder: str | os.PathLike[str]) -> bool:
    """Whether a folder is that of a study, on one text pair or on several."""
    return any((Path(folder) / name).exists() for name in ("study.toml", SURVEY))


def report(folder: str | os.PathLike[str], threads: int = 1) -> Report:
    """The report of a run: the folder of a tuning loop or of online learning, of a system that `train` built, of a study, or of a campaign of judgements."""
    path = Path(folder)
    if (path / CAMPAIGN).exists():
        return judge_report(JudgeResults.read(path))
    if (path / SURVEY).exists():
        return survey_report(Survey.read(path, threads))
    if is_study(path):
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
