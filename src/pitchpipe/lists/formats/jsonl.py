"""JSON lines, for neural systems and the samples of language models: a sentence with its candidates on each line.

`{"id": 0, "source": "...", "references": ["..."], "weight": 1.0,
"candidates": [{"text": "...", "features": {"logprob": -3.2, "qe": 0.81}, "gold": 74.5}]}`

`source`, `references` and `weight` (of the sentence, above 0) may be left out; `gold`, a score of the candidate's
own, is there for all candidates or for none. `features` may be left out where no candidate of the
line has anything but text and gold. An id is a whole number or a text. Other keys are not looked at.
"""

from __future__ import annotations

import json
import math
from typing import Any, BinaryIO, ClassVar, NoReturn

from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, write_packed
from pitchpipe.lists.formats.format import ListFormat
from pitchpipe.lists.formats.lines import located, text_lines
from pitchpipe.lists.formats.listing import Listing
from pitchpipe.lists.formats.white_space import WHITE_SPACE
from pitchpipe.lists.merge import is_number
from pitchpipe.lists.missing import is_missing
from pitchpipe.lists.pool import Pool


class JsonLines(ListFormat):
    """JSON lines, for neural systems, language models and speech: a sentence with all its candidates on each line."""

    name: ClassVar[str] = "jsonl"
    sample: ClassVar[str] = (
        '{"id": 0, "source": "das Haus ist klein", "references": ["the house is small"], "candidates": '
        '[{"text": "the house is small", "features": {"logprob": -3.2, "qe": 0.81}}]}'
    )

    def recognises(self, start: bytes) -> bool:
        return start.startswith(b"{")

    def read(self, file: BinaryIO, name: str, listing: Listing, threads: int = 1) -> None:
        seen: set[int] = set()
        for number, line in text_lines(file, name):
            with located(name, number):
                found = json_object(
                    line, "an object with 'id' and 'candidates'", takes_nan=listing.takes_missing
                )
                add_sentence(found, listing, seen)


def write_jsonl(pool: Pool, path: StrPath) -> None:
    """Write a pool, one sentence on each line; everything in it is read back."""
    starts = pool.sparse.starts.tolist()
    offsets = pool.offsets.tolist()
    with write_packed(path) as file:
        for group, name in enumerate(pool.group_ids):
            line: dict[str, Any] = {"id": int(name) if is_number(name) else name}
            if pool.sources is not None:
                line["source"] = pool.sources[group]
            if pool.references is not None:
                line["references"] = pool.references.group(group)
            if pool.group_weights[group] != 1:
                line["weight"] = float(pool.group_weights[group])
            candidates: list[dict[str, Any]] = []
            for row in range(offsets[group], offsets[group + 1]):
                features = dict(zip(pool.dense_names, pool.dense[row].tolist(), strict=True))
                for entry in range(starts[row], starts[row + 1]):
                    features[pool.sparse_names[pool.sparse.features[entry]]] = float(
                        pool.sparse.values[entry]
                    )
                candidates.append({"text": pool.texts[row], "features": features})
                if pool.gold is not None:
                    candidates[-1]["gold"] = float(pool.gold[row])
            line["candidates"] = candidates
            file.write(json.dumps(line, ensure_ascii=False, allow_nan=False).encode() + b"\n")


def _fail(found: str, expected: str) -> NoReturn:
    raise InputError(f"found {found}, expected {expected}")


def json_object(text: str, expected: str = "a JSON object", *, takes_nan: bool = False) -> dict[str, Any]:
    """The object on a line, whose names are all different and whose numbers are finite, or NaN if that is taken."""
    if not text.strip():
        _fail("an empty line", "a JSON object")
    try:
        constant = _constant_or_nan if takes_nan else _constant
        found = json.loads(text, object_pairs_hook=_object, parse_constant=constant)
    except InputError:
        raise
    except json.JSONDecodeError as error:
        _fail(f"bad JSON ({error.msg} at column {error.colno})", "a JSON object")
    except ValueError:
        _fail("a number of thousands of digits", "a finite number")
    except RecursionError:
        _fail("JSON that is nested too deeply", "a JSON object")
    if not isinstance(found, dict):
        _fail(_kind(found), expected)
    return found


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in found if names.count(name) > 1)
        _fail(f"{repeated!r} twice in an object", "each name once")
    return found


