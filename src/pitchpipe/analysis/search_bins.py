"""How good the candidates are that a search keeps on its way, not only at its end (Liu and Huang 2014, table 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitchpipe.decoder import Decoder
from pitchpipe.lists.decoded import decoded, last_bins
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lists.pool import Pool
from pitchpipe.metrics import Metric, find_metric


@dataclass(frozen=True)
class BinScores:
    """The metric of the best-scored candidates."""

    final: float
    """Of whole translations: those of each sentence's last bin."""
    all: float
    """Of all bins together, each candidate extended to a whole sentence (potential BLEU, for BLEU)."""


def bin_scores(
    decoder: Decoder,
    text: DevSet,
    weights: Mapping[str, float] | None = None,
    metric: str | Metric = "bleu",
    threads: int | None = None,
) -> BinScores:
    """The quality of the final bin and of all bins under some weights; the decoder's own by default.

    Examples
    --------
    >>> for path in ("mert.txt", "search-aware.txt"):
    ...     print(path, bin_scores(decoder, text, Weights.read(path)))
    """
    built = find_metric(metric)
    used = decoder.weights if weights is None else weights
    pool = decoded(decoder, text, used, nbest=1, search_aware="potential", threads=threads)

    def score(bins: Pool) -> float:
        return float(built.score(bins.statistics(built, threads or 1)[bins.offsets[:-1]].sum(axis=0)))

    return BinScores(score(last_bins(pool)), score(pool))
