"""Candidate lists of any format as a saved pool, which is mapped and not read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pitchpipe.files import StrPath
from pitchpipe.files.scratch import DEFAULT_MEMORY, Scratch
from pitchpipe.lists.formats import read_pool
from pitchpipe.lists.pool import Pool


def save_lists(
    paths: Sequence[StrPath],
    output: StrPath,
    references: Sequence[StrPath] | None = None,
    *,
    memory: int = DEFAULT_MEMORY,
) -> Pool:
    """Read lists and save them without duplicates; returns their pool.

    Where all candidates have the same features in the same order, about so many bytes of memory are used: what is large is
    in temporary files beside the output.
    """
    pool = read_pool(paths, references, scratch=Scratch(memory, Path(output).absolute().parent))
    pool = pool.without_duplicates()
    pool.save(output)
    return pool
