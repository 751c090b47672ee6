"""Decoding: what a decoder is, and ours for phrase-based and hierarchical models."""

from pitchpipe.decoder.candidates import Candidate, Candidates, Derivations, Phrase
from pitchpipe.decoder.chart_decoder import ChartDecoder
from pitchpipe.decoder.contract import Decoder, Forced
from pitchpipe.decoder.features import (
    Extension,
    Extensions,
    PhraseFeature,
    PhraseOption,
    Sentence,
    SparseValues,
    StepFeature,
)
from pitchpipe.decoder.folder_decoder import FolderDecoder
from pitchpipe.decoder.forest import Forest, ForestArc, ForestNode
from pitchpipe.decoder.given import Given
from pitchpipe.decoder.lattice import Lattice
from pitchpipe.decoder.leave_one_out import LeaveOneOut
from pitchpipe.decoder.phrase_decoder import PhraseDecoder
from pitchpipe.decoder.rule_features import AppliedRule, AppliedRules, KnownRule, RuleFeature
from pitchpipe.decoder.search import SearchSettings
from pitchpipe.decoder.source_text import SourceText
from pitchpipe.decoder.system_decoder import SystemDecoder, open_decoder
from pitchpipe.decoder.terms import Terms
from pitchpipe.decoder.trace import Trace
from pitchpipe.decoder.translator import Translator

__all__ = [
    "AppliedRule",
    "AppliedRules",
    "Candidate",
    "Candidates",
    "ChartDecoder",
    "Decoder",
    "Derivations",
    "Extension",
    "Extensions",
    "FolderDecoder",
    "Forced",
    "Forest",
    "ForestArc",
    "ForestNode",
    "Given",
    "KnownRule",
    "Lattice",
    "LeaveOneOut",
    "Phrase",
    "PhraseDecoder",
    "PhraseFeature",
    "PhraseOption",
    "RuleFeature",
    "SearchSettings",
    "Sentence",
    "SourceText",
    "SparseValues",
    "StepFeature",
    "SystemDecoder",
    "Terms",
    "Trace",
    "Translator",
    "open_decoder",
]
