"""Tuning and reranking in scikit-learn's manner: `fit`, `predict`, `score`, `get_params`."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.lists.from_sentences import pool_of_sentences
from pitchpipe.lists.pool import Pool
from pitchpipe.lists.rerank import rerank
from pitchpipe.lists.rescoring import rescore
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.text import GroupedTexts
from pitchpipe.tuning.methods import tune
from pitchpipe.tuning.optimizer import Optimizer, Tuned
from pitchpipe.tuning.problem import Problem


class Reranker:
    """Weights for the scores of candidates, learned from sentences with references or gold scores.

    It follows scikit-learn's conventions without needing it, so that `clone`, `cross_val_score` and `GridSearchCV` take it.

    Parameters
    ----------
    method, metric, seed
        As of `pitchpipe.tune`.
    add
        Features to compute before tuning and before choosing, as of `pitchpipe.rescore`.
    start
        Named weights to start from.

    Attributes
    ----------
    weights_
        The weights by name.
    tuned_
        How they came about.

    Examples
    --------
    >>> reranker = Reranker(metric="chrf", add=["words", "mbr(chrf)"])
    >>> reranker.fit(Pool.read("dev.jsonl")).predict(Pool.read("new.jsonl"))
    """

    def __init__(
        self,
        method: str | Optimizer = "mert",
        metric: str | Metric = "bleu",
        *,
        add: Any = (),
        start: Mapping[str, float] | None = None,
        seed: int = 1,
        threads: int = 1,
    ) -> None:
        self.method = method
        self.metric = metric
        self.add = add
        self.start = start
        self.seed = seed
        self.threads = threads

    def fit(self, sentences: Any, references: Any = None) -> Reranker:
        """Tune on a pool, or on a list of sentences as dictionaries, with references where they have none."""
        pool = self._pool(sentences, references)
        self.tuned_: Tuned = tune(
            pool, self.method, self.metric, self.start, seed=self.seed, threads=self.threads
        )
        self.weights_: dict[str, float] = self.tuned_.weights
        self.n_features_in_: int = len(pool.feature_names)
        return self

    def predict(self, sentences: Any) -> list[str]:
        """The best candidate of each sentence."""
        return rerank(self._pool(sentences), self._fitted())

    def score(self, sentences: Any, references: Any = None) -> float:
        """The metric of what `predict` chooses; minus it where lower is better, so that more is always better."""
        metric = find_metric(self.metric)
        problem = Problem(self._pool(sentences, references), metric, self.threads)
        found = problem.objective(problem.pool.vector(self._fitted()))
        return found if metric.higher_is_better else -found

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The settings by name."""
        return {name: getattr(self, name) for name in self._names()}

    def set_params(self, **params: Any) -> Reranker:
        """Change settings by name."""
        for name, value in params.items():
            if name not in self._names():
                raise unknown_name("setting of Reranker", name, self._names())
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        defaults = {name: one.default for name, one in inspect.signature(type(self)).parameters.items()}
        changed = [
            f"{name}={value!r}" for name, value in self.get_params().items() if value != defaults[name]
        ]
        return f"Reranker({', '.join(changed)})"

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import Tags, TargetTags  # type: ignore[import-untyped]

        return Tags(estimator_type=None, target_tags=TargetTags(required=False))

    @classmethod
    def _names(cls) -> list[str]:
        return list(inspect.signature(cls).parameters)

    def _fitted(self) -> dict[str, float]:
        if not hasattr(self, "weights_"):
            raise InputError("this Reranker has no weights yet, expected fit before predict and score")
        return self.weights_

    def _pool(self, sentences: Any, references: Any = None) -> Pool:
        pool = sentences if isinstance(sentences, Pool) else pool_of_sentences(sentences)
        if references is not None:
            texts: Sequence[Any] = list(references)
            if len(texts) != pool.group_count:
                raise InputError(f"found references of {len(texts)} sentences, expected {pool.group_count}")
            pool = replace(
                pool,
                references=GroupedTexts.of([one] if isinstance(one, str) else list(one) for one in texts),
            )
        return rescore(pool, self.add, threads=self.threads) if self.add else pool
