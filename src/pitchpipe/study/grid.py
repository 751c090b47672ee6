"""The cells of a study, run side by side on an executor; those that are done are not done again."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.files import read_json, write_json, write_whole
from pitchpipe.files.refusals import refusals_of
from pitchpipe.files.typed import typed
from pitchpipe.study.cell import ERROR, Cell, cells_of, is_done, method_of, read_result, run_cell
from pitchpipe.study.reading import read_study
from pitchpipe.study.study import UNTUNED, Study
from pitchpipe.study.texts import prepare
from pitchpipe.training.stages import Bar, no_bar

STUDY, GRID = "study.toml", "grid.json"

Told = Callable[["Ended", int, int], None]
"""Told a cell that has ended, how many have, and how many there are."""


@dataclass(frozen=True)
class Ended:
    """A cell that is done, or that failed for a reason."""

    cell: Cell
    result: dict[str, Any] | None = None
    problem: str = ""
    earlier: bool = False
    """Whether it was done before."""
    seconds_left: float | None = None
    """Until all cells have ended, going by those that have been tuned; None as long as none has."""


def begin_study(
    study: Study,
    folder: Path,
    *,
    threads: int = 1,
    say: Callable[[str], None] = lambda text: None,
    bar: Bar = no_bar,
) -> list[Cell]:
    """Prepare everything that cells need in a study's folder, and list them."""
    with refusals_of(folder):
        folder.mkdir(parents=True, exist_ok=True)
    prepare(study, folder, threads=threads, say=say, bar=bar)
    study.write(folder / STUDY)
    cells = cells_of(study, folder)
    write_json(folder / GRID, {"cells": [asdict(cell) for cell in cells]})
    return cells


def read_cells(folder: Path) -> list[Cell]:
    """The cells of a study's folder."""
    path = folder / GRID
    try:
        return [typed(Cell, one) for one in read_json(path)["cells"]]
    except (KeyError, TypeError, InputError) as error:
        raise InputError(f"{path}: found something else, expected the cells of a study: {error!r}") from None


def run_cells(
    folder: Path,
    cells: Sequence[Cell],
    executor: Executor,
    *,
    threads: int = 1,
    told: Told = lambda ended, done, total: None,
) -> list[Ended]:
    """Run what is not done yet of the cells, each with so many threads.

    A cell that fails does not stop the others; what went wrong is in `error.txt` of its folder. Where workers are other
    machines, all of them must see the folder.
    """
    began = time.perf_counter()
    place = folder.absolute()  # workers may run in other folders
    study = read_study(place / STUDY)
    ended = [
        Ended(cell, result, earlier=True)
        for cell in cells
        if is_done(result := read_result(cell.path(place)), study, place, method_of(study, cell.method))
    ]
    for number, one in enumerate(ended, 1):
        told(one, number, len(cells))
    done = {one.cell for one in ended}
    futures = {executor.submit(run_cell, place, cell, threads): cell for cell in cells if cell not in done}
    tuned = 0
    try:
        for future in as_completed(futures):
            cell, error = futures[future], future.exception()
            tuned += error is None and cell.method != UNTUNED  # start weights are only translated with
            each = (time.perf_counter() - began) / tuned if tuned else None
            left = None if each is None else each * (len(cells) - len(ended) - 1)
            if error is None:
                ended.append(Ended(cell, future.result(), seconds_left=left))
            else:
                ended.append(Ended(cell, problem=_told(error, cell.path(place)), seconds_left=left))
            told(ended[-1], len(ended), len(cells))
    finally:
        for future in futures:
            future.cancel()
    return ended


def _told(error: BaseException, place: Path) -> str:
    """The problem in a sentence; all of it is written into the cell's folder."""
    problem = str(error) if isinstance(error, InputError) else f"{type(error).__name__}: {error}"
    place.mkdir(parents=True, exist_ok=True)
    with write_whole(place / ERROR) as file:
        file.write("".join([f"{problem}\n\n", *traceback.format_exception(error)]).encode())
    return problem
