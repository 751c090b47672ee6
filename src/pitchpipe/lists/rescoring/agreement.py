"""How much a candidate agrees with the others of its list."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.arrays import Array
from pitchpipe.lists.mbr import Mbr, expected_utilities
from pitchpipe.lists.pool import Pool
from pitchpipe.lists.rescoring.feature import ListFeature
from pitchpipe.settings import seed_setting, setting


@dataclass(frozen=True)
class Agreement(ListFeature):
    """The expected utility of minimum Bayes risk decoding: the mean score of a candidate against all candidates of its list.

    It is higher for candidates that agree more with the others, even if the metric is an error rate. The feature is
    named after the metric, as in `mbr_chrf`. See `pitchpipe mbr`.

    References
    ----------
    Kumar and Byrne, 2004, Minimum Bayes-risk decoding for statistical machine translation.
    """

    name: ClassVar[str] = "mbr"
    positional: ClassVar[str] = "metric"

    metric: str = setting("chrf", "utility: any metric")
    average: bool = setting(False, "compare with the mean of the texts of a list instead of each text")
    prune: float = setting(
        0.0, "for slow metrics: confidence needed to drop a candidate", minimum=0, maximum=0.9999
    )
    seed: int = seed_setting()

    def __post_init__(self) -> None:
        super().__post_init__()
        assert self._mbr

    @property
    def title(self) -> str:
        return f"{self.name}_{re.sub(r'[^A-Za-z0-9]+', '_', self.metric).strip('_')}"

    @property
    def _mbr(self) -> Mbr:
        return Mbr(metric=self.metric, average=self.average, prune=self.prune, seed=self.seed)

    def columns(self, pool: Pool, threads: int = 1) -> Mapping[str, Array]:
        return {"": expected_utilities(pool, self._mbr, threads=threads)}
