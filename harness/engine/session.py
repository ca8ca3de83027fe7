"""A whole run: prove interception, begin it in the store, run its trials, close everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import structlog

from harness.agents.base import AgentSpecError
from harness.agents.scripted import ScriptedAgent
from harness.engine.local import Done, run_plan
from harness.engine.plan import Job, Plan
from harness.run import prove_interception
from harness.versions import versions
from traces.model import Score, Status
from traces.store.store import Store

COULD_NOT_RUN: frozenset[Status] = frozenset({"provider_error", "sandbox_error", "agent_error"})
_log = structlog.get_logger("redflags.session")


@dataclass
class Tally:
    """What ended so far."""

    run: str = ""
    ended: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    statuses: Counter[Status] = field(default_factory=Counter)

    def add(self, score: Score) -> None:
        """Count a trial."""
        self.ended += 1
        self.statuses[score.status] += 1
        self.outcomes[score.outcome or f"no outcome ({score.reason})"] += 1

    @property
    def could_not_run(self) -> int:
        """Trials that ended in an error of provider, sandbox or agent."""
        return sum(self.statuses[status] for status in COULD_NOT_RUN)


async def run_session(
    plan: Plan,
    store: Store,
    *,
    spec: Mapping[str, Any],
    concurrency: int = 4,
    done: Done | None = None,
) -> Tally:
    """Run a plan into a store.

    Args:
        plan: what is to be run.
        store: where to.
        spec: what was asked for, as JSON values; stored with the run.
        concurrency: trials at a time.
        done: told of each trial that ended.

    Returns:
        What came of the trials, and the run's id.

    Raises:
        CanaryFailed: an agent's calls do not arrive at the gate; no trial was run.
        AgentSpecError: a scripted agent has no proof to play in a scenario.
        StoreError: the store can't be written.
    """
    _check_scripts(plan)
    tally = Tally()
    try:
        proven = {agent.info.spec: await prove_interception(agent) for agent in plan.agents}
        run = store.begin_run(
            spec={**spec, "agents": [a.info.name for a in plan.agents], "interception": proven},
            versions=versions(),
        )
        tally.run = run.id
        _log.info("run started", run=run.id, trials=len(plan))

        def ended(job: Job, score: Score) -> None:
            tally.add(score)
            if done is not None:
                done(job, score)

        with run:
            await run_plan(plan, run, concurrency=concurrency, done=ended)
        _log.info("run finished", run=run.id, outcomes=dict(tally.outcomes))
    finally:
        for agent in plan.agents:
            await agent.close()
    return tally


def _check_scripts(plan: Plan) -> None:
    for agent in plan.agents:
        if isinstance(agent, ScriptedAgent):
            missing = agent.without_proof(staged.scenario for staged in plan.scenarios)
            if missing:
                raise AgentSpecError(
                    f"{agent.info.spec} plays proofs, and there is none for it in "
                    f"{', '.join(missing)}"
                )
