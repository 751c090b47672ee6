"""From parallel text to a tuned system in one call."""

from pitchpipe.lists.dev_set import DevSet
from pitchpipe.training.assembling import assemble
from pitchpipe.training.recipe import Recipe, TextSet
from pitchpipe.training.settings import BuildSettings, TrainSettings
from pitchpipe.training.train import Trained, train
from pitchpipe.training.tune import TuningResult, Watch, check_tuning, tune_decoder

__all__ = [
    "BuildSettings",
    "DevSet",
    "Recipe",
    "TextSet",
    "TrainSettings",
    "Trained",
    "TuningResult",
    "Watch",
    "assemble",
    "check_tuning",
    "train",
    "tune_decoder",
]
