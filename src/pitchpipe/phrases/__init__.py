"""Phrase pairs: extracted from aligned text, scored, and kept in tables."""

from pitchpipe.phrases.extraction import Extraction, Names, extract
from pitchpipe.phrases.filters import Filter
from pitchpipe.phrases.gaps import HOLE, Gaps
from pitchpipe.phrases.moses import read_moses, read_moses_folder, write_moses
from pitchpipe.phrases.table import SCORES, Option, PhraseTable
from pitchpipe.reordering import REORDERING_MODELS

__all__ = [
    "HOLE",
    "REORDERING_MODELS",
    "SCORES",
    "Extraction",
    "Filter",
    "Gaps",
    "Names",
    "Option",
    "PhraseTable",
    "extract",
    "read_moses",
    "read_moses_folder",
    "write_moses",
]
