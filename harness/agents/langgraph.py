"""A ReAct agent in LangGraph over any LangChain chat model.

Two nodes go round: one asks the model and hands its answer whole to the door, the other is
LangGraph's `ToolNode`. Interception sits in its `wrap_tool_call`: each wrapped call gets its own
result of the turn that the door has taken. The tools that the node holds have bodies that raise.
The node gets every call of an answer, also those with unknown names and those whose arguments did
not parse, so that all of them are answered and the loop goes on.

The conversation is kept beside the graph, and the graph carries one turn at a time: a state that
grows makes every step slower than the one before it. A compiled graph serves all trials with the
same tools. How long a trial may be is for the gate's limits alone.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn, TypedDict

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.tools import StructuredTool
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import ToolNode
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.runtime import Runtime
from langgraph.types import Command

from harness.agents.base import AgentFault, AgentOptions, Brief, Door, boundary
from harness.agents.canary import ScriptedModel, fitting
from harness.agents.jsonsteps import MOST_UNREAD, JsonSteps
from harness.agents.messages import Proposed, ToolProtocol, cut_off, lost_call, tokens_of
from harness.agents.native import NativeTools
from harness.agents.transport import Caller, ContextFull, ModelHandle
from tools_mock.gate import Attempt, Turn
from tools_mock.tool import Tool
from traces.jsontext import dumps
from traces.model import AgentInfo, Ending, Result

INTERCEPTION = "ToolNode(wrap_tool_call)"
_MOST_RIGS = 64
# A trial ends by the gate's limits, so LangGraph's own is set out of reach.
_CONFIG: RunnableConfig = {"recursion_limit": sys.maxsize // 2}


class Step(TypedDict):
    """What passes between the nodes: the calls of a turn, or their results."""

    messages: list[BaseMessage]


@dataclass(slots=True)
class Talk:
    """One trial's conversation, as the nodes share it."""

    door: Door
    protocol: ToolProtocol
    model: Runnable[Any, AIMessage]
    caller: Caller
    extra: dict[str, Any]
    seed: int | None
    history: list[BaseMessage]
    ending: Ending | None = None
    returned: int = 0
    _requests: int = 0
    _unread: int = 0
    _numbered: int = 0
    _reply: str | None = None
    _ids: set[str] = field(default_factory=set)
    _waiting: dict[str, tuple[str, Result]] = field(default_factory=dict)

    def delivered(self, results: list[BaseMessage]) -> None:
        """Take in what the tool node gives back, and what the user said with it."""
        back = [result for result in results if isinstance(result, ToolMessage)]
        if back:
            self.returned += len(back)
            self.history += self.protocol.returned(back)
        if self._reply is not None:
            self.history.append(HumanMessage(self._reply))
            self._reply = None

    async def turn(self) -> list[BaseMessage]:
        """Ask the model once, and hand what it answers to the door.

        Returns:
            The calls for the tool node, as one message; nothing where there are none.

        Raises:
            AgentFault, LimitReached, SandboxFault: the trial is over.
        """
        self._requests += 1
        try:
            answer, retries = await self.caller.ask(
                self.model, self.history, extra=self.extra, seed=f"{self.seed}/{self._requests}"
            )
        except ContextFull as full:
            self.ending = Ending(status="limit", detail=f"the model's context is full: {full}")
            return []
        heard = self.protocol.heard(answer)
        attempts = self._attempts(heard.calls)
        delivery = self.door.take(
            Turn(reasoning=heard.thoughts, text=heard.text, attempts=attempts),
            tokens_of(answer, retries=retries),
        )
        if cut_off(answer):
            self.ending = Ending(status="limit", detail="the last answer was cut off by its length")
            return []
        if lost_call(answer):
            raise AgentFault("provider_error", "the provider lost what the model wrote to call")
        if heard.back is not None:
            self.history.append(heard.back)
        if attempts:
            self._unread = 0
            self._reply = delivery.reply
            return [self._for_node(heard.calls, attempts, delivery.results)]
        if delivery.reply is not None:
            self.history.append(HumanMessage(delivery.reply))
        if heard.complaint is not None:
            self._complain(heard.complaint)
        elif delivery.over:
            self.ending = Ending(status="completed")
        else:
            self._unread = 0
        return []

    def answered(self, call_id: str, tool: str) -> ToolMessage:
        """The result of one call of this turn, under the id that the provider knows.

        Raises:
            AgentFault: the door never took that call.
        """
        try:
            provider_id, result = self._waiting.pop(call_id)
        except KeyError:
            raise AgentFault("agent_error", f"the call {call_id} never met the gate") from None
        return ToolMessage(
            content=result.text,
            tool_call_id=provider_id,
            name=tool,
            status="error" if result.error else "success",
        )

    def _attempts(self, calls: Sequence[Proposed]) -> list[Attempt]:
        """The calls for the gate, each under an id that the trial has not seen.

        A missing id, or one that stands twice in a turn, is replaced for the provider too.
        """
        in_turn: set[str] = set()
        attempts = []
        for call in calls:
            if not call.id or call.id in in_turn:
                call.id = self._unused("call")
                call.rename(call.id)
            in_turn.add(call.id)
            unused = self._unused(call.id) if call.id in self._ids else call.id
            self._ids.add(unused)
            attempts.append(Attempt(call_id=unused, tool=call.tool, raw=call.raw, args=call.args))
        return attempts

    def _unused(self, stem: str) -> str:
        while True:
            self._numbered += 1
            if (id_ := f"{stem}_{self._numbered}") not in self._ids:
                return id_

    def _for_node(
        self, calls: Sequence[Proposed], attempts: list[Attempt], results: Sequence[Result]
    ) -> AIMessage:
        if len(results) != len(attempts):
            raise AgentFault(
                "agent_error", f"the door answered {len(results)} of {len(attempts)} calls"
            )
        for call, attempt, result in zip(calls, attempts, results, strict=True):
            self._waiting[attempt.call_id] = (call.id, result)
        return AIMessage(
            content="",
            tool_calls=[
                {"name": one.tool, "args": {}, "id": one.call_id, "type": "tool_call"}
                for one in attempts
            ],
        )

    def _complain(self, complaint: str) -> None:
        self._unread += 1
        if self._unread > MOST_UNREAD:
            raise AgentFault(
                "agent_error", f"{self._unread} answers in a row were no step of the protocol"
            )
        self.history.append(HumanMessage(complaint))


