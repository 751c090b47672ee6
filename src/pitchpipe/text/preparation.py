"""Text on its way in: tokenised, cleaned, truecased or lower-cased."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pitchpipe.errors import InputError
from pitchpipe.text.cleaning import Cleaned, clean
from pitchpipe.text.in_processes import Progress
from pitchpipe.text.tokenized_lines import tokenize_lines
from pitchpipe.text.tokenizers import Tokenizer, tokenizer_of_language
from pitchpipe.text.truecaser import Truecaser

_SPACES = re.compile(r"[ \t\n\v\f\r]+")
"""What `Corpus` takes as white space between tokens."""


@dataclass(frozen=True)
class Prepared:
    """Both sides of a training text, what was removed, and what has learnt their case."""

    source: list[str]
    target: list[str]
    cleaned: Cleaned
    truecasers: tuple[Truecaser, Truecaser] | None


def prepare(
    source: Sequence[str],
    target: Sequence[str],
    *,
    languages: tuple[str | Tokenizer, str | Tokenizer] = ("none", "none"),
    normalize: bool = False,
    min: int = 1,
    max: int = 80,
    ratio: float = 9,
    truecase: bool = False,
    mode: str = "lm",
    lowercase: bool = False,
    processes: int = 1,
    progress: Progress | None = None,
) -> Prepared:
    """Prepare parallel text for training.

    Parameters
    ----------
    languages
        A code such as `de`, or a tokeniser, for each side; `none` for text that is tokenised.
    min, max, ratio
        Which pairs are kept; see `clean`.
    truecase
        Learn the case of both sides, and truecase them in this mode. Text that is lower-cased stays so, and what has
        learnt its case can recase translations.
    """
    tokenizers = [tokenizer_of_language(language, normalize=normalize) for language in languages]
    tokenized = [
        tokenize_lines(lines, tokenizer, longest=max, processes=processes, progress=progress)
        for lines, tokenizer in zip((source, target), tokenizers, strict=True)
    ]
    cleaned = clean(*tokenized, min=min, max=max, ratio=ratio)
    kept = cleaned.kept.tolist()
    if not kept:
        counts = ", ".join(f"{count} {reason}" for reason, count in cleaned.removed.items() if count)
        raise InputError(f"found no pair of lines to keep ({counts or 'the text is empty'}), expected some")
    sides = [[lines[index] for index in kept] for lines in tokenized]
    truecasers = (Truecaser.train(sides[0]), Truecaser.train(sides[1])) if truecase else None
    cased = [
        prepare_lines(lines, truecaser=truecaser, mode=mode, lowercase=lowercase)
        for lines, truecaser in zip(sides, truecasers or (None, None), strict=True)
    ]
    return Prepared(cased[0], cased[1], cleaned, truecasers)


def prepare_lines(
    lines: Sequence[str],
    *,
    language: str | Tokenizer = "none",
    normalize: bool = False,
    truecaser: Truecaser | None = None,
    mode: str = "lm",
    lowercase: bool = False,
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
    return [_SPACES.sub(" ", line).strip(" ") for line in lines]
