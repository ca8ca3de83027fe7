"""No call goes past the gate, and the run can find out if one would."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.messages import ToolMessage

from harness.agents import langgraph
from harness.agents.base import AgentFault, AgentOptions, Brief
from harness.agents.canary import fitting
from harness.agents.models import model_agent
from tests.agents.loopback import Asked, Loopback, Played, call, says
from tests.agents.trials import LOOK, TOOLS, GateDoor, Trial, ended
from tools_mock.gate import Turn
from traces.model import Ending

NOWHERE = "http://127.0.0.1:1/v1"


def canary(**options: Any) -> Trial:
    async def sent() -> None:
        agent = model_agent("openai:m", AgentOptions(base_url=NOWHERE, **options))
        await agent.canary(Brief(system=None, task="Call the tool.", tools=(LOOK,)), door)
        await agent.close()

    door = GateDoor((LOOK,))
    asyncio.run(sent())
    return Trial(Ending(status="completed"), door)


@pytest.mark.parametrize("protocol", ["native", "json"])
@pytest.mark.parametrize("scratchpad", [False, True])
def test_the_canary_meets_the_gate(protocol: str, scratchpad: bool) -> None:
    trial = canary(tool_protocol=protocol, scratchpad=scratchpad)
    assert [(c.tool, c.status) for c in trial.calls] == [("look", "executed")]


def test_the_canary_tells_of_a_tool_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    async def leaky(request: Any, execute: Callable[..., Any]) -> Any:
        return await execute(request)

    monkeypatch.setattr(langgraph, "_intercepted", leaky)
    with pytest.raises(AgentFault, match="past the gate"):
        canary()


def test_a_call_that_the_door_never_took_is_the_agents_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def elsewhere(request: Any, execute: Callable[..., Any]) -> ToolMessage:
        message: ToolMessage = request.runtime.context.answered("other", "look")
        return message

    monkeypatch.setattr(langgraph, "_intercepted", elsewhere)
    with pytest.raises(AgentFault, match="never met the gate"):
        canary()


def test_what_goes_wrong_behind_the_door_passes_through() -> None:
    class Burning(GateDoor):
        def take(self, turn: Turn, tokens: Any = None) -> Any:
            raise AgentFault("provider_error", "not the loop's")

    async def run() -> Ending:
        with Loopback(says("Blue.")) as server:
            agent = model_agent("openai:m", AgentOptions(base_url=server.url))
            return await ended(agent, Brief(system=None, task="x", tools=TOOLS), Burning())

    assert asyncio.run(run()).detail == "not the loop's"


def test_many_trials_share_an_agent_and_nothing_else() -> None:
    async def run(server: Loopback) -> list[GateDoor]:
        agent = model_agent("openai:m", AgentOptions(base_url=server.url))
        doors = [GateDoor() for _ in range(20)]
        briefs = [Brief(system=None, task=f"task {n}", tools=TOOLS) for n in range(20)]
        await asyncio.gather(
            *(agent.run(brief, door) for brief, door in zip(briefs, doors, strict=True))
        )
        await agent.close()
        return doors

    def answer(asked: Asked) -> Played:
        messages = asked.body["messages"]
        task = json.dumps({"query": messages[0]["content"]})
        return says("Done.") if len(messages) > 1 else says(calls=[call(task)])

    with Loopback(by=answer) as server:
        doors = asyncio.run(run(server))
    for number, door in enumerate(doors):
        assert [turn.text for turn in door.turns] == ["", "Done."]
        assert [c.args for c in Trial(Ending(status="completed"), door).calls] == [
            {"query": f"task {number}"}
        ]


def test_nobody_but_the_model_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    real = socket.getaddrinfo

    def watched(host: Any, *args: Any, **kwargs: Any) -> Any:
        asked.append(host)
        return real(host, *args, **kwargs)

    for name in ("LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2", "LANGCHAIN_TRACING"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(socket, "getaddrinfo", watched)
    with Loopback(says("Blue.")) as server:
        agent = model_agent("openai:m", AgentOptions(base_url=server.url))
        asyncio.run(ended(agent, Brief(system=None, task="x", tools=TOOLS), GateDoor()))
    assert {str(host) for host in asked} <= {"127.0.0.1", "b'127.0.0.1'"}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "object", "properties": {}}, {}),
        (
            {
                "type": "object",
                "properties": {"a": {"type": "integer"}, "b": {}, "c": {"enum": ["x"]}},
                "required": ["a", "b", "c"],
            },
            {"a": 1, "b": "canary", "c": "x"},
        ),
        ({"type": ["string", "null"]}, "canary"),
    ],
)
def test_the_canarys_arguments_fit(schema: Any, value: Any) -> None:
    assert fitting(schema) == value
