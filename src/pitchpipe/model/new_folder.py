"""The folder of a model that is written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, read_json
from pitchpipe.files.refusals import refusals_of
from pitchpipe.model.added_pairs import refuse_additions


@contextmanager
def new_folder(folder: StrPath, inputs: Iterable[StrPath] = ()) -> Iterator[Path]:
    """A folder beside the model's to write into; its files are moved there at the end, if nothing fails.

    They take the place of an earlier model, but not of one that `train` built, which has stages and a recipe that would not
    fit, nor of an input, nor of files that are no model's.
    """
    place = Path(folder).absolute()
    if (place / "recipe.toml").exists():
        raise InputError(f"{folder}: found a model that train built, expected another folder")
    refuse_additions(place)
    with refusals_of(folder):
        place.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=place.parent, prefix=".unfinished-") as unfinished:
            yield Path(unfinished)
            place.mkdir(exist_ok=True)
            made = [*Path(unfinished).iterdir()]
            _check_replaced([place / path.name for path in made], inputs, has_model=_has_model(place))
            # The texts of an earlier model would be prepared for this one.
            place.joinpath("texts.json").unlink(missing_ok=True)
            for path in made:
                path.replace(place / path.name)


def _check_replaced(paths: list[Path], inputs: Iterable[StrPath], *, has_model: bool) -> None:
    taken = [os.stat(path) for path in inputs if os.path.exists(path)]
    for path in paths:
        if path.exists() and not has_model:
            raise InputError(
                f"{path}: found a file that is no model's, expected another folder for the model"
            )
        if path.exists() and any(os.path.samestat(path.stat(), one) for one in taken):
            raise InputError(
                f"{path}: is an input and would be replaced; choose another folder for the model"
            )


def _has_model(folder: Path) -> bool:
    try:
        return "pitchpipe_model" in read_json(folder / "model.json")
    except InputError:
        return False
