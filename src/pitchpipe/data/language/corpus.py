"""Parallel text from the grammar: training, development and test parts with word alignments."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from pitchpipe.data.language.brackets import penn, unmarked
from pitchpipe.data.language.clause_order import clause_orders
from pitchpipe.data.language.english import english
from pitchpipe.data.language.english_verbs import Chooser
from pitchpipe.data.language.german import german
from pitchpipe.data.language.head_final import head_final
from pitchpipe.data.language.meaning import Clause, Word, align, text
from pitchpipe.data.language.thoughts import Thinker
from pitchpipe.errors import InputError
from pitchpipe.files import write_whole

MOST_REFERENCES = 8
VARIETIES = {"german": ("de", german), "head-final": ("hf", head_final)}
"""The end of file names, and what says a meaning."""
PARSES = {"target": "parses", "source": "source.parses"}
"""The end of the names of files of trees over each side."""
_TRIES = 6
"""How often a meaning is said, for each reference that is wanted, before it is passed over."""

Alignment = list[tuple[int, int]]
Source = Callable[[Clause], list[Word]]


@dataclass(frozen=True)
class ParallelText:
    """Sentences with their references.

    `alignments` links source words to words of the first reference, whose trees are `parses`, in Penn brackets; those of the
    source are `source_parses`, and `orders` says in which order the reference has the words of clauses.
    """

    source: list[str] = field(default_factory=list)
    references: list[list[str]] = field(default_factory=list)
    alignments: list[Alignment] = field(default_factory=list)
    parses: list[str] = field(default_factory=list)
    source_parses: list[str] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.source)


@dataclass(frozen=True)
class LanguagePair:
    """Training text with one reference a sentence; development and test text with several."""

    train: ParallelText
    dev: ParallelText
    test: ParallelText
    variety: str = "german"

    def files(self, name: str) -> list[str]:
        """The files of a part: `dev.de`, and `dev.en` or, for several references, `dev.en0`, `dev.en1` and so on."""
        references = getattr(self, name).references
        count = len(references[0]) if references else 1
        ends = range(count) if count > 1 else [""]
        return [f"{name}.{VARIETIES[self.variety][0]}", *(f"{name}.en{end}" for end in ends)]

    def write(self, folder: str | os.PathLike[str], *, parses: bool = False, orders: bool = False) -> None:
        """Write all parts as plain text, one sentence a line, and alignments in the Pharaoh format.

        With `parses`, the trees of the first references too, as `train.parses` and so on, and those of the source as
        `train.source.parses`; with `orders`, `train.order`.
        """
        Path(folder).mkdir(parents=True, exist_ok=True)
        for name in ("train", "dev", "test"):
            part: ParallelText = getattr(self, name)
            links = [" ".join(f"{source}-{target}" for source, target in line) for line in part.alignments]
            references = zip(*part.references, strict=True) if part.references else [()]
            files = [*self.files(name), f"{name}.align"]
            for file, lines in zip(files, [part.source, *references, links], strict=True):
                _write(Path(folder) / file, lines)
            if parses:
                _write(Path(folder) / f"{name}.{PARSES['target']}", part.parses)
                _write(Path(folder) / f"{name}.{PARSES['source']}", part.source_parses)
            if orders:
                _write(Path(folder) / f"{name}.order", part.orders)


def _write(path: Path, lines: Iterable[str]) -> None:
    with write_whole(path) as opened:
        opened.writelines(f"{line}\n".encode() for line in lines)


def language_pair(
    train: int = 20_000,
    dev: int = 500,
    test: int = 500,
    references: int = 4,
    seed: int = 1,
    *,
    variety: str = "german",
) -> LanguagePair:
    """German sentences with English translations, the same for the same seed; or of the variety `head-final`.

    Text is tokenised; case is natural, but a sentence does not begin with a capital. Dev and test sentences do not
    occur in training, nor twice. Each has exactly `references` different translations: a meaning that does not
    have so many is passed over. Dev and test do not depend on the size of the training part, and a smaller
    training part is the beginning of a larger one. The meanings and their English do not depend on the variety,
    but for those passed over since the source has occurred.
    """
    for name, size in (("train", train), ("dev", dev), ("test", test)):
        if size < 0:
            raise InputError(f"{name} must be a number of sentences, not {size}")
    if not 1 <= references <= MOST_REFERENCES:
        raise InputError(f"references must be from 1 to {MOST_REFERENCES}, not {references}")
    if variety not in VARIETIES:
        raise InputError(f"variety must be {' or '.join(VARIETIES)}, not {variety!r}")
    source = VARIETIES[variety][1]
    seen: set[str] = set()
    dev_part = _text(Random(f"dev {seed}"), dev, references, source, seen, new=True)
    test_part = _text(Random(f"test {seed}"), test, references, source, seen, new=True)
    return LanguagePair(_text(Random(f"train {seed}"), train, 1, source, seen), dev_part, test_part, variety)


def _text(
    rng: Random, size: int, references: int, source: Source, seen: set[str], *, new: bool = False
) -> ParallelText:
    """Sentences that have not been seen; `new` ones are from now on."""
    think, choose = Thinker(rng), Chooser(rng)
    part = ParallelText()
    while len(part) < size:
        meaning = think.sentence()
        said: dict[str, list[Word]] = {}
        for _ in range(_TRIES * references):
            english_words = english(meaning, choose)
            said.setdefault(text(english_words), english_words)
            if len(said) == references:
                break
        marked = source(meaning)
        words = unmarked(marked)
        line = text(words)
        if len(said) == references and line not in seen:
            part.source.append(line)
            part.references.append(list(said))
            first = next(iter(said.values()))
            part.alignments.append(align(words, first))
            part.parses.append(penn(first))
            part.source_parses.append(penn(marked))
            part.orders.append(clause_orders(words, first))
            seen |= {line} if new else set()
    return part
