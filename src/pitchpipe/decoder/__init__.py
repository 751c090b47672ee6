"""Phrase-based decoding."""

from pitchpipe.decoder.candidates import Candidate, Candidates, Phrase
from pitchpipe.decoder.decoder import Decoder, Forced, Given
from pitchpipe.decoder.features import (
    Extension,
    Extensions,
    PhraseFeature,
    PhraseOption,
    Sentence,
    StepFeature,
)
from pitchpipe.decoder.lattice import Lattice
from pitchpipe.decoder.search import SearchSettings

__all__ = [
    "Candidate",
    "Candidates",
    "Decoder",
    "Extension",
    "Extensions",
    "Forced",
    "Given",
    "Lattice",
    "Phrase",
    "PhraseFeature",
    "PhraseOption",
    "SearchSettings",
    "Sentence",
    "StepFeature",
]
