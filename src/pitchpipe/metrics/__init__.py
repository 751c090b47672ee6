"""Metrics by name. A metric is a sum of statistics and a function of it; see `base.Metric`."""

from __future__ import annotations

import re

from pitchpipe.errors import InputError
from pitchpipe.metrics.adapters import ADAPTERS
from pitchpipe.metrics.background import BackgroundBleu
from pitchpipe.metrics.base import SIGNED, Metric
from pitchpipe.metrics.bleu import Bleu
from pitchpipe.metrics.cer import Cer
from pitchpipe.metrics.chrf import Chrf
from pitchpipe.metrics.combination import Combination
from pitchpipe.metrics.command import Command
from pitchpipe.metrics.exact import Exact
from pitchpipe.metrics.f1 import F1
from pitchpipe.metrics.gold import Gold
from pitchpipe.metrics.information_lost import InformationLost, MatchError
from pitchpipe.metrics.learned import Learned
from pitchpipe.metrics.length import Length
from pitchpipe.metrics.meteor import Meteor
from pitchpipe.metrics.meteor_universal import VARIANTS, MeteorUniversal
from pitchpipe.metrics.nist import Nist
from pitchpipe.metrics.per import Per
from pitchpipe.metrics.python_scorer import Function, PythonScorer
from pitchpipe.metrics.ribes import Ribes
from pitchpipe.metrics.rouge import Rouge
from pitchpipe.metrics.sari import Sari
from pitchpipe.metrics.scorer import Question, Scorer
from pitchpipe.metrics.ter import Ter
from pitchpipe.metrics.terp import ADEQUACY, Terp
from pitchpipe.metrics.wer import Wer
from pitchpipe.registry import Registry
from pitchpipe.specs import Spec, parse_expression, unquoted, write_spec

__all__ = [
    "F1",
    "METRICS",
    "BackgroundBleu",
    "Bleu",
    "Cer",
    "Chrf",
    "Combination",
    "Command",
    "Exact",
    "Gold",
    "InformationLost",
    "Learned",
    "Length",
    "MatchError",
    "Meteor",
    "MeteorUniversal",
    "Metric",
    "Nist",
    "Per",
    "PythonScorer",
    "Question",
    "Ribes",
    "Rouge",
    "Sari",
    "Scorer",
    "Ter",
    "Terp",
    "Wer",
    "find_metric",
    "metric_of_signature",
]

METRICS: Registry[Metric] = Registry(
    "metrics",
    "metric",
    Metric,
    (
        Bleu,
        Nist,
        Ter,
        Wer,
        Cer,
        Per,
        Chrf,
        Meteor,
        MeteorUniversal,
        Terp,
        Length,
        Ribes,
        Rouge,
        Sari,
        Exact,
        F1,
        MatchError,
        InformationLost,
        Gold,
        Learned,
        Command,
        PythonScorer,
    ),
    presets={
        "chrf++": "chrf(word_order=2)",
        "meteor-rank": "meteor(alpha=0.95, beta=0.5, gamma=0.5)",
        **VARIANTS,
        "terpa": ADEQUACY,
        **ADAPTERS,
    },
)


def find_metric(spec: str | Metric | Function) -> Metric:
    """Build the metric that a spec string such as `bleu:2` or `bleu - ter` names; a function becomes a metric too."""
    if isinstance(spec, Metric):
        return spec
    if not isinstance(spec, str):
        return PythonScorer(function=spec)
    terms = parse_expression(spec)
    built = [(term.coefficient, _build(term.spec)) for term in terms]
    if len(built) == 1 and built[0][0] == 1:
        return built[0][1]
    return Combination(tuple(built))


def metric_of_signature(signature: str) -> Metric:
    """The metric that a signature is of, such as `bleu|order:2|...` or the difference of two."""

    def as_spec(term: re.Match[str]) -> str:
        settings = re.findall(rf"\|(\w+):({SIGNED})", term.group(2))
        options = {name: unquoted(value) if value[0] in "\"'" else value for name, value in settings}
        options.pop("version", None)
        return write_spec(term.group(1), None, options)

    return find_metric(re.sub(rf"([A-Za-z][\w-]*)((?:\|\w+:{SIGNED})+)", as_spec, signature))


def _build(spec: Spec) -> Metric:
    if (
        "-" in spec.name
        and spec.name not in METRICS.names
        and all(part in METRICS for part in spec.name.split("-"))
    ):
        raise InputError(
            f"there is no metric {spec.name!r}; write {' - '.join(spec.name.split('-'))!r}, with spaces"
        )
    return METRICS.build(spec)
