"""
The native kernels of pitchpipe; use the Python packages that wrap them.
"""

from typing import Annotated

import numpy
from numpy.typing import NDArray

def bleu_statistics(
    candidates: tuple[
        Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
        Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ],
    references: tuple[
        Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)],
        Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ],
    order: int,
    reference_length: str,
    threads: int,
) -> NDArray[numpy.float64]:
    """
    Rows of clipped matches (1..order), n-grams (1..order) and reference length.
    """

class CandidateTable:
    """Candidates in the order they are read."""

    def __init__(self) -> None: ...
    def __len__(self) -> int: ...
    def add(self, group: int, text: object, features: dict[str, object]) -> None:
        """Add a candidate; features are numbers by name."""

    def release(
        self,
    ) -> tuple[
        NDArray[numpy.int64],
        NDArray[numpy.uint8],
        NDArray[numpy.int64],
        NDArray[numpy.int64],
        NDArray[numpy.int32],
        NDArray[numpy.float64],
        NDArray[numpy.uint8],
        NDArray[numpy.int64],
    ]:
        """
        Hand over groups, text bytes and offsets, entry starts, features and values, name bytes and offsets; the table is empty afterwards.
        """

class NbestReader:
    """Reads one n-best file, given in pieces, into a table."""

    def __init__(self, table: CandidateTable, format: str, group_limit: int) -> None: ...
    def feed(self, chunk: bytes) -> None:
        """Read a piece of the file, cut anywhere."""

    def finish(self) -> None:
        """Read the last line, if it has no end."""
