"""Pools of what Python programs hold: lists, dictionaries and NumPy arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Real
from typing import Any, NoReturn

import numpy as np

from pitchpipe.arrays import Array, SparseRows, offsets_of
from pitchpipe.errors import InputError
from pitchpipe.lists.formats.listing import Listing
from pitchpipe.lists.formats.white_space import WHITE_SPACE
from pitchpipe.lists.merge import unite
from pitchpipe.lists.missing import check_way, filled, is_missing, marked
from pitchpipe.lists.pool import Pool
from pitchpipe.text import GroupedTexts, Texts


def pool_of_lists(
    candidates: Any,
    features: Any = None,
    *,
    references: Any = None,
    gold: Any = None,
    ids: Any = None,
    sources: Any = None,
    group_weights: Any = None,
    missing: str = "refuse",
) -> Pool:
    """See `Pool.of`; sentences stay in the order given, whatever their ids are."""
    groups = [_texts(texts, f"candidates[{i}]") for i, texts in enumerate(_items(candidates, "candidates"))]
    for place, texts in enumerate(groups):
        if not texts:
            _fail(f"candidates[{place}]", "no texts", "at least one for each sentence")
    if not any(map(any, groups)):
        _fail("candidates", "only empty texts" if groups else "no sentences", "some with text")
    shape = _Shape([len(texts) for texts in groups])
    check_way(missing)
    texts = [text for texts in groups for text in texts]
    pool = filled(_with_features(shape, texts, features, missing != "refuse"), missing)
    given: dict[str, Any] = {}
    if references is not None:
        lists = shape.of_sentences(references, "references")
        given["references"] = GroupedTexts.of(
            _references(texts, f"references[{i}]") for i, texts in enumerate(lists)
        )
    if gold is not None:
        given["gold"] = shape.numbers(gold, "gold")
    if ids is not None:
        given["group_ids"] = _distinct(list(map(str, shape.of_sentences(ids, "ids"))))
    if sources is not None:
        given["sources"] = tuple(_texts(shape.of_sentences(sources, "sources"), "sources"))
    if group_weights is not None:
        given["group_weights"] = _weights(shape.of_sentences(group_weights, "group_weights"))
    return replace(pool, **given)


@dataclass(frozen=True)
class _Shape:
    """How many candidates each sentence has."""

    sizes: list[int]

    def of_sentences(self, values: Any, what: str) -> list[Any]:
        """A value for each sentence."""
        items = _items(values, what)
        if len(items) != len(self.sizes):
            _fail(what, f"{len(items)} of them", f"{len(self.sizes)}, one for each sentence")
        return items

    def of_candidates(self, values: Any, what: str) -> tuple[list[Any], Callable[[int], str]]:
        """A value for each candidate, and what each is called; given in a row, or in a list for each sentence."""
        items = _items(values, what)
        kinds = {type(one): one for one in items}.values()
        if not any(isinstance(one, list | tuple) or getattr(one, "ndim", 0) for one in kinds):
            if len(items) != sum(self.sizes):
                _fail(what, f"{len(items)} values", f"{sum(self.sizes)}, one for each candidate")
            return items, lambda row: f"{what}[{row}]"
        lists = [_items(one, f"{what}[{i}]") for i, one in enumerate(self.of_sentences(items, what))]
        for i, (own, size) in enumerate(zip(lists, self.sizes, strict=True)):
            if len(own) != size:
                _fail(f"{what}[{i}]", f"{len(own)} values", f"{size}, one for each candidate of the sentence")
        offsets = offsets_of(self.sizes)

        def place(row: int) -> str:
            group = int(np.searchsorted(offsets, row, "right")) - 1
            return f"{what}[{group}][{row - offsets[group]}]"

        return [value for own in lists for value in own], place

    def numbers(self, values: Any, what: str) -> Array:
        """A finite number for each candidate."""
        flat, place = self.of_candidates(values, what)
        found = _plain_numbers(flat)
        if found is None:
            found = np.array([_number(value, place(row)) for row, value in enumerate(flat)])
        return found

    def columns(self, name: str, values: Any, takes_missing: bool) -> dict[str, Array]:
        """The numbers of a feature, and where some are missing, a column that marks them."""
        what = f"features[{name!r}]"
        flat = self.of_candidates(values, what)[0] if takes_missing else []
        lacks = np.array([is_missing(value) for value in flat], bool)
        if not lacks.any():
            return {name: self.numbers(values, what)}
        known = [0.0 if missing else value for value, missing in zip(flat, lacks.tolist(), strict=True)]
        mark = next(iter(marked({name: None})))
        return {name: self.numbers(known, what), mark: lacks.astype(np.float64)}


def _with_features(shape: _Shape, texts: list[str], features: Any, takes_missing: bool) -> Pool:
    """Columns of numbers are dense; of dictionaries, what at least one candidate in ten has, as in lists that are read."""
    if features is None or isinstance(features, Mapping):
        columns: dict[str, Array] = {}
        for name, values in (features or {}).items():
            columns |= shape.columns(_name(name), values, takes_missing)
        return Pool(
            offsets=offsets_of(shape.sizes),
            dense=np.column_stack(list(columns.values())) if columns else np.zeros((len(texts), 0)),
            dense_names=tuple(columns),
            sparse=SparseRows.none(len(texts)),
            sparse_names=(),
            texts=Texts.of(texts),
        )
    listing = Listing(takes_missing=takes_missing)
    flat, place = shape.of_candidates(features, "features")
    groups = np.repeat(np.arange(len(shape.sizes)), shape.sizes).tolist()
    for row, (group, text, found) in enumerate(zip(groups, texts, flat, strict=True)):
        if not isinstance(found, Mapping):
            _fail(place(row), _kind(found), "a dictionary of numbers by name")
        numbers = {
            _name(name): value
            if (type(value) is float and math.isfinite(value)) or (takes_missing and is_missing(value))
            else _number(value, f"{place(row)}[{name!r}]")
            for name, value in found.items()
        }
        listing.add(group, text, numbers)
    return unite(listing.release())


def _items(values: Any, what: str) -> list[Any]:
    one = isinstance(values, str | bytes | Mapping) or getattr(values, "ndim", 1) == 0
    if one or not isinstance(values, Iterable):
        _fail(what, _kind(values), "a list")
    return list(values.tolist()) if isinstance(values, np.ndarray) else list(values)


def _texts(values: Any, what: str) -> list[str]:
    items = _items(values, what)
    for place, text in enumerate(items):
        if not isinstance(text, str):
            _fail(f"{what}[{place}]", _kind(text), "a text")
        if not text.isascii():
            try:
                text.encode()
            except UnicodeEncodeError:
                _fail(f"{what}[{place}]", "half a surrogate pair", "valid Unicode")
    return items


def _references(value: Any, what: str) -> Sequence[str]:
    texts = [value] if isinstance(value, str) else _texts(value, what)
    if not texts:
        _fail(what, "no texts", "a reference or several for each sentence")
    return [text.strip(WHITE_SPACE) for text in texts]


def _distinct(ids: list[str]) -> tuple[str, ...]:
    seen: set[str] = set()
    for place, name in enumerate(ids):
        if name in seen:
            _fail(f"ids[{place}]", f"{name!r} a second time", "an id of its own for each sentence")
        seen.add(name)
    return tuple(ids)


def _weights(values: list[Any]) -> Array:
    weights = [_number(value, f"group_weights[{place}]") for place, value in enumerate(values)]
    for place, weight in enumerate(weights):
        if weight <= 0:
            _fail(f"group_weights[{place}]", repr(weight), "a number above 0")
    return np.array(weights)


def _name(name: Any) -> str:
    if not isinstance(name, str) or not name:
        _fail("features", f"the name {name!r}", "a text that is not empty")
    return name


def _plain_numbers(values: list[Any]) -> Array | None:
    """All at once; None if there is one to look at."""
    if not {type(value) for value in values} <= {float, int, bool}:
        return None
    try:
        numbers = np.array(values, float)
    except OverflowError:
        return None
    return numbers if np.isfinite(numbers).all() else None


def _number(value: Any, place: str) -> float:
    if not isinstance(value, Real | np.bool_):
        _fail(place, _kind(value), "a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        _fail(place, str(number), "a finite number")
    return number


def _kind(value: Any) -> str:
    """What a value is, in words."""
    if value is None:
        return "None"
    return f"the text {value[:40]!r}" if isinstance(value, str) else f"a value of type {type(value).__name__}"


def _fail(place: str, found: str, expected: str) -> NoReturn:
    raise InputError(f"{place}: found {found}, expected {expected}")
