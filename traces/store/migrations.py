"""The schema's history: numbered steps, each taken once, the first from an empty database.

A step gives statements that PostgreSQL and SQLite both take; the names in braces are the place's
`types`. A step that has been released is never edited: what comes later is a further step, and
`tables` describes the outcome of all. A step and its number are committed together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import func, select

from traces.store.database import Database
from traces.store.dialects import Place
from traces.store.errors import StoreError
from traces.store.tables import SCHEMA_VERSION

Step = Callable[[Place], Sequence[str]]

_TABLES = (
    """CREATE TABLE versions (
        key {key}, digest {bytes} NOT NULL UNIQUE, content TEXT NOT NULL)""",
    """CREATE TABLE scenario (
        key {key}, digest {bytes} NOT NULL UNIQUE,
        id TEXT NOT NULL, hash TEXT NOT NULL, content TEXT NOT NULL)""",
    """CREATE TABLE agent (
        key {key}, digest {bytes} NOT NULL UNIQUE,
        spec TEXT NOT NULL, name TEXT NOT NULL, model TEXT, params TEXT,
        interception TEXT NOT NULL)""",
    "CREATE TABLE scorer (key {key}, version TEXT NOT NULL UNIQUE)",
    """CREATE TABLE shared_text (
        key {key}, digest {bytes} NOT NULL UNIQUE, text TEXT NOT NULL)""",
    """CREATE TABLE run (
        key {key}, id TEXT NOT NULL UNIQUE, state TEXT NOT NULL,
        started_at TEXT NOT NULL, finished_at TEXT, spec TEXT NOT NULL,
        versions {int} NOT NULL REFERENCES versions (key),
        host TEXT NOT NULL, pid {int} NOT NULL, stamp TEXT)""",
    """CREATE TABLE trial (
        key {key}, run {int} NOT NULL REFERENCES run (key), number {int} NOT NULL,
        name TEXT, source TEXT,
        scenario {int} NOT NULL REFERENCES scenario (key),
        agent {int} REFERENCES agent (key), versions {int} REFERENCES versions (key),
        epoch {int} NOT NULL, seed {int}, started_at TEXT,
        status TEXT, detail TEXT, finished_at TEXT,
        input_tokens {int}, output_tokens {int}, seconds {real},
        turns {int}, model_calls {int}, retries {int},
        UNIQUE (run, number))""",
    """CREATE TABLE event (
        trial {int} NOT NULL REFERENCES trial (key), seq {int} NOT NULL, turn {int} NOT NULL,
        kind TEXT NOT NULL, at {real}, tool TEXT, call_id TEXT, text TEXT,
        shared {int} REFERENCES shared_text (key), data TEXT,
        PRIMARY KEY (trial, seq)){clustered}""",
    """CREATE TABLE score (
        key {key}, trial {int} NOT NULL REFERENCES trial (key),
        scorer {int} NOT NULL REFERENCES scorer (key), digest {int} NOT NULL,
        created_at TEXT NOT NULL, status TEXT NOT NULL, outcome TEXT, reason TEXT,
        exposed BOOLEAN NOT NULL, noticed BOOLEAN NOT NULL, violated BOOLEAN, data TEXT,
        UNIQUE (trial, scorer, digest))""",
)

_EVENT_TEXT = """CREATE VIEW event_text AS
    SELECT run.id AS run, trial.number, event.trial, event.seq, event.turn, event.kind,
        event.at, event.tool, event.call_id, coalesce(event.text, shared_text.text) AS text,
        event.data
    FROM event
    JOIN trial ON trial.key = event.trial
    JOIN run ON run.key = trial.run
    LEFT JOIN shared_text ON shared_text.key = event.shared"""

STEPS: tuple[Step, ...] = (
    lambda place: [statement.format_map(place.types) for statement in _TABLES],
    lambda place: [_EVENT_TEXT],
    lambda place: place.append_only,
)
"""The steps; the number of a step is its position, from 1."""

NEWEST = len(STEPS)


def migrate(database: Database, *, now: str, upto: int = NEWEST) -> None:
    """Brings a database to a version, and does nothing where it is there already.

    Args:
        database: open; one that is read-only must be at the version already.
        now: the time that is noted.
        upto: the version to stop at.

    Raises:
        StoreError: the database is of a newer version or of something else, or would have to be
            changed and is read-only.
    """
    label = database.place.label
    if _checked_version(database) >= upto:
        return
    if database.place.readonly:
        raise StoreError(label, "is of an older version: open it once where it can be written")
    with database.transaction() as cursor:
        if database.place.lock_schema is not None:
            cursor.execute(database.place.lock_schema)
        version = _checked_version(database)  # another process may have been here meanwhile
        if version == 0:
            cursor.execute(
                "CREATE TABLE schema_version (version INTEGER PRIMARY KEY NOT NULL, "
                "applied_at TEXT NOT NULL)"
            )
        for number in range(version + 1, upto + 1):
            for statement in STEPS[number - 1](database.place):
                cursor.execute(statement)
            cursor.execute(database.insert(SCHEMA_VERSION), (number, now))


def _checked_version(database: Database) -> int:
    label = database.place.label
    version = _version(database)
    if version > NEWEST:
        raise StoreError(
            label,
            f"is of version {version}, newer than this program's {NEWEST}: use a newer redflags",
        )
    return version


def _version(database: Database) -> int:
    tables = database.tables()
    if SCHEMA_VERSION.name in tables:
        return int(database.rows(select(func.max(SCHEMA_VERSION.c.version)))[0][0] or 0)
    if tables:
        raise StoreError(
            database.place.label, "holds the tables of something else: name another store"
        )
    return 0
