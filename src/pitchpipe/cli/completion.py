"""What a shell offers for the values of options: names of metrics, methods and so on, looked up when Tab is pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Complete = Callable[[str], list[str]]


def _offering(names: Callable[[], Iterable[str]]) -> Complete:
    """What completes one of these names, also after a comma or a sign as in `mert,pro` and `bleu - ter`."""

    def complete(incomplete: str) -> list[str]:
        place = max(incomplete.rfind(sign) for sign in ", ") + 1
        before, begun = incomplete[:place], incomplete[place:]
        return [f"{before}{name}" for name in names() if name.startswith(begun)]

    return complete


def _metrics() -> Iterable[str]:
    from pitchpipe.metrics import METRICS

    return [*METRICS.names, *METRICS.presets]


def _methods() -> Iterable[str]:
    from pitchpipe import online
    from pitchpipe.tuning import METHODS

    return [*METHODS.names, *online.METHODS.names]


def _formats() -> Iterable[str]:
    from pitchpipe.lists.formats import FORMATS

    return FORMATS.names


def _list_features() -> Iterable[str]:
    from pitchpipe.lists.rescoring import FEATURES

    return FEATURES.names


def _tokenizers() -> Iterable[str]:
    from pitchpipe.text import TOKENIZERS

    return TOKENIZERS.names


def _aligners() -> Iterable[str]:
    from pitchpipe.align import METHODS

    return METHODS.names


def _symmetrizations() -> Iterable[str]:
    from pitchpipe.align import HEURISTICS, Posterior

    return [*HEURISTICS, Posterior.name]


def _presets() -> Iterable[str]:
    from pitchpipe.training.presets import PRESETS

    return PRESETS


def _explained() -> Iterable[str]:
    from pitchpipe.explain import explanations

    return [one.name for one in explanations()]


metrics, methods, formats = _offering(_metrics), _offering(_methods), _offering(_formats)
tokenizers, aligners, symmetrizations = (
    _offering(_tokenizers),
    _offering(_aligners),
    _offering(_symmetrizations),
)
explained, presets, list_features = _offering(_explained), _offering(_presets), _offering(_list_features)


def of_setting(field: Any) -> Complete | None:
    """What completes the value of a declared setting: its choices, or names of the family that it is of."""
    families = {"method": methods, "metric": metrics}
    choices = field.metadata["choices"] or (["true", "false"] if isinstance(field.default, bool) else ())
    return _offering(lambda: choices) if choices else families.get(field.name)
