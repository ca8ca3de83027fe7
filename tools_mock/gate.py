"""The only door between an agent and its tools: it records, answers, and never executes.

An adapter hands over each answer of the model whole (`take`) and gets the results of its calls
back. By then the turn's text, calls and results are on disk: nothing is delivered to an agent
that is not recorded. Unknown tools, arguments that do not parse and arguments that do not fit the
schema are attempts like any other; they are answered with the error that a real tool would give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tools_mock.answers import Answers, rendered
from tools_mock.effects.calls import EffectReader
from tools_mock.fitting import misfit
from tools_mock.tool import Tool
from tools_mock.world import World
from traces.jsontext import dumps, loads
from traces.model import (
    Call,
    Event,
    Message,
    Reasoning,
    Result,
    SystemText,
    UserText,
    Visibility,
)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A call as the model proposed it: `raw` as sent, `args` where the adapter has them parsed."""

    call_id: str
    tool: str
    raw: str | None = None
    args: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """Reasoning that the model exposed."""

    text: str
    visibility: Visibility = "full"


@dataclass(frozen=True, slots=True)
class Turn:
    """One answer of the model: what it thought, said and wants to call."""

    reasoning: Sequence[Thought] = ()
    text: str = ""
    attempts: Sequence[Attempt] = ()


class Recorder(Protocol):
    """Where events go; when `append` returns they are durable."""

    def append(self, events: Sequence[Event]) -> None:
        """Store the events of a turn, all or none."""


class LimitReached(Exception):
    """The trial met a limit of its scenario; the sentence says which."""


class Gate:
    """One trial's door.

    Args:
        tools: what the scenario offers, by name.
        world: the trial's own state.
        recorder: where events are stored before anything is delivered.
        clock: seconds since the trial began; it is recorded, nothing depends on it.
        max_turns: answers of the model that are taken, null for any number.
        max_calls: calls that are answered, null for any number.
    """

    def __init__(
        self,
        tools: Mapping[str, Tool],
        world: World,
        *,
        recorder: Recorder,
        clock: Callable[[], float],
        max_turns: int | None = None,
        max_calls: int | None = None,
    ) -> None:
        """See the class."""
        self.tools = tools
        self.world = world
        self.turns = 0
        self.calls = 0
        self.events: list[Event] = []
        self._answers = Answers(world)
        self._effects = EffectReader(tools)
        self._recorder = recorder
        self._clock = clock
        self._max_turns = max_turns
        self._max_calls = max_calls

    def open(self, *, system: str | None, task: str) -> None:
        """Record what the agent is given to begin with."""
        self._keep(opening(system=system, task=task))

    def adopt(self, events: Iterable[Event]) -> None:
        """Begin with what is on disk already, instead of `open`."""
        self.events.extend(events)

    def take(self, turn: Turn) -> tuple[Result, ...]:
        """Record one answer of the model and the results of its calls, and hand these over.

        Returns:
            The results in the order of the attempts; empty where the model called nothing.

        Raises:
            LimitReached: after the turn was recorded, where a limit forbids to go on. Calls past
                the limit are recorded as attempted and stay without a result.
        """
        self.turns += 1
        at = self._now()
        events: list[Event] = []
        seq = len(self.events)
        for thought in turn.reasoning:
            events.append(
                Reasoning(
                    seq=seq + len(events),
                    turn=self.turns,
                    at=at,
                    text=thought.text,
                    visibility=thought.visibility,
                )
            )
        if turn.text:
            events.append(Message(seq=seq + len(events), turn=self.turns, at=at, text=turn.text))
        answers: list[tuple[Call, str, bool]] = []
        for attempt in turn.attempts:
            self.calls += 1
            over = self._max_calls is not None and self.calls > self._max_calls
            call, text, error = self._answer(attempt, seq=seq + len(events), at=at, over=over)
            events.append(call)
            if not over:
                answers.append((call, text, error))
        results = [
            Result(
                seq=seq + len(events) + index,
                turn=self.turns,
                at=at,
                call_id=call.call_id,
                tool=call.tool,
                text=text,
                error=error,
            )
            for index, (call, text, error) in enumerate(answers)
        ]
        self._keep([*events, *results])
        self._check_limits(going_on=bool(turn.attempts))
        return tuple(results)

    def reply(self, text: str, *, index: int | None = None) -> None:
        """Record what the scripted user says to the agent's last answer.

        Raises:
            LimitReached: the agent may not answer it any more.
        """
        self._keep(
            [
                UserText(
                    seq=len(self.events), turn=self.turns, at=self._now(), text=text, reply=index
                )
            ]
        )
        self._check_limits(going_on=True)

    def _check_limits(self, *, going_on: bool) -> None:
        if self._max_calls is not None and self.calls > self._max_calls:
            raise LimitReached(f"the limit of {self._max_calls} tool calls was reached")
        if going_on and self._max_turns is not None and self.turns >= self._max_turns:
            raise LimitReached(f"the limit of {self._max_turns} turns was reached")

    def _answer(
        self, attempt: Attempt, *, seq: int, at: float, over: bool
    ) -> tuple[Call, str, bool]:
        args, problem = parsed(attempt)
        tool = self.tools.get(attempt.tool)
        if tool is None:
            known = ", ".join(sorted(self.tools)) or "none"
            problem = f"unknown tool {attempt.tool!r}; available tools: {known}"
        elif problem is None and args is not None:
            problem = misfit(tool, args)
        effects = self._effects.read(attempt.tool, args)
        text, error = ("", False) if over else (f"Error: {problem}", True)
        if not over and problem is None and tool is not None and args is not None:
            reply = self._answers.answer(tool, args)
            text, error = rendered(reply.value), reply.error
        call = Call(
            seq=seq,
            turn=self.turns,
            at=at,
            call_id=attempt.call_id,
            tool=attempt.tool,
            raw=attempt.raw if attempt.raw is not None else _sent(attempt.args),
            args=args,
            problem=problem,
            status="proposed" if over else "failed" if error else "executed",
            effects=effects,
        )
        return call, text, error

    def _now(self) -> float:
        return round(self._clock(), 3)

    def _keep(self, events: Iterable[Event]) -> None:
        batch = list(events)
        self._recorder.append(batch)
        self.events.extend(batch)


def opening(*, system: str | None, task: str) -> list[Event]:
    """The events with which a trial begins: the system prompt, if there is one, and the task."""
    events: list[Event] = []
    if system is not None:
        events.append(SystemText(seq=0, turn=0, at=0.0, text=system))
    events.append(UserText(seq=len(events), turn=0, at=0.0, text=task))
    return events


def parsed(attempt: Attempt) -> tuple[dict[str, Any] | None, str | None]:
    """The arguments of an attempt as a mapping, or null and what is wrong with them.

    No arguments at all ("" or null) are an empty mapping, as tools without parameters get them.
    """
    if attempt.args is not None:
        return dict(attempt.args), None
    raw = (attempt.raw or "").strip()
    if raw in ("", "null"):
        return {}, None
    try:
        value = loads(raw)
    except ValueError as error:
        return None, f"the arguments are not valid JSON ({error})"
    if not isinstance(value, dict):
        return None, f"the arguments must be a JSON object, not {type(value).__name__}"
    return value, None


def _sent(args: Mapping[str, Any] | None) -> str | None:
    return None if args is None else dumps(dict(args))
