"""pitchpipe: build translation systems, and find the best weights for anyone's scored candidates.

>>> import pitchpipe
>>> pool = pitchpipe.Pool.read("nbest.gz", references=["ref.en"])
>>> tuned = pitchpipe.tune(pool, method="mert", metric="bleu")
>>> best = pitchpipe.rerank(pool, tuned.weights)

>>> pitchpipe.train("train.de", "train.en", "model", dev=("val.de", "val.en"))
>>> pitchpipe.Translator("model").translate("Das ist ein Haus.")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.decoder import Decoder, Translator
    from pitchpipe.lists.mbr import mbr
    from pitchpipe.lists.oracle import oracle
    from pitchpipe.lists.pool import Pool
    from pitchpipe.lists.rerank import rerank
    from pitchpipe.lists.rescoring import rescore
    from pitchpipe.metrics import find_metric as metric
    from pitchpipe.metrics.scoring import score
    from pitchpipe.model import Additions, Model
    from pitchpipe.study.compare import compare
    from pitchpipe.training.train import train
    from pitchpipe.tuning import tune
    from pitchpipe.tuning.reranker import Reranker
    from pitchpipe.weights import Weights

__all__ = [
    "Additions",
    "Decoder",
    "InputError",
    "Model",
    "Pool",
    "Reranker",
    "Translator",
    "Weights",
    "__version__",
    "compare",
    "mbr",
    "metric",
    "oracle",
    "rerank",
    "rescore",
    "score",
    "train",
    "tune",
]

_HOMES = {
    "Additions": "pitchpipe.model:Additions",
    "Decoder": "pitchpipe.decoder:Decoder",
    "Model": "pitchpipe.model:Model",
    "Pool": "pitchpipe.lists:Pool",
    "Reranker": "pitchpipe.tuning.reranker:Reranker",
    "Translator": "pitchpipe.decoder:Translator",
    "Weights": "pitchpipe.weights:Weights",
    "compare": "pitchpipe.study:compare",
    "mbr": "pitchpipe.lists:mbr",
    "metric": "pitchpipe.metrics:find_metric",
    "oracle": "pitchpipe.lists:oracle",
    "rerank": "pitchpipe.lists:rerank",
    "rescore": "pitchpipe.lists.rescoring:rescore",
    "score": "pitchpipe.metrics.scoring:score",
    "train": "pitchpipe.training:train",
    "tune": "pitchpipe.tuning:tune",
}
"""Where each public name lives; it is imported when first asked for, so that the command line starts fast."""


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("pitchpipe")
    if name not in _HOMES:
        raise AttributeError(f"module 'pitchpipe' has no attribute {name!r}")
    module, _, attribute = _HOMES[name].partition(":")
    found = getattr(import_module(module), attribute)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
