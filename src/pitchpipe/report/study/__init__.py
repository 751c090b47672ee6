"""The report of a study."""

from pitchpipe.report.study.page import study_report

__all__ = ["study_report"]
