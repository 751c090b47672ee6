"""Moses's tokeniser and detokeniser by language, as sacremoses has them: called and not copied."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import ClassVar

from pitchpipe.settings import setting
from pitchpipe.text.languages import LANGUAGES, unknown_language
from pitchpipe.text.marks import with_marks_as_letters
from pitchpipe.text.tokenizers.tokenizer import Tokenizer

GENERIC = "generic"
"""Stands for a language without rules of its own."""
_CLOSING = re.compile(r" ([।॥،؛؟۔።፣፤፧։՝՞၊။។៕])")
"""Sentence punctuation of other scripts, which sacremoses leaves apart from the word before it."""


@dataclass(frozen=True)
class MosesTokenizer(Tokenizer):
    """Moses's rules for a language, as in `moses:de`: they say which full stops belong to abbreviations.

    Dashes are not split, nothing is escaped, and combining marks stay with their letters. A language without rules of
    its own has those of `generic`.
    """

    name: ClassVar[str] = "moses"
    positional: ClassVar[str] = "language"
    language: str = setting("en", "a code such as de, or generic")
    normalize: bool = setting(False, "replace quotes, dashes and spaces by their plain forms first")

    def __post_init__(self) -> None:
        super().__post_init__()
        from sacremoses.corpus import NonbreakingPrefixes

        # sacremoses would silently take a language that it does not know for English.
        known = {GENERIC, *LANGUAGES, *NonbreakingPrefixes().available_langs.values()}
        if self.language not in known:
            raise unknown_language(self.language)

    def tokenize(self, line: str) -> str:
        return with_marks_as_letters(self._cut, self._plain(line))

    def detokenize(self, line: str) -> str:
        return _CLOSING.sub(r"\1", self._joined(line.split(), unescape=False))

    @cached_property
    def _cut(self) -> Callable[[str], str]:
        from sacremoses import MosesTokenizer

        return partial(
            MosesTokenizer(self.language).tokenize,
            aggressive_dash_splits=False,
            return_str=True,
            escape=False,
        )

    @cached_property
    def _plain(self) -> Callable[[str], str]:
        from sacremoses import MosesPunctNormalizer

        return MosesPunctNormalizer(self.language).normalize if self.normalize else str

    @cached_property
    def _joined(self) -> Callable[..., str]:
        from sacremoses import MosesDetokenizer

        joined: Callable[..., str] = MosesDetokenizer(self.language).detokenize
        return joined