def _constant(text: str) -> NoReturn:
    _fail(text, "a finite number")


def _constant_or_nan(text: str) -> float:
    return math.nan if text == "NaN" else _constant(text)


def add_sentence(group: dict[str, Any], listing: Listing, seen: set[int]) -> None:
    """Add the candidates of a sentence, given as the object of a line; `seen` are the sentences before it."""
    name = json_id(_get(group, "id"))
    number = listing.group(name)
    if number in seen:
        _fail(f"the id {group['id']!r} a second time", "each sentence once in a file")
    seen.add(number)
    candidates = _get(group, "candidates")
    if not isinstance(candidates, list) or not candidates:
        _fail(f"{_kind(candidates)} as 'candidates'", "a list of at least one")
    _add_facts(group, name, listing)
    # Samples have no scores; a misspelt or missing name among others that are there is no reason to take them as such.
    bare = all(isinstance(one, dict) and set(one) <= {"text", "gold"} for one in candidates)
    for index, candidate in enumerate(candidates):
        try:
            _add_candidate({"features": {}, **candidate} if bare else candidate, number, listing)
        except ValueError as error:
            raise InputError(f"in candidate {index} (from 0), {error}") from None


def _add_candidate(candidate: Any, number: int, listing: Listing) -> None:
    if not isinstance(candidate, dict):
        _fail(_kind(candidate), "an object with 'text' and 'features'")
    text, features = json_text(_get(candidate, "text"), "'text'"), _get(candidate, "features")
    if not isinstance(features, dict):
        _fail(f"{_kind(features)} as 'features'", "an object of numbers")
    gold = finite(candidate["gold"], "gold") if "gold" in candidate else None
    try:
        listing.add(number, text, features, gold)
    except ValueError:
        for name, value in features.items():
            if not (listing.takes_missing and is_missing(value)):
                finite(value, name)
        raise


def _add_facts(group: dict[str, Any], name: str, listing: Listing) -> None:
    source, references = group.get("source"), group.get("references")
    if source is not None:
        json_text(source, "'source'")
    if references is not None:
        references = json_references(references)
    listing.know(
        name, source=source, references=references, weight=finite(group.get("weight", 1.0), "weight")
    )


def json_references(value: Any) -> list[str]:
    if not isinstance(value, list) or not value:
        _fail(f"{_kind(value)} as 'references'", "a list of at least one text")
    return [json_text(reference, "a reference").strip(WHITE_SPACE) for reference in value]


def json_id(name: Any) -> str:
    if isinstance(name, bool) or not isinstance(name, int):
        json_text(name, "'id'", "a whole number or a text")
    if isinstance(name, int) and not 0 <= name < 10**18:
        _fail(f"the id {name}", "a whole number from 0")
    return str(name)


def _get(owner: dict[str, Any], key: str) -> Any:
    if key not in owner:
        _fail(
            f"no {key!r}", f"an object that has it (this one has {', '.join(map(repr, owner)) or 'nothing'})"
        )
    return owner[key]


def json_text(value: Any, what: str, expected: str = "a text") -> str:
    if not isinstance(value, str):
        _fail(f"{_kind(value)} as {what}", expected)
    try:
        value.encode()
    except UnicodeEncodeError:
        _fail(f"half a surrogate pair in {what}", "valid Unicode")
    return value


def finite(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        _fail(f"{_kind(value)} as {name!r}", "a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        _fail(f"{str(value)[:40]} as {name!r}", "a finite number")
    return number


def _kind(value: Any) -> str:
    """What a JSON value is, in words."""
    if isinstance(value, bool):
        return str(value).lower()
    words = {dict: "an object", list: "a list", str: "a text", type(None): "null"}
    if value == []:
        return "an empty list"
    return words.get(type(value), f"the number {value}")
