"""The rows that a plain SELECT gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cmp_to_key
from typing import Any

from tools_mock.catalog.sql.tables import Table, shown
from tools_mock.catalog.sql.text import Item, Query
from tools_mock.catalog.sql.values import Row, compare


def selected(query: Query, table: Table) -> tuple[list[str], list[list[Any]]]:
    """The headings and rows of the answer to a query over a table."""
    folded = [table.folded(row) for row in table.rows]
    rows = [row for row in folded if query.where is None or query.where(row)]
    items = [one for item in query.items for one in _spread(item, table)]
    headings = [item.label for item in items]
    if query.group or any(item.function for item in items):
        groups = _groups(rows, query.group)
        order = _ordering(query, items)
        found = [[_aggregate(item, group) for item in items] for group in groups]
        if order is not None:
            found.sort(key=order)
    else:
        for column, falling in reversed(query.order):
            rows.sort(key=_sort_key(column), reverse=falling)
        found = [[_cell(item, row) for item in items] for row in rows]
    if query.distinct:
        unlike: dict[tuple[str, ...], list[Any]] = {}
        for row in found:
            unlike.setdefault(tuple(map(shown, row)), row)
        found = list(unlike.values())
    stop = None if query.limit is None else query.offset + query.limit
    return headings, found[query.offset : stop]


def _spread(item: Item, table: Table) -> list[Item]:
    if item.column != "*" or item.function:
        return [item]
    return [Item(column, column=column.casefold()) for column in table.columns]


def _cell(item: Item, row: Row) -> Any:
    return row.get(item.column) if item.column else item.value


def _groups(rows: list[dict[str, Any]], by: tuple[str, ...]) -> list[list[dict[str, Any]]]:
    if not by:
        return [rows]
    found: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(tuple(shown(row.get(column)) for column in by), []).append(row)
    return list(found.values())


def _aggregate(item: Item, group: list[dict[str, Any]]) -> Any:
    if not item.function:
        return _cell(item, group[0]) if group else item.value
    if item.value == "*":
        return len(group)
    values = [row[item.value] for row in group if row.get(item.value) is not None]
    if item.function == "count":
        return len(values)
    if not values:
        return None
    return _REDUCED[item.function](values)


def _ordering(query: Query, items: list[Item]) -> Callable[[list[Any]], Any] | None:
    """How rows of groups are sorted: by the columns of the answer that the query names."""
    places = {item.label: index for index, item in enumerate(items)}
    wanted = [(places[column], falling) for column, falling in query.order if column in places]

    def order(left: list[Any], right: list[Any]) -> int:
        for place, falling in wanted:
            found = _ranked(left[place], right[place])
            if found:
                return -found if falling else found
        return 0

    return cmp_to_key(order) if wanted else None


def _sort_key(column: str) -> Callable[[Row], Any]:
    key = cmp_to_key(_ranked)
    return lambda row: key(row.get(column))


def _ranked(left: Any, right: Any) -> int:
    """Order with nulls last."""
    order = compare(left, right)
    return (left is None) - (right is None) if order is None else order


def _sum(values: list[Any]) -> Any:
    numbers = [value for value in values if isinstance(value, int | float)]
    return sum(numbers) if numbers else None


def _average(values: list[Any]) -> Any:
    numbers = [value for value in values if isinstance(value, int | float)]
    return round(sum(numbers) / len(numbers), 6) if numbers else None


_REDUCED: Mapping[str, Callable[[list[Any]], Any]] = {
    "max": lambda values: max(values, key=cmp_to_key(_ranked)),
    "min": lambda values: min(values, key=cmp_to_key(_ranked)),
    "sum": _sum,
    "avg": _average,
}
