"""Parallel text from the grammar: training, development and test parts with word alignments."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from pitchpipe.data.language import english, german
from pitchpipe.data.language.english_verbs import Chooser
from pitchpipe.data.language.meaning import Sentence, Word
from pitchpipe.data.language.sentences import sentence
from pitchpipe.data.language.thinker import Thinker
from pitchpipe.errors import InputError
from pitchpipe.files import write_whole

MOST_REFERENCES = 8
_TRIES = 16
"""How often a meaning is said, for each reference that is wanted, before it is passed over."""

Alignment = list[tuple[int, int]]


@dataclass(frozen=True)
class ParallelText:
    """Sentences with their references; `alignments` links source words to words of the first reference."""

    source: list[str] = field(default_factory=list)
    references: list[list[str]] = field(default_factory=list)
    alignments: list[Alignment] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.source)

    def write(self, folder: str | os.PathLike[str], name: str) -> None:
        """Write `name.de`, `name.en` (or `name.en0`, `name.en1`, ... for several references) and `name.align`."""
        where = Path(folder)
        count = len(self.references[0]) if self.references else 1
        _write_lines(where / f"{name}.de", self.source)
        for index in range(count):
            suffix = str(index) if count > 1 else ""
            _write_lines(where / f"{name}.en{suffix}", (lines[index] for lines in self.references))
        pairs = (" ".join(f"{source}-{target}" for source, target in links) for links in self.alignments)
        _write_lines(where / f"{name}.align", pairs)


@dataclass(frozen=True)
class LanguagePair:
    """Training text with one reference a sentence; development and test text with several."""

    train: ParallelText
    dev: ParallelText
    test: ParallelText

    def write(self, folder: str | os.PathLike[str]) -> None:
        """Write all parts as plain text, one sentence a line; alignments are in the Pharaoh format."""
        Path(folder).mkdir(parents=True, exist_ok=True)
        for name in ("train", "dev", "test"):
            part: ParallelText = getattr(self, name)
            part.write(folder, name)


def language_pair(
    train: int = 20_000, dev: int = 500, test: int = 500, references: int = 4, seed: int = 1
) -> LanguagePair:
    """German sentences with English translations, the same for the same seed.

    Text is tokenised; case is natural, but a sentence does not begin with a capital. Dev and test sentences do not
    occur in training, nor twice. Each has exactly `references` different translations: a meaning that does not
    have so many is passed over. Dev and test do not depend on the size of the training part, and a smaller
    training part is the beginning of a larger one.
    """
    for name, size in (("train", train), ("dev", dev), ("test", test)):
        if size < 0:
            raise InputError(f"{name} must be a number of sentences, not {size}")
    if not 1 <= references <= MOST_REFERENCES:
        raise InputError(f"references must be from 1 to {MOST_REFERENCES}, not {references}")
    held_out: set[str] = set()
    dev_part = _held_out(Random(f"dev {seed}"), dev, references, held_out)
    test_part = _held_out(Random(f"test {seed}"), test, references, held_out)
    return LanguagePair(_training(Random(f"train {seed}"), train, held_out), dev_part, test_part)


def link(source: list[Word], target: list[Word]) -> Alignment:
    """Links between the words of two languages that realise the same part of a meaning."""
    carriers: dict[int, list[int]] = {}
    for position, (_, tags) in enumerate(target):
        for tag in tags:
            carriers.setdefault(tag, []).append(position)
    return sorted(
        {
            (position, carrier)
            for position, (_, tags) in enumerate(source)
            for tag in tags
            for carrier in carriers.get(tag, ())
        }
    )


def text(words: Iterable[Word]) -> str:
    """The words without their tags."""
    return " ".join([word for word, _ in words])


def _training(rng: Random, size: int, held_out: set[str]) -> ParallelText:
    think, choose = Thinker(rng), Chooser(rng)
    part = ParallelText()
    while len(part) < size:
        meaning = sentence(think)
        source = german.say(meaning)
        line = text(source)
        target = english.say(meaning, choose)
        if line not in held_out:
            _append(part, line, [text(target)], link(source, target))
    return part


def _held_out(rng: Random, size: int, references: int, seen: set[str]) -> ParallelText:
    think, choose = Thinker(rng), Chooser(rng)
    part = ParallelText()
    while len(part) < size:
        meaning = sentence(think)
        source = german.say(meaning)
        line = text(source)
        if line in seen:
            continue
        said = _ways(meaning, choose, references)
        if len(said) == references:
            seen.add(line)
            _append(part, line, list(said), link(source, next(iter(said.values()))))
    return part


def _ways(meaning: Sentence, choose: Chooser, wanted: int) -> dict[str, list[Word]]:
    """Up to `wanted` different ways to say a meaning in English."""
    said: dict[str, list[Word]] = {}
    for _ in range(_TRIES * wanted):
        words = english.say(meaning, choose)
        said.setdefault(text(words), words)
        if len(said) == wanted:
            break
    return said


def _append(part: ParallelText, source: str, references: list[str], alignment: Alignment) -> None:
    part.source.append(source)
    part.references.append(references)
    part.alignments.append(alignment)


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    with write_whole(path) as file:
        file.writelines(f"{line}\n".encode() for line in lines)
