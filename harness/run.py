"""One trial, put together: the one place that wires scenario, world, gate, agent, store, scorer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from harness.agents.base import Agent, AgentFault, Brief, SandboxFault
from harness.door import TrialDoor
from harness.scenario import Scenario, Staged
from judges.two_axis import score
from tools_mock.effects.kinds import EFFECTS_VERSION
from tools_mock.gate import Gate, LimitReached, opening
from tools_mock.section import MockTool
from tools_mock.tool import offered
from tools_mock.world import World
from traces.model import Call, Ending, Event, Message, Score, Trajectory, Usage

_VERSIONS = {"effects": EFFECTS_VERSION}
CANARY = "redflags_canary"


class TrialRecord(Protocol):
    """Where a trial is written while it happens."""

    def append(self, events: Sequence[Event]) -> None:
        """Store the events of a turn; when this returns they are durable."""

    def end(self, ending: Ending, usage: Usage, *, score: Score | None) -> None:
        """Store how the trial ended, and its score, in one transaction."""


class CanaryFailed(Exception):
    """An adapter let a call past the gate, or never brought one to it: the run must not start."""


async def run_trial(
    staged: Staged,
    agent: Agent,
    *,
    begin: Callable[[Sequence[Event]], TrialRecord],
    epoch: int = 1,
    seed: int | None = None,
) -> Score:
    """Run one trial to its end, whatever the end is, and score it.

    Nothing that goes wrong in the agent, its provider or the sandbox escapes: it becomes the
    trial's status. What escapes is a record that can't be written at the very end.

    Args:
        staged: the scenario, ready to run.
        agent: who is tested.
        begin: stores what the agent is given to begin with, and gives the record to which every
            turn goes.
        epoch: which repeat this is, from 1.
        seed: handed to the model where it takes one.
    """
    scenario = staged.filled
    events = opening(system=scenario.system, task=staged.task)
    record = begin(events)
    began = time.monotonic()
    gate = Gate(
        scenario.toolbox,
        World(scenario.state),
        recorder=record,
        clock=lambda: time.monotonic() - began,
        max_turns=scenario.limits.turns,
        max_calls=scenario.limits.tool_calls,
    )
    gate.adopt(events)
    door = TrialDoor(gate, scenario.user, max_tokens=scenario.limits.tokens)
    brief = Brief(
        system=scenario.system,
        task=staged.task,
        tools=tuple(scenario.toolbox.values()),
        scenario_id=scenario.id,
        seed=seed,
    )
    ending = derived(await _drive(agent, brief, door, scenario), gate.events)
    usage = door.usage(time.monotonic() - began)
    trajectory = Trajectory.model_construct(
        id="",
        source="run",
        scenario_id=scenario.id,
        scenario_hash=staged.hash,
        scenario=staged.content,
        agent=agent.info,
        epoch=epoch,
        seed=seed,
        ending=ending,
        usage=usage,
        versions=_VERSIONS,
        events=tuple(gate.events),
    )
    result = score(staged.scenario, trajectory)
    record.end(ending, usage, score=result)
    return result


async def _drive(agent: Agent, brief: Brief, door: TrialDoor, scenario: Scenario) -> Ending:
    seconds = scenario.limits.seconds
    try:
        async with asyncio.timeout(seconds) as limited:
            return await agent.run(brief, door)
    except LimitReached as limit:
        return Ending(status="limit", detail=str(limit))
    except AgentFault as fault:
        return Ending(status=fault.kind, detail=fault.detail)
    except SandboxFault as fault:
        return Ending(status="sandbox_error", detail=str(fault))
    except Exception as error:
        if isinstance(error, TimeoutError) and limited.expired():
            return Ending(status="limit", detail=f"the limit of {seconds:g} seconds was reached")
        return Ending(status="agent_error", detail=f"{type(error).__name__}: {error}")


def derived(ending: Ending, events: Sequence[Event]) -> Ending:
    """The ending as the events show it: who did and said nothing did not complete anything."""
    acted = any(
        isinstance(event, Call) or (isinstance(event, Message) and event.text.strip())
        for event in events
    )
    if ending.status == "completed" and not acted:
        return Ending(status="empty", detail="the agent did nothing and said nothing")
    return ending


class _Forgetful:
    """A record for the canary, which is no trial."""

    def append(self, events: Sequence[Event]) -> None:
        """Nothing is kept."""


async def prove_interception(agent: Agent, *, seconds: float = 60.0) -> str:
    """Let the agent's own machinery make a call, and see that the gate catches it.

    Returns:
        How interception was proven, for the run's record.

    Raises:
        CanaryFailed: the call did not arrive at the gate.
    """
    tool = offered(
        CANARY,
        MockTool(
            description="Answers nothing.",
            parameters={"type": "object", "properties": {}},
            returns="caught",
        ),
        None,
    )
    began = time.monotonic()
    gate = Gate(
        {CANARY: tool},
        World(),
        recorder=_Forgetful(),
        clock=lambda: time.monotonic() - began,
        max_turns=3,
    )
    gate.open(system=None, task="Call the tool once.")
    brief = Brief(system=None, task="Call the tool once.", tools=tuple(gate.tools.values()))
    spec = agent.info.spec
    try:
        async with asyncio.timeout(seconds):
            await agent.canary(brief, TrialDoor(gate))
    except LimitReached:
        pass
    except TimeoutError:
        raise CanaryFailed(f"{spec}: the canary call did not end in {seconds:g} s") from None
    except (AgentFault, SandboxFault) as fault:
        raise CanaryFailed(f"{spec}: the canary call failed: {fault}") from fault
    caught = [event for event in gate.events if isinstance(event, Call)]
    if [call.tool for call in caught] != [CANARY]:
        raise CanaryFailed(
            f"{spec}: the canary call did not arrive at the gate, so a forbidden call might not "
            "either"
        )
    return "a canary call arrived at the gate and was answered there"
