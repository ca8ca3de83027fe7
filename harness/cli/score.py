"""`redflags score`."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from harness.cli.errors import WrongWords
from harness.cli.exits import EXIT_WRONG
from harness.cli.options import DEFAULT_STORE, StoreOption
from harness.document import load
from harness.recorded import Unread, golden_cases, scored, trajectories
from harness.scenario import Scenario
from judges.case import Case
from judges.two_axis import score
from tools_mock.effects.foreign_entries import Document as ForeignDocument
from traces.jsontext import dumps
from traces.model import Score, Trajectory


def command(
    what: Annotated[
        list[str] | None,
        typer.Argument(help="A run's id, or files of recorded trajectories with --scenario."),
    ] = None,
    scenario: Annotated[
        Path | None, typer.Option("--scenario", "-s", help="What the files are judged by.")
    ] = None,
    cases: Annotated[
        Path | None, typer.Option("--cases", help="A folder of golden cases (*.yaml).")
    ] = None,
    tool_map: Annotated[
        Path | None,
        typer.Option("--tool-map", help="How calls of tools are read that the scenario lacks."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="A JSON line a trajectory, with all evidence.")
    ] = False,
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Score again without running anything; exits with 0 whatever the outcomes are.

    A stored run gets new score rows where this scorer's differ; old ones are kept. Files hold
    records of the form {"messages": [OpenAI chat messages], "status": "completed"}.

    Example: redflags score trajectory.json --scenario scenario.yaml --json
    """
    words = what or []
    given = [bool(words) and scenario is None, scenario is not None, cases is not None]
    if tool_map is not None and scenario is None:
        raise WrongWords("--tool-map goes with FILES and --scenario")
    if sum(given) != 1 or (scenario is not None and not words):
        raise WrongWords(
            "score takes a run's id, or FILES with --scenario, or --cases FOLDER, and one of "
            "these alone"
        )
    printer = _Printer(as_json)
    if cases is not None:
        _score_cases(cases, printer)
    elif scenario is not None:
        _score_files(words, _case(scenario, tool_map), printer)
    else:
        _score_runs(words, store, printer)
    printer.close()


class _Printer:
    """Prints scores as they come, and counts them."""

    def __init__(self, as_json: bool) -> None:
        self._json = as_json
        self._outcomes: Counter[str] = Counter()
        self._unread = 0

    def score(self, trajectory: Trajectory, found: Score, **more: object) -> None:
        self._outcomes[found.outcome or f"no outcome ({found.reason})"] += 1
        if self._json:
            typer.echo(dumps(scored(trajectory, found, **more)))
        else:
            name = more.get("case") or trajectory.id
            typer.echo(f"{name}: {found.outcome or 'no outcome'}{_because(found)}")

    def unread(self, what: Unread) -> None:
        self._unread += 1
        sys.stderr.write(f"redflags: {what}\n")

    def close(self) -> None:
        if not self._json:
            said = ", ".join(f"{n} {name}" for name, n in sorted(self._outcomes.items()))
            unread = f"; {self._unread} could not be read" if self._unread else ""
            typer.echo(f"{self._outcomes.total()} scored: {said or 'nothing'}{unread}")
        if self._unread and not self._outcomes:
            raise typer.Exit(EXIT_WRONG)


def _because(found: Score) -> str:
    parts = [found.reason] if found.reason else []
    if found.noticed_at is not None:
        parts.append(f"noticed at turn {found.noticed_at.turn}: {found.noticed_at.text!r}")
    if found.acted_at is not None:
        parts.append(found.acted_at.why)
    return f" ({'; '.join(parts)})" if parts else ""


def _case(scenario: Path, tool_map: Path | None) -> Case:
    case = load(scenario).read(Scenario)
    if tool_map is None:
        return case
    return case.model_copy(update={"foreign_tools": load(tool_map).read(ForeignDocument)})


def _score_files(words: list[str], case: Case, printer: _Printer) -> None:
    for word in words:
        for found in trajectories(Path(word)):
            if isinstance(found, Unread):
                printer.unread(found)
            else:
                printer.score(found, score(case, found))


def _score_cases(folder: Path, printer: _Printer) -> None:
    for found in golden_cases(folder):
        if isinstance(found, Unread):
            printer.unread(found)
        else:
            printer.score(
                found.trajectory, score(found.scenario, found.trajectory), case=found.name
            )


def _score_runs(words: list[str], store: str, printer: _Printer) -> None:
    named = next((word for word in words if Path(word).is_file()), None)
    if named is not None:
        raise WrongWords(f"{named} is a file; say with --scenario what it is judged by")
    # Imported here: the database takes longer to load than scoring a file takes.
    from harness.rescore import rescore
    from traces.store.store import Store

    with Store.open(store, readonly=True) as opened:
        for word in words:
            opened.run(word)
    with Store.open(store) as opened:
        for word in words:
            for trajectory, found in rescore(opened, word):
                printer.score(trajectory, found)
