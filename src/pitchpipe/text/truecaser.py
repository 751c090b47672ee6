"""Truecasing: every word in the case that it has within a sentence, by a language model of cased words.

Lita, Ittycheriah, Roukos and Kambhatla (2003), tRuEcasIng: the case forms of a word are the states of a hidden Markov
model, a trigram model of cased words gives the probabilities, and Viterbi's algorithm finds the best sequence. There
all words are open; here those are not that show their own case.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files.scratch import Scratch
from pitchpipe.files.streams import write_packed
from pitchpipe.text.cased_counts import case_forms, cased_counts
from pitchpipe.text.cased_ngrams import CasedNgrams
from pitchpipe.text.casing import by_line, is_case_hidden
from pitchpipe.text.corpus import Corpus
from pitchpipe.text.ngram_counts import Ngram, NgramCounts

MODES = ("lm", "frequent")
_HEADER = "pitchpipe truecaser 1"


class Truecaser:
    """The case forms of words, and which of them is likely where.

    All text is tokenised. `mode` is `lm`, for the forms that the language model finds best together, or `frequent`, for
    the most frequent form of each word, which is Moses's way. Unknown words keep their form.

    Examples
    --------
    >>> truecaser = Truecaser.train(["Wir sehen das weiße Haus .", "Das Haus ist groß ."])
    >>> truecaser.truecase(["Das Haus"]), truecaser.recase(["das haus"])
    """

    def __init__(self, counts: Mapping[Ngram, int]) -> None:
        self.counts = NgramCounts.of(counts)
        """How often each n-gram of cased words came."""

    @cached_property
    def forms(self) -> dict[str, list[str]]:
        """The forms of each lower-cased word, the most frequent first."""
        return case_forms(self.counts.singles())

    @cached_property
    def _model(self) -> CasedNgrams:
        return CasedNgrams(self.counts)

    @classmethod
    def train(cls, lines: Corpus | Iterable[str], scratch: Scratch | None = None) -> Truecaser:
        """Learn from text in its usual case."""
        corpus = lines if isinstance(lines, Corpus) else Corpus.of(lines, scratch)
        counts = cased_counts(corpus, scratch=scratch)
        if not counts:
            raise InputError("found no word within a sentence, expected text to learn case from")
        return cls(counts)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Truecaser:
        """Read what `save` wrote."""
        return cls(NgramCounts.read(path, _HEADER))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the counts as text, an n-gram on each line; packed if the name ends in .gz."""
        with write_packed(path) as file:
            file.writelines(f"{line}\n".encode() for line in self.lines())

    def lines(self) -> Iterator[str]:
        """The lines of the file that `save` writes."""
        yield _HEADER
        for ngram, count in self.counts.counted():
            yield f"{count}\t{' '.join(ngram)}"

    def truecase(self, lines: Iterable[str], mode: str = "lm") -> list[str]:
        """Give words in their usual case the one that they have within a sentence.

        Only those change whose place may have given them their capitals, at the start of a sentence and in lines all
        in capitals, and those in a form that was never seen.
        """
        corpus = Corpus.of(lines)
        words = list(corpus.words)
        free = [self._known(word) for word in words]
        seen = [[word] if word in forms else forms for word, forms in zip(words, free, strict=True)]
        places = zip(corpus.ids.tolist(), is_case_hidden(corpus).tolist(), strict=True)
        return self._best([free[word] if hidden else seen[word] for word, hidden in places], corpus, mode)

    def recase(
        self, lines: Iterable[str], mode: str = "lm", *, sources: Sequence[str] | None = None
    ) -> list[str]:
        """Give lower-cased words the case that they have within a sentence; words with capitals keep them.

        Parameters
        ----------
        sources
            What the lines are translations of, tokenised and not lower-cased: an unknown word that was copied takes
            the case that it has there.
        """
        corpus = Corpus.of(lines)
        free = [self._known(word) if word == word.lower() else [word] for word in corpus.words]
        choices = [free[word] for word in corpus.ids.tolist()]
        if sources is not None:
            self._take_copied(choices, corpus, sources)
        return self._best(choices, corpus, mode)

    def _known(self, word: str) -> list[str]:
        return self.forms.get(word.lower(), [word])

    def _take_copied(self, choices: list[list[str]], corpus: Corpus, sources: Sequence[str]) -> None:
        if len(sources) != len(corpus):
            raise InputError(f"{len(sources)} source lines but {len(corpus)} lines to recase")
        for source, places in zip(sources, by_line([*range(len(choices))], corpus), strict=True):
            cased = {word.lower(): word for word in reversed(source.split())}
            for place in places:
                word = choices[place][0]
                if word.lower() not in self.forms and word in cased:
                    choices[place] = [cased[word]]

    def _best(self, choices: list[list[str]], corpus: Corpus, mode: str) -> list[str]:
        if mode not in MODES:
            raise unknown_name("mode of truecasing", mode, MODES)
        lines = by_line(choices, corpus)
        if mode == "frequent":
            return [" ".join([forms[0] for forms in line]) for line in lines]
        return [" ".join(self._model.best_sequence(line)) for line in lines]
