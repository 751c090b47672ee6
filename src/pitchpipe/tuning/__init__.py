"""The pool of candidates, and the optimizers that find weights for it."""

from pitchpipe.tuning.merge import merge
from pitchpipe.tuning.pool import Pool, SparseFeatures
from pitchpipe.tuning.weights import read_weights, write_weights

__all__ = ["Pool", "SparseFeatures", "merge", "read_weights", "write_weights"]
