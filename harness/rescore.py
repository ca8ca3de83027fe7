"""Scoring a stored run again: new rows where the scorer's answers are new, none where not."""

from __future__ import annotations

from collections.abc import Iterator

from harness.scenario import Scenario
from judges.case import Case
from judges.two_axis import score
from traces.model import Score, Trajectory
from traces.store.store import Store

_AT_A_TIME = 500


def rescore(store: Store, run: str) -> Iterator[tuple[Trajectory, Score]]:
    """Score the trials of a run that have ended, storing the scores as they are made.

    Args:
        store: open for writing; an open for reading only scores without storing.
        run: the run's id.

    Raises:
        StoreError: there is no such run, or a score could not be stored.
    """
    cases: dict[str, Case] = {}
    waiting: list[tuple[int, Score]] = []
    for key, trajectory in store.keyed_trajectories(run):
        case = cases.get(trajectory.scenario_hash)
        if case is None:
            case = cases[trajectory.scenario_hash] = Scenario.model_validate(trajectory.scenario)
        found = score(case, trajectory)
        waiting.append((key, found))
        if len(waiting) >= _AT_A_TIME:
            _store(store, waiting)
        yield trajectory, found
    _store(store, waiting)


def _store(store: Store, waiting: list[tuple[int, Score]]) -> None:
    if not store.readonly:
        store.add_scores(waiting)
    waiting.clear()
