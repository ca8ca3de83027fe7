"""Finding runs, trials, and what their rows point at.

A run is named by its id, by a beginning that no other has, or as the `latest`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from traces.model import AgentInfo
from traces.store.coding import from_json, from_text, to_text
from traces.store.database import Database
from traces.store.errors import StoreError
from traces.store.ids import split_trial_id
from traces.store.processes import Process, is_gone
from traces.store.rows import RunRow, ScenarioRow
from traces.store.tables import AGENT, RUN, SCENARIO, SCORE, SCORER, TRIAL, VERSIONS

if TYPE_CHECKING:
    from traces.store.database import AnyRow

_CACHED = 1_000


class Runs:
    """What leads to the rows of trials; contents that rows point at are read once."""

    def __init__(self, database: Database) -> None:
        """See the class."""
        self._database = database
        self._label = database.place.label
        self.scenario = lru_cache(_CACHED)(self._scenario)
        self.agent = lru_cache(_CACHED)(self._agent)
        self.versions = lru_cache(_CACHED)(self._versions)

    def all(self) -> list[RunRow]:
        """All runs, the newest first."""
        counted = select(TRIAL.c.run, func.count(), func.count(TRIAL.c.status))
        counts = {
            run: (trials, ended)
            for run, trials, ended in self._database.rows(counted.group_by(TRIAL.c.run))
        }
        rows = self._database.rows(select(RUN).order_by(RUN.c.key.desc()))
        return [self._summary(row, *counts.get(row.key, (0, 0))) for row in rows]

    def summary(self, name: str) -> RunRow:
        """One run, with how far it is."""
        row = self.find(name)
        counted = select(func.count(), func.count(TRIAL.c.status)).where(TRIAL.c.run == row.key)
        trials, ended = self._database.rows(counted)[0]
        return self._summary(row, trials, ended)

    def find(self, name: str) -> AnyRow:
        """One run, as it stands in the table.

        Raises:
            StoreError: there is none of that name, or more than one.
        """
        newest = select(RUN).order_by(RUN.c.key.desc())
        if name == "latest":
            found = self._database.rows(newest.limit(1))
            if not found:
                raise StoreError(self._label, "holds no run yet")
            return found[0]
        text = to_text(name)
        found = self._database.rows(select(RUN).where(RUN.c.id == text))
        if not found and text:
            begins = func.substr(RUN.c.id, 1, len(text)) == text
            found = self._database.rows(newest.where(begins).limit(4))
        if not found:
            raise StoreError(self._label, f"holds no run {name!r}")
        if len(found) > 1:
            ids = ", ".join(row.id for row in found[:3]) + (", …" if len(found) > 3 else "")
            raise StoreError(self._label, f"holds more than one run {name!r}: {ids}")
        return found[0]

    def of_trial(self, key: int) -> AnyRow:
        """The run that a trial belongs to."""
        of_trial = select(RUN).join(TRIAL, TRIAL.c.run == RUN.c.key).where(TRIAL.c.key == key)
        return self._database.rows(of_trial)[0]

    def trial_key(self, trial: str | int) -> int:
        """A trial's key, given its public id, its key, or the id that it was recorded under.

        Raises:
            StoreError: there is none, or more than one.
        """
        keys = select(TRIAL.c.key)
        if isinstance(trial, int):
            found = self._database.rows(keys.where(TRIAL.c.key == trial))
        else:
            found = self._numbered(trial) or self._database.rows(
                keys.where(TRIAL.c.name == to_text(trial)).limit(2)
            )
        if not found:
            raise StoreError(self._label, f"holds no trial {trial!r}")
        if len(found) > 1:
            raise StoreError(
                self._label, f"holds more than one trial {trial!r}: name it by run and number"
            )
        return int(found[0][0])

    def scenarios(self, run: int) -> list[ScenarioRow]:
        """The scenarios that a run tried, by id."""
        used = select(TRIAL.c.scenario).where(TRIAL.c.run == run)
        rows = self._database.rows(
            select(SCENARIO).where(SCENARIO.c.key.in_(used)).order_by(SCENARIO.c.id, SCENARIO.c.key)
        )
        return [_scenario_row(row) for row in rows]

    def scorers(self, run: int) -> list[str]:
        """The versions of the scorer that a run's trials were scored by, the latest used first."""
        statement = (
            select(SCORER.c.version)
            .join(SCORE, SCORE.c.scorer == SCORER.c.key)
            .join(TRIAL, TRIAL.c.key == SCORE.c.trial)
            .where(TRIAL.c.run == run)
            .group_by(SCORER.c.key, SCORER.c.version)
            .order_by(func.max(SCORE.c.key).desc())
        )
        return [from_text(version) for (version,) in self._database.rows(statement)]

    def _numbered(self, name: str) -> Sequence[AnyRow]:
        parts = split_trial_id(name)
        if parts is None:
            return ()
        try:
            run = self.find(parts[0])
        except StoreError:
            return ()  # it may still be the id of a recorded trajectory
        return self._database.rows(
            select(TRIAL.c.key).where(TRIAL.c.run == run.key, TRIAL.c.number == parts[1])
        )

    def _summary(self, row: AnyRow, trials: int, ended: int) -> RunRow:
        state = row.state
        if state == "running":
            process = Process(from_text(row.host), row.pid, row.stamp)
            if is_gone(process, same_machine=self._database.place.same_machine):
                state = "interrupted"
        return RunRow(
            row.key,
            row.id,
            state,
            row.started_at,
            row.finished_at,
            from_json(row.spec),
            dict(self.versions(row.versions)),
            from_text(row.host),
            row.pid,
            trials,
            ended,
        )

    def _scenario(self, key: int) -> ScenarioRow:
        return _scenario_row(self._database.rows(select(SCENARIO).where(SCENARIO.c.key == key))[0])

    def _agent(self, key: int) -> AgentInfo:
        row = self._database.rows(select(AGENT).where(AGENT.c.key == key))[0]
        return AgentInfo(
            spec=from_text(row.spec),
            name=from_text(row.name),
            model=None if row.model is None else from_text(row.model),
            params={} if row.params is None else from_json(row.params),
            interception=from_text(row.interception),
        )

    def _versions(self, key: int) -> dict[str, str]:
        row = self._database.rows(select(VERSIONS.c.content).where(VERSIONS.c.key == key))[0]
        return from_json(row.content)


def _scenario_row(row: AnyRow) -> ScenarioRow:
    return ScenarioRow(row.key, from_text(row.id), from_text(row.hash), from_json(row.content))
