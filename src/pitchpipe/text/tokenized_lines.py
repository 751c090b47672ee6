"""Many lines tokenised or detokenised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pitchpipe.text.in_processes import Progress, each_in_processes, in_processes
from pitchpipe.text.tokenizers import NoTokenizer, Tokenizer, tokenizer_of_language


def tokenize_lines(
    lines: Sequence[str],
    language: str | Tokenizer,
    *,
    longest: int | None = None,
    processes: int = 1,
    progress: Progress | None = None,
) -> list[str]:
    """Put spaces between the tokens of lines.

    Parameters
    ----------
    language
        A code such as `de`, or a tokeniser; `none` leaves lines as they are.
    longest
        Lines with more words than this stay as they are: tokenising takes time that grows with the square of a line's
        abbreviations, and cleaning removes such lines anyway.
    processes
        How many processes share the work, if there is enough of it; lines keep their order.
    """
    return list(each_tokenized(lines, language, longest=longest, processes=processes, progress=progress))


def each_tokenized(
    lines: Sequence[str],
    language: str | Tokenizer,
    *,
    longest: int | None = None,
    processes: int = 1,
    progress: Progress | None = None,
) -> Iterator[str]:
    """The same, line by line: memory holds only some of them at a time."""
    tokenizer = tokenizer_of_language(language)
    if isinstance(tokenizer, NoTokenizer):
        return iter(lines)
    return each_in_processes(partial(_tokenized, tokenizer, longest), lines, processes, progress)


def detokenize_lines(
    lines: Sequence[str],
    language: str | Tokenizer,
    *,
    processes: int = 1,
    progress: Progress | None = None,
) -> list[str]:
    """Take out the spaces that tokenising has put in; `none` leaves lines as they are."""
    tokenizer = tokenizer_of_language(language)
    if isinstance(tokenizer, NoTokenizer):
        return list(lines)
    return in_processes(partial(_detokenized, tokenizer), lines, processes, progress)


def _tokenized(tokenizer: Tokenizer, longest: int | None, lines: Sequence[str]) -> list[str]:
    return [line if _has_more_words(line, longest) else tokenizer.tokenize(line) for line in lines]


def _detokenized(tokenizer: Tokenizer, lines: Sequence[str]) -> list[str]:
    return [tokenizer.detokenize(line) for line in lines]


def _has_more_words(line: str, count: int | None) -> bool:
    """By the white space of `Corpus`, which is ASCII's only, as is that of bytes."""
    return count is not None and len(line.encode().split(None, count)) > count
