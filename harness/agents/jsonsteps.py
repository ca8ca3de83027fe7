"""Tools for models without tool calls: one JSON object a turn, held to a schema by the server.

A step is `{"tool": NAME, "arguments": {…}}` or `{"final": TEXT}`, with `notes` first where the
model keeps a scratchpad. The tools are described in the system prompt, after the scenario's own
words, and results come back as a message of the user. These words of the protocol are no part of
the trajectory.

The schema is a choice between one object for each tool and one for the end, written in what the
grammars of constrained sampling know (types, properties, enums, choices); everything else in a
tool's schema is left to the gate, which checks the call.

What servers that ignore the schema send is read as far as it goes. Every object of a step's form
in the answer is one call or message of this turn, text around them is said. Where a tool is named
but no step can be read, the call is recorded with the raw text. Where nothing can be read, the
whole text is a message and the model is told the form again; `MOST_UNREAD` such answers in a row
are forgiven.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.runnables import Runnable

from harness.agents.messages import Heard, Proposed, proposed
from harness.agents.native import public_schema
from harness.agents.reasoning import exposed
from tools_mock.gate import Thought
from tools_mock.tool import Tool
from traces.jsontext import dumps

MOST_UNREAD = 2
Constrained = Callable[[Mapping[str, Any]], dict[str, Any]]
"""From a JSON Schema to the arguments of a request whose answer is held to it."""

_FORM = "Answer with exactly one JSON object: {call} to use a tool, or {end} to answer the user."
_KNOWN_KEYS = frozenset({"notes", "tool", "arguments", "final"})
_NAMED = re.compile(r'"tool"\s*:\s*"([^"\n]{1,200})"')
_PLAIN = ("type", "enum", "const", "description")


class JsonSteps:
    """The protocol of models that write their calls as text.

    Args:
        tools: what may be called.
        constrained: how the server is told of the schema.
        scratchpad: whether each step has notes.
    """

    def __init__(
        self, tools: Sequence[Tool], constrained: Constrained, *, scratchpad: bool = False
    ) -> None:
        """See the class."""
        self._request = constrained(step_schema(tools, scratchpad=scratchpad))
        self._form = _form(scratchpad)
        self._described = "\n".join(_described(tool) for tool in tools)

    def system(self, given: str | None) -> str:
        """See `ToolProtocol`."""
        tools = f"The tools:\n{self._described}" if self._described else "There are no tools."
        asked = f"{self._form} Nothing stands before or after it.\n{tools}"
        return asked if given is None else f"{given}\n\n{asked}"

    def bound(self, model: BaseChatModel) -> Runnable[Any, AIMessage]:
        """See `ToolProtocol`."""
        return model.bind(**self._request)

    def heard(self, message: AIMessage) -> Heard:
        """See `ToolProtocol`."""
        thoughts, text = exposed(message)
        steps = read_steps(text)
        calls = (*proposed(message), *steps.calls)
        complaint = None
        if text and not calls and not steps.finals:
            complaint = f"That was no step. {self._form}"
        said = "\n".join(part for part in (*steps.around, *steps.finals) if part)
        return Heard(
            thoughts=(*thoughts, *steps.notes),
            text=text if complaint else said,
            calls=calls,
            back=AIMessage(content=message.text) if message.text else None,
            complaint=complaint,
        )

    def returned(self, results: list[ToolMessage]) -> list[BaseMessage]:
        """See `ToolProtocol`."""
        told = [f"Result of {result.name}: {result.text}" for result in results]
        return [HumanMessage("\n\n".join(told))]

    def spoken(self, tool: str | None, args: Mapping[str, Any]) -> AIMessage:
        """See `ToolProtocol`."""
        step = {"final": "Done."} if tool is None else {"tool": tool, "arguments": dict(args)}
        return AIMessage(content=dumps(step))


def step_schema(tools: Sequence[Tool], *, scratchpad: bool) -> dict[str, Any]:
    """The JSON Schema of a step."""
    notes: dict[str, Any] = {"notes": {"type": "string"}} if scratchpad else {}
    calls = [
        _object(
            {
                **notes,
                "tool": {"type": "string", "enum": [tool.name]},
                "arguments": grammatical(tool.parameters),
            }
        )
        for tool in tools
    ]
    return {"type": "object", "anyOf": [*calls, _object({**notes, "final": {"type": "string"}})]}


def grammatical(schema: Any) -> dict[str, Any]:
    """The part of a schema that grammars of constrained sampling know.

    What is left out makes the result wider. Objects that list their properties are closed unless
    the schema opens them: small models would not stop inventing more.
    """
    if not isinstance(schema, Mapping):
        return {}
    kept: dict[str, Any] = {name: schema[name] for name in _PLAIN if name in schema}
    for choice in ("anyOf", "oneOf"):
        if isinstance(schema.get(choice), list):
            kept["anyOf"] = [grammatical(part) for part in schema[choice]]
    if isinstance(schema.get("items"), Mapping):
        kept["items"] = grammatical(schema["items"])
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        kept["properties"] = {name: grammatical(part) for name, part in properties.items()}
        kept["required"] = [name for name in schema.get("required", ()) if name in properties]
        more = schema.get("additionalProperties", False)
        kept["additionalProperties"] = grammatical(more) if isinstance(more, Mapping) else more
    elif schema.get("type") == "object" and schema.get("additionalProperties") is False:
        kept.update(properties={}, additionalProperties=False)
    return kept


class Steps:
    """What was read from an answer."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.notes: list[Thought] = []
        self.calls: list[Proposed] = []
        self.finals: list[str] = []
        self.around: list[str] = []

    def add(self, step: Mapping[str, Any], raw: str) -> bool:
        """Take in one object; false where it is no step."""
        notes, tool, final = step.get("notes"), step.get("tool"), step.get("final")
        named = isinstance(tool, str) and bool(tool)
        if not named and final is None:
            return False
        if isinstance(notes, str) and notes.strip():
            self.notes.append(Thought(notes))
        if named:
            self.calls.append(_call(str(tool), step, raw))
        if final is not None:
            self.finals.append(final if isinstance(final, str) else dumps(final))
        return True


