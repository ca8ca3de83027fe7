"""Tools as the provider's own tool calls.

With a scratchpad every tool takes one argument more, `notes`, which the model has to fill; final
answers begin with `<notes>…</notes>`. Both are recorded as reasoning and taken out before anyone
sees the call or the message. Where the arguments parse, what is recorded as sent is their text
without the notes; where they don't, it is the text exactly as it came, notes included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.runnables import Runnable

from harness.agents.base import AgentFault
from harness.agents.messages import Heard, Proposed, proposed
from harness.agents.reasoning import THINK_TAGS, exposed
from tools_mock.gate import Thought
from tools_mock.tool import Tool
from traces.jsontext import dumps, loads

NOTES_TAG = "notes"
_ASKED = (
    "Keep private notes as you work: what you know so far and what you will do next. Every tool "
    "takes them in its argument `{field}`. An answer without a tool call begins with them, "
    "between <notes> and </notes>."
)


class NativeTools:
    """The protocol of models with tool calls.

    Args:
        tools: what may be called.
        scratchpad: whether the model keeps notes.
    """

    def __init__(self, tools: Sequence[Tool], *, scratchpad: bool = False) -> None:
        """See the class."""
        self._notes = notes_field(tools) if scratchpad else None
        self._tags = (*THINK_TAGS, NOTES_TAG) if scratchpad else THINK_TAGS
        self._tools = [self._offer(tool) for tool in tools]

    def system(self, given: str | None) -> str | None:
        """See `ToolProtocol`."""
        if self._notes is None:
            return given
        asked = _ASKED.format(field=self._notes)
        return asked if given is None else f"{given}\n\n{asked}"

    def bound(self, model: BaseChatModel) -> Runnable[Any, AIMessage]:
        """See `ToolProtocol`."""
        if not self._tools:
            return model
        try:
            return model.bind_tools(self._tools)
        except NotImplementedError:
            raise AgentFault(
                "agent_error", "the model takes no tools; --tool-protocol json needs none"
            ) from None

    def heard(self, message: AIMessage) -> Heard:
        """See `ToolProtocol`."""
        thoughts, text = exposed(message, tags=self._tags)
        calls = proposed(message)
        noted: list[Thought] = []
        if self._notes is not None:
            for call in calls:
                noted += _noted(call, self._notes)
        said = bool(calls or message.content)
        return Heard((*thoughts, *noted), text, tuple(calls), message if said else None)

    def returned(self, results: list[ToolMessage]) -> list[BaseMessage]:
        """See `ToolProtocol`."""
        return list(results)

    def spoken(self, tool: str | None, args: Mapping[str, Any]) -> AIMessage:
        """See `ToolProtocol`."""
        if tool is None:
            return AIMessage(content="Done.")
        call = {"name": tool, "args": dict(args), "id": "call_1", "type": "tool_call"}
        return AIMessage(content="", tool_calls=[call])

    def _offer(self, tool: Tool) -> dict[str, Any]:
        parameters = {"type": "object", "properties": {}, **public_schema(tool.parameters)}
        if self._notes is not None:
            notes = {"type": "string", "description": "Your private notes."}
            parameters["properties"] = {self._notes: notes, **parameters["properties"]}
            parameters["required"] = [self._notes, *parameters.get("required", ())]
        function = {
            "name": tool.name,
            "description": tool.description,
            "parameters": parameters,
        }
        return {"type": "function", "function": function}


def public_schema(schema: Any) -> Any:
    """A tool's schema without what is ours alone (`x-role`)."""
    if isinstance(schema, Mapping):
        return {name: public_schema(value) for name, value in schema.items() if name != "x-role"}
    if isinstance(schema, list | tuple):
        return [public_schema(value) for value in schema]
    return schema


def notes_field(tools: Sequence[Tool]) -> str:
    """The name of the argument for notes: one that no tool has already."""
    taken = {name for tool in tools for name in tool.parameters.get("properties", {})}
    field = "notes"
    while field in taken:
        field = f"my_{field}"
    return field


def _noted(call: Proposed, field: str) -> list[Thought]:
    """Take the notes out of a call's arguments, where these can be read."""
    args: Any = call.args
    if args is None:
        try:
            args = loads(call.raw or "")
        except ValueError:
            return []
    if not isinstance(args, Mapping) or field not in args:
        return []
    rest = {name: value for name, value in args.items() if name != field}
    if call.args is None:
        call.raw = dumps(rest)
    else:
        call.args = rest
    notes = args[field] if isinstance(args[field], str) else dumps(args[field])
    return [Thought(notes)] if notes.strip() else []
