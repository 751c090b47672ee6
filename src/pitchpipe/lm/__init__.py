"""Language models: estimated as lmplz does it, asked as KenLM is asked."""

from pitchpipe.lm.arpa import read_arpa, write_arpa
from pitchpipe.lm.estimate import Estimate, estimate
from pitchpipe.lm.exchange import Clustering, cluster_words
from pitchpipe.lm.language_model import LanguageModel
from pitchpipe.lm.line_scores import LineScores
from pitchpipe.lm.ngram_lists import NgramLists
from pitchpipe.lm.word_classes import WordClasses

__all__ = [
    "Clustering",
    "Estimate",
    "LanguageModel",
    "LineScores",
    "NgramLists",
    "WordClasses",
    "cluster_words",
    "estimate",
    "read_arpa",
    "write_arpa",
]
