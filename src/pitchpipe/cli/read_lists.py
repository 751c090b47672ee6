"""Candidate lists as commands read them."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitchpipe.cli import terminal

if TYPE_CHECKING:
    from pitchpipe.lists import Pool


def read_lists(
    paths: Sequence[str],
    references: Sequence[str] | None = None,
    *,
    format: str | None,
    threads: int,
    missing: str = "refuse",
) -> Pool:
    """Read lists and references; what a reader warns of is shown."""
    from pitchpipe.lists import Pool

    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        pool = Pool.read(
            *paths, references=references or None, format=format, threads=threads, missing=missing
        )
    for warning in found:
        terminal.warn(str(warning.message))
    return pool
