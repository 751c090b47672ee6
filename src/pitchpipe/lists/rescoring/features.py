"""The family of features that are computed from lists."""

from __future__ import annotations

from pitchpipe.lists.rescoring.agreement import Agreement
from pitchpipe.lists.rescoring.estimate import Estimate
from pitchpipe.lists.rescoring.feature import ListFeature
from pitchpipe.lists.rescoring.language_model import LanguageModelScore
from pitchpipe.lists.rescoring.length_ratio import LengthRatio
from pitchpipe.lists.rescoring.model1 import Model1Score
from pitchpipe.lists.rescoring.sanity import Sanity
from pitchpipe.lists.rescoring.transforms import Log, PerLength, Rank, ZScore
from pitchpipe.lists.rescoring.votes import Votes
from pitchpipe.lists.rescoring.words import Words
from pitchpipe.registry import Registry

FEATURES: Registry[ListFeature] = Registry(
    "list_features",
    "list feature",
    ListFeature,
    (
        Words,
        LengthRatio,
        LanguageModelScore,
        Model1Score,
        Agreement,
        Votes,
        Sanity,
        Estimate,
        Log,
        Rank,
        ZScore,
        PerLength,
    ),
)
