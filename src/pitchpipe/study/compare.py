"""A study from its file to its results, in one call."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pitchpipe.cluster import workers
from pitchpipe.files import StrPath, locked
from pitchpipe.study.grid import Ended, Told, begin_study, run_cells
from pitchpipe.study.reading import read_pairs, read_study
from pitchpipe.study.results import Results
from pitchpipe.study.study import Study
from pitchpipe.study.survey import Survey
from pitchpipe.training.stages import Bar, no_bar


def compare(
    study: Study | StrPath,
    folder: StrPath,
    *,
    threads: int = 1,
    cluster: str | None = None,
    say: Callable[[str], None] = lambda text: None,
    bar: Bar = no_bar,
    told: Told = lambda ended, done, total: None,
    **grid: Any,
) -> Results:
    """Tune with each method to each metric, with each seed, and measure all of them on the test texts.

    Cells that are done are skipped; a cell that fails does not stop the others, and is in `Results.failed`.

    Parameters
    ----------
    study
        A study, or its TOML file.
    folder
        Where everything is kept.
    cluster
        Where cells run, as in `dask:tcp://host:8786`; in threads of this process by default.
    grid
        Settings of [grid] that override the file's, as in `replicas=1`.

    Examples
    --------
    >>> results = compare("study.toml", "study", replicas=2)
    >>> results.scores("mert", "bleu", text="test", score="bleu")
    """
    what = study if isinstance(study, Study) else read_study(study, grid)
    place = Path(folder)
    with locked(folder):
        cells = begin_study(what, place, threads=threads, say=say, bar=bar)
        with (
            workers(cluster, len(cells), threads) as (executor, share),
            bar(f"tuning {len(cells)} cells") as show,
        ):

            def tell(ended: Ended, done: int, total: int) -> None:
                left = math.inf if ended.seconds_left is None else ended.seconds_left
                show(done, total, seconds_left=left)
                told(ended, done, total)

            run_cells(place, cells, executor, threads=share, told=tell)
    return Results.read(place, threads)


def compare_pairs(
    path: StrPath,
    folder: StrPath,
    *,
    say: Callable[[str], None] = lambda text: None,
    paired: Callable[[str, Results], None] = lambda name, results: None,
    threads: int = 1,
    grid: Mapping[str, Any] | None = None,
    **how: Any,
) -> Survey:
    """The study of each text pair in a TOML file, one after the other, each in a folder of its own.

    `paired` is told each pair that is done; `how` is as in `compare`.
    """
    studies = read_pairs(path, grid)
    Survey.begin(folder, list(studies))
    for name, study in studies.items():
        say(f"pair {name}")
        paired(name, compare(study, Path(folder, name), threads=threads, say=say, **how))
    return Survey.read(folder, threads)
