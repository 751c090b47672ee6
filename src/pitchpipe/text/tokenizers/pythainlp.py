"""Thai words by PyThaiNLP."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import ClassVar

from pitchpipe.text.tokenizers.segmenter import Segmenter

_SPACE = "▁"
"""Spaces end clauses in Thai, so they are tokens."""


@dataclass(frozen=True)
class PythainlpTokenizer(Segmenter):
    """Thai words, with the package PyThaiNLP; `▁` stands for a space in the text; `th` is short for it."""

    name: ClassVar[str] = "pythainlp"
    packages: ClassVar[Sequence[str]] = ("pythainlp",)
    modules: ClassVar[Sequence[str]] = ("pythainlp",)

    def tokenize(self, line: str) -> str:
        return f" {_SPACE} ".join(" ".join(self._words(part)) for part in line.split())

    def detokenize(self, line: str) -> str:
        return line.replace(" ", "").replace(_SPACE, " ").strip()

    @cached_property
    def _words(self) -> Callable[[str], Sequence[str]]:
        cut: Callable[..., Sequence[str]] = self._module("pythainlp.tokenize").word_tokenize
        return partial(cut, engine="newmm", keep_whitespace=False)
