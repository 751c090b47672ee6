"""Language models: estimated as lmplz does it, asked as KenLM is asked."""

from pitchpipe.lm.arpa import read_arpa, write_arpa
from pitchpipe.lm.estimate import Estimate, estimate
from pitchpipe.lm.language_model import LanguageModel
from pitchpipe.lm.line_scores import LineScores
from pitchpipe.lm.ngram_lists import NgramLists

__all__ = ["Estimate", "LanguageModel", "LineScores", "NgramLists", "estimate", "read_arpa", "write_arpa"]
