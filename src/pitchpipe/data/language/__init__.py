"""A small German-English language pair from a bilingual grammar of our own.

`sentences` thinks of a meaning, `german` and `english` say it; the words of both carry the tags of the meaning that
they realise, which gives the word alignment. `nouns`, `compounds`, `verbs`, `modifiers` and `names` are the dictionary.
"""

from pitchpipe.data.language.corpus import LanguagePair, ParallelText, language_pair

__all__ = ["LanguagePair", "ParallelText", "language_pair"]
