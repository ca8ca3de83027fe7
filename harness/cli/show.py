"""`redflags show`."""

from __future__ import annotations

from typing import Annotated

import typer

from harness.cli.options import DEFAULT_STORE, StoreOption
from harness.report.table import Terminal
from harness.scenario import Scenario
from harness.view.transcript import print_transcript
from judges.two_axis import score
from traces.jsontext import dumps
from traces.store.store import Store


def command(
    trial: Annotated[str, typer.Argument(help="A trial's id, such as r-20261130-4f2k/3.")],
    whole: Annotated[bool, typer.Option("--whole", help="Print long texts whole.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print trajectory and score.")] = False,
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Print one trajectory, turn by turn, with the evidence marked in place.

    The score that is shown is computed from the trajectory as this version of the scorer does.

    Example: redflags show latest/1
    """
    with Store.open(store, readonly=True) as opened:
        trajectory = opened.trajectory(trial)
    found = score(Scenario.model_validate(trajectory.scenario), trajectory)
    if as_json:
        typer.echo(
            dumps(
                {
                    "trajectory": trajectory.model_dump(mode="json"),
                    "score": found.model_dump(mode="json"),
                }
            )
        )
        return
    print_transcript(trajectory, found, Terminal(highlight=False), whole=whole)
