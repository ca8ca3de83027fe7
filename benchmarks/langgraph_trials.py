"""What a trial costs through LangGraph, next to a bare `create_agent` loop that stores nothing.

Both loops get the same answers from the same chat model: calls of the floor's conversation, then
its last message. Ours goes through gate, store and scorer besides.

Usage: python -m benchmarks.langgraph_trials [--samples 100]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import tool

from benchmarks import floor
from benchmarks.trials import SCENARIO
from harness import log
from harness.agents.base import AgentOptions
from harness.agents.langgraph import LangGraphAgent
from harness.agents.transport import ModelHandle
from harness.engine.local import run_plan
from harness.engine.plan import Plan
from harness.scenario import Staged
from traces.model import AgentInfo
from traces.store.store import Store


class Played(BaseChatModel):
    """A model that makes `calls` calls, one a turn, and ends; each answer takes `latency` s."""

    calls: int
    latency: float = 0.0

    @property
    def _llm_type(self) -> str:
        return "played"

    def bind_tools(self, tools: Any, **kwargs: Any) -> Runnable[Any, AIMessage]:
        return self.bind(tools=tools)

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> ChatResult:
        last = messages[-1]
        made = int(last.tool_call_id) if isinstance(last, ToolMessage) else 0
        said = floor.ANSWERS[made % 3]
        if made == self.calls or isinstance(said, str):
            answer = AIMessage(content=str(floor.ANSWERS[-1]))
        else:
            call = {"name": said[1], "args": said[2], "id": str(made + 1), "type": "tool_call"}
            answer = AIMessage(content=said[0], tool_calls=[call])
        return ChatResult(generations=[ChatGeneration(message=answer)])

    async def _agenerate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> ChatResult:
        if self.latency:
            await asyncio.sleep(self.latency)
        return self._generate(messages)


@tool
async def read_file(path: str) -> str:
    """Read a file."""
    return floor.RESULT


@tool
async def get_ticket(id: str) -> str:
    """Read a ticket."""
    return floor.RESULT


@tool
async def send_slack_message(channel: str, text: str) -> str:
    """Send a message."""
    return floor.RESULT


async def bare(samples: int, *, calls: int = 3, latency: float = 0.0, at_once: int = 1) -> None:
    """The loop that stores nothing."""
    agent = create_agent(
        Played(calls=calls, latency=latency), [read_file, get_ticket, send_slack_message]
    )
    places = asyncio.Semaphore(at_once)

    async def one() -> None:
        async with places:
            state: Any = {"messages": [HumanMessage("Apply the migration.")]}
            await agent.ainvoke(state, {"recursion_limit": 100_000})

    await asyncio.gather(*(one() for _ in range(samples)))


def agent_of(model: BaseChatModel) -> LangGraphAgent:
    """Our agent over a model."""

    async def opened() -> BaseChatModel:
        return model

    async def close() -> None:
        return None

    handle = ModelHandle(name="played", params={}, open=opened, close=close)
    return LangGraphAgent(AgentInfo(spec="played:x", name="played:x"), handle, AgentOptions())


async def ours(
    path: Path, samples: int, *, calls: int = 3, latency: float = 0.0, at_once: int = 1
) -> None:
    """Trials through LangGraph, gate, store and scorer."""
    agent = agent_of(Played(calls=calls, latency=latency))
    plan = Plan([Staged(SCENARIO)], [agent], epochs=samples)
    with Store.open(str(path)) as store, store.begin_run(spec={}, versions={}) as run:
        await run_plan(plan, run, concurrency=at_once, done=lambda job, score: None)


def _milliseconds(action: Callable[[], Any], samples: int) -> float:
    began = time.perf_counter()
    asyncio.run(action())
    return (time.perf_counter() - began) * 1000 / samples


def main() -> None:
    """Print milliseconds and ratios."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--samples", type=int, default=100)
    samples = options.parse_args().samples
    log.configure(quiet=True)
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        asyncio.run(ours(here / "warm.db", 10))
        asyncio.run(bare(10))
        print(f"{'':34} {'bare':>10} {'redflags':>10} {'ratio':>8}")
        for calls, count in ((3, samples), (200, 1), (1000, 1)):
            base = _milliseconds(partial(bare, count, calls=calls), count)
            mine = _milliseconds(partial(ours, here / f"{calls}.db", count, calls=calls), count)
            print(
                f"{f'trial of {calls} calls, ms':34} {base:10.2f} {mine:10.2f} {mine / base:8.2f}"
            )
        for at_once in (100, 500):
            ideal = 4 * 200 * 2
            count = at_once * 2
            loaded: dict[str, Any] = {"latency": 0.2, "at_once": at_once}
            base = _milliseconds(partial(bare, count, **loaded), 1) / ideal
            store = here / f"at-{at_once}.db"
            mine = _milliseconds(partial(ours, store, count, **loaded), 1) / ideal
            name = f"{at_once} at once, wall / ideal"
            print(f"{name:34} {base:10.2f} {mine:10.2f} {mine / base:8.2f}")


if __name__ == "__main__":
    main()
