"""What an added feature is: numbers for every candidate of a pool, from its text and what is known of its sentence."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.lists.pool import Pool
from pitchpipe.settings import Settings, setting
from pitchpipe.text import find_tokenizer


@dataclass(frozen=True)
class ListFeature(Settings, ABC):
    """Base of features that are computed from lists. A new one defines `name`, its settings and `columns`.

    References and gold scores must not be looked at: new lists have none.
    """

    @abstractmethod
    def columns(self, pool: Pool, threads: int = 1) -> Mapping[str, Array]:
        """A number for each candidate, by what is put after the feature's name; a single column has the key ``""``.

        Which columns there are does not depend on the candidates.
        """

    @property
    def title(self) -> str:
        """What the feature is called in lists, unless it is named."""
        return self.name


def tokenize_setting() -> Any:
    """The field of a tokeniser."""
    return setting("none", "tokeniser for text that is not tokenised, as 13a or moses:de")


def token_lines(texts: Iterable[str], tokenizer: str) -> list[str]:
    """Texts whose words have spaces between them."""
    return list(map(find_tokenizer(tokenizer).tokenize, texts))


def sources_of(pool: Pool, owner: str) -> tuple[str, ...]:
    """What was translated, or an error."""
    if pool.sources is None:
        raise InputError(f"{owner} wants to see the source text, and the lists have none")
    return pool.sources
