"""Whether tuned weights can be trusted: unseen sentences, intervals, and what each feature adds."""

from pitchpipe.tuning.trust.ablation import Ablated, ablation
from pitchpipe.tuning.trust.folds import CrossValidation, CurvePoint, Fold, cross_validate, learning_curve
from pitchpipe.tuning.trust.intervals import Bootstrap, WeightInterval, bootstrap_weights
from pitchpipe.tuning.trust.trainer import Trainer

__all__ = [
    "Ablated",
    "Bootstrap",
    "CrossValidation",
    "CurvePoint",
    "Fold",
    "Trainer",
    "WeightInterval",
    "ablation",
    "bootstrap_weights",
    "cross_validate",
    "learning_curve",
]
