"""Word alignment: models learned from parallel text, symmetrisation, Pharaoh files."""

from pitchpipe.align.aligner import Aligner
from pitchpipe.align.alignments import Alignments
from pitchpipe.align.error_rate import aer
from pitchpipe.align.method import AlignmentMethod
from pitchpipe.align.methods import METHODS, align, find_aligner, train
from pitchpipe.align.symmetrize import HEURISTICS, Posterior, symmetrization, symmetrize

__all__ = [
    "HEURISTICS",
    "METHODS",
    "Aligner",
    "AlignmentMethod",
    "Alignments",
    "Posterior",
    "aer",
    "align",
    "find_aligner",
    "symmetrization",
    "symmetrize",
    "train",
]
