"""Language models from text: interpolated modified Kneser-Ney smoothing, as lmplz does it."""

from __future__ import annotations

import mmap
import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.executors import current_executor
from pitchpipe.files import input_name, open_input
from pitchpipe.files.refusals import refusals_of
from pitchpipe.files.scratch import Scratch
from pitchpipe.lm.discounts import FALLBACK, checked_fallback, closed_form
from pitchpipe.lm.language_model import LanguageModel
from pitchpipe.lm.ngram_lists import MOST_ORDER, NgramLists
from pitchpipe.lm.ngram_tasks import count_on
from pitchpipe.text import Corpus, Texts

_CHUNK = 1 << 20
_ROWS = 1 << 18
"""N-grams that are renumbered at a time."""

Progress = Callable[[int, int], None]
"""Called with how many steps are done, and of how many."""


@dataclass(frozen=True)
class Estimate:
    """What `estimate` found."""

    ngrams: NgramLists
    lines: int
    tokens: int
    counted: NDArray[np.int64]
    """How many n-grams of each order the text has; `ngrams` has those that were not pruned."""
    discounts: NDArray[np.float32]
    """For each order, the discounts of the adjusted counts 1, 2, and 3 or more."""
    warnings: tuple[str, ...] = ()
    """What the user should know: where the text was too small for its own discounts."""
    scratch: Scratch = field(default_factory=Scratch, repr=False)
    """Where its tables are made."""

    @cached_property
    def model(self) -> LanguageModel:
        """The model, ready to be asked."""
        return LanguageModel.of(self.ngrams, self.scratch)


