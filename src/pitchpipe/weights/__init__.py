"""Weights of features: by name, by number, and in files."""

from pitchpipe.weights.files import weight_lines
from pitchpipe.weights.hashed import HashedVocabulary
from pitchpipe.weights.named import Weights
from pitchpipe.weights.numbered import NumberedWeights
from pitchpipe.weights.vocabulary import Vocabulary

__all__ = ["HashedVocabulary", "NumberedWeights", "Vocabulary", "Weights", "weight_lines"]
