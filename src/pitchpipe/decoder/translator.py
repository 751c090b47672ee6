"""Text as people write it, translated in one call."""

from __future__ import annotations

from typing import Any, overload

from pitchpipe.decoder.contract import Decoder
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
    settings
        As `Decoder.read` takes them: `threads`, `features`, and settings of the search.

    Examples
    --------
    >>> translator = Translator("model")
    >>> translator.translate("Das ist ein Haus.")
    'This is a house.'
    >>> translator.translate(["Das ist ein Haus.", "Guten Tag!"])
    ['This is a house.', 'Good day!']
    """

    def __init__(
        self, model: StrPath, weights: StrPath | None = None, *, prepared: bool = False, **settings: Any
    ) -> None:
        self.model = str(model)
        self.decoder = Decoder.read(model, weights, **settings)
        self.texts = ModelTexts() if prepared else ModelTexts.read(model)

    @overload
    def translate(self, text: str) -> str: ...
    @overload
    def translate(self, text: list[str] | tuple[str, ...]) -> list[str]: ...
    def translate(self, text: str | list[str] | tuple[str, ...]) -> str | list[str]:
        """The translation of a sentence, or those of several."""
        sentences = [text] if isinstance(text, str) else list(text)
        prepared = self.texts.source(sentences, processes=self.decoder.threads)
        found = list(self.decoder.translate(prepared).best())
        readable = self.texts.restored(found, processes=self.decoder.threads)
        return readable[0] if isinstance(text, str) else readable

    def __repr__(self) -> str:
        return f"Translator({self.model!r})"
