"""What differs between SQLite and PostgreSQL; everything else in the store is written for both.

A place is where a store stands: it connects, says how a transaction begins and what the types of
columns are called, and puts an error of its driver into a sentence.
"""

from __future__ import annotations

import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, create_engine
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import StaticPool

from traces.store.errors import StoreError

CHECKPOINT_PAGES = 16_000
"""Pages of the write-ahead log (64 MB) after which SQLite folds it into the file: sixteen times the
default, since each folding waits for the disk."""


class Place(ABC):
    """A store's address, and the dialect that is spoken there.

    Attributes:
        label: the address as messages show it, without a password.
        readonly: whether it is only read.
        same_machine: whether only processes of one machine can reach it.
        begin: the statement that begins a transaction that writes.
        mark: a parameter's place in a statement.
        types: names of column types and table options, for the migrations.
        append_only: statements that make the table `score` refuse changes.
        lock_run: holds a run's row, given its key, while a trial's number is taken; null where a
            transaction that writes is alone anyway.
        lock_schema: the same for a migration.
    """

    label: str
    readonly: bool
    same_machine: bool
    begin: str
    mark: str
    types: Mapping[str, str]
    append_only: tuple[str, ...]
    lock_run: str | None = None
    lock_schema: str | None = None

    @abstractmethod
    def connect(self) -> Connection:
        """A connection that commits by itself wherever no transaction was begun."""

    @abstractmethod
    def is_busy(self, error: BaseException) -> bool:
        """Whether the same statement may succeed in a moment."""

    @abstractmethod
    def sentence(self, error: BaseException) -> str:
        """What an error of the driver means."""


def place(address: str, *, readonly: bool) -> Place:
    """The place that a path or a URL names.

    Raises:
        StoreError: it names none.
    """
    if "://" not in address:
        return SqlitePlace(address, Path(address), readonly=readonly)
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise StoreError(address, "is neither a path nor a URL") from None
    backend = url.get_backend_name()
    if backend == "sqlite":
        if not url.database or url.database == ":memory:":
            raise StoreError(address, "names no file, and a store in memory would be lost")
        mode = url.query.get("mode", "rwc")
        if set(url.query) - {"mode"} or mode not in ("ro", "rw", "rwc"):
            raise StoreError(address, "takes no option but mode=ro")
        return SqlitePlace(url.database, Path(url.database), readonly=readonly or mode == "ro")
    if backend == "postgresql":
        if url.drivername == "postgresql":
            url = url.set(drivername="postgresql+psycopg")
        return PostgresPlace(url, readonly=readonly)
    raise StoreError(
        url.render_as_string(), "is no store: name a path, or a sqlite:/// or postgresql:// URL"
    )


