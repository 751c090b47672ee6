"""The tuning texts of a study: parts of a text, and lines of the training text that are left out of the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from pitchpipe.errors import InputError
from pitchpipe.files import ParallelText, write_texts
from pitchpipe.study.settings import TuningText
from pitchpipe.training import DevSet
from pitchpipe.training.tuning_text import TuneOnSettings, choose_lines


def sample(text: DevSet, chosen: TuningText, name: str) -> DevSet:
    """The sentences that a table [tune_on.NAME] takes, in the order of the text."""
    count = chosen.train or chosen.sentences
    if count > len(text):
        raise InputError(
            f"found {len(text):,} sentences for [tune_on.{name}], expected at least {count:,}, as it says"
        )
    if not count:
        return text
    # Lines of the training text are in its order, which may be that of its documents.
    if chosen.choose == "first" and not chosen.train:
        return text.first(count)
    shuffled = np.random.default_rng(chosen.seed).permutation(len(text))
    return text.take(np.sort(shuffled[:count]).tolist())


def leave_out(
    train: Sequence[str], lines: int, others: Mapping[str, Sequence[str]], folder: Path, seed: int
) -> tuple[Sequence[str], Sequence[str]]:
    """Write so many random lines of the training text, none of which stands in the other texts, and all but these.

    Gives the files of the rest, and those of the lines.
    """
    text = ParallelText.read(train)
    (target,) = text.references
    read = [ParallelText.read(files) for files in others.values()]
    taken = [line for one in read for side in (one.source, *one.references) for line in side]
    settings = TuneOnSettings(tune_on=f"train:{lines}")
    try:
        found = choose_lines(text.source, target, settings, taken=taken, seed=seed)
    except InputError as error:
        raise InputError(f"{train[0]}, for train in [tune_on]: {error}") from None
    folder.mkdir(parents=True, exist_ok=True)
    files = {}
    for part, rows in (("rest", found.rest), ("lines", found.tune)):
        files[part] = [str(folder / f"{part}.{side}.{Path(path).name}") for side, path in enumerate(train)]
        sides = zip(files[part], (text.source, target), strict=True)
        write_texts({path: [side[row] for row in rows.tolist()] for path, side in sides})
    return files["rest"], files["lines"]
