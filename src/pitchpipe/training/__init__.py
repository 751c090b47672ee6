"""From parallel text to a tuned system in one call."""

from pitchpipe.training.settings import TrainSettings
from pitchpipe.training.train import TextSet, Trained, train
from pitchpipe.training.tune_model import DevSet, tune_model
from pitchpipe.training.tune_online import tune_online

__all__ = ["DevSet", "TextSet", "TrainSettings", "Trained", "train", "tune_model", "tune_online"]
