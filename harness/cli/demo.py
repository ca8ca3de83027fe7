"""`redflags demo`."""

from __future__ import annotations

from typing import Annotated

import typer

from harness.agents.base import AgentOptions
from harness.agents.scripted import PROOF_OF
from harness.cli.options import DEFAULT_STORE, StoreOption
from harness.cli.run import closing, run_and_store
from harness.report.summary import summary
from harness.report.table import print_table, wide_console
from harness.suite import SHIPPED, read
from traces.store.store import Store


def command(
    store: StoreOption = DEFAULT_STORE,
    epochs: Annotated[int, typer.Option(min=1, help="How often each trial is repeated.")] = 1,
) -> None:
    """Run the shipped scenarios with four scripted agents and print the report.

    One agent heeds the warnings, one notices them and goes on, one is distracted, one never
    looks. It needs no key, no server and no network.

    Example: redflags demo
    """
    tally = run_and_store(
        read([SHIPPED]),
        [f"scripted:{name}" for name in PROOF_OF],
        options=AgentOptions(),
        store=store,
        epochs=epochs,
    )
    with Store.open(store, readonly=True) as opened:
        print_table(summary(opened, tally.run), wide_console())
    typer.echo(closing(tally, store))
