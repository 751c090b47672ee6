"""How often truecasing is right, and how fast it is, by both modes, on text that it has not seen.

`python -m benchmarks.truecasing TEXT LANGUAGE` measures a raw text; without arguments it is the synthetic language pair.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from pitchpipe.data import language_pair
from pitchpipe.files import read_lines
from pitchpipe.text import Truecaser, capitalize, tokenize_lines
from pitchpipe.text.truecaser import MODES

HELD_OUT = 10
"""Every tenth line is held out."""
REPEATS = 3


def main() -> None:
    if __name__ == "__main__" and len(sys.argv) > 1:
        path, language = sys.argv[1], (sys.argv[2:] or ["none"])[0]
        texts = {path: tokenize_lines(read_lines(path), language)}
    else:
        train = language_pair(train=20_000, dev=0, test=0).train
        english = [references[0] for references in train.references]
        texts = {"synthetic German": capitalize(train.source), "synthetic English": capitalize(english)}
    for name, lines in texts.items():
        measure(name, lines)


def measure(name: str, lines: list[str]) -> None:
    """Train on most lines; lower-case the others and recase them, and truecase them as they are."""
    test = lines[::HELD_OUT]
    train = [line for index, line in enumerate(lines) if index % HELD_OUT]
    began = time.perf_counter()
    truecaser = Truecaser.train(train)
    seconds = time.perf_counter() - began
    print(f"{name}: {len(train):,} lines learned in {seconds:.2f} s, {len(truecaser.counts):,} n-grams")
    lowered = [line.lower() for line in test]
    print(f"  {'mode':<10}{'right':>9}{'known words':>13}{'recased/s':>12}{'truecased/s':>13}")
    for mode in MODES:
        recased, recasing = timed(truecaser.recase, lowered, mode)
        _, truecasing = timed(truecaser.truecase, test, mode)
        every, known = accuracies(capitalize(recased), test, truecaser)
        print(
            f"  {mode:<10}{every:>8.2f}%{known:>12.2f}%{len(test) / recasing:>12,.0f}{len(test) / truecasing:>13,.0f}"
        )


def timed(
    work: Callable[[list[str], str], list[str]], lines: list[str], mode: str
) -> tuple[list[str], float]:
    """What the work gives, and the seconds of the fastest of a few runs."""
    seconds = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        found = work(lines, mode)
        seconds.append(time.perf_counter() - began)
    return found, min(seconds)


def accuracies(found: list[str], expected: list[str], truecaser: Truecaser) -> tuple[float, float]:
    """Percentages of the words with letters that are in the right case: of all, and of those that were learned."""
    right, right_if_known = [], []
    for one, other in zip(found, expected, strict=True):
        for word, truth in zip(one.split(), other.split(), strict=True):
            if truth.lower() == truth.upper():
                continue
            right.append(word == truth)
            if truth.lower() in truecaser.forms:
                right_if_known.append(word == truth)
    return 100 * sum(right) / len(right), 100 * sum(right_if_known) / len(right_if_known)


if __name__ == "__main__":
    main()
