"""Subword pieces, learned from a text by sentencepiece: for scripts without spaces, and for anyone who wants them.

Kudo (2018), Subword regularization: a unigram language model of pieces, and the most probable cut of a line under it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.files.streams import input_name, open_input, write_whole

DEFAULT_SIZE = 3000
"""Pieces for a script without spaces, if no number is given."""
SPACE = "▁"
"""Stands for a space in a piece."""
_LONGEST_TEXT = 500_000
"""Lines to learn from; of a longer text, lines spread over it."""
_COVERAGE = 0.9995
"""The share of all characters that are pieces themselves; the rarest are unknown."""


class Pieces:
    """Pieces that lines are cut into, and put together from again.

    Examples
    --------
    >>> pieces = Pieces.train(["彼は立ち上がりました。", ...], 3000)
    >>> pieces.cut(["彼は立った。"])
    ['彼は 立 った 。']
    >>> pieces.joined(["彼は 立 った 。"])
    ['彼は立った。']
    """

    def __init__(self, model: bytes, name: str = "pieces") -> None:
        self.model = model
        self.name = name

    @classmethod
    def train(cls, lines: Sequence[str], size: int, *, words: bool = False) -> Pieces:
        """Learn pieces from a text, so many if it has enough; the same text always gives the same pieces.

        Parameters
        ----------
        words
            Whether lines are words with spaces between them, so that the first one is like the others.
        """
        from io import BytesIO

        from sentencepiece import SentencePieceTrainer

        used = [line for line in lines[:: max(1, len(lines) // _LONGEST_TEXT)] if line.strip()]
        if not used:
            raise InputError("found no text, expected some to learn pieces from")
        model = BytesIO()
        try:
            SentencePieceTrainer.train(
                sentence_iterator=iter(used),
                model_writer=model,
                vocab_size=max(size, _fewest(used)),
                hard_vocab_limit=False,
                character_coverage=_COVERAGE,
                normalization_rule_name="identity",
                add_dummy_prefix=words,
                num_threads=1,  # more would change the last bits
                minloglevel=2,
            )
        except RuntimeError as error:
            reason = " ".join(str(error).split())
            raise InputError(f"sentencepiece cannot learn {size} pieces from this text: {reason}") from None
        return cls(model.getvalue())

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Pieces:
        """Read what `save` wrote, or any model of sentencepiece."""
        with open_input(path) as file:
            pieces = cls(file.read(), input_name(path))
        assert pieces._processor is not None  # what is wrong is told now, not at the first line
        return pieces

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model, as sentencepiece does."""
        with write_whole(path) as file:
            file.write(self.model)

    def cut(self, lines: Sequence[str]) -> list[str]:
        """The pieces of lines, with spaces between them."""
        return [" ".join(pieces) for pieces in self._processor.encode(list(lines), out_type=str)]

    def joined(self, lines: Sequence[str]) -> list[str]:
        """Pieces put together again."""
        return [line.replace(" ", "").replace(SPACE, " ").strip(" ") for line in lines]

    @cached_property
    def _processor(self) -> Any:
        from sentencepiece import SentencePieceProcessor

        problem = InputError(f"{self.name}: found another kind of file, expected pieces of sentencepiece")
        if not self.model:
            raise problem
        try:
            return SentencePieceProcessor(model_proto=self.model)
        except (RuntimeError, TypeError):
            raise problem from None


def _fewest(lines: Sequence[str]) -> int:
    """How many pieces the frequent characters of a text alone take, and those that sentencepiece adds."""
    counts = Counter(char for line in lines for char in line)
    allowed = _COVERAGE * sum(counts.values())
    size = 0
    for _, count in counts.most_common():
        if allowed <= 0:
            break
        allowed -= count
        size += 1
    return size + 10
