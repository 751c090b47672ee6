"""Moses's phrase-based models: each is converted truly, or refused by name."""

from pitchpipe.model.moses.convert import convert

__all__ = ["convert"]
