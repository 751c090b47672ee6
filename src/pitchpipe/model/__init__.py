"""Translation systems: tables, features and weights in a folder."""

from pitchpipe.model.features import SPARSE_STARTS, SPARSE_TEMPLATES, TableFeatures
from pitchpipe.model.lookup import Lookup, PhrasePair
from pitchpipe.model.model import Glue, Language, Model, SparseFeatures, Table
from pitchpipe.model.moses import convert
from pitchpipe.model.texts import ModelTexts

__all__ = [
    "SPARSE_STARTS",
    "SPARSE_TEMPLATES",
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
