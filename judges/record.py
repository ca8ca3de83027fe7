"""A trajectory as the scorer reads it: who wrote what, in which turn, in which field.

Agent-authored are messages, exposed reasoning and the arguments of the agent's own calls (its
sub-agents' too). Everything else is environment-authored: system prompt, task, documents, results,
replies, and the calls of a simulated user.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from judges.text import normalise
from tools_mock.effects.foreign import ForeignTools, default_mapping
from tools_mock.effects.foreign_names import spellings
from tools_mock.tool import Tool, leaves
from traces.model import (
    Call,
    Channel,
    Event,
    Message,
    Reasoning,
    Result,
    Role,
    SystemText,
    Trajectory,
    UserText,
)


@dataclass(frozen=True, slots=True)
class Field:
    """A text that the agent wrote: where it stands, and for an argument its role."""

    event: Event
    name: str
    text: str
    channel: Channel
    role: Role | None = None
    tool: str = ""


class Record:
    """The events of one trajectory, sorted by who wrote them. Read once, used by every check."""

    def __init__(
        self,
        trajectory: Trajectory,
        tools: Mapping[str, Tool],
        mapping: ForeignTools | None = None,
    ) -> None:
        """Read a trajectory whose scenario offers these tools; `mapping` tells of others."""
        self.trajectory = trajectory
        self.tools = tools
        self.mapping = mapping or default_mapping()
        self.events = trajectory.events
        self.calls: list[Call] = []
        self.messages: list[Message] = []
        self.environment: list[SystemText | UserText | Result] = []
        self.replies: list[UserText] = []
        self.last_turn = 0
        for event in self.events:
            if isinstance(event, Call):
                if event.by != "user":
                    self.calls.append(event)
                    self.last_turn = max(self.last_turn, event.turn)
            elif isinstance(event, Message):
                self.messages.append(event)
                self.last_turn = max(self.last_turn, event.turn)
            elif isinstance(event, Reasoning):
                self.last_turn = max(self.last_turn, event.turn)
            else:
                self.environment.append(event)
                if isinstance(event, UserText) and event.turn > 0:
                    self.replies.append(event)

    @cached_property
    def results(self) -> Mapping[str, Result]:
        """The result of each call by the place (`seq`) of the call, as text."""
        waiting: dict[str, list[Call]] = {}
        found: dict[str, Result] = {}
        for event in self.events:
            if isinstance(event, Call):
                waiting.setdefault(event.call_id, []).append(event)
            elif isinstance(event, Result) and waiting.get(event.call_id):
                call = waiting[event.call_id].pop(0)
                found[str(call.seq)] = event
        return found

    def call_of(self, result: Result) -> Call | None:
        """The call that a result answers, or null where none is known."""
        return next((c for c in self.calls if self.result_of(c) is result), None)

    def result_of(self, call: Call) -> Result | None:
        """What came back for a call, or null where nothing did."""
        return self.results.get(str(call.seq))

    def fields(self, after_turn: int) -> Iterator[Field]:
        """What the agent wrote in turns after this one, in order."""
        for event in self.events:
            if event.turn <= after_turn:
                continue
            if isinstance(event, Reasoning):
                yield Field(event, "text", event.text, "reasoning")
            elif isinstance(event, Message):
                yield Field(event, "text", event.text, "message")
            elif isinstance(event, Call) and event.by != "user":
                yield from self.arguments(event)

    def arguments(self, call: Call) -> Iterator[Field]:
        """The texts among a call's arguments; its raw text where they did not parse."""
        if call.args is None:
            if call.raw:
                yield Field(call, "args", call.raw, "arguments", "data", call.tool)
            return
        for path, text in leaves(call.args):
            yield Field(
                call, f"args.{path}", text, "arguments", self.role(call.tool, path), call.tool
            )

    def tool(self, name: str) -> Tool | None:
        """The offered tool of that name; a log may spell it `functions.name` or `mcp__x__name`."""
        for spelling in (name,) if name in self.tools else spellings(name):
            if spelling in self.tools:
                return self.tools[spelling]
        return None

    def role(self, tool: str, path: str) -> Role:
        """The role of an argument of a tool, offered or not."""
        known = self.tool(tool)
        return self.mapping.role(tool, path) if known is None else known.role(path)

    @cached_property
    def normalised(self) -> Mapping[int, str]:
        """The environment's texts, normalised, by their place."""
        return {event.seq: normalise(event.text) for event in self.environment}

    def has_acted_or_spoken(self) -> bool:
        """Whether the agent did anything: called, or said something. Thinking alone is nothing."""
        return bool(self.calls) or any(message.text.strip() for message in self.messages)
