"""One connection and one lock: statements run one after another, whichever thread asks."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Executable, Row, Table, inspect
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError

from traces.store.dialects import Place
from traces.store.errors import StoreError

T = TypeVar("T")

if TYPE_CHECKING:
    AnyRow: TypeAlias = Row[*tuple[Any, ...]]

_FIRST_WAIT, _LONGEST_WAIT = 50e-6, 5e-3
"""Seconds between two attempts at a lock. A transaction takes less than 0.1 ms; SQLite's own
waiting begins with 1 ms and would leave two writers idle most of the time."""


class Transaction:
    """A context that gives the cursor; a class, since a turn is stored in the time of a few calls.

    Raises:
        StoreError: the store is read-only, locked, full or damaged, or belongs to the process
            that this one was forked from.
    """

    def __init__(self, database: Database) -> None:
        """See the class."""
        self._database = database

    def __enter__(self) -> DBAPICursor:
        """Begins it, and waits while another process writes."""
        database = self._database
        if database.place.readonly:
            raise StoreError(database.place.label, "is read-only")
        if os.getpid() != database.pid:
            raise StoreError(database.place.label, "was opened before a fork: open it anew")
        database.lock.acquire()
        try:
            database.begin()
        except BaseException:
            database.lock.release()
            raise
        return database.cursor

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Commits it, or undoes it where an error passes."""
        try:
            if error is None:
                self._database.commit()
            else:
                self._database.roll_back(error)
        finally:
            self._database.lock.release()


class Database:
    """An open place.

    Args:
        place: where it is.
        timeout: seconds for which a lock of another process is waited for.

    Attributes:
        on_rollback: called when a transaction came to nothing, before the lock is given back.
    """

    def __init__(self, place: Place, *, timeout: float) -> None:
        """See the class."""
        self.place = place
        self.pid = os.getpid()
        self.lock = threading.RLock()
        self.on_rollback: list[Callable[[], None]] = []
        self._timeout = timeout
        self._transaction = Transaction(self)
        self._driver_error: type[Exception] = DBAPIError
        with self._told():
            self.connection: Connection = self._patiently(place.connect)
        self._driver_error = self.connection.dialect.loaded_dbapi.Error
        self.cursor: DBAPICursor = self.connection.connection.cursor()

    def begin(self) -> None:
        """Begins a transaction, with the lock held."""
        try:
            self.cursor.execute(self.place.begin)
        except self._driver_error:
            with self._told():
                self._patiently(lambda: self.cursor.execute(self.place.begin))

    def commit(self) -> None:
        """Commits a transaction, with the lock held."""
        try:
            self.cursor.execute("COMMIT")
        except BaseException as error:
            self.roll_back(error)
            raise

    def roll_back(self, error: BaseException) -> None:
        """Undoes a transaction, with the lock held; an error of the driver gets its sentence."""
        # The database may have rolled back by itself, and the first error is the one that counts.
        with suppress(self._driver_error):
            self.cursor.execute("ROLLBACK")
        for call in self.on_rollback:
            call()
        if isinstance(error, self._driver_error | OverflowError):
            with self._told():
                raise error

    def rows(self, statement: Executable) -> Sequence[AnyRow]:
        """What a query finds, in memory."""
        with self.lock, self._told():
            return self._patiently(lambda: self.connection.execute(statement).all())

    def transaction(self) -> Transaction:
        """The driver's cursor inside a transaction that writes: all of it happens, or nothing.

        SQLAlchemy is not asked on this way: its bookkeeping costs as much again as a turn's rows.
        """
        return self._transaction

    def insert(
        self, table: Table, *, then: str = "", instead: Mapping[str, str] | None = None
    ) -> str:
        """The statement that inserts a row of a table, its columns in their order.

        Args:
            table: any; a column `key` is left to the database.
            then: what follows the values.
            instead: expressions, with `?` for parameters, for columns that are not just given.
        """
        names = [column.name for column in table.columns if column.name != "key"]
        values = ", ".join((instead or {}).get(name, "?") for name in names)
        return self.sql(f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({values}) {then}")

    def tables(self) -> list[str]:
        """The names of the tables that there are."""
        with self.lock, self._told():
            return self._patiently(lambda: inspect(self.connection).get_table_names())

    def sql(self, statement: str) -> str:
        """A statement with `?` for its parameters, in the driver's spelling."""
        return statement.replace("?", self.place.mark)

    def close(self) -> None:
        """Closes the connection; SQLite folds its log into the file if it was the last."""
        with self.lock, self._told():
            self.cursor.close()
            self.connection.close()
            self.connection.engine.dispose()

    def _patiently(self, act: Callable[[], T]) -> T:
        until = wait = 0.0
        while True:
            try:
                return act()
            except Exception as error:
                cause = error.orig if isinstance(error, DBAPIError) else error
                if cause is None or not self.place.is_busy(cause):
                    raise
                now = time.monotonic()
                until = until or now + self._timeout
                if now > until:
                    raise
            wait = min(wait * 1.5 or _FIRST_WAIT, _LONGEST_WAIT)
            time.sleep(wait * random.uniform(0.5, 1.5))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Puts an error of the driver into a sentence."""
        try:
            yield
        except (DBAPIError, self._driver_error) as error:
            cause = getattr(error, "orig", None) or error
            raise StoreError(self.place.label, self.place.sentence(cause)) from error
        except OverflowError as error:
            raise StoreError(
                self.place.label, "can't hold an integer of more than 64 bits"
            ) from error
