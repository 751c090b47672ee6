"""Translation systems: tables, features and weights in a folder."""

from pitchpipe.model.features import SPARSE_TEMPLATES, TableFeatures
from pitchpipe.model.model import Language, Model, SparseFeatures, Table
from pitchpipe.model.moses_ini import convert

__all__ = ["SPARSE_TEMPLATES", "Language", "Model", "SparseFeatures", "Table", "TableFeatures", "convert"]