Graph = CompiledStateGraph[Step, Talk, Step, Step]


@dataclass(frozen=True, slots=True)
class Rig:
    """What all trials with the same tools share."""

    protocol: ToolProtocol
    graph: Graph


class LangGraphAgent:
    """The agent; an instance serves many trials, several at a time.

    Args:
        info: who it is.
        handle: the model.
        options: how it is called; `tool_protocol` says how it is told of tools.
    """

    def __init__(self, info: AgentInfo, handle: ModelHandle, options: AgentOptions) -> None:
        """See the class."""
        self._info = info
        self._handle = handle
        self._options = options
        self._caller = Caller(options, single=handle.single)
        self._rigs: OrderedDict[str, Rig] = OrderedDict()

    @property
    def info(self) -> AgentInfo:
        """See `Agent`."""
        return self._info

    async def run(self, brief: Brief, door: Door) -> Ending:
        """See `Agent`."""
        with boundary("provider_error", "the model could not be loaded"):
            model = await self._handle.open()
        talk = await self._talk(brief, door, lambda protocol: model)
        return talk.ending or Ending(status="completed")

    async def canary(self, brief: Brief, door: Door) -> None:
        """See `Agent`."""
        tool = brief.tools[0]
        args = fitting(tool.parameters)
        talk = await self._talk(
            brief,
            door,
            lambda protocol: ScriptedModel(
                answers=[protocol.spoken(tool.name, args), protocol.spoken(None, {})]
            ),
        )
        if talk.returned != 1:
            raise AgentFault(
                "agent_error", f"{talk.returned} results came through the tool node, not 1"
            )

    async def close(self) -> None:
        """See `Agent`."""
        await self._handle.close()

    async def _talk(
        self, brief: Brief, door: Door, model: Callable[[ToolProtocol], BaseChatModel]
    ) -> Talk:
        with boundary("agent_error", "the agent's loop failed"):
            rig = self._rig(brief.tools)
            system = rig.protocol.system(brief.system)
            talk = Talk(
                door=door,
                protocol=rig.protocol,
                model=rig.protocol.bound(model(rig.protocol)),
                caller=self._caller,
                extra=self._handle.seeded(brief.seed),
                seed=brief.seed,
                history=[] if system is None else [SystemMessage(system)],
            )
            talk.history.append(HumanMessage(brief.task))
            await rig.graph.ainvoke({"messages": []}, _CONFIG, context=talk)
        return talk

    def _rig(self, tools: Sequence[Tool]) -> Rig:
        key = dumps([(tool.name, tool.description, tool.parameters) for tool in tools])
        rig = self._rigs.get(key)
        if rig is None:
            rig = self._rigs[key] = Rig(self._protocol(tools), react_graph(tools))
            if len(self._rigs) > _MOST_RIGS:
                self._rigs.popitem(last=False)
        return rig

    def _protocol(self, tools: Sequence[Tool]) -> ToolProtocol:
        scratchpad = self._options.scratchpad
        if self._options.tool_protocol == "json" and self._handle.constrained is not None:
            return JsonSteps(tools, self._handle.constrained, scratchpad=scratchpad)
        return NativeTools(tools, scratchpad=scratchpad)


def react_graph(tools: Sequence[Tool]) -> Graph:
    """The loop, compiled, for agents that may call these tools."""
    node = ToolNode(
        [_bodiless(tool) for tool in tools],
        awrap_tool_call=_intercepted,
        wrap_tool_call=_out_of_step,
        handle_tool_errors=False,
    )
    graph = StateGraph(Step, context_schema=Talk)
    graph.add_node("model", _ask, destinations=("model", "tools", END))
    graph.add_node("tools", node)
    graph.add_edge(START, "model")
    graph.add_edge("tools", "model")
    return graph.compile()


async def _ask(state: Step, runtime: Runtime[Talk]) -> Command[Literal["model", "tools"]]:
    talk = runtime.context
    talk.delivered(state["messages"])
    calls = await talk.turn()
    goto: Any = "tools" if calls else "model" if talk.ending is None else END
    return Command(goto=goto, update={"messages": calls})


async def _intercepted(
    request: ToolCallRequest, execute: Callable[[ToolCallRequest], Awaitable[Any]]
) -> ToolMessage:
    """Answer a call with what the door said; `execute` is never called."""
    talk: Talk = request.runtime.context  # type: ignore[assignment]
    call = request.tool_call
    return talk.answered(call["id"] or "", call["name"])


def _out_of_step(request: ToolCallRequest, execute: Callable[[ToolCallRequest], Any]) -> NoReturn:
    raise RuntimeError("the loop runs asynchronously; this wrapper is never used")


def _bodiless(tool: Tool) -> StructuredTool:
    def body(**arguments: Any) -> NoReturn:
        raise RuntimeError(f"a call of {tool.name} went past the gate")

    return StructuredTool(
        name=tool.name,
        description=tool.description,
        args_schema={"type": "object", "properties": {}, **tool.parameters},
        func=body,
    )
