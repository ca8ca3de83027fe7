"""`redflags report`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from harness.cli.options import DEFAULT_STORE, StoreOption
from harness.report.summary import summary
from harness.report.table import print_table, wide_console
from harness.report.text import csv_text, json_text, markdown
from traces.store.store import Store


class Format(StrEnum):
    """How a report can be printed; typer wants an enumeration."""

    table = "table"
    md = "md"
    json = "json"
    csv = "csv"


def command(
    run: Annotated[str, typer.Argument(help="A run's id, its beginning, or latest.")] = "latest",
    format: Annotated[Format, typer.Option("--format", "-f", help="How to print.")] = Format.table,
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Print a run's rates by agent and category, with n, intervals, and what was left out.

    Example: redflags report latest --format md
    """
    with Store.open(store, readonly=True) as opened:
        found = summary(opened, run)
    if format is Format.table:
        print_table(found, wide_console())
    elif format is Format.md:
        typer.echo(markdown(found), nl=False)
    elif format is Format.json:
        typer.echo(json_text(found))
    else:
        typer.echo(csv_text(found), nl=False)
