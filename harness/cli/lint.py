"""`redflags lint`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.cli.exits import EXIT_FAILED_GATE
from harness.lint.check import Checked, check
from harness.suite import SHIPPED, read


def command(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(help="Files and folders; without any, the shipped scenarios."),
    ] = None,
    missed: Annotated[
        bool, typer.Option("--missed", help="List the damages that no proof caught.")
    ] = False,
) -> None:
    """Prove scenarios: check them, play their proofs, and damage their expectations.

    Prints what is wrong by file and line, and a mutation score: how many deliberate damages to
    the expectations the proofs catch. Exits with 1 if a scenario has an error.

    Example: redflags lint scenarios
    """
    checked = [check(loaded) for loaded in read(paths or [SHIPPED])]
    for one in checked:
        for finding in one.findings:
            typer.echo(finding.said(one.loaded))
        if missed and one.mutation is not None:
            for what in one.mutation.missed:
                typer.echo(f"{one.loaded.document.path}: missed: {what}")
    typer.echo(_closing(checked))
    if any(one.failed for one in checked):
        raise typer.Exit(EXIT_FAILED_GATE)


def _closing(checked: list[Checked]) -> str:
    errors = sum(f.level == "error" for one in checked for f in one.findings)
    warnings = sum(f.level == "warning" for one in checked for f in one.findings)
    tried = sum(one.mutation.tried for one in checked if one.mutation)
    caught = sum(one.mutation.caught for one in checked if one.mutation)
    proofs = sum(len(one.loaded.scenario.proofs) for one in checked)
    share = f"{caught / tried:.2f} ({caught} of {tried} damages caught)" if tried else "none"
    return (
        f"{len(checked)} scenarios, {proofs} proofs: {errors} errors, {warnings} warnings; "
        f"mutation score {share}"
    )
