"""What METEOR and TERp know of words: which are the same but for their endings, and which mean the same."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.arrays import offsets_of
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files import content_hash
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.function_words import find_words
from pitchpipe.metrics.paraphrases import read_paraphrases
from pitchpipe.metrics.word_memory import WordMemory
from pitchpipe.metrics.wordnet import find_synonyms, synonym_files
from pitchpipe.settings import setting
from pitchpipe.text import GroupedTexts, Texts

_PUNCTUATION = re.compile(r'[.,?:;!"()]')
"""What TERp takes away."""

Arrays = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]
LexiconArrays = tuple[Arrays, NDArray[np.int32], NDArray[np.int64], NDArray[np.int32], NDArray[np.uint8]]


@dataclass(frozen=True)
class Seen:
    """What native code sees of texts."""

    candidates: Arrays
    references: Arrays
    lexicon: LexiconArrays
    paraphrases: _native.Paraphrases | None


@dataclass(frozen=True)
class LexicalMetric(Metric):
    """Base of metrics that match stems, synonyms and paraphrases."""

    case: bool = setting(False, "whether case counts")
    punctuation: bool = setting(True, "whether punctuation counts")
    synonyms: str = setting(
        "wordnet",
        "folder of WordNet's files or of METEOR's extract; wordnet is the system's package, none for no synonyms",
    )
    paraphrases: str = setting("none", "table of paraphrases, METEOR's or TERp's, or none")

    @property
    @abstractmethod
    def stemmer(self) -> str:
        """The stemmer of snowballstemmer that words share stems by, or none."""

    @property
    @abstractmethod
    def marked(self) -> str:
        """The list of words that count in another way; see `function_words.find_words`."""

    @property
    def signature(self) -> str:
        """Ends with a hash of the files that scores depend on: two machines may have different ones of the same name."""
        return super().signature + self._files_digest()

    def _files_digest(self) -> str:
        paths = [] if self.synonyms == "none" else list(map(str, synonym_files(self.synonyms)))
        paths += [path for path in (self.paraphrases, self.marked) if path not in ("none", "english")]
        return f"-{content_hash(*paths)}" if paths else ""

    def seen(self, candidates: GroupedTexts, references: GroupedTexts) -> Seen:
        """The texts with what is known of their words."""
        shown = [self._shown(texts) for texts in (candidates, references)]
        words = sorted({word for texts in shown for text in texts.texts for word in text.split()})
        lexicon = (
            GroupedTexts.singles(words).arrays,
            self._stems(words),
            *self._synsets(words),
            self._marks(words),
        )
        table = None if self.paraphrases == "none" else read_paraphrases(self.paraphrases)
        return Seen(shown[0].arrays, shown[1].arrays, lexicon, table)

    def _shown(self, texts: GroupedTexts) -> GroupedTexts:
        if self.case and self.punctuation:
            return texts
        keep: Callable[[str], str] = str if self.case else str.lower
        drop: Callable[[str], str] = str if self.punctuation else (lambda text: _PUNCTUATION.sub("", text))
        return GroupedTexts(Texts.of(drop(keep(text)) for text in texts.texts), texts.groups)

    def _stems(self, words: list[str]) -> NDArray[np.int32]:
        if self.stemmer == "none":
            return np.arange(len(words), dtype=np.int32)
        numbers: dict[str, int] = {}
        stems = _stems(self.name, self.stemmer).of(words)
        return np.array([numbers.setdefault(stem, len(numbers)) for stem in stems], np.int32)

    def _synsets(self, words: list[str]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        if self.synonyms == "none":
            return np.zeros(len(words) + 1, np.int64), np.zeros(0, np.int32)
        found = find_synonyms(self.synonyms).of_each(words)
        return offsets_of([len(sets) for sets in found]), np.array(
            [s for sets in found for s in sets], np.int32
        )

    def _marks(self, words: list[str]) -> NDArray[np.uint8]:
        marked = find_words(self.marked)
        return np.array([word.lower() in marked for word in words], np.uint8)


@cache
def _stems(owner: str, language: str) -> WordMemory[str]:
    find_stemmer(owner, language)
    # A stemmer of its own for each call: they have a state.
    return WordMemory(lambda words: find_stemmer(owner, language).stemWords(words))


def find_stemmer(owner: str, language: str) -> Any:
    """A stemmer of the package snowballstemmer."""
    try:
        import snowballstemmer
    except ImportError:
        raise InputError(
            f"{owner}(stem={language}) needs the snowballstemmer package: pip install snowballstemmer"
        ) from None
    known = snowballstemmer.algorithms()
    if language not in known:
        raise unknown_name("stemmer for the language", language, [*known, "none"])
    return snowballstemmer.stemmer(language)
