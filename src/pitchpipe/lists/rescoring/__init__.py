"""More scores for candidates: features that are computed from lists of any system."""

from pitchpipe.lists.rescoring.adding import find_feature, named_feature, rescore
from pitchpipe.lists.rescoring.feature import ListFeature
from pitchpipe.lists.rescoring.features import FEATURES

__all__ = ["FEATURES", "ListFeature", "find_feature", "named_feature", "rescore"]
