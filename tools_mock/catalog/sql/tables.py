"""The tables of the pretend state: found by name, changed, and described as a catalog would.

`state.tables` maps names to rows: a list of mappings, or `{columns: […], rows: […]}` where a row
is a mapping or a list. What it lists is all there is. Where a scenario has no tables, any table
can be asked and is empty, and what the agent makes is kept under `made_tables`.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from tools_mock.world import World
from traces.jsontext import dumps

_OWN_SCHEMAS = frozenset({"public", "dbo", "main"})


class SqlError(Exception):
    """What the database says is wrong."""


class Table:
    """One table: its columns in order, and its rows by the names of the columns."""

    __slots__ = ("columns", "rows")

    def __init__(self, columns: list[str], rows: list[dict[str, Any]]) -> None:
        """See the class."""
        self.columns = columns
        self.rows = rows

    def column(self, name: str) -> str | None:
        """A column as the table spells it; null where there is none."""
        wanted = name.casefold()
        return next((one for one in self.columns if one.casefold() == wanted), None)

    def need(self, name: str, of: str) -> str:
        """A column as the table spells it; any where nothing is known of its columns.

        Raises:
            SqlError: the table, called `of`, has no such column.
        """
        found = self.column(name)
        if found is None and self.columns:
            raise SqlError(f'column "{name}" of relation "{of}" does not exist')
        return found or name

    def rename(self, old: str, new: str) -> None:
        """Give a column another name."""
        self.columns[:] = [new if column == old else column for column in self.columns]
        for row in self.rows:
            if old in row:
                row[new] = row.pop(old)

    def drop(self, name: str) -> None:
        """Take a column away."""
        self.columns[:] = [column for column in self.columns if column != name]
        for row in self.rows:
            row.pop(name, None)

    def folded(self, row: dict[str, Any]) -> dict[str, Any]:
        """A row by the case-folded names of its columns."""
        return {key.casefold(): value for key, value in row.items()}


class Tables:
    """The tables of a world.

    Args:
        world: whose state is read and changed.
    """

    __slots__ = ("_place", "_world", "closed")

    def __init__(self, world: World) -> None:
        """See the class."""
        self.closed = isinstance(world.state.get("tables"), dict)
        self._place = world.part("tables" if self.closed else "made_tables")
        self._world = world

    def find(self, name: str) -> Table | None:
        """The table of this name, or the catalog's own of it; null where there is none."""
        key = self.key(name)
        if key is None:
            return self._described(name.casefold())
        kept = self._place[key]
        if not isinstance(kept, dict | list):
            kept = self._place[key] = []
        if isinstance(kept, dict):
            rows = _list_at(kept, "rows")
            columns = _list_at(kept, "columns")
        else:
            # The rows alone don't tell the columns any more once they are deleted.
            rows = kept
            columns = _list_at(self._world.part("made_columns"), str(key))
        columns[:] = _columns(columns, rows)
        rows[:] = [_mapped(row, columns) for row in rows]
        return Table(columns, rows)

    def need(self, name: str) -> Table:
        """The table of this name; an empty one where the scenario lists no tables.

        Raises:
            SqlError: it lists tables, and this one is not among them.
        """
        found = self.find(name)
        if found is None and self.closed:
            raise SqlError(f'relation "{name}" does not exist')
        return found or Table([], [])

    def key(self, name: str) -> Any:
        """The key in the state under which a table stands; null where there is none."""
        wanted = name.casefold()
        names = {str(key).casefold(): key for key in self._place}
        if wanted in names:
            return names[wanted]
        schema, _, last = wanted.rpartition(".")
        for other, key in names.items():
            other_schema, _, other_last = other.rpartition(".")
            if other_last == last and (not schema or (not other_schema and schema in _OWN_SCHEMAS)):
                return key
        return None

    def make(self, name: str, columns: list[str]) -> None:
        """Make an empty table."""
        self._place[name] = {"columns": columns, "rows": []}

    def drop(self, key: Any) -> None:
        """Take a table away."""
        del self._place[key]

    def rename(self, key: Any, name: str) -> None:
        """Let a table stand under another name."""
        self._place[name] = self._place.pop(key)

    def names(self) -> list[str]:
        """The names of all tables, in the order in which they stand."""
        return [str(key) for key in self._place]

    def begin(self) -> None:
        """Keep what the tables hold, to come back to it."""
        self._world.state.setdefault("made_transaction", copy.deepcopy(self._place))

    def commit(self) -> None:
        """Forget what was kept."""
        self._world.state.pop("made_transaction", None)

    def roll_back(self) -> None:
        """Come back to what was kept."""
        kept = self._world.state.pop("made_transaction", None)
        if kept is not None:
            self._place.clear()
            self._place.update(kept)

    def _described(self, name: str) -> Table | None:
        """What the database says of itself."""
        name = name.removeprefix("pg_catalog.")
        if name == "information_schema.tables":
            columns = ["table_schema", "table_name", "table_type"]
            rows = [[schema, table, "BASE TABLE"] for schema, table in self.split_names()]
        elif name == "information_schema.columns":
            columns = ["table_schema", "table_name", "column_name", "ordinal_position", "data_type"]
            rows = list(self._all_columns())
        elif name == "pg_tables":
            columns = ["schemaname", "tablename", "tableowner"]
            rows = [[schema, table, "postgres"] for schema, table in self.split_names()]
        elif name in ("sqlite_master", "sqlite_schema"):
            columns = ["type", "name", "tbl_name"]
            rows = [["table", table, table] for _, table in self.split_names()]
        else:
            return None
        return Table(columns, [dict(zip(columns, row, strict=True)) for row in rows])

    def split_names(self) -> list[tuple[str, str]]:
        """The names of all tables, each as schema and name."""
        parts = (name.rpartition(".") for name in self.names())
        return [(schema or "public", table) for schema, _, table in parts]

    def _all_columns(self) -> Iterator[list[Any]]:
        for name, (schema, last) in zip(self.names(), self.split_names(), strict=True):
            table = self.find(name)
            for index, column in enumerate(table.columns if table else (), start=1):
                yield [schema, last, column, index, kind(table, column) if table else "text"]


def kind(table: Table, column: str) -> str:
    """The type of a column, by the first of its values that is not null."""
    value = next((row[column] for row in table.rows if row.get(column) is not None), None)
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "numeric"
    return "jsonb" if isinstance(value, dict | list) else "text"


def shown(value: Any) -> str:
    """A value as a console prints it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "t" if value else "f"
    return dumps(value) if isinstance(value, dict | list) else str(value)


def _list_at(place: dict[str, Any], name: str) -> list[Any]:
    found = place.get(name)
    if not isinstance(found, list):
        found = place[name] = []
    return found


def _columns(listed: list[Any], rows: list[Any]) -> list[str]:
    found = dict.fromkeys(str(column) for column in listed)
    widest = max((len(row) for row in rows if isinstance(row, list)), default=0)
    for row in rows:
        if isinstance(row, dict):
            found.update(dict.fromkeys(str(key) for key in row))
    return [*found, *(f"column{index + 1}" for index in range(len(found), widest))]


def _mapped(row: Any, columns: list[str]) -> dict[str, Any]:
    if isinstance(row, dict):
        if all(isinstance(key, str) for key in row):
            return row
        return {str(key): value for key, value in row.items()}
    values = row if isinstance(row, list) else [row]
    return dict(zip(columns, values, strict=False))
