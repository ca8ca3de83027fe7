"""SQL in pieces, and the records into which plain statements are read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tools_mock.catalog.sql.values import Change, Condition


class NotPlain(Exception):
    """The statement is beyond what the pretend database understands."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of SQL: a `word`, a quoted `name`, a `string`, a `number`, or a `mark`."""

    kind: str
    text: str


_TOKEN = re.compile(
    r"""(?P<space>\s+|--[^\n]*|/\*(?:.*?\*/|.*))
    |(?P<string>'(?:[^']|'')*')
    |(?P<name>"(?:[^"]|"")*"|`[^`]*`|\[[A-Za-z_][\w ]*\])
    |(?P<number>\d+(?:\.\d+)?)
    |(?P<word>[^\W\d]\w*)
    |(?P<mark><>|!=|<=|>=|::|\|\||.)""",
    re.VERBOSE | re.DOTALL,
)


def statements(text: str) -> list[list[Token]]:
    """The statements of a batch as tokens; comments and empty statements fall away."""
    found: list[list[Token]] = [[]]
    for match in _TOKEN.finditer(text):
        kind, piece = match.lastgroup or "mark", match.group()
        if kind == "space":
            continue
        if piece == ";":
            found.append([])
        elif kind == "string":
            found[-1].append(Token(kind, piece[1:-1].replace("''", "'")))
        elif kind == "name":
            found[-1].append(Token(kind, piece[1:-1].replace('""', '"')))
        else:
            found[-1].append(Token(kind, piece))
    return [one for one in found if one]


@dataclass(frozen=True, slots=True)
class Item:
    """One column of an answer: a column, `*`, a literal, or an aggregate over a column or `*`."""

    label: str
    column: str = ""
    function: str = ""
    value: Any = None


@dataclass(frozen=True, slots=True)
class Query:
    """A plain SELECT; an empty table stands for one without FROM."""

    items: tuple[Item, ...]
    table: str = ""
    where: Condition | None = None
    group: tuple[str, ...] = ()
    order: tuple[tuple[str, bool], ...] = ()
    limit: int | None = None
    offset: int = 0
    distinct: bool = False
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Write:
    """A plain INSERT, UPDATE or DELETE; `columns` are those that it reads."""

    verb: str
    table: str
    names: tuple[str, ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()
    changes: Mapping[str, Change] = field(default_factory=dict)
    where: Condition | None = None
    columns: tuple[str, ...] = ()
