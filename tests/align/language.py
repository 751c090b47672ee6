"""The synthetic language pair with its true alignments."""

from functools import cache

from pitchpipe.align import Alignments
from pitchpipe.data import language_pair
from pitchpipe.text import Corpus


@cache
def language(size):
    """Source, target and truth."""
    part = language_pair(train=size, dev=0, test=0).train
    target = Corpus.of([lines[0] for lines in part.references])
    return Corpus.of(part.source), target, Alignments.of(part.alignments)
