"""Scores that are computed once: an SQLite file that outlives the process, shared by all who name it."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import InputError
from pitchpipe.metrics.asker import current_asker, living_askers

FILE = "scores.sqlite"
"""The store in the folder of a run."""
_TOGETHER = 500
"""Keys that one query asks for; SQLite takes at least 999."""
_WAIT = 60.0
"""Seconds to wait for another process that is writing."""
_TABLES = """
CREATE TABLE IF NOT EXISTS metrics (
    id INTEGER PRIMARY KEY, signature TEXT UNIQUE NOT NULL, asked INTEGER DEFAULT 0, computed INTEGER DEFAULT 0
);
CREATE TABLE IF NOT EXISTS scores (
    metric INTEGER NOT NULL, question BLOB NOT NULL, total REAL NOT NULL, weight REAL NOT NULL,
    PRIMARY KEY (metric, question)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS vectors (
    metric INTEGER NOT NULL, text BLOB NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (metric, text)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS claims (
    metric INTEGER NOT NULL, question BLOB NOT NULL, asker TEXT NOT NULL, PRIMARY KEY (metric, question)
) WITHOUT ROWID;
"""

Row = tuple[float, float]
"""What a score adds to both sums of a corpus score."""
Vector = NDArray[np.float32]
"""The embedding of a text."""


def question_key(candidate: str, references: Sequence[str], source: str | None) -> bytes:
    """What a question is kept under: a hash of the texts that the metric sees."""
    text = json.dumps([candidate, *references] if source is None else [candidate, [source], *references])
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


@dataclass(frozen=True)
class Place:
    """Where an answer is kept, for who stores it in the name of another process."""

    store: str | None
    signature: str

    def as_dict(self) -> dict[str, str]:
        """Empty for what is kept in memory."""
        if self.store is None:
            return {}
        return {"store": self.store, "signature": self.signature, "asker": current_asker(self.store)}


@dataclass(frozen=True)
class Tally:
    """How many scores of a metric were asked for, and how many of them computed."""

    asked: int = 0
    computed: int = 0

    def plus(self, asked: int = 0, computed: int = 0) -> Tally:
        return Tally(self.asked + asked, self.computed + computed)

    def __str__(self) -> str:
        hits = self.asked - self.computed
        share = 100 * hits / self.asked if self.asked else 0
        return f"{self.asked:,} asked, {hits:,} known ({share:.0f} %), {self.computed:,} computed"


class ScoreStore:
    """Rows by metric and question, on disk or, without a path, in memory.

    A row that was added is there for all processes, even if this one is killed the moment after: it is one transaction, and
    SQLite's log recovers from half a write.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path = None if path is None else os.path.abspath(path)
        self._lock = Lock()
        self._connection: sqlite3.Connection | None = None
        self._process = 0

    def __reduce__(self) -> Any:
        return store_at, (self.path,)

    def find(self, signature: str, keys: Sequence[bytes]) -> dict[bytes, Row]:
        """The rows that are known."""
        query = "SELECT question, total, weight FROM scores JOIN metrics ON metric = id WHERE signature = ? AND question"
        found = {key: (total, weight) for key, total, weight in self._select(query, signature, keys)}
        if not all(isinstance(value, float) for row in found.values() for value in row):
            raise InputError(
                f"{self.path}: the file is damaged: found a score that is no number; remove the file"
            )
        return found

    def find_vectors(self, signature: str, keys: Sequence[bytes]) -> dict[bytes, Vector]:
        """The embeddings that are known, by the keys of their texts."""
        query = "SELECT text, vector FROM vectors JOIN metrics ON metric = id WHERE signature = ? AND text"
        return {key: np.frombuffer(data, "<f4") for key, data in self._select(query, signature, keys)}

    def _select(self, query: str, signature: str, keys: Sequence[bytes]) -> Iterator[tuple[Any, ...]]:
        with self._database() as database:
            yield from _rows(database, query, signature, keys)

    def add(self, signature: str, rows: Mapping[bytes, Row]) -> None:
        """Keep rows; those that another process has added meanwhile stay as they are."""
        query = "INSERT OR IGNORE INTO scores SELECT id, ?, ?, ? FROM metrics WHERE signature = ?"
        self._insert(query, signature, [(key, *row, signature) for key, row in rows.items()])

    def add_vectors(self, signature: str, vectors: Mapping[bytes, Vector]) -> None:
        """Keep embeddings, in the same way."""
        query = "INSERT OR IGNORE INTO vectors SELECT id, ?, ? FROM metrics WHERE signature = ?"
        rows = [(key, vector.astype("<f4").tobytes(), signature) for key, vector in vectors.items()]
        self._insert(query, signature, rows)

    def _insert(self, query: str, signature: str, rows: Sequence[tuple[Any, ...]]) -> None:
        _session[signature] = session_tally(signature).plus(computed=len(rows))
        with self._database() as database:
            self._know(database, signature)
            database.executemany(query, rows)
            query = "UPDATE metrics SET computed = computed + ? WHERE signature = ?"
            database.execute(query, (len(rows), signature))

    @contextmanager
    def claiming(self, signature: str, keys: Sequence[bytes]) -> Iterator[list[bytes]]:
        """Claim those of the keys that have no answer and that nobody else who is alive asks for; others leave them alone meanwhile."""
        kept = (("claims", "question"), ("scores", "question"), ("vectors", "text"))
        queries = [
            f"SELECT {key} FROM {table} JOIN metrics ON metric = id WHERE signature = ? AND {key}"
            for table, key in kept
        ]
        with self._database() as database:
            database.execute("BEGIN IMMEDIATE")
            self._know(database, signature)
            askers = (
                [""] if self.path is None else [os.path.basename(path) for path in living_askers(self.path)]
            )
            places = ", ".join("?" * len(askers))
            database.execute(f"DELETE FROM claims WHERE asker NOT IN ({places})", askers)
            taken = {row[0] for query in queries for row in _rows(database, query, signature, keys)}
            mine = [key for key in keys if key not in taken]
            query = "INSERT INTO claims SELECT id, ?, ? FROM metrics WHERE signature = ?"
            database.executemany(query, [(key, askers[0], signature) for key in mine])
        try:
            yield mine
        finally:
            query = "DELETE FROM claims WHERE question = ? AND metric = (SELECT id FROM metrics WHERE signature = ?)"
            with self._database() as database:
                database.executemany(query, [(key, signature) for key in mine])

    def count(self, signature: str, asked: int) -> None:
        """Count scores that are asked for."""
        _session[signature] = session_tally(signature).plus(asked=asked)
        with self._database() as database:
            self._know(database, signature)
            database.execute("UPDATE metrics SET asked = asked + ? WHERE signature = ?", (asked, signature))

    def tallies(self) -> dict[str, Tally]:
        """What was asked and computed so far, for each signature, by all processes."""
        with self._database() as database:
            rows = database.execute("SELECT signature, asked, computed FROM metrics ORDER BY id")
            return {signature: Tally(asked, computed) for signature, asked, computed in rows}

    def close(self) -> None:
        if self._connection is not None and self._process == os.getpid():
            self._connection.close()
        self._connection = None

    @staticmethod
    def _know(database: sqlite3.Connection, signature: str) -> None:
        database.execute("INSERT OR IGNORE INTO metrics (signature) VALUES (?)", (signature,))

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        """The open file, within a transaction."""
        with self._lock:
            try:
                if self._connection is None or self._process != os.getpid():
                    self._connection, self._process = self._opened(), os.getpid()
                with self._connection:
                    yield self._connection
            except (sqlite3.Error, UnicodeDecodeError) as error:
                said = " ".join(str(error).split())
                raise InputError(f"{self.path}: cannot be used as a file of scores: {said}") from None

    def _opened(self) -> sqlite3.Connection:
        if self.path is not None:
            Path(self.path).parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path or ":memory:", timeout=_WAIT, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.executescript(_TABLES)
        except BaseException:
            connection.close()  # or it would keep the file locked
            raise
        return connection


def _rows(
    database: sqlite3.Connection, query: str, signature: str, keys: Sequence[bytes]
) -> Iterator[tuple[Any, ...]]:
    """The rows of a query whose last column is one of the keys."""
    for begin in range(0, len(keys), _TOGETHER):
        some = keys[begin : begin + _TOGETHER]
        places = ", ".join("?" * len(some))
        yield from database.execute(f"{query} IN ({places})", (signature, *some)).fetchall()


@cache
def store_at(path: str | None) -> ScoreStore:
    """The store in a file, or that of this process."""
    return ScoreStore(path)


_session: dict[str, Tally] = {}
"""What this process asked and computed, wherever it is kept."""


def session_tally(signature: str) -> Tally:
    """What this process asked and computed for a metric."""
    return _session.get(signature, Tally())


_runs: list[str] = []
"""Folders of the runs that are under way, the outermost first."""


@contextmanager
def keeping_scores(folder: str | os.PathLike[str] | None) -> Iterator[None]:
    """Keep scores in the folder of a run; a run that is a part of another one shares its store."""
    if folder is None:
        yield
        return
    place = os.path.abspath(folder)
    _runs.append(place)
    try:
        yield
    finally:
        _runs.remove(place)


def current_store() -> ScoreStore:
    """The store of the run that is under way; without a folder, scores are kept while the process lasts."""
    return store_at(os.path.join(_runs[0], FILE) if _runs else None)


def tallies_in(folder: str | os.PathLike[str]) -> dict[str, Tally]:
    """What the run in a folder asked and computed; empty if it kept no scores."""
    path = os.path.join(folder, FILE)
    return store_at(os.path.abspath(path)).tallies() if os.path.exists(path) else {}
