"""What tokenisers of scripts without spaces have in common: a package that finds the words."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

from pitchpipe.errors import InputError
from pitchpipe.text.tokenizers.tokenizer import Tokenizer

_BETWEEN_WORDS = re.compile(
    r"(?<=[^\W_\u0e00-\u9fff\uf900-\ufaff\uff66-\uff9f]) (?=[^\W_\u0e00-\u9fff\uf900-\ufaff\uff66-\uff9f])"
)
"""A space between words of scripts that have spaces, such as names in Latin letters."""


@dataclass(frozen=True)
class Segmenter(Tokenizer):
    """A tokeniser by the words that a package of its own finds."""

    packages: ClassVar[Sequence[str]]
    """What to install."""
    modules: ClassVar[Sequence[str]]
    """What is then imported."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.is_installed():
            raise InputError(
                f"the tokeniser {self.name!r} needs a package: pip install {' '.join(self.packages)}"
            )

    @classmethod
    def is_installed(cls) -> bool:
        return all(find_spec(module) is not None for module in cls.modules)

    def tokenize(self, line: str) -> str:
        return " ".join(token for part in line.split() for token in self._words(part) if token.strip())

    def detokenize(self, line: str) -> str:
        parts = _BETWEEN_WORDS.split(" ".join(line.split()))
        return " ".join(part.replace(" ", "") for part in parts)

    @cached_property
    @abstractmethod
    def _words(self) -> Callable[[str], Sequence[str]]:
        """What cuts text without spaces into words."""

    def _module(self, name: str) -> Any:
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # those of other people's syntax
            return import_module(name)
