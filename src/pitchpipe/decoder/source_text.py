"""Text to translate, with the translations that are given for some of its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pitchpipe.decoder.given import Given
from pitchpipe.decoder.markup import Marked, parse_markup
from pitchpipe.decoder.terms import Terms, as_written
from pitchpipe.decoder.tokens import tokens
from pitchpipe.errors import InputError
from pitchpipe.model import ModelTexts


@dataclass(frozen=True)
class SourceText:
    """How lines become sentences of tokens and given translations. Markup goes before terms."""

    texts: ModelTexts = field(default_factory=ModelTexts)
    terms: Terms | None = None
    markup: bool = False
    inclusive: bool = False
    """Whether the model's own translations compete with given ones."""

    def prepare(
        self,
        lines: Sequence[str],
        *,
        processes: int = 1,
        place: Callable[[int], str] = lambda index: f"sentence {index + 1}",
    ) -> tuple[list[str], list[list[Given]]]:
        """Prepared sentences, and what is given for each; `place` is what errors call a line."""
        if self.markup:
            sentences, given = self._marked(lines, processes, place)
        else:
            sentences = self.texts.source(lines, processes=processes)
            given = [[] for _ in sentences] if self.terms else []
        if self.terms:
            for sentence, known in zip(sentences, given, strict=True):
                taken = [(one.begin, one.end) for one in known]
                known.extend(self.terms.find(tokens(sentence), taken, inclusive=self.inclusive))
        return sentences, given

    def _marked(
        self, lines: Sequence[str], processes: int, place: Callable[[int], str]
    ) -> tuple[list[str], list[list[Given]]]:
        """Whole lines are prepared, since words depend on those around them, and pieces, since they say where spans end."""
        pieces = [self._parsed(line, place(index)) for index, line in enumerate(lines)]
        plain = [" ".join(piece.text.strip() for piece in line) for line in pieces]
        sentences = self.texts.source(plain, processes=processes)
        given: list[list[Given]] = []
        for index, line in enumerate(pieces):
            if not any(piece.translations for piece in line):
                given.append([])
                continue
            parts = [tokens(part) for part in self.texts.source([piece.text.strip() for piece in line])]
            joined = " ".join(word for part in parts for word in part)
            if joined.lower() != sentences[index].lower():
                sentences[index] = joined
            given.append(self._given(line, parts))
        return sentences, given

    def _parsed(self, line: str, place: str) -> list[Marked]:
        try:
            # In text that is tokenised already, Moses's escapes are words of the model.
            return parse_markup(line, escapes=self.texts.languages[0] != "none")
        except InputError as error:
            raise InputError(f"{place}: {error}") from None

    def _given(self, pieces: Sequence[Marked], parts: Sequence[Sequence[str]]) -> list[Given]:
        found = []
        begin = 0
        for piece, words in zip(pieces, parts, strict=True):
            end = begin + len(words)
            for text, probability in piece.translations if words else ():
                (written,) = as_written(self.texts, [text])
                found.append(Given(begin, end, written, probability, self.inclusive))
            begin = end
        return found
