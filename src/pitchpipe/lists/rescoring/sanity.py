"""Signs of output that has gone wrong: loops, copies of the source, the wrong script, runaway length."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import ClassVar

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.lists.pool import Pool
from pitchpipe.lists.rescoring.feature import ListFeature
from pitchpipe.settings import setting

COPIES = 3
"""So many copies in a row are a loop."""
LEAST_CHARACTERS = 10
"""Of a loop, in text without spaces: laughter is none."""
RUN = 3
"""Words in a row that are copied from the source, and not a name or a number."""
_TOGETHER = {"HIRAGANA": "CJK", "KATAKANA": "CJK"}


@dataclass(frozen=True)
class Sanity(ListFeature):
    """Four signs of output that has gone wrong, each 0 for a sane text and higher for a worse one.

    `_loop` is the share of words that repeat what comes before them, in a sequence that occurs at least three times
    in a row. `_copy` is the share of runs of three words that are in the source too; lists without a source do not
    get it. `_script` is the share of letters that are not in the script of most candidates' letters. `_length` is 0
    up to twice the usual length, 1 at four times, 2 at eight: usual for the source or, without one, for the list.
    Text without spaces is taken character by character.
    """

    name: ClassVar[str] = "sanity"

    script: str = setting(
        "", "the right script, as in Latin, Cyrillic or CJK; by default that of most letters"
    )

    def columns(self, pool: Pool, threads: int = 1) -> Mapping[str, Array]:
        texts = list(pool.texts)
        found = {"_loop": np.array([loop_share(text) for text in texts])}
        if pool.sources is not None:
            sources = [pool.sources[group] for group in pool.group_of.tolist()]
            found["_copy"] = np.array(list(map(copied_share, texts, sources)))
        found["_script"] = wrong_script(texts, self.script.upper())
        found["_length"] = runaway(pool)
        return found


def loop_share(text: str) -> float:
    """The share of units that repeat what came before, in loops."""
    units, least = _units(text), LEAST_CHARACTERS if _is_unspaced(text) else 1
    if len(units) < COPIES or max(Counter(units).values()) < COPIES:
        return 0.0
    looping = np.zeros(len(units), bool)
    numbers: dict[str, int] = {}
    row = np.array([numbers.setdefault(unit, len(numbers)) for unit in units])
    for period in range(1, len(units) // COPIES + 1):
        same = np.flatnonzero(np.diff(np.r_[False, row[period:] == row[:-period], False].astype(int)))
        for begin, end in same.reshape(-1, 2).tolist():
            if end - begin >= (COPIES - 1) * period and end - begin + period >= least:
                looping[begin + period : end + period] = True
    return float(looping.mean())


def copied_share(text: str, source: str) -> float:
    """The share of runs of words, or of words if there are few, that stand in the source too."""
    if _is_unspaced(text) or _is_unspaced(source):
        one, other = [list("".join(some.casefold().split())) for some in (text, source)]
    else:
        one, other = text.casefold().split(), source.casefold().split()
    size = min(RUN, len(one))
    runs = _runs(one, size)
    known = set(_runs(other, size))
    return sum(run in known for run in runs) / len(runs) if runs else 0.0


def wrong_script(texts: Sequence[str], right: str = "") -> Array:
    """The share of each text's letters that are not in the right script, by default that of most letters."""
    counts = [Counter(script for letter in text if (script := _script(letter))) for text in texts]
    total: Counter[str] = sum(counts, Counter())
    if not right:
        # Of equals the first by name, so that the order of the lists does not matter.
        right = min(total, key=lambda script: (-total[script], script), default="")
    right = _TOGETHER.get(right, right)
    return np.array([1 - count[right] / count.total() if count else 0.0 for count in counts])


def runaway(pool: Pool) -> Array:
    """How many times a text is twice as long again, after the first time, as is usual."""
    lengths = np.maximum([len(text) for text in pool.texts], 1)
    if pool.sources is not None:
        sources = np.maximum([len(text) for text in pool.sources], 1)[pool.group_of]
        usual = np.median(lengths / sources) * sources
    else:
        medians = [np.median(lengths[begin:end]) for begin, end in pairwise(pool.offsets.tolist())]
        usual = np.array(medians)[pool.group_of]
    doublings: Array = np.maximum(0.0, np.log2(lengths / usual) - 1)
    return doublings


def _units(text: str) -> list[str]:
    return list(text.strip()) if _is_unspaced(text) else text.split()


def _is_unspaced(text: str) -> bool:
    return len(text.split(None, 1)) == 1


def _runs(units: Sequence[str], size: int) -> list[tuple[str, ...]]:
    return [tuple(units[begin : begin + size]) for begin in range(len(units) - size + 1)] if size else []


@cache
def _script(letter: str) -> str:
    """The script of a letter, as the first word of its name in Unicode; empty for other characters."""
    if not letter.isalpha():
        return ""
    script = unicodedata.name(letter, "").partition(" ")[0]
    return _TOGETHER.get(script, script)
