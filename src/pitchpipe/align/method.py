"""What an alignment method is: a frozen dataclass of settings that aligns a parallel text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from pitchpipe.align.aligner import Aligner
from pitchpipe.align.alignments import Alignments
from pitchpipe.align.symmetrize import DEFAULT, Posterior
from pitchpipe.errors import InputError
from pitchpipe.files.scratch import Scratch
from pitchpipe.settings import Settings
from pitchpipe.text import Corpus

Progress = Callable[[int, int, str], None]
"""Called with the number of steps done, of all steps, and what is going on."""


@dataclass(frozen=True)
class AlignmentMethod(Settings, ABC):
    """A way to align words.

    One that learns a model from the text defines `train`; one that runs another aligner defines `align`.
    """

    @property
    def has_model(self) -> bool:
        """Whether what it learns can be kept, to align other text with."""
        return type(self).train is not AlignmentMethod.train

    def train(
        self,
        source: Corpus,
        target: Corpus,
        *,
        names: tuple[str, str] = ("source", "target"),
        threads: int = 1,
        progress: Progress | None = None,
        scratch: Scratch | None = None,
    ) -> Aligner:
        """Learn a model from lines that are translations of each other.

        `names` are what messages call the texts, `scratch` is where tables are made while it learns.
        """
        raise InputError(f"{self.name} has no model that could be kept; align text with it instead")

    @abstractmethod
    def align(
        self,
        source: Corpus,
        target: Corpus,
        symmetrize: str | Posterior = DEFAULT,
        *,
        names: tuple[str, str] = ("source", "target"),
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Alignments:
        """Align lines that are translations of each other."""
