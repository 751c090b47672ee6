"""Text on its way in: tokenised, cleaned, truecased or lower-cased."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any

import numpy as np

from pitchpipe.errors import InputError
from pitchpipe.files.kept_lines import KeptLines, flattened
from pitchpipe.files.scratch import Scratch
from pitchpipe.text.cleaning import Cleaned, clean
from pitchpipe.text.in_processes import Progress
from pitchpipe.text.pieces import Pieces
from pitchpipe.text.raw_text import has_words
from pitchpipe.text.tokenized_lines import each_tokenized, tokenize_lines
from pitchpipe.text.tokenizers import Tokenizer, tokenizer_of_language
from pitchpipe.text.truecaser import Truecaser

_SPACES = re.compile(r"[ \t\n\v\f\r]+")
"""What `Corpus` takes as white space between tokens."""


@dataclass(frozen=True)
class Prepared:
    """Both sides of a training text, what was removed, and what has learned their case and their pieces."""

    source: Sequence[str]
    target: Sequence[str]
    cleaned: Cleaned
    truecasers: tuple[Truecaser | None, Truecaser | None] | None
    pieces: tuple[Pieces | None, Pieces | None] = (None, None)


def prepare(
    source: Sequence[str],
    target: Sequence[str],
    *,
    languages: tuple[str | Tokenizer, str | Tokenizer] = ("none", "none"),
    normalize: bool = False,
    min: int = 1,
    max: int = 80,
    ratio: float = 9,
    truecase: bool | tuple[bool, bool] = False,
    mode: str = "lm",
    lowercase: bool = False,
    pieces: tuple[int, int] = (0, 0),
    processes: int = 1,
    progress: Progress | None = None,
    scratch: Scratch | None = None,
) -> Prepared:
    """Prepare parallel text for training; however long it is, memory holds only some of its lines at a time.

    Parameters
    ----------
    languages
        A code such as `de`, or a tokeniser, for each side; `none` for text that is tokenised.
    min, max, ratio
        Which pairs are kept; see `clean`.
    truecase
        Learn the case of both sides or one, and truecase them in this mode. Text that is lower-cased stays so, and what
        has learned its case can recase translations.
    pieces
        How many pieces to learn for each side, and to cut it into; 0 for none. They are parts of words, or of whole
        lines if these have no spaces between words.
    scratch
        Where the text is kept between steps, in memory or, if it is large, in temporary files.
    """

    def keep(lines: Iterable[str]) -> KeptLines:
        return KeptLines(lines, scratch)

    tokenizers = [tokenizer_of_language(language, normalize=normalize) for language in languages]
    tokenized = [
        keep(each_tokenized(lines, tokenizer, longest=max, processes=processes, progress=progress))
        for lines, tokenizer in zip((source, target), tokenizers, strict=True)
    ]
    learned: list[Pieces | None] = [None, None]
    for side, size in enumerate(pieces):
        if size and not has_words(tokenized[side]):
            learned[side] = found = Pieces.train(tokenized[side], size)
            tokenized[side] = keep(flattened(map(found.cut, tokenized[side].chunks())))
    cleaned = _cleaned(tokenized[0], tokenized[1], min, max, ratio)
    if not len(cleaned.kept):
        counts = ", ".join(f"{count} {reason}" for reason, count in cleaned.removed.items() if count)
        raise InputError(f"found no pair of lines to keep ({counts or 'the text is empty'}), expected some")
    sides = [keep(compress(lines, cleaned.verdicts == 0)) for lines in tokenized]
    del tokenized
    wanted = (truecase, truecase) if isinstance(truecase, bool) else truecase
    cased, truecasers = [], []
    for lines, learns in zip(sides, wanted, strict=True):
        truecaser = Truecaser.train(lines, scratch) if learns else None
        how: dict[str, Any] = {"truecaser": truecaser, "mode": mode, "lowercase": lowercase}
        cased.append(keep(flattened(prepare_lines(some, **how) for some in lines.chunks())))
        truecasers.append(truecaser)
    for side, size in enumerate(pieces):
        if size and learned[side] is None:
            learned[side] = found = Pieces.train(cased[side], size, words=True)
            cased[side] = keep(flattened(map(found.cut, cased[side].chunks())))
    return Prepared(
        cased[0],
        cased[1],
        cleaned,
        (truecasers[0], truecasers[1]) if any(wanted) else None,
        (learned[0], learned[1]),
    )


def _cleaned(source: KeptLines, target: KeptLines, min: int, max: int, ratio: float) -> Cleaned:
    """What `clean` says of all pairs, of which each is judged on its own."""
    if len(source) != len(target):
        raise InputError(f"{len(source)} source lines but {len(target)} target lines")
    parts = [
        clean(*pair, min=min, max=max, ratio=ratio)
        for pair in zip(source.chunks(), target.chunks(), strict=True)
    ] or [clean([], [], min=min, max=max, ratio=ratio)]
    return Cleaned(parts[0].reasons, np.concatenate([part.verdicts for part in parts]))


def prepare_lines(
    lines: Sequence[str],
    *,
    language: str | Tokenizer = "none",
    normalize: bool = False,
    truecaser: Truecaser | None = None,
    mode: str = "lm",
    lowercase: bool = False,
    pieces: Pieces | None = None,
    processes: int = 1,
    progress: Progress | None = None,
) -> list[str]:
    """Prepare text for a system that was trained on what `prepare` made; every line is kept."""
    tokenizer = tokenizer_of_language(language, normalize=normalize)
    lines = tokenize_lines(lines, tokenizer, processes=processes, progress=progress)
    if lowercase:
        lines = [line.lower() for line in lines]
    elif truecaser is not None:
        lines = truecaser.truecase(lines, mode)
    lines = [_SPACES.sub(" ", line).strip(" ") for line in lines]
    return lines if pieces is None else pieces.cut(lines)
