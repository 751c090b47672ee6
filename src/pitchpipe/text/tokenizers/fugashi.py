"""Japanese words by MeCab and UniDic, as fugashi has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from pitchpipe.text.tokenizers.segmenter import Segmenter


@dataclass(frozen=True)
class FugashiTokenizer(Segmenter):
    """Japanese words by MeCab and the dictionary UniDic, with the package fugashi; `ja` is short for it."""

    name: ClassVar[str] = "fugashi"
    packages: ClassVar[Sequence[str]] = ("fugashi", "unidic-lite")
    modules: ClassVar[Sequence[str]] = ("fugashi", "unidic_lite")

    @cached_property
    def _words(self) -> Callable[[str], Sequence[str]]:
        folder = self._module("unidic_lite").DICDIR
        tagger = self._module("fugashi").Tagger(f'-Owakati -r "{folder}/mecabrc" -d "{folder}"')
        return lambda text: tagger.parse(text).split()
