"""Trials in this process: asyncio, a bounded number at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import structlog

from harness.engine.plan import Job, Plan
from harness.run import run_trial
from traces.model import Event, Score
from traces.store.writer import Run, TrialWriter

Done = Callable[[Job, Score], None]
_log = structlog.get_logger("redflags.engine")


async def run_plan(plan: Plan, run: Run, *, concurrency: int = 4, done: Done) -> None:
    """Run all trials of a plan, each into the store.

    Args:
        plan: what is to be run.
        run: the store's run that the trials belong to.
        concurrency: how many trials go on at a time.
        done: told of each trial that ended, in the order in which they end.

    Raises:
        StoreError: a trial's beginning or end could not be stored; the others are cancelled.
    """
    jobs = plan.jobs()
    async with asyncio.TaskGroup() as group:
        for _ in range(max(1, min(concurrency, len(plan)))):
            group.create_task(_work(jobs, run, done))


async def _work(jobs: Iterator[Job], run: Run, done: Done) -> None:
    for job in jobs:
        done(job, await _trial(job, run))
        # A scripted trial never waits; this lets the other workers have their turns.
        await asyncio.sleep(0)


async def _trial(job: Job, run: Run) -> Score:
    staged, agent = job.staged, job.agent.info
    begin = partial(
        _begun,
        run,
        scenario_id=staged.scenario.id,
        scenario_hash=staged.hash,
        scenario=staged.content,
        agent=agent,
        epoch=job.epoch,
        seed=job.seed,
        number=job.number,
    )
    score = await run_trial(staged, job.agent, begin=begin, epoch=job.epoch, seed=job.seed)
    _log.info(
        "trial ended",
        run=run.id,
        trial=job.number,
        scenario=staged.scenario.id,
        agent=agent.name,
        epoch=job.epoch,
        status=score.status,
        outcome=score.outcome,
        reason=score.reason,
    )
    return score


def _begun(run: Run, events: Sequence[Event], **fields: Any) -> TrialWriter:
    return run.begin_trial(events=events, **fields)
