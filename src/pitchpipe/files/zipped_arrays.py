"""The arrays of a file that `numpy.savez` wrote; nothing in it is trusted, and nothing is unpickled."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import InputError

_RATIO = 4
"""How much larger than the file its arrays may be: they are stored as they are."""


def zipped_arrays(data: bytes) -> dict[str, NDArray[Any]]:
    """The arrays by name, or `InputError`, without the file's name."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(one.file_size for one in archive.infolist()) > _RATIO * len(data):
                raise InputError("it unpacks to far more than it has")
        with np.load(io.BytesIO(data), allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
    except Exception as error:  # zip and array readers throw many kinds at damaged data
        raise InputError(" ".join(str(error).split()) or type(error).__name__) from None
    for name, array in arrays.items():
        if not isinstance(array, np.ndarray):  # NumPy gives the bytes of what does not start as an array does
            raise InputError(f"{name} is no array")
    return arrays
