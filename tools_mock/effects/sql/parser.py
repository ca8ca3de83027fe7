"""The parser, bounded: a statement is parsed within a number of steps, or it is not parsed.

The same statement is always parsed or always not, however deep the caller's stack is: where the
stack ends, the statement is parsed again in a thread of its own. This module loads sqlglot, which
takes long, so it is itself loaded only where something is parsed.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

from sqlglot import Dialect, exp
from sqlglot.errors import SqlglotError

from tools_mock.effects.sql.reading import Reader
from tools_mock.effects.sql.stack import with_room

_STEPS_PER_CHARACTER = 40
_CHARACTERS_PER_STEP = 4
"""Cutting a text into tokens counts as well."""
_PARSER_FAULTS = (
    SqlglotError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    TypeError,
    ValueError,
)
"""What the parser is known to raise on odd text: its own errors, and faults of its functions."""

# what it says of a statement is said by the reading; an agent's text is not the user's concern
logging.getLogger("sqlglot").addHandler(logging.NullHandler())
logging.getLogger("sqlglot").propagate = False


class _TooLong(Exception):
    """The parser has used up its steps; no error of the parser's own, since it catches those."""


@cache
def _dialect(name: str) -> tuple[Any, Any]:
    """The tokenizing dialect, and its parser with a count of steps."""
    dialect = Dialect.get_or_raise(name)

    class Bounded(dialect.parser_class):  # type: ignore[misc, name-defined]
        """The parser of a dialect that stops after `steps`."""

        steps = 0

        def _advance(self, times: int = 1) -> None:
            self.steps -= 1
            if self.steps < 0:
                raise _TooLong
            super()._advance(times)

        def _warn_unsupported(self) -> None:
            raise SqlglotError("a statement that the parser does not know")

    return dialect, Bounded


def parse(sql: str, name: str, reader: Reader) -> exp.Expr | None:
    """The tree of one statement in a dialect of sqlglot, or null where it can't be parsed."""
    try:
        return with_room(lambda: _parse(sql, name, reader))
    except RecursionError:
        return None


def _parse(sql: str, name: str, reader: Reader) -> exp.Expr | None:
    reader.steps -= len(sql) // _CHARACTERS_PER_STEP
    if reader.steps <= 0:
        return None
    dialect, bounded = _dialect(name)
    parser = bounded(dialect=dialect)
    allowed = min(reader.steps, _STEPS_PER_CHARACTER * len(sql) + 1000)
    parser.steps = allowed
    try:
        trees = parser.parse(dialect.tokenize(sql), sql)
    except (_TooLong, *_PARSER_FAULTS):
        return None
    finally:
        reader.steps -= allowed - max(parser.steps, 0)
    tree = trees[0] if len(trees) == 1 else None
    return tree if isinstance(tree, exp.Expr) and not isinstance(tree, exp.Command) else None
