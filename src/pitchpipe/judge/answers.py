"""What judges have said, in SQLite: each answer is on disk before it is acknowledged, and nothing is ever overwritten.

Every answer, skip and undo is a row with a key that the judge's browser made up. One that comes again, because its
acknowledgement was lost, is kept once. What a judge says of an item is its last row.
"""

from __future__ import annotations

import json
import math
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from threading import Lock
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.files.json_text import parse_json

FILE = "answers.sqlite"
ANSWER, SKIP, UNDO = "answer", "skip", "undo"
KINDS = (ANSWER, SKIP, UNDO)

_TABLES = """
CREATE TABLE IF NOT EXISTS events (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    judge TEXT NOT NULL,
    item TEXT NOT NULL,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    comment TEXT NOT NULL,
    seconds REAL,
    at TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS events_of ON events (judge, item);
CREATE TABLE IF NOT EXISTS assignments (
    judge TEXT NOT NULL,
    task INTEGER NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (judge, task)
);
"""


@dataclass(frozen=True)
class Event:
    """Something that a judge did with an item."""

    key: str
    judge: str
    item: str
    kind: str
    value: Any = None
    """For answers: `{"ranks": [1, 2]}`, `{"score": 70}` or `{"spans": [...]}`."""
    comment: str = ""
    seconds: float | None = None
    """How long the judge looked at the item."""
    at: str = ""


class Answers:
    """The answers of a campaign; several threads may use it."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._lock = Lock()
        self._path = Path(folder) / FILE
        with self._refusals():
            self._database = sqlite3.connect(
                self._path, isolation_level=None, check_same_thread=False, timeout=30
            )
            try:
                self._database.execute("PRAGMA journal_mode = WAL")
                self._database.execute("PRAGMA synchronous = FULL")
                self._database.executescript(_TABLES)
            except BaseException:
                self._database.close()  # or it would keep the file locked
                raise

    def close(self) -> None:
        with self._lock:
            self._database.close()

    def __enter__(self) -> Answers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def keep(self, events: Sequence[Event]) -> None:
        """Put events on disk, all of them or none; those that are there already stay as they are.

        A key that is there with other contents is refused: it would hide an answer.
        """
        with self._writing() as database:
            for one in events:
                row = (one.judge, one.item, one.kind, json.dumps(one.value), one.comment, one.seconds)
                found = database.execute(
                    "SELECT judge, item, kind, value, comment, seconds FROM events WHERE key = ?", (one.key,)
                ).fetchone()
                if found is None:
                    database.execute(
                        "INSERT INTO events (key, judge, item, kind, value, comment, seconds, at) "
                        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                        (one.key, *row, one.at or _now()),
                    )
                elif found != row:
                    raise InputError(
                        f"found the key {one.key!r} with another answer, expected a key of its own"
                    )

    def events(self, judge: str | None = None) -> list[Event]:
        """All that has happened, in the order in which it was kept."""
        wanted = "" if judge is None else "WHERE judge = ?"
        with self._lock, self._refusals():
            rows = self._database.execute(
                f"SELECT key, judge, item, kind, value, comment, seconds, at FROM events {wanted} ORDER BY number",
                () if judge is None else (judge,),
            ).fetchall()
        with self._refusals():
            return [_event(row) for row in rows]

    def current(self, judge: str | None = None) -> list[Event]:
        """What each judge says of each item now: the last answer or skip that was not undone."""
        last: dict[tuple[str, str], Event] = {}
        for event in self.events(judge):
            last.pop((event.judge, event.item), None)  # what was said last comes last
            last[event.judge, event.item] = event
        return [event for event in last.values() if event.kind != UNDO]

    def assign(self, judge: str, task: int) -> None:
        """Give a task to a judge."""
        with self._writing() as database:
            database.execute("INSERT OR IGNORE INTO assignments VALUES (?, ?, ?)", (judge, task, _now()))

    def assigned(self) -> list[tuple[str, int, str]]:
        """Which judge has which task, and since when."""
        with self._lock, self._refusals():
            rows = self._database.execute("SELECT judge, task, at FROM assignments ORDER BY rowid").fetchall()
        for judge, task, at in rows:
            if type(judge) is not str or type(task) is not int or not _is_time(at):
                raise InputError(
                    f"{self._path}: the file is damaged: found the assignment {(judge, task, at)!r}"
                )
        return rows

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that is on disk when it ends."""
        with self._lock, self._refusals():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
            except BaseException:
                with suppress(sqlite3.Error):
                    self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        """Say which file cannot be used, and why."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            said = " ".join(str(error).split())
            raise InputError(f"{self._path}: cannot be used as a database: {said}") from None
        except _BadRowError as error:
            raise InputError(f"{self._path}: the file is damaged: {error}") from None


class _BadRowError(Exception):
    """A row that no judge's browser has sent."""


def _event(row: tuple[Any, ...]) -> Event:
    """The event that a row of the database is."""
    key, judge, item, kind, value, comment, seconds, at = row
    texts = all(type(one) is str for one in (key, judge, item, value, comment))
    if not texts or kind not in KINDS or not _is_time(at) or not _is_duration(seconds):
        raise _BadRowError(f"found the event {row!r:.100}, expected one that a judge has sent")
    try:
        said = parse_json(value)
    except ValueError:
        raise _BadRowError(f"found {value[:40]!r} as the answer of {judge!r}, expected JSON") from None
    return Event(key, judge, item, kind, said, comment, seconds, at)


def _is_duration(value: object) -> bool:
    return value is None or (isinstance(value, (int, float)) and math.isfinite(value))


def _is_time(value: object) -> bool:
    """Whether it is a time that `_now` could have given."""
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def has_answers(folder: str | os.PathLike[str]) -> bool:
    return (Path(folder) / FILE).exists()


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds")
