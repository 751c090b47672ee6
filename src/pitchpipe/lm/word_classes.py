"""Words in classes, in files as mkcls writes them: a word, a tab and its class on each line."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.files import input_name, read_lines, write_whole
from pitchpipe.lm.language_model import LanguageModel
from pitchpipe.lm.ngram_lists import BEGIN, END
from pitchpipe.text import Corpus, Texts

_SPACE = " \n\v\f\r"
UNKNOWN = "<unk>"
"""The class of words that have none."""


@dataclass(frozen=True)
class WordClasses:
    """The class of each word; a class is any name, such as a number or a part of speech.

    Examples
    --------
    >>> classes = WordClasses({"house": "1", "tree": "1", "the": "0"})
    >>> classes.line("the green house")
    '0 <unk> 1'
    """

    of: Mapping[str, str]

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> WordClasses:
        """The classes in a plain or compressed file; `-` is the standard input."""
        found: dict[str, str] = {}
        for number, line in enumerate(read_lines(path), 1):
            word, tab, name = line.partition("\t")
            problem = None
            if not (word and tab and name) or any(space in line for space in _SPACE) or "\t" in name:
                problem = f"found {line!r}, expected a word, a tab and its class"
            elif word in found:
                problem = f"found the word {word!r} again, expected each word once"
            elif name in (BEGIN, END):
                problem = (
                    f"found the class {name!r}, expected another name: language models use it themselves"
                )
            if problem:
                raise InputError(f"{input_name(path)}:{number}: {problem}")
            found[word] = name
        if not found:
            raise InputError(f"{input_name(path)}: found no lines, expected a word and its class on each")
        return cls(found)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write a file that `read`, Moses and GIZA++ read, whole or not at all."""
        with write_whole(path) as file:
            file.write(self.tsv.encode())

    @property
    def tsv(self) -> str:
        """What a file has."""
        return "".join(f"{word}\t{name}\n" for word, name in self.of.items())

    def __len__(self) -> int:
        return len(self.of)

    @property
    def digest(self) -> str:
        """A hash of all words and their classes."""
        return hashlib.blake2b(self.tsv.encode(), digest_size=8).hexdigest()

    def line(self, line: str) -> str:
        """A line of tokens as one of classes."""
        return " ".join(self.of.get(word, UNKNOWN) for word in line.split())

    def corpus(self, text: Corpus) -> Corpus:
        """A text of words as one of classes."""
        numbers: dict[str, int] = {}
        ids = [numbers.setdefault(self.of.get(word, UNKNOWN), len(numbers)) for word in text.words]
        return Corpus(Texts.of(numbers), np.array(ids, np.int32)[text.ids], text.offsets)

    def native(self, model: LanguageModel) -> _native.WordClasses:
        """What the decoder takes: the words, with the numbers of their classes in a language model of classes."""
        words = Texts.of(self.of)
        numbers = {name: model.id(name) for name in {*self.of.values()}}
        ids = np.array([numbers[name] for name in self.of.values()], np.uint32)
        return _native.WordClasses((words.data, words.offsets, np.array([0, len(words)])), ids)
