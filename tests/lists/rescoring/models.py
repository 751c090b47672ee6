"""Small models to rescore with."""

from pitchpipe.align import find_aligner
from pitchpipe.lm import estimate
from pitchpipe.text import Corpus

SOURCE = ["das haus ist klein", "das haus ist alt", "der hund ist alt", "ein hund", "klein ist der hund"]
TARGET = ["the house is small", "the house is old", "the dog is old", "a dog", "the dog is small"]


def write_models(folder):
    """A language model and an aligner, in files and as they are."""
    model = estimate(Corpus.of(TARGET), order=2).model
    model.save(folder / "small.lm")
    aligner = find_aligner("model1").train(Corpus.of(SOURCE), Corpus.of(TARGET))
    aligner.save(folder / "small.aligner")
    return model, aligner
