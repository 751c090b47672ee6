"""Error spans that were marked elsewhere, read from the tables in which MQM ratings are published.

A row is an error: `system`, `seg_id`, `rater`, `source`, `target`, `category` and `severity`, and `doc` where there is one, with
tabs between; the error stands between <v> and </v>. A translation without errors has one row, which says so.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files import input_name, read_lines
from pitchpipe.judge.answers import ANSWER, Event
from pitchpipe.judge.campaign import JUDGED, Campaign, Item, Segment
from pitchpipe.judge.protocols import CATEGORIES
from pitchpipe.judge.settings import CampaignSettings

COLUMNS = ("system", "seg_id", "rater", "source", "target", "category", "severity")
SEGMENTS = ("seg_id", "globalSegId", "global_seg_id", "docSegId", "doc_seg_id")
"""What published files call the number of a segment, the one that tells most first."""
SEVERITIES = {"major": "major", "critical": "major", "minor": "minor"}
NO_ERROR = ("no-error", "neutral", "none", "")
_MARKED = re.compile(r"<v>(.*?)</v>", re.S)


Place = tuple[str, str]
"""A document and the number of a segment in it."""


@dataclass
class _Ratings:
    """What a file says: texts of each segment by system, its source, and the errors that each rater found."""

    texts: dict[Place, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    sources: dict[Place, str] = field(default_factory=dict)
    spans: dict[tuple[Place, str, str], list[dict[str, Any]]] = field(
        default_factory=lambda: defaultdict(list)
    )


def read_mqm(path: str | os.PathLike[str], reference: str | None = None) -> tuple[Campaign, list[Event]]:
    """A campaign of the translations of a file, and the raters' answers to it.

    The translations of the system `reference` are the references, and it is not judged itself.
    """
    ratings = _collected(path)
    systems = list(dict.fromkeys(system for texts in ratings.texts.values() for system in texts))
    if reference is not None and reference not in systems:
        raise unknown_name("system", reference, systems)
    segments: list[Segment] = []
    items: list[Item] = []
    ids: dict[tuple[Place, str], str] = {}
    for line, (place, texts) in enumerate(ratings.texts.items(), 1):
        outputs = {system: text for system, text in texts.items() if system != reference}
        references = [text for system, text in texts.items() if system == reference]
        source = ratings.sources[place]
        segments.append(Segment(line, outputs, references, source))
        for system, text in outputs.items():
            ids[place, system] = id = str(len(items) + 1)
            shown = references[0] if references else None
            items.append(Item(id, 0, JUDGED, line, [system], [text], shown, source))
    settings = CampaignSettings(
        protocol="mqm", sentences=len(segments), task=max(1, len(items)), identical=0, bad=0, repeats=0
    )
    events = [
        Event(_key(rater, ids[place, system]), rater, ids[place, system], ANSWER, {"spans": found})
        for (place, system, rater), found in ratings.spans.items()
        if (place, system) in ids
    ]
    judged = [system for system in systems if system != reference]
    return Campaign(judged, settings, segments, items), events


def _collected(path: str | os.PathLike[str]) -> _Ratings:
    name = input_name(path)
    ratings = _Ratings()
    for number, row in _rows(path, name):
        place, system = (row.get("doc", ""), row["seg_id"]), row["system"]
        text = ratings.texts[place].setdefault(system, _plain(row["target"]))
        ratings.sources.setdefault(place, _plain(row["source"]))
        found = ratings.spans[place, system, row["rater"].strip()]
        severity = row["severity"].strip().lower()
        if severity in SEVERITIES:
            found.append(_span(row, text, SEVERITIES[severity]))
        elif severity not in NO_ERROR:
            raise InputError(
                f"{name}:{number}: found the severity {row['severity']!r}, expected major, minor or no-error"
            )
    return ratings


def _rows(path: str | os.PathLike[str], name: str) -> Iterator[tuple[int, dict[str, str]]]:
    first, *lines = read_lines(path) or [""]
    header = first.split("\t")
    numbered = next((name for name in SEGMENTS if name in header), None)
    header = ["seg_id" if name == numbered else name for name in header]
    for column in COLUMNS:
        if column not in header:
            raise InputError(f"{name}:1: {unknown_name('column', column, header)}")
    if not lines:
        raise InputError(f"{name}: found no ratings, expected a line for each")
    for number, line in enumerate(lines, 2):
        fields = line.split("\t")
        if len(fields) != len(header):
            raise InputError(f"{name}:{number}: found {len(fields)} columns, expected {len(header)}")
        yield number, dict(zip(header, fields, strict=True))


def _plain(text: str) -> str:
    return text.replace("<v>", "").replace("</v>", "")


def _span(row: dict[str, str], text: str, severity: str) -> dict[str, Any]:
    """Where a row's error stands; one that is marked in the source only, as an omission is, counts for the whole translation."""
    found = _MARKED.search(row["target"])
    start = len(_plain(row["target"][: found.start()])) if found else 0
    end = start + len(found[1]) if found else len(text)
    if not 0 <= start < end <= len(text):
        start, end = 0, max(1, len(text))
    return {"start": start, "end": end, "severity": severity, "category": _category(row["category"])}


def _category(written: str) -> str:
    """Our kind of error for a published one, such as `Fluency/Punctuation`."""
    words = written.strip().rstrip("!").lower().split("/")
    if "punctuation" in words:
        return "punctuation"
    return words[0] if words[0] in CATEGORIES else "other"


def _key(rater: str, item: str) -> str:
    return "mqm-" + hashlib.sha256("\t".join([rater, item]).encode()).hexdigest()[:32]
