"""sacreBLEU's tokenisers by name, called and not copied."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.settings import setting
from pitchpipe.text.tokenizers.tokenizer import Tokenizer


@dataclass(frozen=True)
class SacrebleuTokenizer(Tokenizer):
    """One of sacreBLEU's tokenisers, as in `sacrebleu:13a` or just `13a`: for scores that others can compare with."""

    name: ClassVar[str] = "sacrebleu"
    positional: ClassVar[str] = "tokenizer"
    tokenizer: str = setting("13a", "sacreBLEU's name for it, such as 13a, intl, zh or char")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.tokenizer not in sacrebleu_names(self.tokenizer):
            raise unknown_name("tokeniser of sacreBLEU", self.tokenizer, sacrebleu_names(self.tokenizer))
        assert self._cut is not None  # what is missing is told now, not at the first line

    def tokenize(self, line: str) -> str:
        return str(self._cut(line.rstrip()))

    @cached_property
    def _cut(self) -> Callable[[str], str]:
        try:
            cut: Callable[[str], str] = _bleu(self.tokenizer)(tokenize=self.tokenizer).tokenizer
        except (ImportError, OSError, RuntimeError) as error:
            reason = " ".join(str(error).split())
            raise InputError(f"sacreBLEU cannot start its tokeniser {self.tokenizer!r}: {reason}") from None
        return cut


def sacrebleu_names(wanted: str) -> Collection[str]:
    """What sacreBLEU calls its tokenisers; `wanted` is the one that needs it."""
    names: Collection[str] = _bleu(wanted).TOKENIZERS
    return names


def _bleu(wanted: str) -> Any:
    try:
        from sacrebleu.metrics.bleu import BLEU
    except ImportError:
        raise InputError(
            f"the tokeniser {wanted!r} needs the sacrebleu package: pip install sacrebleu"
        ) from None
    return BLEU
