"""Metrics by name. A metric is a sum of statistics and a function of it; see `base.Metric`."""

from __future__ import annotations

import re
from importlib.metadata import entry_points

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.metrics.background import BackgroundBleu
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.bleu import Bleu
from pitchpipe.metrics.cer import Cer
from pitchpipe.metrics.chrf import Chrf
from pitchpipe.metrics.combination import Combination
from pitchpipe.metrics.gold import Gold
from pitchpipe.metrics.meteor import Meteor
from pitchpipe.metrics.nist import Nist
from pitchpipe.metrics.per import Per
from pitchpipe.metrics.ter import Ter
from pitchpipe.metrics.wer import Wer
from pitchpipe.specs import Spec, parse_expression, parse_spec

__all__ = [
    "METRICS",
    "PRESETS",
    "BackgroundBleu",
    "Bleu",
    "Cer",
    "Chrf",
    "Combination",
    "Gold",
    "Meteor",
    "Metric",
    "Nist",
    "Per",
    "Ter",
    "Wer",
    "find_metric",
    "metric",
    "metric_of_signature",
]

METRICS: dict[str, type[Metric]] = {
    kind.name: kind for kind in (Bleu, Nist, Ter, Wer, Cer, Per, Chrf, Meteor, Gold)
}

PRESETS: dict[str, str] = {
    "chrf++": "chrf(word_order=2)",
    "meteor-rank": "meteor(alpha=0.95, beta=0.5, gamma=0.5)",
}
"""Names that stand for a metric with other settings."""

ENTRY_POINTS = "pitchpipe.metrics"
"""Other packages add metrics under this entry-point group; each entry is a `Metric` class."""


def metric(spec: str | Metric) -> Metric:
    """Build the metric that a spec string such as `bleu:2` or `bleu - ter` names."""
    if isinstance(spec, Metric):
        return spec
    terms = parse_expression(spec)
    built = [(term.coefficient, _build(term.spec)) for term in terms]
    if len(built) == 1 and built[0][0] == 1:
        return built[0][1]
    return Combination(tuple(built))


def metric_of_signature(signature: str) -> Metric:
    """The metric that a signature is of, such as `bleu|order:2|...` or the difference of two."""

    def as_spec(term: re.Match[str]) -> str:
        name, *settings = term.group().split("|")
        options = [text.replace(":", "=", 1) for text in settings if not text.startswith("version:")]
        return f"{name}({', '.join(options)})" if options else name

    return metric(re.sub(r"[A-Za-z][\w-]*(\|\w+:[^|\s]+)+", as_spec, signature))


def find_metric(name: str) -> type[Metric]:
    """The class behind a metric's name, built in or from a plug-in."""
    if name in METRICS:
        return METRICS[name]
    plugins = {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
    if name in plugins:
        found = plugins[name].load()
        if not (isinstance(found, type) and issubclass(found, Metric)):
            raise InputError(
                f"the plug-in {plugins[name].value} is not a subclass of pitchpipe.metrics.Metric"
            )
        return found
    if "-" in name and all(part in METRICS for part in name.split("-")):
        raise InputError(f"there is no metric {name!r}; write {' - '.join(name.split('-'))!r}, with spaces")
    raise unknown_name("metric", name, [*METRICS, *PRESETS, *plugins])


def _build(spec: Spec) -> Metric:
    preset = parse_spec(PRESETS[spec.name]) if spec.name in PRESETS else Spec(spec.name)
    built: Metric = find_metric(preset.name).from_spec(spec.positional, {**preset.options, **spec.options})
    return built
