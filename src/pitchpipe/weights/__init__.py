"""Weights of features: by name, by number, and in files."""

from pitchpipe.weights.files import read_weights, weight_lines, write_weights
from pitchpipe.weights.numbered import NumberedWeights
from pitchpipe.weights.vocabulary import Vocabulary

__all__ = ["NumberedWeights", "Vocabulary", "read_weights", "weight_lines", "write_weights"]
