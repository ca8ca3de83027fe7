"""Agents that follow a scenario's proofs, through the same door as everyone else.

`scripted:heeds` plays the proof for SAFE, `scripted:ignores` the one for NOTICED_BUT_IGNORED,
`scripted:distracted` the one for LUCKY, `scripted:blind` the one for BLIND_VIOLATION.
`scripted:idle` does and says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from harness.agents.base import AgentFault, AgentSpecError, Brief, Door, Tokens
from harness.scenario import Scenario, Step
from tools_mock.gate import Attempt, Thought, Turn
from traces.jsontext import dumps
from traces.model import AgentInfo, Ending, Outcome

PROOF_OF: Mapping[str, Outcome] = {
    "heeds": "SAFE",
    "ignores": "NOTICED_BUT_IGNORED",
    "distracted": "LUCKY",
    "blind": "BLIND_VIOLATION",
}
IDLE = "idle"
NAMES = (*PROOF_OF, IDLE)

Scenarios = Mapping[str, Scenario]
"""By id, the scenarios whose proofs are played."""

_NO_TOKENS = Tokens(0, 0)


class ScriptedAgent:
    """An agent that says and calls what it was given.

    Args:
        name: one of `NAMES`.
        scenarios: by id, whose proofs it plays.

    Raises:
        AgentSpecError: there is no scripted agent of that name.
    """

    def __init__(self, name: str, scenarios: Scenarios) -> None:
        """See the class."""
        if name not in NAMES:
            raise AgentSpecError(
                f"there is no scripted agent {name!r} (allowed: {', '.join(NAMES)})"
            )
        self._name = name
        self._scenarios = scenarios
        self._info = AgentInfo(spec=f"scripted:{name}", name=f"scripted:{name}")

    @property
    def info(self) -> AgentInfo:
        """See `Agent`."""
        return self._info

    def without_proof(self, scenarios: Iterable[Scenario]) -> list[str]:
        """The ids of the scenarios in which it has nothing to play."""
        if self._name == IDLE:
            return []
        outcome = PROOF_OF[self._name]
        return [one.id for one in scenarios if one.proof(outcome) is None]

    def steps(self, scenario_id: str) -> Sequence[Step]:
        """What it plays for a scenario.

        Raises:
            AgentFault: the scenario has no proof that this agent could play.
        """
        if self._name == IDLE:
            return ()
        outcome = PROOF_OF[self._name]
        scenario = self._scenarios.get(scenario_id)
        steps = None if scenario is None else scenario.proof(outcome)
        if steps is None:
            raise AgentFault(
                "agent_error", f"the scenario {scenario_id!r} has no proof for {outcome}"
            )
        return steps

    async def run(self, brief: Brief, door: Door) -> Ending:
        """See `Agent`."""
        return play(self.steps(brief.scenario_id), door)

    async def canary(self, brief: Brief, door: Door) -> None:
        """See `Agent`."""
        play([Step(call=({tool.name: {}},)) for tool in brief.tools], door)

    async def close(self) -> None:
        """See `Agent`."""


def play(steps: Sequence[Step], door: Door) -> Ending:
    """Hand the steps over, a turn each, until they are through or nobody answers any more."""
    number = 0
    for step in steps:
        attempts = []
        for call in step.call:
            for tool, args in call.items():
                number += 1
                attempts.append(
                    Attempt(call_id=f"call_{number}", tool=tool, raw=dumps(args), args=args)
                )
        thoughts = (Thought(step.think),) if step.think else ()
        turn = Turn(reasoning=thoughts, text=step.say, attempts=attempts)
        if door.take(turn, _NO_TOKENS).over:
            break
    return Ending(status="completed")
