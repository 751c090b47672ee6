"""pitchpipe: the best weights for anyone's scored candidates.

>>> import pitchpipe
>>> pool = pitchpipe.Pool.read("nbest.gz", references=["ref.en"])
>>> tuned = pitchpipe.tune(pool, method="mert", metric="bleu")
>>> best = pitchpipe.rerank(pool, tuned.weights)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.metrics import metric
    from pitchpipe.scoring import score
    from pitchpipe.tuning import Pool, tune
    from pitchpipe.tuning.oracle import oracle
    from pitchpipe.tuning.rerank import rerank

__all__ = ["InputError", "Pool", "metric", "oracle", "rerank", "score", "tune"]

_HOMES = {
    "Pool": "pitchpipe.tuning",
    "metric": "pitchpipe.metrics",
    "oracle": "pitchpipe.tuning",
    "rerank": "pitchpipe.tuning",
    "score": "pitchpipe.scoring",
    "tune": "pitchpipe.tuning",
}
"""Where each public name lives; it is imported when first asked for, so that the command line starts fast."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'pitchpipe' has no attribute {name!r}")
    found = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
