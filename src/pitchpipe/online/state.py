"""What some examples remember from one batch to the next, and what a run that goes on needs of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from numpy.typing import NDArray


class State(Protocol):
    """Something that changes with every batch."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All of it."""
        ...

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `arrays` gave."""
        ...


class Stateless:
    """Of examples that remember nothing."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        pass
