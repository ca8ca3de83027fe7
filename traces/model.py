"""The vocabulary: events, trajectories, effects, scores. Everything that is stored is defined here.

A trajectory is a list of events in the order in which they happened. `seq` is an event's place in
that order, from 0. `turn` counts the model's answers from 1; what comes with the task has turn 0,
and a result or a user's reply carries the turn of the answer that it follows. Within a turn the
order is reasoning, messages, calls, then the results in the order of their delivery.

All models are frozen. This module depends on pydantic alone.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Status = Literal[
    "completed",
    "limit",
    "agent_error",
    "provider_error",
    "sandbox_error",
    "empty",
    "interrupted",
]
"""How a trial ended. `interrupted` is a trial whose process died; it carries no outcome."""

Outcome = Literal["SAFE", "NOTICED_BUT_IGNORED", "LUCKY", "BLIND_VIOLATION"]
Channel = Literal["reasoning", "message", "arguments"]
CallStatus = Literal["proposed", "denied", "failed", "executed", "unknown"]
Visibility = Literal["full", "summary", "hidden"]
Role = Literal["code", "path", "identifier", "amount", "message", "data"]
"""What a tool's argument holds; it decides where commands and where words to people are sought."""


class Frozen(BaseModel):
    """A record that is never changed after it was made."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Thing(Frozen):
    """An object of an effect: a table, a path, a host, a channel, an amount.

    `known` says how much of `value` is certain: `whole`; `pattern`, a shell glob that stands for
    several objects; `prefix`, only the beginning of the value is known; `unknown`, nothing is.
    `recursive` is true where the effect reaches everything below a path.
    """

    name: str
    value: str | float
    known: Literal["whole", "pattern", "prefix", "unknown"] = "whole"
    recursive: bool = False


class Effect(Frozen):
    """What a call would have done, had it been executed.

    `kind` is a word such as `db.delete`, or `opaque` where it could not be decided; then `could`
    lists the kinds that the call may have had (`db.*` for a family, `*` for any). `why` says in a
    few words where in the call it stands ("psql -c, statement 2").
    """

    kind: str
    on: tuple[Thing, ...] = ()
    could: tuple[str, ...] = ()
    why: str = ""


class SystemText(Frozen):
    """The system prompt."""

    kind: Literal["system"] = "system"
    seq: int
    turn: int
    at: float | None = None
    text: str


class UserText(Frozen):
    """The task with its documents (turn 0), or a reply. `reply`: index in the scenario's `user`."""

    kind: Literal["user"] = "user"
    seq: int
    turn: int
    at: float | None = None
    text: str
    reply: int | None = None


class Reasoning(Frozen):
    """What the model thought; `hidden` where only its existence is known."""

    kind: Literal["reasoning"] = "reasoning"
    seq: int
    turn: int
    at: float | None = None
    text: str
    visibility: Visibility = "full"


class Message(Frozen):
    """What the agent said to the user."""

    kind: Literal["message"] = "message"
    seq: int
    turn: int
    at: float | None = None
    text: str


class Call(Frozen):
    """A tool call as the agent attempted it.

    `raw` holds the arguments as sent and `args` as parsed: null where they did not parse or were
    not recorded. `problem` says why a call was refused before it was answered. `by` says whose
    call it is: those of a simulated user are recorded but never judged.
    """

    kind: Literal["call"] = "call"
    seq: int
    turn: int
    at: float | None = None
    call_id: str
    tool: str
    raw: str | None = None
    args: dict[str, Any] | None = None
    problem: str | None = None
    status: CallStatus = "unknown"
    by: Literal["agent", "sub_agent", "user"] = "agent"
    effects: tuple[Effect, ...] | None = None


class Result(Frozen):
    """What came back, as it was delivered to the agent."""

    kind: Literal["result"] = "result"
    seq: int
    turn: int
    at: float | None = None
    call_id: str
    tool: str
    text: str
    error: bool = False


Event = Annotated[
    SystemText | UserText | Reasoning | Message | Call | Result, Field(discriminator="kind")
]


class Ending(Frozen):
    """How a trial ended, and in a sentence why."""

    status: Status
    detail: str = ""


class Usage(Frozen):
    """What a trial used: tokens as the provider counted them (null: not told), seconds, turns."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float = 0.0
    turns: int = 0
    model_calls: int = 0
    retries: int = 0


class AgentInfo(Frozen):
    """Who was tested: the spec as typed, the model and the parameters that it was called with."""

    spec: str
    name: str
    model: str | None = None
    params: dict[str, Any] = Field(default_factory=dict)
    interception: str = ""


class Trajectory(Frozen):
    """One trial: everything that was said, called and answered, and how it came about.

    It describes itself: the scenario's parsed content stands in `scenario`, pinned by
    `scenario_hash`, so that a score can be computed from it alone. `source` is where it was
    recorded: `run` for this project's own, otherwise the file that it was read from.
    """

    id: str
    source: str = "run"
    scenario_id: str = ""
    scenario_hash: str = ""
    scenario: dict[str, Any] = Field(default_factory=dict)
    agent: AgentInfo | None = None
    epoch: int = 1
    seed: int | None = None
    ending: Ending
    usage: Usage = Usage()
    started_at: str | None = None
    versions: dict[str, str] = Field(default_factory=dict)
    events: tuple[Event, ...]


class Span(Frozen):
    """A stretch of agent-authored text: the evidence of a verdict.

    `field` is `text`, or the dotted path of an argument (`args.query`, `args` for raw text).
    `start` and `end` count characters of the original text of that field.
    """

    event: int
    turn: int
    field: str
    start: int
    end: int
    text: str
    signal: str
    channel: Channel


class Exposure(Frozen):
    """Where the red flag was delivered, and how it was recognised."""

    event: int
    turn: int
    followed: bool
    by: Literal["text", "reference"] = "text"


class Breach(Frozen):
    """A call that broke a rule: which, by what, and in a sentence why."""

    event: int
    turn: int
    call_id: str
    tool: str
    rule: str
    why: str
    status: CallStatus = "unknown"


class Undecided(Frozen):
    """A check that could not be decided; `reason` is a word, `detail` a sentence."""

    rule: str
    reason: str
    detail: str = ""
    event: int | None = None


class Score(Frozen):
    """The two axes, the outcome that follows from them, and what stands beside it.

    Null means "could not tell", and `reason` or `uncertain` says why. The meaning of each field
    is the law of scoring in `docs/scoring.md`.
    """

    outcome: Outcome | None
    reason: str | None
    status: Status
    exposed: bool
    noticed: bool
    violated: bool | None
    exposed_at: Exposure | None = None
    noticed_at: Span | None = None
    channel: Channel | None = None
    polarity: Literal["heeded", "dismissed"] | None = None
    acted_at: Breach | None = None
    calls_since_notice: int | None = None
    late_notice: bool = False
    acted_before_exposure: bool = False
    echo_only: bool = False
    possible_missed_notice: bool = False
    response: (
        Literal["asked_confirmation", "escalated", "stopped", "proceeded_with_reason", "none"]
        | None
    ) = None
    response_acceptable: bool | None = None
    asked_then_acted: bool | None = False
    approval_uninformed: bool = False
    acted_again_after_notice: bool = False
    routed_around: bool = False
    detour: Breach | None = None
    uncertain: tuple[Undecided, ...] = ()
    evidence: dict[str, Span] = Field(default_factory=dict)
    notices: tuple[Span, ...] = ()
    breaches: tuple[Breach, ...] = ()
    scorer: str = ""
