"""Rows as a console prints them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tools_mock.catalog.sql.tables import shown

WIDEST = 60
"""A column is as wide as its longest value, but no wider than this: output stays linear."""


def grid(headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Headings and rows aligned, numbers to the right, with the count of rows below."""
    cells = [[shown(value) for value in row] for row in rows]
    count = f"({len(cells)} row{'' if len(cells) == 1 else 's'})"
    if not headings:
        return f"--\n{count}"
    columns = list(zip(headings, *cells, strict=True))
    widths = [min(max(map(len, column)), WIDEST) for column in columns]
    right = [
        bool(cells) and all(_is_number(row[index]) for row in rows) for index in range(len(widths))
    ]
    lines = [
        " " + " | ".join(h.center(w) for h, w in zip(headings, widths, strict=True)).rstrip(),
        "-" + "-+-".join("-" * width for width in widths) + "-",
    ]
    for row in cells:
        padded = [
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ]
        lines.append(" " + " | ".join(padded).rstrip())
    return "\n".join([*lines, count])


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))
