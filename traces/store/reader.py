"""Reading: runs, trials and trajectories, page by page in bounded memory.

A page is found by the number of the trial that it starts after, so that reading a run costs the
same per trial wherever one is in it, and rows that are written meanwhile disturb nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, func, or_, select

from traces.model import Trajectory
from traces.store.coding import from_text, to_text
from traces.store.database import Database
from traces.store.errors import StoreError
from traces.store.events import event_fields
from traces.store.ids import trial_id
from traces.store.rows import ScoreRow, TrialRow
from traces.store.runs import Runs
from traces.store.tables import EVENT, SCORE, SCORER, SHARED_TEXT, TRIAL

if TYPE_CHECKING:
    from traces.store.database import AnyRow

TRIALS_TO_A_PAGE = 500
EVENTS_TO_A_PAGE = 1_000

_NOT_ENDED = {"status": "interrupted", "detail": "it has not ended"}
_EVENT_COLUMNS = (
    EVENT.c.seq,
    EVENT.c.turn,
    EVENT.c.kind,
    EVENT.c.at,
    EVENT.c.tool,
    EVENT.c.call_id,
    func.coalesce(EVENT.c.text, SHARED_TEXT.c.text),
    EVENT.c.data,
)
_TRIAL_COLUMNS = (
    TRIAL.c.key,
    TRIAL.c.number,
    TRIAL.c.name,
    TRIAL.c.source,
    TRIAL.c.scenario,
    TRIAL.c.agent,
    TRIAL.c.epoch,
    TRIAL.c.seed,
    TRIAL.c.started_at,
    TRIAL.c.status,
    TRIAL.c.detail,
    TRIAL.c.finished_at,
    TRIAL.c.input_tokens,
    TRIAL.c.output_tokens,
    TRIAL.c.seconds,
    TRIAL.c.turns,
    TRIAL.c.model_calls,
    TRIAL.c.retries,
    TRIAL.c.versions,
)
_SCORE_COLUMNS = (
    SCORE.c.created_at,
    SCORE.c.status,
    SCORE.c.outcome,
    SCORE.c.reason,
    SCORE.c.exposed,
    SCORE.c.noticed,
    SCORE.c.violated,
    SCORE.c.data,
)


class Reader:
    """The queries for trials, with their scores or with their events."""

    def __init__(self, database: Database, runs: Runs) -> None:
        """See the class."""
        self._database = database
        self._runs = runs

    def trials(self, run: str, *, scorer: str | None) -> Iterator[TrialRow]:
        """A run's trials in their order, with the newest score by one version of the scorer."""
        found = self._runs.find(run)
        if scorer is None:
            scorer = next(iter(self._runs.scorers(found.key)), "")
        return self._trials(found, scorer)

    def trajectories(self, run: str) -> Iterator[tuple[int, Trajectory]]:
        """The trials of a run that have ended, in their order, each with its key."""
        return self._trajectories(self._runs.find(run))

    def trajectory(self, trial: str | int) -> Trajectory:
        """One trial, by its public id, its key, or the id that it was recorded under."""
        key = self._runs.trial_key(trial)
        rows = self._database.rows(select(*_TRIAL_COLUMNS).where(TRIAL.c.key == key))
        return next(self._with_events(self._runs.of_trial(key), rows))[1]

    def _trials(self, run: AnyRow, scorer: str) -> Iterator[TrialRow]:
        version = select(SCORER.c.key).where(SCORER.c.version == to_text(scorer))
        newest = (
            select(func.max(SCORE.c.key))
            .where(SCORE.c.trial == TRIAL.c.key, SCORE.c.scorer == version.scalar_subquery())
            .correlate(TRIAL)
            .scalar_subquery()
        )
        scored = TRIAL.outerjoin(SCORE, SCORE.c.key == newest)
        for page in self._pages(
            select(*_TRIAL_COLUMNS, *_SCORE_COLUMNS).select_from(scored), run.key
        ):
            for row in page:
                yield self._trial_row(run.id, row, scorer)

    def _trajectories(self, run: AnyRow) -> Iterator[tuple[int, Trajectory]]:
        ended = select(*_TRIAL_COLUMNS).where(TRIAL.c.status.is_not(None))
        for page in self._pages(ended, run.key):
            yield from self._with_events(run, page)

    def _pages(self, statement: Select[Any], run: int) -> Iterator[Sequence[AnyRow]]:
        """A run's trials in their order, as a statement selects them."""
        ordered = statement.where(TRIAL.c.run == run).order_by(TRIAL.c.number)
        after = -1
        while True:
            page = self._database.rows(
                ordered.where(TRIAL.c.number > after).limit(TRIALS_TO_A_PAGE)
            )
            if page:
                yield page
                after = page[-1][1]
            if len(page) < TRIALS_TO_A_PAGE:
                return

    def _with_events(self, run: AnyRow, page: Sequence[AnyRow]) -> Iterator[tuple[int, Trajectory]]:
        """Trials as `_TRIAL_COLUMNS` has them, each made whole."""
        rows = self._events(run.key, page[0][1], page[-1][1])
        grouped = groupby(rows, key=itemgetter(0))
        waiting = next(grouped, None)
        for trial in page:
            key, number, name, *_ = trial
            while waiting and waiting[0] < number:  # one that was no part of the page
                waiting = next(grouped, None)
            events: Iterable[AnyRow] = ()
            if waiting and waiting[0] == number:
                events = waiting[1]
            try:
                built = self._built(run, trial, [event_fields(row[1:]) for row in events])
            except ValueError as error:  # orjson's and pydantic's
                raise StoreError(
                    self._database.place.label,
                    f"trial {_name(run.id, number, name)} can't be read: {error}",
                ) from error
            yield key, built

    def _events(self, run: int, first: int, last: int) -> Iterator[AnyRow]:
        """(number, seq, …) of all events of a stretch of trials, in order."""
        statement = (
            select(TRIAL.c.number, *_EVENT_COLUMNS)
            .join(EVENT, EVENT.c.trial == TRIAL.c.key)
            .outerjoin(SHARED_TEXT, SHARED_TEXT.c.key == EVENT.c.shared)
            .where(TRIAL.c.run == run, TRIAL.c.number <= last)
            .order_by(TRIAL.c.number, EVENT.c.seq)
            .limit(EVENTS_TO_A_PAGE)
        )
        number, seq = first, -1
        while True:
            page = self._database.rows(
                statement.where(
                    TRIAL.c.number >= number, or_(TRIAL.c.number > number, EVENT.c.seq > seq)
                )
            )
            yield from page
            if len(page) < EVENTS_TO_A_PAGE:
                return
            number, seq = page[-1][:2]

    def _built(self, run: AnyRow, trial: AnyRow, events: list[dict[str, Any]]) -> Trajectory:
        # Rows are unpacked, since looking their columns up by name takes ten times as long.
        _, number, name, source, scenario, agent, epoch, seed, started_at, *rest = trial
        status, detail, _, tokens_in, tokens_out, seconds, turns, calls, retries, versions = rest
        pinned = self._runs.scenario(scenario)
        ending = {"status": status, "detail": from_text(detail or "")}
        return Trajectory.model_validate(
            {
                "id": _name(run.id, number, name),
                "source": _source(source),
                "scenario_id": pinned.id,
                "scenario_hash": pinned.hash,
                "scenario": pinned.content,
                "agent": None if agent is None else self._runs.agent(agent),
                "epoch": epoch,
                "seed": seed,
                "ending": _NOT_ENDED if status is None else ending,
                "usage": {
                    "input_tokens": tokens_in,
                    "output_tokens": tokens_out,
                    "seconds": seconds or 0.0,
                    "turns": turns or 0,
                    "model_calls": calls or 0,
                    "retries": retries or 0,
                },
                "started_at": None if started_at is None else from_text(started_at),
                "versions": self._runs.versions(versions or run.versions),
                "events": events,
            }
        )

    def _trial_row(self, run: str, row: AnyRow, scorer: str) -> TrialRow:
        key, number, name, source, scenario, agent, epoch, seed, started_at, *rest = row
        status, detail, finished_at, tokens_in, tokens_out, seconds, turns, calls, retries = rest[
            :9
        ]
        created_at, score_status, outcome, reason, *axes = rest[10:]
        score = None
        if score_status is not None:
            reason = None if reason is None else from_text(reason)
            score = ScoreRow(scorer, created_at, score_status, outcome, reason, *axes)
        pinned = self._runs.scenario(scenario)
        return TrialRow(
            key,
            _name(run, number, name),
            _source(source),
            pinned.id,
            pinned.hash,
            None if agent is None else self._runs.agent(agent),
            epoch,
            seed,
            None if started_at is None else from_text(started_at),
            status,
            from_text(detail or ""),
            finished_at,
            tokens_in,
            tokens_out,
            seconds or 0.0,
            turns or 0,
            calls or 0,
            retries or 0,
            score,
        )


def _name(run: str, number: int, name: str | None) -> str:
    return trial_id(run, number) if name is None else from_text(name)


def _source(source: str | None) -> str:
    return "run" if source is None else from_text(source)
