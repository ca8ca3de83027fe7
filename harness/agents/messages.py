"""What an answer of a LangChain chat model holds, whichever provider it came from.

Calls are read in the order in which the model wrote them, those that did not parse among the
others: LangChain puts these into `invalid_tool_calls`, where no tool node ever looks. Arguments
are taken as sent where the provider's own text was kept, and parsed only by the gate; where a
provider sends a mapping, that is what was sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.runnables import Runnable

from harness.agents.base import Tokens
from harness.agents.openai_chat import SENT_CALLS
from tools_mock.gate import Thought
from traces.jsontext import dumps

_CUT = frozenset(
    (
        "length",
        "max_tokens",
        "max_output_tokens",
        "model_length",
        "model_context_window_exceeded",
    )
)
_LOST = frozenset({"malformed_function_call", "unexpected_tool_call"})
_REASONS = ("finish_reason", "stop_reason", "done_reason", "stopReason")


@dataclass(slots=True)
class Proposed:
    """A call as the model wrote it.

    Attributes:
        id: the provider's, or empty where it gave none; results go back under it.
        tool: the name.
        raw: the arguments as sent, null where they were sent as a mapping.
        args: the arguments where they were sent as a mapping.
        rename: gives the call another id in the message that goes back to the provider.
    """

    id: str
    tool: str
    raw: str | None
    args: Mapping[str, Any] | None
    rename: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Heard:
    """One answer of a model, read.

    Attributes:
        thoughts: the reasoning that it showed.
        text: what it said.
        calls: what it wants to call.
        back: what goes back to the provider as its own words, null for nothing.
        complaint: what to tell it where nothing could be read from the answer.
    """

    thoughts: tuple[Thought, ...]
    text: str
    calls: tuple[Proposed, ...]
    back: BaseMessage | None
    complaint: str | None = None


class ToolProtocol(Protocol):
    """How a model is told of its tools, how its answers are read, how results are given back."""

    def system(self, given: str | None) -> str | None:
        """The system prompt, with what the protocol adds to the scenario's own."""

    def bound(self, model: BaseChatModel) -> Runnable[Any, AIMessage]:
        """The model, knowing the tools.

        Raises:
            AgentFault: the model can't be told of tools in this way.
        """

    def heard(self, message: AIMessage) -> Heard:
        """One answer, read."""

    def returned(self, results: list[ToolMessage]) -> list[BaseMessage]:
        """The results of one turn, as the model gets them."""

    def spoken(self, tool: str | None, args: Mapping[str, Any]) -> AIMessage:
        """What a model would answer to call a tool, or to end where there is none."""


def proposed(message: AIMessage) -> list[Proposed]:
    """The calls of an answer, in the order in which the model wrote them."""
    kept = message.additional_kwargs.get(SENT_CALLS)
    if kept is not None:
        return [_as_sent(call) for call in kept]
    texts = _texts(message)
    calls: list[Proposed] = []
    for call in message.tool_calls:
        raw = texts.get(call["id"] or "")
        args = call["args"] if raw is None else None
        calls.append(Proposed(call["id"] or "", call["name"], raw, args, _renaming(call)))
    for broken in message.invalid_tool_calls:
        name, raw = broken["name"] or "", broken["args"]
        calls.append(Proposed(broken["id"] or "", name, raw, None, _renaming(broken)))
    place = {id_: index for index, id_ in enumerate(_order(message))}
    return sorted(calls, key=lambda call: place.get(call.id, len(place)))


def cut_off(message: AIMessage) -> bool:
    """Whether the answer ended because it was too long."""
    return bool(_reasons(message) & _CUT)


def lost_call(message: AIMessage) -> bool:
    """Whether the provider says that it could not read a call, and gives an answer without it."""
    return bool(_reasons(message) & _LOST)


def _reasons(message: AIMessage) -> set[str]:
    told = message.response_metadata
    incomplete = told.get("incomplete_details")
    reasons = [told.get(name) for name in _REASONS]
    reasons.append(incomplete.get("reason") if isinstance(incomplete, Mapping) else None)
    return {reason.casefold() for reason in reasons if isinstance(reason, str)}


def tokens_of(message: AIMessage, *, retries: int) -> Tokens:
    """What the provider counted for the answer."""
    used = message.usage_metadata
    if not used:
        return Tokens(retries=retries)
    return Tokens(used["input_tokens"], used["output_tokens"], retries)


def _as_sent(call: dict[str, Any]) -> Proposed:
    arguments = call["arguments"]
    raw = args = None
    if isinstance(arguments, Mapping):
        args = arguments
    elif arguments is not None:
        raw = arguments if isinstance(arguments, str) else dumps(arguments)
    given = call["id"]
    return Proposed(
        given if isinstance(given, str) else "", call["name"], raw, args, _renaming(call)
    )


def _renaming(call: Any) -> Callable[[str], None]:
    def rename(new: str) -> None:
        call["id"] = new

    return rename


def _texts(message: AIMessage) -> dict[str, str]:
    """The arguments as text by id, where the integration kept the provider's own form."""
    found: dict[str, str] = {}
    for call in message.additional_kwargs.get("tool_calls") or ():
        function = call.get("function") or {}
        if call.get("id") and isinstance(function.get("arguments"), str):
            found[call["id"]] = function["arguments"]
    for block in _call_blocks(message):
        if isinstance(block.get("arguments"), str) and block.get("call_id"):
            found[block["call_id"]] = block["arguments"]
    return found


def _order(message: AIMessage) -> list[str]:
    kept = message.additional_kwargs.get("tool_calls") or ()
    ids = [call.get("id") for call in kept]
    ids += [block.get("call_id") or block.get("id") for block in _call_blocks(message)]
    return list(dict.fromkeys(id_ for id_ in ids if id_))


def _call_blocks(message: AIMessage) -> list[Mapping[str, Any]]:
    if not isinstance(message.content, list):
        return []
    kinds = ("tool_use", "function_call", "tool_call", "invalid_tool_call")
    return [
        part for part in message.content if isinstance(part, Mapping) and part.get("type") in kinds
    ]
