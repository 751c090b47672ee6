"""Data made from a seed: synthetic pools, and a small German-English language pair."""

from pitchpipe.data.language import PARSES, LanguagePair, ParallelText, language_pair
from pitchpipe.data.linear import linear_pool
from pitchpipe.data.translations import translation_pool

__all__ = ["PARSES", "LanguagePair", "ParallelText", "language_pair", "linear_pool", "translation_pool"]