class SqlitePlace(Place):
    """A file of SQLite, read-only also where its mode or its folder leaves nothing else.

    Its write-ahead log is not forced to the disk at every commit: what was committed survives the
    death of the process; a power failure may take the last moments but damages nothing.
    """

    same_machine = True
    begin = "BEGIN IMMEDIATE"
    mark = "?"
    types = {
        "key": "INTEGER PRIMARY KEY NOT NULL",
        "int": "INTEGER",
        "real": "FLOAT",
        "bytes": "BLOB",
        "clustered": " WITHOUT ROWID",
    }
    append_only = tuple(
        f"CREATE TRIGGER score_no_{change} BEFORE {change} ON score "
        "BEGIN SELECT RAISE(ABORT, 'scores are never changed'); END"
        for change in ("update", "delete")
    )
    _sentences = {
        sqlite3.SQLITE_BUSY: "stayed locked by another process",
        sqlite3.SQLITE_LOCKED: "stayed locked by another process",
        sqlite3.SQLITE_READONLY: "is read-only",
        sqlite3.SQLITE_IOERR: "could not be read or written: the disk gave an error",
        sqlite3.SQLITE_CORRUPT: "is damaged",
        sqlite3.SQLITE_FULL: "could not be written: the disk is full",
        sqlite3.SQLITE_CANTOPEN: "can't be opened",
        sqlite3.SQLITE_NOTADB: "is no SQLite database",
    }

    def __init__(self, label: str, path: Path, *, readonly: bool) -> None:
        """See the class."""
        self.label = label
        self._path = path
        self._prepare(create=not readonly)
        self.readonly = readonly or not self._writable()

    def connect(self) -> Connection:
        """See `Place.connect`."""
        engine = create_engine("sqlite://", creator=self._open, poolclass=StaticPool)
        return engine.connect().execution_options(isolation_level="AUTOCOMMIT")

    def is_busy(self, error: BaseException) -> bool:
        """See `Place.is_busy`."""
        return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)

    def sentence(self, error: BaseException) -> str:
        """See `Place.sentence`."""
        return self._sentences.get(_code(error), str(error))

    def _prepare(self, *, create: bool) -> None:
        try:
            if self._path.is_dir():
                raise StoreError(self.label, "is a directory, not a store")
            if not self._path.exists():
                if not create:
                    raise StoreError(self.label, "does not exist")
                self._path.parent.mkdir(parents=True, exist_ok=True)
                return
            with self._path.open("rb") as file:
                start = file.read(16)
        except (FileExistsError, NotADirectoryError) as error:
            raise StoreError(self.label, "can't be made: its folder is a file") from error
        except OSError as error:
            raise StoreError(self.label, f"can't be opened: {error.strerror}") from error
        if start and start != b"SQLite format 3\0":
            raise StoreError(self.label, "is no SQLite database")

    def _writable(self) -> bool:
        folder = _may_write(self._path.parent)
        if not self._path.exists():
            if not folder:
                raise StoreError(self.label, "can't be made: its folder is read-only")
            return True
        return folder and _may_write(self._path)

    def _open(self) -> sqlite3.Connection:
        if self.readonly:
            return self._open_to_read()
        connection = self._connected("rwc")
        try:
            for setting in (
                "journal_mode=WAL",
                "synchronous=NORMAL",
                "foreign_keys=ON",
                f"wal_autocheckpoint={CHECKPOINT_PAGES}",
            ):
                connection.execute(f"PRAGMA {setting}")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _open_to_read(self) -> sqlite3.Connection:
        connection = self._connected("ro")
        try:
            connection.execute("SELECT count(*) FROM sqlite_master")
        except sqlite3.Error as error:
            connection.close()
            if _code(error) not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                raise
            # A folder that can't be written has no room for the index of the write-ahead log.
            log = self._path.with_name(self._path.name + "-wal")
            if log.exists() and log.stat().st_size:
                raise StoreError(
                    self.label,
                    f"holds its newest rows in {log.name}, "
                    "which can't be read where the folder is read-only",
                ) from error
            connection = self._connected("ro&immutable=1")
        connection.execute("PRAGMA query_only=ON")
        return connection

    def _connected(self, mode: str) -> sqlite3.Connection:
        return sqlite3.connect(
            f"file:{quote(str(self._path.absolute()))}?mode={mode}",
            uri=True,
            timeout=0,  # `Database` waits, in shorter steps than SQLite
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
        )


class PostgresPlace(Place):
    """A database of PostgreSQL, reached by psycopg."""

    same_machine = False
    begin = "BEGIN"
    mark = "%s"
    types = {
        "key": "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
        "int": "BIGINT",
        "real": "DOUBLE PRECISION",
        "bytes": "BYTEA",
        "clustered": "",
    }
    append_only = (
        "CREATE FUNCTION score_no_change() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'scores are never changed'; END $$",
        "CREATE TRIGGER score_no_change BEFORE UPDATE OR DELETE ON score "
        "FOR EACH ROW EXECUTE FUNCTION score_no_change()",
    )
    lock_run = "SELECT key FROM run WHERE key = %s FOR UPDATE"
    lock_schema = "SELECT pg_advisory_xact_lock(7303014)"

    def __init__(self, url: URL, *, readonly: bool) -> None:
        """See the class."""
        self.label = url.render_as_string()
        self.readonly = readonly
        self._url = url

    def connect(self) -> Connection:
        """See `Place.connect`."""
        options = "-c default_transaction_read_only=on" if self.readonly else ""
        try:
            engine = create_engine(
                self._url, poolclass=StaticPool, connect_args={"options": options}
            )
        except ModuleNotFoundError as error:
            raise StoreError(
                self.label, f"needs the package {error.name}: install redflags[postgres]"
            ) from error
        return engine.connect().execution_options(isolation_level="AUTOCOMMIT")

    def is_busy(self, error: BaseException) -> bool:
        """See `Place.is_busy`; a server lets statements wait by itself."""
        return False

    def sentence(self, error: BaseException) -> str:
        """See `Place.sentence`."""
        return str(error).partition("\n")[0]


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _code(error: BaseException) -> int:
    """SQLite's primary result code; the rest of the number only refines it."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
