"""Text as people write it, translated in one call."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any, overload

from pitchpipe.decoder.source_text import SourceText
from pitchpipe.decoder.suggestions import Suggestion, suggest
from pitchpipe.decoder.system_decoder import read_decoder
from pitchpipe.decoder.terms import Pairs, Terms
from pitchpipe.files import StrPath
from pitchpipe.model import ModelTexts


class Translator:
    """A decoder with what its model needs done to text: raw text in, readable text out.

    Parameters
    ----------
    model
        The folder of a model.
    weights
        A file of other weights than the model's.
    prepared
        Take text as it is, and leave translations as they come.
    terms
        A glossary: a file with a term, a tab and its translation on each line, or pairs of them.
    markup
        Take `<n translation="a house">ein haus</n>` in the text as a given translation.
    inclusive
        Let the model's own translations compete with given ones.
    capitals
        Begin sentences with a capital letter or not; as the training text did by default.
    settings
        As `Decoder.read` takes them: `threads`, `features`, and settings of the search.

    Examples
    --------
    >>> translator = Translator("model")
    >>> translator.translate("Das ist ein Haus.")
    'This is a house.'
    >>> translator.translate(["Das ist ein Haus.", "Guten Tag!"])
    ['This is a house.', 'Good day!']
    >>> Translator("model", terms={"Haus": "building"}).translate("Das ist ein Haus.")
    'This is a building.'
    """

    def __init__(
        self,
        model: StrPath,
        weights: StrPath | None = None,
        *,
        prepared: bool = False,
        terms: StrPath | Pairs | None = None,
        markup: bool = False,
        inclusive: bool = False,
        capitals: bool | None = None,
        **settings: Any,
    ) -> None:
        self.model = str(model)
        self.decoder = read_decoder(model, weights, **settings)
        self.texts = ModelTexts() if prepared else ModelTexts.read(model)
        if capitals is not None:
            self.texts = replace(self.texts, capitals=capitals)
        self.source = SourceText(self.texts, _terms(terms, self.texts), markup, inclusive)

    @overload
    def translate(self, text: str) -> str: ...
    @overload
    def translate(self, text: list[str] | tuple[str, ...]) -> list[str]: ...
    def translate(self, text: str | list[str] | tuple[str, ...]) -> str | list[str]:
        """The translation of a sentence, or those of several."""
        lines = [text] if isinstance(text, str) else list(text)
        sentences, given = self.source.prepare(lines, processes=self.decoder.threads)
        found = list(self.decoder.translate(sentences, given=given).best())
        readable = self.texts.restored(found, processes=self.decoder.threads)
        return readable[0] if isinstance(text, str) else readable

    def suggest(self, text: str, typed: str, nbest: int = 3) -> list[Suggestion]:
        """How the translation of a sentence may go on after what a person has typed of it, the best first.

        The last word may be half typed: a space says that it is whole. Words that the model would not write are taken as
        they are.

        Examples
        --------
        >>> [one.rest for one in Translator("model").suggest("Das ist ein Haus.", "This is a h")]
        ['ouse.', 'ome.']
        """
        sentences, given = self.source.prepare([text])
        return suggest(self, sentences[0], given, typed, nbest)

    def __repr__(self) -> str:
        return f"Translator({self.model!r})"


def _terms(terms: StrPath | Pairs | None, texts: ModelTexts) -> Terms | None:
    if terms is None:
        return None
    return Terms.read(terms, texts) if isinstance(terms, (str, os.PathLike)) else Terms(terms, texts)
