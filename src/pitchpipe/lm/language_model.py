"""Back-off language models that are asked for probabilities."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.files.flat_file import FlatFile, damaged, is_flat_file, read_flat_file, write_flat_file
from pitchpipe.files.refusals import refusals_of
from pitchpipe.files.scratch import Scratch
from pitchpipe.lm import arpa
from pitchpipe.lm.line_scores import LineScores
from pitchpipe.lm.ngram_lists import BEGIN, END, NgramLists
from pitchpipe.text import Texts

_KIND = "language model"
_VERSION = 1


class LanguageModel:
    """A back-off n-gram model of order 1 to 7.

    Probabilities are log10, and equal KenLM's. `native` is what the decoder uses: word numbers in, minimal states in
    and out.
    """

    def __init__(
        self, ngrams: NgramLists, arrays: Mapping[str, NDArray[Any]], layouts: Mapping[str, Any]
    ) -> None:
        self.ngrams = ngrams
        self._arrays = arrays
        self._layouts = layouts
        self._file: FlatFile | None = None
        self.native = _native.LanguageModel(
            ngrams.words.data,
            ngrams.words.offsets,
            arrays["word_slots"],
            layouts["words"],
            arrays["unigrams"],
            [arrays[f"slots_{n}"] for n in range(2, ngrams.order + 1)],
            layouts["tables"],
        )

    @classmethod
    def of(cls, ngrams: NgramLists, scratch: Scratch | None = None) -> LanguageModel:
        """The model with these n-grams; tables that are larger than `scratch` has memory are made in a file there."""
        folder = scratch.place if scratch and _table_bytes(ngrams) > scratch.memory else ""
        try:
            with refusals_of(folder, ""):
                unigrams, tables, layouts = _native.model_tables(list(ngrams.rows), len(ngrams.words), folder)
        except ValueError as error:
            if len(error.args) < 3:
                raise
            n, row, problem = error.args
            place = ngrams.place(n, row)
            raise InputError(f"{place}: the {n}-gram '{ngrams.text(n, row)}': {problem}") from None
        try:
            slots, layout = _native.vocabulary_slots(ngrams.words.data, ngrams.words.offsets)
        except ValueError as error:
            # Words are known by hashes, which only null characters make alike.
            raise InputError(
                f"{ngrams.source}: {error}, expected words that differ and have no null characters"
            ) from None
        arrays = {"word_slots": slots, "unigrams": unigrams}
        arrays |= {f"slots_{n}": table for n, table in enumerate(tables, 2)}
        model = cls(ngrams, arrays, {"words": layout, "tables": layouts})
        for word in (BEGIN, END):
            if not model.id(word):
                raise InputError(f"{ngrams.source}: found no {word} among the 1-grams, expected it there")
        return model

    @property
    def digest(self) -> str:
        """A hash of what is in it; of a mapped file, nothing is read."""
        if self._file:
            return self._file.digest
        found = hashlib.blake2b(digest_size=8)
        for array in (self.ngrams.words.data, *self._arrays.values()):
            found.update(np.ascontiguousarray(array).tobytes())
        return found.hexdigest()

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> LanguageModel:
        """A file that `save` wrote, which is mapped and opens in no time, or an ARPA file."""
        if not is_flat_file(path):
            return cls.read_arpa(path)
        return cls._of_file(read_flat_file(path, _KIND, _VERSION))

    @classmethod
    def read_arpa(cls, path: str | os.PathLike[str]) -> LanguageModel:
        """The model in an ARPA file, plain or compressed; `-` is the standard input."""
        return cls.of(arpa.read_arpa(path))

    @classmethod
    def _of_file(cls, file: FlatFile) -> LanguageModel:
        arrays = file.arrays
        try:
            rows = tuple(arrays[f"ngrams_{n}"] for n in range(1, file.facts["order"] + 1))
            for n, one in enumerate(rows, 1):
                if one.dtype != np.uint32 or one.ndim != 2 or one.shape[1] != n + 2:
                    raise TypeError
            words = Texts(arrays["words"], arrays["word_offsets"])
            model = cls(NgramLists(words, rows, file.path), arrays, file.facts)
        except (KeyError, TypeError, ValueError) as error:
            raise damaged(file.path, error) from None
        model._file = file
        return model

    def verify(self, threads: int = 1) -> None:
        """Read all of a mapped file, and raise `InputError` if a byte is not what was written."""
        if self._file is not None:
            self._file.verify(threads)

    def expect_look_ups(self) -> None:
        """What a decoder asks for is all over a mapped file."""
        if self._file is not None:
            self._file.expect_look_ups()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model so that it is mapped when it is opened, whole or not at all."""
        arrays: dict[str, NDArray[Any]] = {"words": self.words.data, "word_offsets": self.words.offsets}
        arrays |= {name: self._arrays[name] for name in ("word_slots", "unigrams")}
        arrays |= {f"slots_{n}": self._arrays[f"slots_{n}"] for n in range(2, self.order + 1)}
        arrays |= {f"ngrams_{n}": rows for n, rows in enumerate(self.ngrams.rows, 1)}
        facts = {"order": self.order, "words": self._layouts["words"], "tables": self._layouts["tables"]}
        write_flat_file(path, _KIND, _VERSION, arrays, facts)

    def write_arpa(self, path: str | os.PathLike[str], threads: int = 1) -> None:
        """Write an ARPA file, whole or not at all; packed with gzip if its name ends in .gz."""
        arpa.write_arpa(path, self.ngrams, threads)

    @property
    def order(self) -> int:
        return self.native.order

    @property
    def words(self) -> Texts:
        """The vocabulary; word 0 is `<unk>`."""
        return self.ngrams.words

    def id(self, word: str) -> int:
        """The number of a word, 0 if it is unknown."""
        return self.native.id(word)

    def __contains__(self, word: str) -> bool:
        return self.id(word) != 0

    def score(
        self,
        lines: Iterable[str | Sequence[str]],
        *,
        bos: bool = True,
        eos: bool = True,
        threads: int = 1,
    ) -> LineScores:
        """Score lines of tokens, given as texts or as lists of tokens.

        A line is a sentence: it starts after `<s>` unless `bos` is false, and `</s>` is scored unless `eos` is false.
        Tokens are cut at ASCII white space.
        """
        if isinstance(lines, str):
            raise InputError("found one text, expected several lines: put it in a list")
        texts = (line if isinstance(line, str) else _joined(line) for line in lines)
        data = "".join(text.replace("\n", " ") + "\n" for text in texts).encode()
        return self.score_text(data, bos=bos, eos=eos, threads=threads)

    def score_text(self, data: bytes, *, bos: bool = True, eos: bool = True, threads: int = 1) -> LineScores:
        """`score` for the lines of UTF-8 text."""
        return LineScores(*self.native.token_scores(np.frombuffer(data, np.uint8), bos, eos, threads))

    def perplexity(self, lines: Iterable[str | Sequence[str]], *, threads: int = 1) -> float:
        """The perplexity of sentences, `</s>` and unknown words included, as KenLM's."""
        return self.score(lines, threads=threads).perplexity


def _table_bytes(ngrams: NgramLists) -> int:
    """About how large the hash tables of n-grams are: see native/lm/hash_slots.h."""
    return sum(6 * min(n + 2, 4) * len(rows) for n, rows in enumerate(ngrams.rows[1:], 2))


def _joined(tokens: Sequence[str]) -> str:
    for token in tokens:
        if not token or any(space in token for space in " \t\n\v\f\r"):
            raise InputError(f"found the token {token!r}, expected one without white space")
    return " ".join(tokens)
