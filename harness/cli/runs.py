"""`redflags runs`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from harness.cli.options import DEFAULT_STORE, StoreOption
from harness.report.table import wide_console
from traces.jsontext import dumps
from traces.store.store import Store


def command(
    store: StoreOption = DEFAULT_STORE,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON line a run.")] = False,
) -> None:
    """List the runs of a store, the newest last.

    Example: redflags runs --store runs/redflags.db
    """
    with Store.open(store, readonly=True) as opened:
        rows = opened.runs()
    if as_json:
        for row in rows:
            typer.echo(dumps(row._asdict()))
        return
    if not rows:
        typer.echo(f"no runs in {store} yet; begin with `redflags run` or `redflags demo`")
        return
    table = Table(header_style="bold")
    for heading in ("run", "state", "started", "trials", "ended", "agents"):
        table.add_column(heading, overflow="fold")
    for row in rows:
        agents = ", ".join(map(str, row.spec.get("agents", ())))
        table.add_row(row.id, row.state, row.started_at, str(row.trials), str(row.ended), agents)
    wide_console().print(table)
