"""A campaign: the segments that were drawn, and the items that judges see, in a folder of plain files.

`campaign.toml` has the systems and settings, `segments.jsonl` the texts as the systems wrote them, and `items.jsonl` what is
shown, in the order in which it is shown.
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from pitchpipe.errors import InputError
from pitchpipe.files import input_name, read_lines, write_texts
from pitchpipe.files.json_text import parse_json
from pitchpipe.files.toml import read_tables, write_tables
from pitchpipe.files.typed import typed
from pitchpipe.judge.settings import CampaignSettings

Kind = TypeVar("Kind")
CAMPAIGN, SEGMENTS, ITEMS = "campaign.toml", "segments.jsonl", "items.jsonl"

JUDGED, SAME, IDENTICAL, BAD, REPEAT = "judged", "same", "identical", "bad", "repeat"
KINDS = (JUDGED, SAME, IDENTICAL, BAD, REPEAT)
"""What an item is for: to be judged; not shown, since the translations are the same; or a control of one of three kinds."""

REFERENCE, SPOILT = "(reference)", "(spoilt)"
"""What stands for a system in controls."""


@dataclass(frozen=True)
class Segment:
    """A sentence that was drawn, with all that is known of it."""

    line: int
    """In the files that it is from, counted from 1."""
    outputs: Mapping[str, str]
    """By system, as the files have them."""
    references: Sequence[str] = ()
    source: str | None = None


@dataclass(frozen=True)
class Item:
    """What a judge sees at once; translations are in the order in which they are shown."""

    id: str
    task: int | None
    """None for an item that is not shown."""
    kind: str
    line: int
    systems: Sequence[str]
    texts: Sequence[str]
    reference: str | None = None
    source: str | None = None
    of: str | None = None
    """The item that this one repeats, or a translation of which it spoils."""


@dataclass(frozen=True)
class Campaign:
    """Everything that is fixed before the first judge comes."""

    systems: Sequence[str]
    settings: CampaignSettings
    segments: Sequence[Segment]
    items: Sequence[Item]
    language: str = ""
    """Of the translations, for browsers and screen readers; empty where it is not known."""

    @cached_property
    def by_id(self) -> dict[str, Item]:
        return {item.id: item for item in self.items}

    @cached_property
    def tasks(self) -> list[list[Item]]:
        """The items of each task, in the order in which they are shown."""
        count = 1 + max((item.task for item in self.items if item.task is not None), default=-1)
        found: list[list[Item]] = [[] for _ in range(count)]
        for item in self.items:
            if item.task is not None:
                found[item.task].append(item)
        return found

    def write(self, folder: str | os.PathLike[str]) -> None:
        """Write the campaign to a new folder; answers would not fit another campaign."""
        place = Path(folder)
        if (place / CAMPAIGN).exists():
            raise InputError(f"{folder}: found a campaign, expected a new folder")
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{folder}: cannot be written: {error.strerror}") from None
        write_texts(
            {str(place / SEGMENTS): map(_line, self.segments), str(place / ITEMS): map(_line, self.items)}
        )
        values = {name: getattr(self.settings, name) for name in _setting_names()}
        about = {"systems": list(self.systems), "language": self.language}
        write_tables(place / CAMPAIGN, {"campaign": about, "settings": values})

    @classmethod
    def read(cls, folder: str | os.PathLike[str]) -> Campaign:
        """The campaign in a folder."""
        place = Path(folder)
        if not (place / CAMPAIGN).exists():
            raise InputError(
                f"{folder}: found no {CAMPAIGN}, expected the folder of a campaign; judge make makes one"
            )
        tables = read_tables(place / CAMPAIGN, ["campaign", "settings"])
        about = tables.get("campaign", {})
        systems = about.get("systems")
        if not isinstance(systems, list) or not all(isinstance(one, str) for one in systems):
            raise InputError(f"{place / CAMPAIGN}: found no list of systems in [campaign], expected one")
        try:
            settings = CampaignSettings.from_spec(None, tables.get("settings", {}))
        except InputError as error:
            raise InputError(f"{place / CAMPAIGN}: {error}") from None
        segments = _read(place / SEGMENTS, Segment)
        items = _read(place / ITEMS, Item)
        campaign = cls(systems, settings, segments, items, str(about.get("language", "")))
        _check(campaign, place / ITEMS)
        return campaign


def _setting_names() -> list[str]:
    return [field.name for field in dataclasses.fields(CampaignSettings)]


def _line(one: Segment | Item) -> str:
    return json.dumps(vars(one), ensure_ascii=False)


def _read(path: Path, kind: type[Kind]) -> list[Kind]:
    """The objects of a file of JSON lines, each with the fields of a kind."""
    names = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    needed = {name for name, field in names.items() if field.default is dataclasses.MISSING}
    found = []
    for number, line in enumerate(read_lines(path), 1):
        try:
            fields = parse_json(line)
        except ValueError:
            fields = None
        if not isinstance(fields, dict):
            raise InputError(f"{input_name(path)}:{number}: found something else, expected a JSON object")
        if not needed <= fields.keys() <= names.keys():
            odd = sorted((needed - fields.keys()) | (fields.keys() - names.keys()))
            raise InputError(
                f"{input_name(path)}:{number}: found {odd[0]!r} missing or unknown, expected {', '.join(names)}"
            )
        try:
            found.append(typed(kind, fields))
        except InputError as error:
            raise InputError(f"{input_name(path)}:{number}: {error}") from None
    return found


def _check(campaign: Campaign, path: Path) -> None:
    """Refuse items that no report could make sense of."""
    if len({segment.line for segment in campaign.segments}) != len(campaign.segments):
        raise InputError(
            f"{path.with_name(SEGMENTS)}: found two segments of the same line, expected each once"
        )
    if len(campaign.by_id) != len(campaign.items):
        raise InputError(f"{path}: found two items of the same id, expected each once")
    if not campaign.items:
        raise InputError(f"{path}: found no items, expected some to judge")
    outputs = {segment.line: segment.outputs for segment in campaign.segments}
    for number, item in enumerate(campaign.items, 1):
        if problem := next(_problems(campaign, item, outputs), None):
            raise InputError(f"{path}:{number}: {problem}")


def _problems(campaign: Campaign, item: Item, outputs: Mapping[int, Mapping[str, str]]) -> Iterator[str]:
    """What is wrong with an item, the first thing first: what follows may rest on it."""
    own, protocol = item.kind in (JUDGED, SAME, REPEAT), campaign.settings.protocol
    several = protocol in ("pairwise", "rank")
    if item.kind not in KINDS:
        yield f"found the kind {item.kind!r}, expected one of {', '.join(KINDS)}"
    if item.line not in outputs:
        yield f"found line {item.line!r}, expected one of {SEGMENTS}"
    if len(item.systems) != len(item.texts) or not item.texts:
        yield f"found {len(item.texts)} texts of {len(item.systems)} systems, expected one of each"
    if (len(item.texts) > 1) != several:
        yield f"found {len(item.texts)} texts, expected {'several' if several else 'one'} for {protocol}"
    known = set(campaign.systems) & outputs[item.line].keys() | (set() if own else {REFERENCE, SPOILT})
    if not set(item.systems) <= known:
        yield f"found the systems {', '.join(item.systems)}, expected those of the campaign and its line"
    if own and len(set(item.systems)) != len(item.systems):
        yield "found a system twice, expected each once"
    if item.kind == BAD and list(item.systems).count(SPOILT) != 1:
        yield "found no spoilt translation, expected one"
    if item.task is not None and not 0 <= item.task < len(campaign.items):
        yield f"found the task {item.task}, expected one from 0 to {len(campaign.items) - 1}"
    if item.of is None and item.kind not in (JUDGED, SAME):
        yield f"found no item that one of the kind {item.kind} is about, expected it"
    about = item if item.of is None else campaign.by_id.get(item.of)
    if about is None:
        yield f"found the item {item.of!r}, expected one of this file"
    elif item.kind == REPEAT and len(about.texts) != len(item.texts):
        yield f"found {len(item.texts)} texts, expected the {len(about.texts)} of item {item.of}"
