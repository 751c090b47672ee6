"""Campaigns: their files, the answers to them, and what other platforms and raters have collected."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict
from pathlib import Path

from pitchpipe.judge.answers import Answers, Event
from pitchpipe.judge.campaign import CAMPAIGN, ITEMS, SEGMENTS, Campaign
from pitchpipe.judge.crowd import read_answers
from pitchpipe.judge.exports import FORMATS, as_crowd
from pitchpipe.judge.mqm_files import read_mqm
from pitchpipe.judge.results import Results
from pitchpipe.judge.server import JudgeServer
from pitchpipe.report.judge import judge_report

from ..judge.campaigns import campaign
from .mutations import BYTES, JSON, TEXT
from .target import Target

MQM = (
    b"system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    b"a\td\t1\tr1\tein Haus\ta <v>mouse</v> here\tAccuracy/Mistranslation\tmajor\n"
    b"a\td\t1\tr2\tein Haus\ta mouse here\tNo-error\tno-error\n"
    b"b\td\t1\tr1\t<v>ein</v> Haus\thouse\tAccuracy/Omission\tminor\n"
    b"b\td\t2\tr1\tzwei\ttwo<v>,</v>\tFluency/Punctuation\tminor\n"
)
CROWD = b'judge,item,answer,spent,said\nann,01,1,2.5,"good, I think"\nann,02,equal,3,\nbob,01,2,1e3,x\n'


def _made(protocol: str) -> Campaign:
    return campaign(sentences=4, protocol=protocol, task=3)


def _value(made: Campaign, item: str) -> dict[str, object]:
    count = len(made.by_id[item].texts)
    match made.settings.protocol:
        case "pairwise" | "rank":
            return {"ranks": list(range(1, count + 1))}
        case "direct":
            return {"score": 70}
    return {"spans": [{"start": 0, "end": 2, "severity": "minor", "category": "fluency"}]}


def _events(made: Campaign) -> list[Event]:
    """Answers of two judges to all that is shown."""
    return [
        Event(f"key-{judge}-{item.id}", judge, item.id, "answer", _value(made, item.id), "", 1.5)
        for judge in ("ann", "bob")
        for item in made.items
        if item.task is not None
    ]


def _judged(protocol: str):
    def beside(folder: Path) -> None:
        made = _made(protocol)
        made.write(folder)
        with Answers(folder) as answers:
            answers.keep(_events(made))

    return beside


def _file_of(name: str, *protocols: str):
    def seeds(folder: Path) -> list[bytes]:
        for protocol in protocols:
            _judged(protocol)(folder / protocol)
        return [(folder / protocol / name).read_bytes() for protocol in protocols]

    return seeds


def _use(folder: Path) -> None:
    """What report, export and serve do with a campaign."""
    read = Results.read(folder, 0.0, trials=20)
    judge_report(read, {}).to_html()
    for write in FORMATS.values():
        list(write(read))
    list(as_crowd(read.campaign))
    with Answers(folder) as answers:
        server = JudgeServer(read.campaign, answers)
        server.application()
        server.work("ann")


def _use_database(path: Path) -> None:
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    _use(path.parent)


def _rows(folder: Path) -> list[bytes]:
    return [json.dumps([{**asdict(one), "at": AT} for one in _events(_made("mqm"))[:6]]).encode()]


AT = "2026-01-02T03:04:05.678+00:00"
COLUMNS = ("key", "judge", "item", "kind", "value", "comment", "seconds", "at")


def _use_rows(path: Path) -> None:
    """A whole database with odd rows, as JSON describes them."""
    database = path.with_name("answers.sqlite")
    for file in (database, *(database.with_name(database.name + ending) for ending in ("-wal", "-shm"))):
        file.unlink(missing_ok=True)
    with Answers(path.parent):
        pass
    try:
        rows = json.loads(path.read_bytes())
        written = [
            [json.dumps(row[name]) if name == "value" else row[name] for name in COLUMNS] for row in rows
        ]
    except (ValueError, TypeError, KeyError, RecursionError):
        return  # the attack is on what is in a row
    connection = sqlite3.connect(database)
    try:
        for row in written:
            connection.execute(
                f"INSERT OR REPLACE INTO events ({', '.join(COLUMNS)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row
            )
        connection.commit()
    except (sqlite3.Error, OverflowError, UnicodeError):
        return
    finally:
        connection.close()
    _use(path.parent)


def _crowd(path: Path) -> None:
    read_answers(campaign(sentences=4, task=3), path, seconds="spent", comment="said")


def _mqm(path: Path) -> None:
    made, events = read_mqm(path)
    judge_report(Results(made, events, trials=20), {}).to_html()


JUDGE_TARGETS = [
    Target(
        "campaign",
        _use,
        _file_of(CAMPAIGN, "pairwise"),
        TEXT,
        CAMPAIGN,
        _judged("pairwise"),
        True,
    ),
    Target(
        "campaign-segments", _use, _file_of(SEGMENTS, "pairwise"), JSON, SEGMENTS, _judged("pairwise"), True
    ),
    Target(
        "campaign-items",
        _use,
        _file_of(ITEMS, "pairwise"),
        JSON,
        ITEMS,
        _judged("pairwise"),
        True,
    ),
    Target(
        "answers",
        _use_database,
        _file_of("answers.sqlite", "pairwise"),
        BYTES,
        "answers.sqlite",
        _judged("pairwise"),
    ),
    Target(
        "answers-rows", _use_rows, _rows, JSON[2:], "rows.json", lambda folder: _made("mqm").write(folder)
    ),
    Target("crowd", _crowd, lambda folder: [CROWD]),
    Target("mqm", _mqm, lambda folder: [MQM]),
]
