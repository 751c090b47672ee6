"""From parallel text to a tuned system in one call."""

from pitchpipe.training.settings import TrainSettings
from pitchpipe.training.train import TextSet, Trained, train

__all__ = ["TextSet", "TrainSettings", "Trained", "train"]
