"""Keys of what is stored once: scenarios, agents, versions, scorers and repeated texts.

A content is found by its address, a digest or a version, in the database or in what this process
remembers of it. Rows are only ever added, so that a key once seen stays right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Table
from sqlalchemy.engine.interfaces import DBAPICursor

from traces.model import AgentInfo
from traces.store.coding import digest, to_json, to_text
from traces.store.database import Database
from traces.store.tables import AGENT, SCENARIO, SCORER, SHARED_TEXT, VERSIONS

Values = tuple[bytes | str | None, ...]

_REMEMBERED = 10_000
"""Keys that are remembered of one table before all of them are forgotten."""

_HELD = 200
"""The same for objects, which are held in memory with their keys."""


class Addresses:
    """The keys of one table; its first column after `key` is the address."""

    def __init__(self, database: Database, table: Table) -> None:
        """See the class."""
        address = table.columns[1].name
        self._insert = database.insert(table, then="ON CONFLICT DO NOTHING RETURNING key")
        self._select = database.sql(f"SELECT key FROM {table.name} WHERE {address} = ?")
        self._keys: dict[bytes | str, int] = {}
        self._objects: dict[tuple[Any, ...], tuple[object, int]] = {}
        database.on_rollback.append(self._forget)

    def key(self, cursor: DBAPICursor, values: Values) -> int:
        """The key of a row, which is inserted unless it is there; the address comes first."""
        address = values[0]
        assert address is not None
        key = self._keys.get(address)
        if key is not None:
            return key
        cursor.execute(self._insert, values)
        found = cursor.fetchone()
        if found is None:
            cursor.execute(self._select, (address,))
            found = cursor.fetchone()
        assert found is not None
        if len(self._keys) >= _REMEMBERED:
            self._keys.clear()
        key = self._keys[address] = int(found[0])
        return key

    def key_of(
        self,
        cursor: DBAPICursor,
        content: object,
        *,
        names: tuple[str, ...] = (),
        values: Callable[[], Values],
    ) -> int:
        """The key of an object that is often given again, and is not changed meanwhile.

        Args:
            cursor: of the transaction.
            content: known by its identity.
            names: what belongs to it and is compared by value.
            values: computes the row.
        """
        known = self._objects.get((id(content), *names))
        if known is not None:
            return known[1]
        key = self.key(cursor, values())
        if len(self._objects) >= _HELD:
            self._objects.clear()
        # The object is kept with its key, so that no other can get its identity.
        self._objects[(id(content), *names)] = (content, key)
        return key

    def _forget(self) -> None:
        self._keys.clear()
        self._objects.clear()


class AllAddresses:
    """The keys of every table that is addressed by content."""

    def __init__(self, database: Database) -> None:
        """See the class."""
        self.texts = Addresses(database, SHARED_TEXT)
        self._scenarios = Addresses(database, SCENARIO)
        self._agents = Addresses(database, AGENT)
        self._versions = Addresses(database, VERSIONS)
        self._scorers = Addresses(database, SCORER)

    def scenario(
        self, cursor: DBAPICursor, content: Mapping[str, Any], *, name: str, pin: str
    ) -> int:
        """The key of a scenario, given its id and its hash."""

        def values() -> Values:
            row = to_text(name), to_text(pin), to_json(content)
            return digest(*row), *row

        return self._scenarios.key_of(cursor, content, names=(name, pin), values=values)

    def agent(self, cursor: DBAPICursor, agent: AgentInfo) -> int:
        """The key of an agent."""

        def values() -> Values:
            row = (
                to_text(agent.spec),
                to_text(agent.name),
                None if agent.model is None else to_text(agent.model),
                to_json(agent.params) if agent.params else None,
                to_text(agent.interception),
            )
            return digest(*("" if part is None else f"={part}" for part in row)), *row

        return self._agents.key_of(cursor, agent, values=values)

    def versions(self, cursor: DBAPICursor, versions: Mapping[str, str]) -> int:
        """The key of a set of versions."""
        content = to_json(versions)
        return self._versions.key(cursor, (digest(content), content))

    def scorer(self, cursor: DBAPICursor, version: str) -> int:
        """The key of a scorer's version, as `to_text` gives it."""
        return self._scorers.key(cursor, (version,))
