"""Texts that do not belong together, and what is likely wrong: swapped files, another language, lines in another order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from pitchpipe.text.corpus import known_ids
from pitchpipe.text.language_guess import function_word_count, guess_language
from pitchpipe.text.languages import LANGUAGES
from pitchpipe.text.texts import Texts

MOST = 0.5
"""The share of unknown words from which on a text looks like another language."""
FEWEST_LINES = 20
"""Shorter texts are not judged by their lines: chance has its say in them."""
SAMPLE = 2000
"""Lines that are looked at, evenly over the text."""
_UNRELATED, _RELATED = 0.2, 0.4
"""Correlations of the lengths of lines; those of Japanese and English have 0.5, of German and English 0.86."""
_SHIFTS = 5
_SHARED = 0.15
"""Words in common; the worst of systems have twice as many, German and English half."""
_LONG_WORD = 15
"""Characters of a word that show that a script has no spaces; its characters are then compared."""


def unknown_share(lines: Sequence[str], words: Texts) -> float:
    """The share of the words of lines that are not among these."""
    ids, _ = known_ids(lines, words)
    return float(np.mean(ids < 0)) if len(ids) else 0.0


def vocabulary_misfits(
    source: Sequence[str], reference: Sequence[str], name: str, words: tuple[Texts, Texts]
) -> list[str]:
    """What is wrong with a source text and its reference, by the words that a model knows on either side."""
    unknown = unknown_share(source, words[0])
    if unknown <= MOST:
        return []
    found = f"{name}: {unknown:.0%} of the words are not in the source side of the training text"
    as_target = unknown_share(source, words[1])
    if as_target < unknown - 0.2:
        found += f", but {1 - as_target:.0%} are in its target side"
        if unknown_share(reference, words[0]) < unknown_share(reference, words[1]):
            return [f"{found}; the source and the reference are likely swapped"]
        return [f"{found}; {name} is likely in the target language"]
    return [f"{found}; it is likely in another language, or tokenised or cased in another way"]


def language_misfits(lines: Sequence[str], taken_for: str | None, name: str, side: str) -> list[str]:
    """Whether words are rather those of another language than the one that a text is taken for, by its code."""
    named = LANGUAGES.get(taken_for or "")
    guess = guess_language(lines)
    if named is None or guess is None or guess is named or not named.function_words:
        return []
    if 2 * function_word_count(lines, named) > function_word_count(lines, guess):
        return []  # of related languages, either may be right
    return [
        f"{name}: taken for {named.name}, but its words look like {guess.name}; "
        f"swap the files, or name the language with --{side}-language"
    ]


def line_misfits(source: Sequence[str], target: Sequence[str], names: tuple[str, str]) -> list[str]:
    """Whether two texts look like translations line by line, by the lengths of their lines."""
    # Characters and not words, as in Gale and Church: some scripts have no spaces.
    lengths = [np.fromiter(map(len, lines), float, len(lines)) for lines in (source, target)]
    here = _correlation(*lengths)
    if here is None or here >= _UNRELATED:
        return []
    found = (
        f"{names[1]}: the lengths of its lines do not go with those of {names[0]} (correlation {here:.2f})"
    )
    shifted = {
        shift: _correlation(
            lengths[0][max(0, -shift) :][: len(source) - abs(shift)], lengths[1][max(0, shift) :]
        )
        for shift in range(-_SHIFTS, _SHIFTS + 1)
        if shift and abs(shift) < len(source)
    }
    shift, best = max(shifted.items(), key=lambda one: one[1] or -1, default=(0, None))
    if best is not None and best > _RELATED:
        where = "later" if shift > 0 else "earlier"
        return [
            f"{found}; they do {_lines(abs(shift))} {where} ({best:.2f}), so one of the files likely lacks a line"
        ]
    return [f"{found}; they are likely in another order, or not its translation"]


def output_misfits(
    outputs: Sequence[str], references: Sequence[Sequence[str]], names: tuple[str, str]
) -> list[str]:
    """Whether outputs look like what their references are references of, by the words that they share."""
    count = len(outputs)
    if count < FEWEST_LINES:
        return []
    places = np.unique(np.linspace(0, count - 1, min(count, SAMPLE)).astype(int)).tolist()
    spaced = sum(len(outputs[place].split()) for place in places)
    split = str.split if _LONG_WORD * spaced > sum(len(outputs[place]) for place in places) else list
    own, others = (
        np.mean([_shared(outputs[place], references[(place + by) % count], split) for place in places])
        for by in (0, count // 2)
    )
    if own >= 0.9 or own >= max(_SHARED, 1.1 * others):
        return []
    known: set[str] = set().union(*(_words(text, split) for place in places for text in references[place]))
    words: Counter[str] = sum((_words(outputs[place], split) for place in places), Counter())
    if sum(count for word, count in words.items() if word in known) > MOST * words.total():
        return [
            f"{names[0]} is no more like its own lines of {names[1]} than like others; "
            "the lines are likely in another order"
        ]
    return [
        f"{names[0]}: has {own:.0%} of its words in common with {names[1]}; "
        "one of them is likely in another language, or tokenised in another way"
    ]


def _shared(output: str, references: Sequence[str], split: Callable[[str], list[str]]) -> float:
    """The F measure of words with the nearest reference."""
    best, bag = 0.0, _words(output, split)
    for reference in references:
        other = _words(reference, split)
        total = bag.total() + other.total()
        best = max(best, 2 * (bag & other).total() / total if total else 1.0)
    return best


def _words(line: str, split: Callable[[str], list[str]]) -> Counter[str]:
    """Words and numbers; punctuation is alike in all texts."""
    return Counter(word for word in split(line.lower()) if any(map(str.isalnum, word)))


def _lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count} lines"


def _correlation(one: NDArray[np.float64], other: NDArray[np.float64]) -> float | None:
    size = min(len(one), len(other))
    one, other = one[:size], other[:size]
    if size < FEWEST_LINES or one.std() == 0 or other.std() == 0:
        return None
    return float(np.corrcoef(one, other)[0, 1])
