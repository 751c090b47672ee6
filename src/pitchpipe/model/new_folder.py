"""The folder of a model that is written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from pitchpipe.errors import InputError
from pitchpipe.files import StrPath


@contextmanager
def new_folder(folder: StrPath) -> Iterator[Path]:
    """A folder beside the model's to write into; its files are moved there at the end, if nothing fails.

    They take the place of an earlier model, but not of one that `train` built, which has stages and a recipe that would not
    fit.
    """
    place = Path(folder).absolute()
    if (place / "recipe.toml").exists():
        raise InputError(f"{folder}: found a model that train built, expected another folder")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=place.parent, prefix=".unfinished-") as unfinished:
            yield Path(unfinished)
            place.mkdir(exist_ok=True)
            # The texts of an earlier model would be prepared for this one.
            place.joinpath("texts.json").unlink(missing_ok=True)
            for path in Path(unfinished).iterdir():
                path.replace(place / path.name)
    except OSError as error:
        raise InputError(f"{folder}: cannot be written: {error.strerror}") from None
