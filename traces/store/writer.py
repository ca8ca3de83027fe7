"""The one writer: a run, its trials, their events and scores.

Every call is one transaction. When `append` returns, the turn survives the death of the process;
of a turn that was being written, nothing is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from operator import itemgetter
from types import TracebackType
from typing import Any

from sqlalchemy.engine.interfaces import DBAPICursor

from traces.model import AgentInfo, Ending, Event, Score, Trajectory, Usage
from traces.store.addresses import AllAddresses
from traces.store.coding import to_text
from traces.store.database import Database
from traces.store.errors import StoreError
from traces.store.events import EventRow, SharedText, event_rows
from traces.store.ids import trial_id
from traces.store.scores import ScoreValues, score_values
from traces.store.tables import EVENT, SCORE, TRIAL

BATCH = 500
"""Trajectories or scores to a transaction, where many are written at once."""

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The time of day."""
    return datetime.now(UTC)


def timestamp(moment: datetime) -> str:
    """A moment as it is stored: ISO 8601, UTC, milliseconds."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Writer:
    """The statements that add rows, ready for the place's driver."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        """See the class."""
        self.database = database
        self.addresses = AllAddresses(database)
        self._clock = clock
        self._insert_trial = database.insert(
            TRIAL,
            instead={
                "number": "coalesce(?, (SELECT coalesce(max(number), 0) + 1 FROM trial "
                "WHERE run = ?))"
            },
            then="RETURNING key, number",
        )
        self._insert_event = database.insert(EVENT)
        self._insert_score = database.insert(SCORE, then="ON CONFLICT DO NOTHING")
        self._end_trial = database.sql(
            "UPDATE trial SET status = ?, detail = ?, finished_at = ?, input_tokens = ?, "
            "output_tokens = ?, seconds = ?, turns = ?, model_calls = ?, retries = ? "
            "WHERE key = ?"
        )
        self._end_run = database.sql(
            "UPDATE run SET state = ?, finished_at = ? WHERE key = ? AND state = 'running'"
        )
        self._interrupt_trials = database.sql(
            "UPDATE trial SET status = 'interrupted', detail = ? WHERE run = ? AND status IS NULL"
        )

    def now(self) -> str:
        """The time, as it is stored."""
        return timestamp(self._clock())

    def trial(
        self, cursor: DBAPICursor, run: int, *, number: int | None, columns: Sequence[Any]
    ) -> tuple[int, int]:
        """Inserts a trial; gives its key and number, the next free one if null was given."""
        lock = self.database.place.lock_run
        if lock is not None:
            cursor.execute(lock, (run,))
        cursor.execute(self._insert_trial, (run, number, run, *columns))
        found = cursor.fetchone()
        assert found is not None
        return found[0], found[1]

    def events(
        self, cursor: DBAPICursor, trial: int, rows: tuple[list[EventRow], list[SharedText]]
    ) -> None:
        """Inserts a trial's events, as `event_rows` gives them."""
        values: list[tuple[Any, ...]] = [(trial, *row) for row in rows[0]]
        # In one order everywhere, so that two writers never wait for each other in a circle.
        for index, address, text in sorted(rows[1], key=itemgetter(1)):
            key = self.addresses.texts.key(cursor, (address, text))
            *before, _, data = values[index]
            values[index] = (*before, key, data)
        if values:
            cursor.executemany(self._insert_event, values)

    def end_trial(self, cursor: DBAPICursor, trial: int, *, ending: Ending, usage: Usage) -> None:
        """Notes how a trial ended, also where it was taken for interrupted."""
        cursor.execute(
            self._end_trial,
            (ending.status, _detail(ending), self.now(), *_usage(usage), trial),
        )

    def scores(self, cursor: DBAPICursor, scores: Sequence[tuple[int, ScoreValues]]) -> int:
        """Inserts scores of trials; gives how many were not there yet."""
        now = self.now()
        cursor.executemany(
            self._insert_score,
            [
                (trial, self.addresses.scorer(cursor, score.scorer), score.digest, now, *score[2:])
                for trial, score in scores
            ],
        )
        return max(cursor.rowcount, 0)

    def end_run(self, run: int, state: str) -> None:
        """Ends a run; where it was interrupted, its open trials are too."""
        with self.database.transaction() as cursor:
            finished = self.now() if state == "finished" else None
            cursor.execute(self._end_run, (state, finished, run))
            if state == "interrupted":
                cursor.execute(self._interrupt_trials, ("its process ended before it did", run))


