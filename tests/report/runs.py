"""Runs in folders to report on."""

import os

from pitchpipe.data import language_pair
from pitchpipe.training import TextSet, TrainSettings, train


def trained(folder, **settings):
    """A small system, tuned and measured, in the folder `model`."""
    pair = language_pair(train=150, dev=20, test=10, references=1, seed=5)
    pair.write(folder)
    here = os.getcwd()
    os.chdir(folder)
    try:
        dev, test = TextSet("dev.de", ["dev.en"]), TextSet("test.de", ["test.en"])
        chosen = TrainSettings.of(order=3, nbest=10, iterations=2, **settings)
        train("train.de", "train.en", "model", dev=dev, test=test, settings=chosen)
    finally:
        os.chdir(here)
    return folder / "model"
