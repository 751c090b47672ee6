"""What a decoder is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

import numpy as np
from numpy.typing import NDArray

from pitchpipe.decoder.candidates import Candidates
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath
from pitchpipe.weights import Weights


@dataclass(frozen=True)
class Forced:
    """Derivations that yield exactly the references: none where a reference cannot be reached."""

    candidates: Candidates
    bins: Candidates
    """Of each search bin, derivations that lead to the reference; where none does, those that lead to the start of it that
    translates the longest start of the sentence."""
    reached: NDArray[np.int32]
    """How many of the reference's first words some hypothesis yields."""


class Decoder(ABC):
    """Translates sentences with any weights.

    Ours, one that is known by its model's folder, an outside program, lists in a file, and a cluster's: the tuning loop,
    online learning and studies know no more of any of them than this. Threads may call it at once.
    """

    threads: int = 1
    takes_buckets: ClassVar[bool] = False
    """Whether sparse features may have weights that they share with others (`pitchpipe.weights.HashedVocabulary`)."""

    @staticmethod
    def read(folder: StrPath, weights: StrPath | None = None, **settings: Any) -> Decoder:
        """The decoder of the model in a folder, with the model's weights or those in another file.

        Settings are those of the search where it is not as the model says, and `threads` and `features`.

        Examples
        --------
        >>> decoder = Decoder.read("model", beam=500, pop_limit=1000)
        >>> list(decoder.translate(["ein haus"]).best())
        """
        from pitchpipe.decoder.system_decoder import read_decoder

        return read_decoder(folder, weights, **settings)

    @property
    @abstractmethod
    def weights(self) -> Weights:
        """What it translates with unless it is given others, and what tuning starts from."""

    @property
    def dense_names(self) -> tuple[str, ...]:
        """The features that all candidates have, in their order."""
        return tuple(self.weights)

    @property
    def has_sparse(self) -> bool:
        """Whether candidates are known to have sparse features too."""
        return False

    @property
    @abstractmethod
    def fingerprint(self) -> str:
        """A text that tells it from others: the same for decoders that translate alike, given the same weights."""

    @abstractmethod
    def translate(
        self,
        sentences: Sequence[str],
        *,
        weights: Mapping[str, float] | None = None,
        nbest: int = 1,
        threads: int | None = None,
    ) -> Candidates:
        """The best `nbest` translations of each prepared sentence, best first."""

    def bins(
        self,
        sentences: Sequence[str],
        nbest: int = 1,
        *,
        weights: Mapping[str, float] | None = None,
        with_rest: bool = False,
        threads: int | None = None,
    ) -> Candidates:
        """The best `nbest` derivations of each search bin of each sentence: bin i has those that cover i words.

        They are ranked with an estimate of the best monotone translation of each gap; its features are counted in
        those of the derivation, and in its score, if they are wanted `with_rest`.
        """
        self._refuse("search bins")

    def force(
        self,
        sentences: Sequence[str],
        references: Sequence[str],
        *,
        weights: Mapping[str, float] | None = None,
        nbest: int = 1,
        bins: int = 0,
        threads: int | None = None,
    ) -> Forced:
        """Derivations that yield exactly the reference of each sentence."""
        self._refuse("forced derivations")

    def _refuse(self, what: str) -> NoReturn:
        raise InputError(f"found a decoder that has no {what} ({self}), expected one of a model of ours")
