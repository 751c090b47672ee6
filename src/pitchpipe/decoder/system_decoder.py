"""The decoder that a model needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitchpipe.decoder.chart_decoder import ChartDecoder
from pitchpipe.decoder.features import Feature
from pitchpipe.decoder.phrase_decoder import PhraseDecoder
from pitchpipe.decoder.search import SearchSettings
from pitchpipe.files import StrPath
from pitchpipe.model import Model

SystemDecoder = PhraseDecoder | ChartDecoder
"""A decoder of a model of ours."""


def open_decoder(
    model: Model,
    search: SearchSettings | None = None,
    threads: int | None = None,
    features: Sequence[Feature] = (),
) -> SystemDecoder:
    """The decoder of a model: by phrases, or by rules if its tables are grammars."""
    if not model.is_hierarchical:
        return PhraseDecoder(model, search, threads, features)
    return ChartDecoder(model, search, threads, features)


def read_decoder(
    folder: StrPath,
    weights: StrPath | None = None,
    *,
    threads: int | None = None,
    features: Sequence[Feature | str] | str = (),
    **search: Any,
) -> SystemDecoder:
    """The decoder of the model in a folder; settings of the search go before those that the model's folder has.

    Features are objects, or names such as `my_module:LengthRatio`.
    """
    model = Model.read(folder, weights)
    listed = [features] if isinstance(features, str) else features
    named = [one for one in listed if isinstance(one, str)]
    how = SearchSettings.of_model(model, {**search, **({"features": named} if named else {})})
    return open_decoder(model, how, threads, [one for one in listed if not isinstance(one, str)])
