"""Text that is tokenised."""

from __future__ import annotations

from typing import ClassVar

from pitchpipe.text.tokenizers.tokenizer import Tokenizer


class NoTokenizer(Tokenizer):
    """Leaves lines as they are, for tokenised text."""

    name: ClassVar[str] = "none"

    def tokenize(self, line: str) -> str:
        return line

    def detokenize(self, line: str) -> str:
        return line
