"""Phrase pairs: extracted from aligned text, scored, and kept in tables."""

from pitchpipe.phrases.moses import read_moses
from pitchpipe.phrases.table import ORIENTATIONS, REORDERING_MODELS, SCORES, Option, PhraseTable

__all__ = ["ORIENTATIONS", "REORDERING_MODELS", "SCORES", "Option", "PhraseTable", "read_moses"]
