"""Values, conditions and changes of the pretend database's rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tools_mock.pattern import compiled_glob

Row = Mapping[str, Any]
"""A row by the case-folded names of its columns."""
Condition = Callable[[Row], bool | None]
"""True, false, or null where a null was compared."""
Change = Callable[[Row], Any]
"""From a row to the new value of one of its columns."""

COMPARISONS: Mapping[str, Callable[[int], bool]] = {
    "=": lambda order: order == 0,
    "<>": lambda order: order != 0,
    "!=": lambda order: order != 0,
    "<": lambda order: order < 0,
    "<=": lambda order: order <= 0,
    ">": lambda order: order > 0,
    ">=": lambda order: order >= 0,
}


def compare(left: Any, right: Any) -> int | None:
    """Order of two values: numbers by value, the rest as text; null where one is null."""
    if left is None or right is None:
        return None
    if isinstance(left, bool) or isinstance(right, bool):
        left, right = str(left).casefold()[:1], str(right).casefold()[:1]
    elif not (isinstance(left, int | float) and isinstance(right, int | float)):
        try:
            left, right = float(left), float(right)
        except (TypeError, ValueError, OverflowError):
            left, right = str(left), str(right)
    return int(left > right) - int(left < right)


def joined(parts: list[Condition], *, decides: bool) -> Condition:
    """Parts that are combined: by OR where true `decides`, by AND where false does."""

    def holds(row: Row) -> bool | None:
        found = [part(row) for part in parts]
        if decides in found:
            return decides
        return None if None in found else not decides

    return holds


def negated(part: Condition) -> Condition:
    """The contrary of a condition; null stays null."""

    def holds(row: Row) -> bool | None:
        found = part(row)
        return None if found is None else not found

    return holds


def compared(column: str, value: Any, *, test: Callable[[int], bool]) -> Condition:
    """A column against a literal."""

    def holds(row: Row) -> bool | None:
        order = compare(row.get(column), value)
        return None if order is None else test(order)

    return holds


def like(column: str, pattern: str, *, folds: bool) -> Condition:
    """A column against a pattern of LIKE, or of ILIKE where case `folds`."""
    from_sql = "".join({"%": "*", "_": "?"}.get(c, f"[{c}]" if c in "*?[" else c) for c in pattern)
    wanted = compiled_glob(from_sql.casefold() if folds else from_sql)

    def holds(row: Row) -> bool | None:
        value = row.get(column)
        if value is None:
            return None
        return bool(wanted.match(str(value).casefold() if folds else str(value)))

    return holds


def reckoned(value: Any, mark: str, by: Any) -> Any:
    """What `value mark by` comes to; the value itself where that can't be reckoned."""
    if value is None or by is None:
        return None
    try:
        left, right = float(value), float(by)
        found = {
            "+": lambda: left + right,
            "-": lambda: left - right,
            "*": lambda: left * right,
            "/": lambda: left / right,
        }[mark]()
    except (TypeError, ValueError, ArithmeticError):
        return value
    return int(found) if found.is_integer() and isinstance(value, int) else round(found, 6)
