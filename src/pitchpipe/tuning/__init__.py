"""The pool of candidates, and the optimizers that find weights for it."""

from pitchpipe.tuning.pool import Pool, SparseFeatures

__all__ = ["Pool", "SparseFeatures"]
