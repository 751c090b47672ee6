"""Phrase-based decoding."""

from pitchpipe.decoder.candidates import Candidate, Candidates, Phrase
from pitchpipe.decoder.decoder import Decoder, Forced, Given
from pitchpipe.decoder.search import SearchSettings

__all__ = ["Candidate", "Candidates", "Decoder", "Forced", "Given", "Phrase", "SearchSettings"]
