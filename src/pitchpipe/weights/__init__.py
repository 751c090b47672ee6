"""Weights of features: by name, by number, and in files."""

from pitchpipe.weights.files import weight_lines
from pitchpipe.weights.named import Weights
from pitchpipe.weights.numbered import NumberedWeights
from pitchpipe.weights.vocabulary import Vocabulary

__all__ = ["NumberedWeights", "Vocabulary", "Weights", "weight_lines"]
