"""From parallel text to a tuned system in one call."""

from pitchpipe.lists.dev_set import DevSet
from pitchpipe.training.recipe import Recipe, TextSet
from pitchpipe.training.settings import TrainSettings
from pitchpipe.training.train import Trained, train
from pitchpipe.training.tune_model import tune_model
from pitchpipe.training.tune_online import tune_online

__all__ = ["DevSet", "Recipe", "TextSet", "TrainSettings", "Trained", "train", "tune_model", "tune_online"]