def read_steps(text: str) -> Steps:
    """The steps that stand in a text, and what stands around them.

    Reading stops at the first object that can't be read, so that the time stays in proportion.
    """
    steps = Steps()
    at = 0
    while (start := text.find("{", at)) >= 0:
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            named = _NAMED.search(text, start)
            if named:
                steps.around.append(_prose(text[at:start]))
                steps.calls.append(_proposed(named[1], raw=text[start:]))
                return steps
            break
        if isinstance(value, dict) and steps.add(value, text[start:end]):
            steps.around.append(_prose(text[at:start]))
        else:
            steps.around.append(_prose(text[at:end]))
        at = end
    steps.around.append(_prose(text[at:]))
    return steps


def _call(tool: str, step: Mapping[str, Any], raw: str) -> Proposed:
    arguments = step.get("arguments")
    if isinstance(arguments, Mapping):
        return _proposed(tool, args=arguments)
    if isinstance(arguments, str):
        return _proposed(tool, raw=arguments)
    if arguments is not None:
        return _proposed(tool, raw=dumps(arguments))
    # Arguments under a name of the model's own are not to be lost.
    return _proposed(tool, raw=None if step.keys() <= _KNOWN_KEYS else raw)


def _proposed(
    tool: str, *, raw: str | None = None, args: Mapping[str, Any] | None = None
) -> Proposed:
    return Proposed(id="", tool=tool, raw=raw, args=args, rename=lambda new: None)


def _prose(text: str) -> str:
    """Text beside steps; nothing where it only fences them in or strings them together."""
    return text.strip() if re.sub(r"```(?:json)?|[\s,\[\]]", "", text) else ""


def _form(scratchpad: bool) -> str:
    notes = '"notes": "private notes: what you know and will do next", ' if scratchpad else ""
    call = f'{{{notes}"tool": "NAME", "arguments": {{…}}}}'
    return _FORM.format(call=call, end=f'{{{notes}"final": "TEXT"}}')


def _described(tool: Tool) -> str:
    parameters = public_schema(tool.parameters)
    properties = parameters.get("properties", {})
    required = [name for name in properties if name in parameters.get("required", ())]
    shown = dumps({"properties": properties, "required": required})
    return f"- {tool.name}: {tool.description.strip()} Arguments: {shown}"


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _refused(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON value")


_DECODER = json.JSONDecoder(parse_constant=_refused)