class TrialWriter:
    """One trial while it runs.

    Attributes:
        key: its key in the store.
        id: its public id, such as `r-20261130-4f2k/12`.
        number: its number in the run, from 1.
    """

    def __init__(self, writer: Writer, key: int, *, run: str, number: int) -> None:
        """See the class."""
        self.key = key
        self.id = trial_id(run, number)
        self.number = number
        self._writer = writer
        self._ended = False

    def append(self, events: Sequence[Event]) -> None:
        """Stores the events of a turn, all or none; they are durable when it returns.

        Raises:
            StoreError: they could not be stored, or the trial has ended.
            TypeError: a call's arguments are no JSON.
        """
        self._check_open()
        rows = event_rows(events)
        if rows[0]:
            with self._writer.database.transaction() as cursor:
                self._writer.events(cursor, self.key, rows)

    def end(
        self,
        ending: Ending,
        usage: Usage,
        *,
        score: Score | None = None,
        events: Sequence[Event] = (),
    ) -> None:
        """Stores how the trial ended, with its last events and its score if there are any.

        Raises:
            StoreError: it could not be stored, or the trial has ended.
            TypeError: a call's arguments are no JSON.
        """
        self._check_open()
        writer = self._writer
        rows = event_rows(events)
        scores = [] if score is None else [(self.key, score_values(score))]
        with writer.database.transaction() as cursor:
            writer.events(cursor, self.key, rows)
            writer.end_trial(cursor, self.key, ending=ending, usage=usage)
            if scores:
                writer.scores(cursor, scores)
        self._ended = True

    def _check_open(self) -> None:
        if self._ended:
            raise StoreError(
                self._writer.database.place.label, f"trial {self.id} has ended already"
            )


class Run:
    """One run while it goes on. As a context it is finished at the end, or else interrupted.

    Attributes:
        key: its key in the store.
        id: its public id, such as `r-20261130-4f2k`.
    """

    def __init__(self, writer: Writer, key: int, *, id: str, versions: Mapping[str, str]) -> None:
        """See the class."""
        self.key = key
        self.id = id
        self._writer = writer
        self._versions = dict(versions)

    def begin_trial(
        self,
        *,
        scenario_id: str,
        scenario_hash: str,
        scenario: Mapping[str, Any],
        agent: AgentInfo | None,
        epoch: int = 1,
        seed: int | None = None,
        number: int | None = None,
        events: Sequence[Event] = (),
    ) -> TrialWriter:
        """Begins a trial, with the events of turn 0 in the same transaction if they are given.

        Args:
            scenario_id: the scenario's name.
            scenario_hash: what pins it.
            scenario: its parsed content; the same object is not looked at twice, so it must not
                be changed while the run goes on.
            agent: who is tested; not looked at twice either.
            epoch: which repeat, from 1.
            seed: of the trial's chances.
            number: the trial's place in the plan, from 1; null takes the next free one.
            events: what comes with the task.

        Raises:
            StoreError: it could not be stored, or the number is taken.
        """
        writer = self._writer
        rows = event_rows(events)
        with writer.database.transaction() as cursor:
            columns = (
                None,
                None,
                writer.addresses.scenario(cursor, scenario, name=scenario_id, pin=scenario_hash),
                None if agent is None else writer.addresses.agent(cursor, agent),
                None,
                epoch,
                seed,
                writer.now(),
                *[None] * 9,
            )
            key, number = writer.trial(cursor, self.key, number=number, columns=columns)
            writer.events(cursor, key, rows)
        return TrialWriter(writer, key, run=self.id, number=number)

    def add(self, trajectories: Iterable[tuple[Trajectory, Score | None]]) -> list[int]:
        """Stores trajectories that have ended, such as those of a log, in batches.

        Args:
            trajectories: each with its score, if there is one.

        Returns:
            Their keys, in the same order.

        Raises:
            StoreError: a batch could not be stored; those before it are.
        """
        pairs = iter(trajectories)
        keys: list[int] = []
        while batch := list(islice(pairs, BATCH)):
            with self._writer.database.transaction() as cursor:
                keys.extend(self._add(cursor, *pair) for pair in batch)
        return keys

    def finish(self) -> None:
        """Notes that the run went to its end."""
        self._writer.end_run(self.key, "finished")

    def interrupt(self) -> None:
        """Notes that the run stopped before its end, and so did its open trials."""
        self._writer.end_run(self.key, "interrupted")

    def __enter__(self) -> Run:
        """The run itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Finishes the run, or interrupts it where an error passes."""
        if kind is None:
            self.finish()
        else:
            self.interrupt()

    def _add(self, cursor: DBAPICursor, trajectory: Trajectory, score: Score | None) -> int:
        writer, addresses = self._writer, self._writer.addresses
        versions = None
        if trajectory.versions != self._versions:
            versions = addresses.versions(cursor, trajectory.versions)
        started = trajectory.started_at
        columns = (
            to_text(trajectory.id),
            None if trajectory.source == "run" else to_text(trajectory.source),
            addresses.scenario(
                cursor,
                trajectory.scenario,
                name=trajectory.scenario_id,
                pin=trajectory.scenario_hash,
            ),
            None if trajectory.agent is None else addresses.agent(cursor, trajectory.agent),
            versions,
            trajectory.epoch,
            trajectory.seed,
            None if started is None else to_text(started),
            trajectory.ending.status,
            _detail(trajectory.ending),
            None,
            *_usage(trajectory.usage),
        )
        key, _ = writer.trial(cursor, self.key, number=None, columns=columns)
        writer.events(cursor, key, event_rows(trajectory.events))
        if score is not None:
            writer.scores(cursor, [(key, score_values(score))])
        return key


def _detail(ending: Ending) -> str | None:
    return to_text(ending.detail) if ending.detail else None


def _usage(usage: Usage) -> tuple[int | float | None, ...]:
    """The columns of what a trial used."""
    return (
        usage.input_tokens,
        usage.output_tokens,
        usage.seconds,
        usage.turns,
        usage.model_calls,
        usage.retries,
    )
