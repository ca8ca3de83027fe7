"""CREATE, ALTER, DROP and TRUNCATE over the pretend tables."""

from __future__ import annotations

from typing import Any

from tools_mock.catalog.sql.reader import Reader
from tools_mock.catalog.sql.tables import SqlError, Table, Tables
from tools_mock.catalog.sql.text import NotPlain, Token

_OBJECTS = frozenset(
    "TABLE VIEW INDEX SCHEMA DATABASE SEQUENCE FUNCTION PROCEDURE TRIGGER TYPE ROLE USER "
    "EXTENSION POLICY DOMAIN".split()
)
_CONSTRAINTS = frozenset({"CONSTRAINT", "PRIMARY", "FOREIGN", "UNIQUE", "CHECK", "EXCLUDE", "LIKE"})


def truncate(tables: Tables, tokens: list[Token]) -> str:
    """Empty the named tables."""
    reader = Reader(tokens[1:])
    reader.take("TABLE")
    for name in _listed(reader):
        tables.need(name).rows.clear()
    return "TRUNCATE TABLE"


def drop(tables: Tables, tokens: list[Token]) -> str:
    """Take the named tables away; other objects are only acknowledged."""
    reader = Reader(tokens[1:])
    if not reader.take("TABLE"):
        return _tag(tokens)
    lenient = reader.take("IF", "EXISTS")
    printed = []
    for name in _listed(reader):
        key = tables.key(name)
        if key is not None:
            tables.drop(key)
        elif tables.closed and not lenient:
            raise SqlError(f'table "{name}" does not exist')
        elif tables.closed:
            printed.append(f'NOTICE:  table "{name}" does not exist, skipping')
    return "\n".join([*printed, _tag(tokens)])


def create(tables: Tables, tokens: list[Token]) -> str:
    """Make an empty table; other objects are only acknowledged."""
    reader = Reader(tokens[1:])
    for word in ("TEMP", "TEMPORARY", "UNLOGGED"):
        reader.take(word)
    if not reader.take("TABLE"):
        return _tag(tokens)
    lenient = reader.take("IF", "NOT", "EXISTS")
    name = _name(reader)
    if tables.key(name) is None:
        tables.make(name, _defined_columns(reader.rest()))
    elif lenient:
        return f'NOTICE:  relation "{name}" already exists, skipping\n{_tag(tokens)}'
    else:
        raise SqlError(f'relation "{name}" already exists')
    return _tag(tokens)


def alter(tables: Tables, tokens: list[Token]) -> str:
    """Rename a table, or rename, drop and add a column; the rest is only acknowledged."""
    reader = Reader(tokens[1:])
    if not reader.take("TABLE"):
        return _tag(tokens)
    reader.take("IF", "EXISTS")
    reader.take("ONLY")
    name = _name(reader)
    table = tables.need(name)
    if reader.take("RENAME", "TO"):
        _rename_table(tables, tables.key(name), _name(reader))
    elif reader.take("RENAME"):
        reader.take("COLUMN")
        old = table.need(_name(reader), name)
        reader.take("TO")
        table.rename(old, _name(reader))
    elif reader.take("DROP") and not reader.take("CONSTRAINT"):
        reader.take("COLUMN")
        lenient = reader.take("IF", "EXISTS")
        wanted = _name(reader)
        if not lenient or table.column(wanted) is not None:
            table.drop(table.need(wanted, name))
    elif reader.take("ADD") and not reader.take("CONSTRAINT"):
        _add_column(table, reader)
    return _tag(tokens)


def _rename_table(tables: Tables, key: Any, name: str) -> None:
    if key is not None:
        schema, dot, _ = str(key).rpartition(".")
        tables.rename(key, schema + dot + name)


def _add_column(table: Table, reader: Reader) -> None:
    reader.take("COLUMN")
    reader.take("IF", "NOT", "EXISTS")
    new = _name(reader)
    if table.columns and table.column(new) is None:
        table.columns.append(new)


def _tag(tokens: list[Token]) -> str:
    """What the database says when it is done: the verb and the kind of object."""
    words = [token.text.upper() for token in tokens[1:6]]
    found = next((word for word in words if word in _OBJECTS), "TABLE")
    if found == "VIEW" and "MATERIALIZED" in words:
        found = "MATERIALIZED VIEW"
    return f"{tokens[0].text.upper()} {found}"


def _listed(reader: Reader) -> list[str]:
    reader.take("ONLY")
    names = [_name(reader)]
    while reader.take(","):
        names.append(_name(reader))
    return names


def _name(reader: Reader) -> str:
    try:
        return reader.name()
    except NotPlain:
        left = reader.rest()
        where = f'at or near "{left[0].text[:60]}"' if left else "at end of input"
        raise SqlError(f"syntax error {where}") from None


def _defined_columns(tokens: list[Token]) -> list[str]:
    """The names of the columns in `(id integer PRIMARY KEY, name text, …)`."""
    columns, depth, fresh = [], 0, False
    for token in tokens:
        mark = token.text if token.kind == "mark" else ""
        if fresh and not mark:
            fresh = False
            if token.kind == "name" or token.text.upper() not in _CONSTRAINTS:
                columns.append(token.text)
        depth += (mark == "(") - (mark == ")")
        if mark in ("(", ",") and depth == 1:
            fresh = True
    return columns
