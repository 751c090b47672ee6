"""A small language pair from a grammar of our own: German, or a head-final language, and English.

`thoughts` thinks of a meaning; `german` or `head_final`, and `english`, say it. The words are in the tables of
`words/`: to add one, add a line.
"""

from pitchpipe.data.language.corpus import PARSES, LanguagePair, ParallelText, language_pair

__all__ = ["PARSES", "LanguagePair", "ParallelText", "language_pair"]
