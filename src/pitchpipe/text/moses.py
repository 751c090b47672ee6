"""Moses's tokeniser and detokeniser by language, as sacremoses has them: called and not copied."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from threading import Thread
from typing import Any

from pitchpipe.errors import InputError, unknown_name

_CHUNK = 2000
"""Lines that a process takes at a time."""

Progress = Callable[[int, int], None]
"""Told how many lines are done, and of how many."""


def tokenize_lines(
    lines: Sequence[str],
    language: str,
    *,
    normalize: bool = False,
    longest: int | None = None,
    processes: int = 1,
    progress: Progress | None = None,
) -> list[str]:
    """Put spaces between the tokens of lines; the language `none` leaves them as they are.

    Parameters
    ----------
    language
        A code such as `de`; it says which full stops belong to abbreviations.
    normalize
        Bring quotes, dashes and spaces to their plain forms first.
    longest
        Lines with more words than this stay as they are: tokenising takes time that grows with the square of a line's
        abbreviations, and cleaning removes such lines anyway.
    processes
        How many processes share the work, if there is enough of it; lines keep their order.
    """
    check_language(language)
    if language == "none":
        return list(lines)
    work = partial(_tokenized, language=language, normalize=normalize, longest=longest)
    return _in_chunks(work, lines, processes, progress)


def detokenize_lines(
    lines: Sequence[str], language: str, *, processes: int = 1, progress: Progress | None = None
) -> list[str]:
    """Take out the spaces that tokenising has put in; the language `none` leaves lines as they are."""
    check_language(language)
    if language == "none":
        return list(lines)
    return _in_chunks(partial(_detokenized, language=language), lines, processes, progress)


def check_language(language: str) -> None:
    """Refuse a language that sacremoses would silently take for English."""
    if language == "none":
        return
    known = {"none", "ja", "ko", *_sacremoses().corpus.NonbreakingPrefixes().available_langs.values()}
    if language not in known:
        raise unknown_name("language of sacremoses", language, known)


def _sacremoses() -> Any:
    try:
        import sacremoses
    except ImportError:
        raise InputError("tokenising needs the sacremoses package: pip install sacremoses") from None
    return sacremoses


def _tokenized(lines: Sequence[str], language: str, normalize: bool, longest: int | None) -> list[str]:
    moses = _sacremoses()
    tokenize = partial(
        moses.MosesTokenizer(language).tokenize, aggressive_dash_splits=False, return_str=True, escape=False
    )
    plain = moses.MosesPunctNormalizer(language).normalize if normalize else str
    return [line if _has_more_words(line, longest) else tokenize(plain(line)) for line in lines]


def _has_more_words(line: str, count: int | None) -> bool:
    """By the white space of `Corpus`, which is ASCII's only, as is that of bytes."""
    return count is not None and len(line.encode().split(None, count)) > count


def _detokenized(lines: Sequence[str], language: str) -> list[str]:
    detokenize = _sacremoses().MosesDetokenizer(language).detokenize
    return [detokenize(line.split(), unescape=False) for line in lines]


def _in_chunks(
    work: Callable[[Sequence[str]], list[str]],
    lines: Sequence[str],
    processes: int,
    progress: Progress | None,
) -> list[str]:
    """The work on all lines in order, shared out if there are several chunks."""
    chunks = [lines[begin : begin + _CHUNK] for begin in range(0, len(lines), _CHUNK)]
    processes = min(processes, len(chunks))
    if processes <= 1:
        return _gathered(map(work, chunks), len(lines), progress)
    # A copy of this process, with threads and memory maps in whatever state, is not wanted.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, fresh, _end_with_the_parent) as pool:
        return _gathered(pool.map(work, chunks), len(lines), progress)


def _gathered(results: Iterable[list[str]], total: int, progress: Progress | None) -> list[str]:
    done: list[str] = []
    for lines in results:
        done += lines
        if progress is not None:
            progress(len(done), total)
    return done


def _end_with_the_parent() -> None:
    """Leave interrupts to the parent, and do not outlive it if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_await_the_parents_end, daemon=True).start()


def _await_the_parents_end() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
