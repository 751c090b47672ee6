"""Chinese words by jieba."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from pitchpipe.text.tokenizers.segmenter import Segmenter


@dataclass(frozen=True)
class JiebaTokenizer(Segmenter):
    """Chinese words, with the package jieba; `zh` is short for it."""

    name: ClassVar[str] = "jieba"
    packages: ClassVar[Sequence[str]] = ("jieba",)
    modules: ClassVar[Sequence[str]] = ("jieba",)

    @cached_property
    def _words(self) -> Callable[[str], Sequence[str]]:
        import logging

        jieba = self._module("jieba")
        jieba.setLogLevel(logging.WARNING)
        words: Callable[[str], Sequence[str]] = jieba.Tokenizer().lcut
        return words
