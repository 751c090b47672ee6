"""Pools with more features."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.lists.pool import Pool
from pitchpipe.lists.rescoring.estimate import Estimate, FunctionFeature
from pitchpipe.lists.rescoring.feature import ListFeature
from pitchpipe.lists.rescoring.features import FEATURES
from pitchpipe.metrics import METRICS, Metric
from pitchpipe.metrics.python_scorer import Function
from pitchpipe.specs import parse_expression

Added: TypeAlias = str | ListFeature | Metric | Function
"""A spec such as `lm(news.lm)` or `qe=command("python qe.py")`, a feature, a metric, or a function of a batch."""
Progress = Callable[[int, int, str], None]
"""Called with the number of features that are done, how many there are, and the name of the next."""

_NAMED = re.compile(r"\s*([^\s=()\"',]+)\s*=\s*(.*)", re.DOTALL)


def rescore(
    pool: Pool,
    features: Iterable[Added] | Mapping[str, Added],
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> Pool:
    """The pool with features added to those of its candidates.

    Parameters
    ----------
    features
        What to add: specs, with the feature's name before them where it shall not be the usual one, as in `fluency=lm(a.lm)`;
        metrics that need no references; and functions, called with a batch of texts, of references (empty here) and of
        sources, that return a number for each text. Or all of these by name.

    Examples
    --------
    >>> pool = Pool.of([["the house is cold", "the house is old", "the house was old"]])
    >>> rescore(pool, ["words", "mbr(chrf)"]).feature_names
    ('words', 'mbr_chrf')
    """
    added = list(map(named_feature, features)) if not isinstance(features, Mapping) else _by_name(features)
    for done, (name, feature) in enumerate(added):
        if progress:
            progress(done, len(added), name)
        columns: dict[str, Array] = {}
        for ending, values in feature.columns(pool, threads).items():
            full = f"{name}{ending}"
            if full in columns or full in pool.feature_names:
                raise InputError(
                    f"found a feature {full!r} already, expected another name for the new one, given as NAME=SPEC"
                )
            columns[full] = _checked(pool, full, values)
        # The next one may be made of these.
        pool = replace(
            pool,
            dense=np.column_stack([pool.dense, *columns.values()]),
            dense_names=(*pool.dense_names, *columns),
        )
    if progress:
        progress(len(added), len(added), "")
    return pool


def named_feature(added: Added) -> tuple[str, ListFeature]:
    """A feature and what it is called: as the text before `=` says, or as usual."""
    if not isinstance(added, str):
        feature = find_feature(added)
        return feature.title, feature
    found = _NAMED.fullmatch(added)
    if found is None:
        feature = find_feature(added)
        return feature.title, feature
    return found[1], find_feature(found[2])


def find_feature(added: Added) -> ListFeature:
    """Build the feature that a spec such as `words` or a metric's spec names; functions and metrics become features."""
    if isinstance(added, ListFeature):
        return added
    if isinstance(added, Metric):
        return Estimate(metric=added)
    if not isinstance(added, str):
        if not callable(added):
            raise InputError(f"found {added!r} as a feature, expected a spec, a metric or a function")
        return FunctionFeature(function=added)
    metrics = [*METRICS.names, *METRICS.presets]
    terms = parse_expression(added)
    if terms[0].spec.name not in FEATURES.names and all(term.spec.name in metrics for term in terms):
        return Estimate(metric=added)
    return FEATURES.build(added, others=metrics)


def _by_name(features: Mapping[str, Added]) -> list[tuple[str, ListFeature]]:
    return [(name, find_feature(added)) for name, added in features.items()]


def _checked(pool: Pool, name: str, values: Array) -> Array:
    if values.shape != (len(pool),):
        raise InputError(
            f"{name}: found {values.shape} numbers, expected one for each of {len(pool)} candidates"
        )
    bad = np.flatnonzero(~np.isfinite(values))
    if len(bad):
        group = pool.group_of[bad[0]]
        raise InputError(
            f"{name}: found {values[bad[0]]:g} for candidate {bad[0] - pool.offsets[group]} of sentence "
            f"{pool.group_ids[group]}, expected a finite number"
        )
    return values
