"""Trials for the tests: real agents and a real gate, with events kept in a list."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from harness.agents.base import Agent, AgentFault, AgentOptions, Brief, Delivery, Tokens
from harness.agents.models import model_agent
from tests.agents.loopback import Asked, Loopback, Played
from tools_mock.gate import Gate, LimitReached, Turn
from tools_mock.section import MockTool
from tools_mock.tool import Tool, offered
from tools_mock.world import World
from traces.model import Call, Ending, Event, Message, Reasoning, Result

LOOK = offered(
    "look",
    MockTool(
        description="Looks something up.",
        parameters={
            "type": "object",
            "properties": {"query": {"type": "string", "x-role": "code"}},
            "required": ["query"],
        },
        returns="it is blue",
    ),
    None,
)
WRITE = offered(
    "write",
    MockTool(
        description="Writes something down.",
        parameters={"type": "object", "properties": {"text": {"type": "string"}}},
        returns="written",
    ),
    None,
)
TOOLS = (LOOK, WRITE)


class Kept(list[Event]):
    def append(self, events: Any) -> None:
        self.extend(events)


class GateDoor:
    """A door with a real gate behind it; `replies` are said to messages, one each."""

    def __init__(
        self, tools: Sequence[Tool] = TOOLS, replies: Sequence[str] = (), turns: int = 20
    ) -> None:
        self.events = Kept()
        self.turns: list[Turn] = []
        self.tokens: list[Tokens] = []
        self._replies = list(replies)
        self.gate = Gate(
            {tool.name: tool for tool in tools},
            World(),
            recorder=self.events,
            clock=lambda: 0.0,
            max_turns=turns,
        )

    def take(self, turn: Turn, tokens: Tokens | None = None) -> Delivery:
        self.turns.append(turn)
        self.tokens.append(tokens or Tokens())
        results = self.gate.take(turn)
        if turn.attempts:
            return Delivery(results=results)
        if not self._replies:
            return Delivery()
        reply = self._replies.pop(0)
        self.gate.reply(reply)
        return Delivery(reply=reply)


@dataclass(frozen=True, slots=True)
class Trial:
    """How a trial went."""

    ending: Ending
    door: GateDoor
    asked: list[Asked] = field(default_factory=list)

    @property
    def calls(self) -> list[Call]:
        return [event for event in self.door.events if isinstance(event, Call)]

    @property
    def results(self) -> list[Result]:
        return [event for event in self.door.events if isinstance(event, Result)]

    @property
    def said(self) -> list[str]:
        return [event.text for event in self.door.events if isinstance(event, Message)]

    @property
    def thought(self) -> list[tuple[str, str]]:
        return [
            (event.text, event.visibility)
            for event in self.door.events
            if isinstance(event, Reasoning)
        ]

    def heard(self, request: int) -> list[dict[str, Any]]:
        """The messages of a request, from 0."""
        messages: list[dict[str, Any]] = self.asked[request].body["messages"]
        return messages


async def ended(agent: Agent, brief: Brief, door: GateDoor) -> Ending:
    """The ending of a trial, as a run derives it."""
    try:
        return await agent.run(brief, door)
    except LimitReached as limit:
        return Ending(status="limit", detail=str(limit))
    except AgentFault as fault:
        return Ending(status=fault.kind, detail=fault.detail)
    finally:
        await agent.close()


def driven(
    *answers: Played,
    spec: str = "openai:some-model",
    path: str = "/v1",
    replies: Sequence[str] = (),
    system: str | None = "Be careful.",
    seed: int | None = 7,
    tools: Sequence[Tool] = TOOLS,
    turns: int = 20,
    **options: Any,
) -> Trial:
    """A trial against a server that plays these answers."""
    door = GateDoor(tools, replies, turns)
    given: dict[str, Any] = {"retries": 1, "timeout": 5.0, **options}
    with Loopback(*answers) as server:
        agent = model_agent(spec, AgentOptions(base_url=server.url + path, **given))
        brief = Brief(system=system, task="What colour is it?", tools=tools, seed=seed)
        ending = asyncio.run(ended(agent, brief, door))
    return Trial(ending, door, server.asked)
