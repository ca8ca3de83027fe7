"""The store: opened by path or URL, written by one process per run, read by anyone.

    with Store.open("runs/redflags.db") as store:
        with store.begin_run(spec={"scenarios": "scenarios/"}, versions={"redflags": "0.1"}) as run:
            trial = run.begin_trial(scenario_id=…, scenario_hash=…, scenario=…, agent=…)
            trial.append(events)
            trial.end(Ending(status="completed"), usage, score=score)
        for row in store.trials(run.id):
            …

Calls are synchronous and short. Several threads may share a store, several processes a file; a
process that was forked must open the store anew.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from types import TracebackType
from typing import Any

from sqlalchemy import select

from traces.model import Score, Trajectory
from traces.store.coding import from_text, to_json, to_text
from traces.store.database import Database
from traces.store.dialects import place
from traces.store.errors import StoreError
from traces.store.ids import new_run_id
from traces.store.migrations import migrate
from traces.store.processes import Process, is_gone, this_process
from traces.store.reader import Reader
from traces.store.rows import RunRow, ScenarioRow, TrialRow
from traces.store.runs import Runs
from traces.store.scores import score_values
from traces.store.tables import RUN
from traces.store.writer import BATCH, Clock, Run, Writer, timestamp, utc_now

_ATTEMPTS = 50


class Store:
    """An open store; `open` makes one, and as a context it is closed at the end.

    Attributes:
        path: where it is, as messages name it.
        readonly: whether it can only be read.
    """

    def __init__(
        self, database: Database, *, clock: Clock, entropy: Callable[[int], bytes]
    ) -> None:
        """See the class."""
        self.path = database.place.label
        self.readonly = database.place.readonly
        self._database = database
        self._clock = clock
        self._entropy = entropy
        self._runs = Runs(database)
        self._reader = Reader(database, self._runs)
        self._writer = Writer(database, clock=clock)

    @classmethod
    def open(
        cls,
        url: str,
        *,
        readonly: bool = False,
        timeout: float = 30.0,
        clock: Clock = utc_now,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> Store:
        """Opens a store, which is made if it does not exist, and brings it to the newest schema.

        A file or folder that can't be written is opened for reading. Runs whose process died are
        marked, see `recover`.

        Args:
            url: a path, `sqlite:///path`, `sqlite:///path?mode=ro` or `postgresql://…`.
            readonly: open an existing store and change nothing.
            timeout: seconds for which another process's lock is waited for.
            clock: tells the time that is stored.
            entropy: gives the random bytes of run ids.

        Raises:
            StoreError: it can't be opened, is no store, or is of a newer version.
        """
        database = Database(place(url, readonly=readonly), timeout=timeout)
        try:
            migrate(database, now=timestamp(clock()))
            store = cls(database, clock=clock, entropy=entropy)
            if not store.readonly:
                store.recover()
        except BaseException:
            database.close()
            raise
        return store

    def begin_run(self, *, spec: Mapping[str, Any], versions: Mapping[str, str]) -> Run:
        """Begins a run of this process.

        Args:
            spec: what was asked for, as JSON values: the command line, the plan.
            versions: of what takes part, by name; its trials have the same.

        Raises:
            StoreError: the store can't be written.
        """
        writer, me = self._writer, this_process()
        insert = self._database.insert(RUN, then="ON CONFLICT (id) DO NOTHING RETURNING key")
        with self._database.transaction() as cursor:
            rest = (
                "running",
                writer.now(),
                None,
                to_json(spec),
                writer.addresses.versions(cursor, versions),
                to_text(me.host),
                me.pid,
                me.stamp,
            )
            for _ in range(_ATTEMPTS):
                name = new_run_id(self._clock(), self._entropy)
                cursor.execute(insert, (name, *rest))
                found = cursor.fetchone()
                if found is not None:
                    return Run(writer, found[0], id=name, versions=versions)
        raise StoreError(self.path, "found no free name for a run")

    def join_run(self, run: str) -> Run:
        """A run of another process, such as the one that started this, to write trials of it.

        Raises:
            StoreError: there is no such run, or it does not run any more.
        """
        row = self._runs.summary(run)
        if row.state != "running":
            raise StoreError(self.path, f"run {row.id} is {row.state}")
        return Run(self._writer, row.key, id=row.id, versions=row.versions)

    def recover(self) -> list[str]:
        """Marks runs whose process is certainly gone as interrupted, and their open trials too.

        Returns:
            The ids of the runs that were marked.
        """
        marked = []
        for row in self._database.rows(select(RUN).where(RUN.c.state == "running")):
            process = Process(from_text(row.host), row.pid, row.stamp)
            if is_gone(process, same_machine=self._database.place.same_machine):
                self._writer.end_run(row.key, "interrupted")
                marked.append(str(row.id))
        return marked

    def interrupt(self, run: str) -> None:
        """Marks a run as interrupted whose process can't be reached, such as one on another host.

        Raises:
            StoreError: there is no such run, or the store can't be written.
        """
        self._writer.end_run(self._runs.find(run).key, "interrupted")

    def add_scores(self, scores: Iterable[tuple[int, Score]]) -> int:
        """Adds scores of trials, in batches; one that is there already is not added again.

        Args:
            scores: each with its trial's key; they may be computed from what is read meanwhile.

        Returns:
            How many were added.

        Raises:
            StoreError: a batch could not be stored; those before it are.
        """
        pairs, added = iter(scores), 0
        while batch := [(key, score_values(score)) for key, score in islice(pairs, BATCH)]:
            with self._database.transaction() as cursor:
                added += self._writer.scores(cursor, batch)
        return added

    def runs(self) -> list[RunRow]:
        """All runs, the newest first."""
        return self._runs.all()

    def run(self, run: str = "latest") -> RunRow:
        """One run, by its id, by a beginning that only it has, or the `latest`.

        Raises:
            StoreError: there is none, or more than one.
        """
        return self._runs.summary(run)

    def scenarios(self, run: str) -> list[ScenarioRow]:
        """The scenarios that a run tried, by id, each content once."""
        return self._runs.scenarios(self._runs.find(run).key)

    def scorers(self, run: str) -> list[str]:
        """The versions of the scorer that scored a run's trials, the latest used first."""
        return self._runs.scorers(self._runs.find(run).key)

    def trials(self, run: str, *, scorer: str | None = None) -> Iterator[TrialRow]:
        """A run's trials in their order, without their events.

        Args:
            run: as in `run`.
            scorer: whose newest score is given with each trial; null for the version that scored
                last. Scores of several versions are never mixed.
        """
        return self._reader.trials(run, scorer=scorer)

    def trajectory(self, trial: str | int) -> Trajectory:
        """One trial with its events, also while it runs.

        Args:
            trial: its public id, its key, or the id that it was recorded under elsewhere.

        Raises:
            StoreError: there is none, or more than one.
        """
        return self._reader.trajectory(trial)

    def trajectories(self, run: str) -> Iterator[Trajectory]:
        """The trials of a run that have ended, with their events, in their order."""
        return (trajectory for _, trajectory in self._reader.trajectories(run))

    def keyed_trajectories(self, run: str) -> Iterator[tuple[int, Trajectory]]:
        """The same with the keys of the trials, as `add_scores` takes them."""
        return self._reader.trajectories(run)

    def close(self) -> None:
        """Closes the store; it is not used afterwards."""
        self._database.close()

    def __enter__(self) -> Store:
        """The store itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closes the store."""
        self.close()