def estimate(
    text: Corpus | str | os.PathLike[str],
    order: int,
    *,
    prune: Sequence[int] = (),
    fallback: Sequence[float] | None = FALLBACK,
    memory: int = 1 << 30,
    folder: str | os.PathLike[str] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> Estimate:
    """Estimate a model of order 1 to 7 from a tokenised text, a line for each sentence.

    The weights are those of lmplz, to the last bit, whatever `memory` and `threads` are. Where `working_on` names an executor,
    its workers count the n-grams of a file.

    Parameters
    ----------
    text
        A corpus, or a plain or compressed file, which is read piece by piece; `-` is the standard input.
    prune
        N-grams that occur at most so often are left out, a number for each order, none smaller than the one before;
        the last one stands for all higher orders.
    fallback
        Discounts of the adjusted counts 1, 2, and 3 or more for orders whose own cannot be computed, as happens with
        small texts; a warning says so. None makes that an `InputError`.
    memory
        About how many bytes to sort in, and to make the model's tables in. What does not fit goes to temporary files.
    folder
        Where these are made.

    References
    ----------
    Chen and Goodman, 1998, An empirical study of smoothing techniques for language modeling.

    Heafield, Pouzyrevsky, Clark and Koehn, 2013, Scalable modified Kneser-Ney language model estimation.
    """
    if not 1 <= order <= MOST_ORDER:
        raise InputError(f"found the order {order}, expected 1 to {MOST_ORDER}")
    thresholds = pruning_thresholds(prune, order)
    own_fallback = None if fallback is None else checked_fallback(fallback)
    place = str(folder or tempfile.gettempdir())
    show = progress or (lambda done, total: None)
    with refusals_of(place, ""):
        counter = _native.NgramCounter(order, memory // 2, place, threads)
        name = _count(counter, text, place)
        show(1, order + 2)
        smoothing = _native.KneserNey(order, thresholds, memory, place, threads)
        statistics = smoothing.adjust(counter).astype(np.int64)
        discounts, warnings = _discounts(statistics, own_fallback, name)
        rows: list[NDArray[np.uint32]] = []
        for n in range(1, order + 1):
            smoothing.discount(n, discounts[n - 1].tolist())
            if n > 1:
                rows.append(_mapped(*smoothing.interpolate(n - 1), n + 1))
            show(n + 1, order + 2)
        rows.append(_mapped(*smoothing.interpolate(order), order + 2))
        show(order + 2, order + 2)
    scratch = Scratch(memory, place)
    words, rows = _kept_words(Texts(*counter.words()), rows, scratch)
    ngrams = NgramLists(words, tuple(rows), f"the model of {name}")
    return Estimate(
        ngrams, counter.lines, counter.tokens, statistics[:, 5], discounts[:, 1:], tuple(warnings), scratch
    )


def pruning_thresholds(prune: Sequence[int], order: int) -> list[int]:
    """A threshold for each order, from those that were given for the first ones."""
    shown = ", ".join(map(str, prune))
    if len(prune) > order:
        raise InputError(
            f"found {len(prune)} pruning thresholds, {shown}, expected at most {order}, the order"
        )
    if any(value < 0 for value in prune) or list(prune) != sorted(prune):
        raise InputError(
            f"found the pruning thresholds {shown}, expected each at least as large as the one before"
        )
    return [*prune, *[prune[-1] if prune else 0] * (order - len(prune))]


def _count(counter: _native.NgramCounter, text: Corpus | str | os.PathLike[str], place: str) -> str:
    """Count a text, here or on the executor that `working_on` names; what messages call it."""
    executor = current_executor()
    if executor is None or isinstance(text, Corpus) or str(text) == "-":
        return _count_here(counter, text)
    try:
        return count_on(executor, counter, text)
    except ValueError:
        # What is wrong with the text is told as it is elsewhere, with its line.
        _count_here(_native.NgramCounter(counter.order, 1 << 20, place, 1), text)
        raise


def _count_here(counter: _native.NgramCounter, text: Corpus | str | os.PathLike[str]) -> str:
    name = "the text" if isinstance(text, Corpus) else input_name(text)
    try:
        if isinstance(text, Corpus):
            groups = np.arange(len(text.words) + 1)
            counter.add((text.words.data, text.words.offsets, groups), text.ids, text.offsets)
        else:
            with open_input(text) as file:
                while chunk := file.read(_CHUNK):
                    counter.feed(chunk)
            counter.finish()
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"{name}:{error}") from None
    if not counter.lines:
        raise InputError(f"{name}: found no lines, expected a text")
    return name


def _discounts(
    statistics: NDArray[np.int64], fallback: NDArray[np.float32] | None, name: str
) -> tuple[NDArray[np.float32], list[str]]:
    """The discounts of each order, and a warning for each order that has none of its own."""
    discounts, warnings = [], []
    for n, of_counts in enumerate(statistics[:, :5].tolist(), 1):
        try:
            discounts.append(closed_form(of_counts))
        except InputError as error:
            problem = (
                f"{name}: the text is too small or too regular for {n}-gram discounts of its own: {error}"
            )
            if fallback is None:
                raise InputError(f"{problem}; give fallback discounts, or remove repeated lines") from None
            discounts.append(fallback)
            shown = ", ".join(f"{value:g}" for value in fallback[1:])
            warnings.append(f"{problem}; took {shown} instead")
    return np.stack(discounts), warnings


def _mapped(descriptor: int, count: int, width: int) -> NDArray[np.uint32]:
    """The rows in a temporary file, which stays as long as the array does."""
    if not count:
        return np.zeros((0, width), np.uint32)
    mapped = mmap.mmap(descriptor, count * width * 4, access=mmap.ACCESS_READ)
    return np.frombuffer(mapped, np.uint32).reshape(count, width)


def _kept_words(
    words: Texts, rows: list[NDArray[np.uint32]], scratch: Scratch
) -> tuple[Texts, list[NDArray[np.uint32]]]:
    """The vocabulary without words that were pruned, and the rows under its numbers."""
    kept = rows[0][:, 0].astype(np.int64)
    if len(kept) == len(words):
        return words, rows
    numbers = np.zeros(len(words), np.uint32)
    numbers[kept] = np.arange(len(kept), dtype=np.uint32)
    renumbered = []
    for n, old in enumerate(rows, 1):
        new = scratch.array(old.shape, np.uint32)
        for begin in range(0, len(old), _ROWS):
            some = slice(begin, begin + _ROWS)
            new[some, :n] = numbers[old[some, :n]]
            new[some, n:] = old[some, n:]
        renumbered.append(new)
    return words.take(kept), renumbered
