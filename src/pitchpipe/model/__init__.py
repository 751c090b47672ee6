"""Translation systems: tables, features and weights in a folder."""

from pitchpipe.model.added_pairs import AddedPair
from pitchpipe.model.additions import ALIGNER, Additions
from pitchpipe.model.features import SPARSE_STARTS, SPARSE_TEMPLATES, TableFeatures
from pitchpipe.model.lookup import Lookup, PhrasePair
from pitchpipe.model.model import Glue, Language, Model, SparseFeatures, Table
from pitchpipe.model.moses import convert
from pitchpipe.model.texts import ModelTexts

__all__ = [
    "ALIGNER",
    "SPARSE_STARTS",
    "SPARSE_TEMPLATES",
    "AddedPair",
    "Additions",
    "Glue",
    "Language",
    "Lookup",
    "Model",
    "ModelTexts",
    "PhrasePair",
    "SparseFeatures",
    "Table",
    "TableFeatures",
    "convert",
]
