"""What an agent is to the harness: something that answers, and is answered only through a door.

An adapter turns each answer of its model into a `Turn`, hands it to the door and gets back what
may be shown to the model. It never sees the gate's world and has nothing of its own to execute.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, Protocol

from tools_mock.gate import LimitReached, Turn
from tools_mock.tool import Tool
from traces.model import AgentInfo, Ending, Result


@dataclass(frozen=True, slots=True)
class Brief:
    """What an agent is given to begin with.

    Attributes:
        system: the system prompt, or null.
        task: the first user message, documents included.
        tools: what it may call.
        scenario_id: by which scripted agents find their lines; models are never told.
        seed: handed to models that take one.
    """

    system: str | None
    task: str
    tools: Sequence[Tool]
    scenario_id: str = ""
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Tokens:
    """What one request used, as the provider counted it; null where it did not say."""

    input: int | None = None
    output: int | None = None
    retries: int = 0


@dataclass(frozen=True, slots=True)
class Delivery:
    """What came back: results in the order of the attempts, and what the user says, if anything.

    Without results and without a reply the conversation is over.
    """

    results: tuple[Result, ...] = ()
    reply: str | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more will be said to the agent."""
        return not self.results and self.reply is None


class Door(Protocol):
    """What stands between an agent and everything else."""

    def take(self, turn: Turn, tokens: Tokens | None = None) -> Delivery:
        """Hand over one answer of the model; by the time this returns it is recorded.

        Raises:
            LimitReached: the trial is over; adapters let it pass through.
        """


class Agent(Protocol):
    """One way to drive one agent. An instance serves many trials, several at a time."""

    @property
    def info(self) -> AgentInfo:
        """Who it is, as it is stored with every trial."""

    async def run(self, brief: Brief, door: Door) -> Ending:
        """Drive one trial until a delivery is over.

        Returns:
            `completed`, or `limit` where the last answer was cut off by its length.

        Raises:
            LimitReached: passed through from the door.
            AgentFault: attributes what went wrong to the provider or to the agent.
        """

    async def canary(self, brief: Brief, door: Door) -> None:
        """Call the brief's only tool once, by the same machinery as `run`, and end.

        What the model would answer is scripted; everything between it and the door is real.
        """

    async def close(self) -> None:
        """Let go of connections and processes."""


class AgentFault(Exception):
    """Something that ended a trial, and whose fault it was."""

    def __init__(self, kind: Literal["agent_error", "provider_error"], detail: str) -> None:
        """See the class."""
        super().__init__(detail)
        self.kind = kind
        self.detail = detail


class SandboxFault(Exception):
    """The gate or the mock world failed: the trial says nothing about the agent."""


class AgentSpecError(ValueError):
    """The words that name an agent are wrong; the sentence says what is allowed."""


@contextmanager
def boundary(kind: Literal["agent_error", "provider_error"], what: str) -> Iterator[None]:
    """Attribute whatever escapes to `kind`, with what was being done in the sentence.

    Limits, faults that were attributed already, and the end of the program pass through.
    """
    try:
        yield
    except (AgentFault, LimitReached, SandboxFault):
        raise
    except Exception as error:
        said = " ".join(str(error).split())[:500] or "no message"
        raise AgentFault(kind, f"{what}: {type(error).__name__}: {said}") from error


@dataclass(frozen=True, slots=True)
class AgentOptions:
    """How models are called; the same for every agent of a run.

    Attributes:
        base_url: an OpenAI-compatible server, instead of the provider's own address.
        api_key: for `base_url`; local servers take any.
        tool_protocol: `native` tool calls, or one schema-constrained `json` step a turn.
        scratchpad: a `notes` field in every step, recorded as reasoning.
        temperature: null leaves it to the provider.
        max_tokens: of one answer; null leaves it to the provider.
        timeout: seconds for one request.
        retries: further tries after a transport error, 429 or 5xx.
    """

    base_url: str | None = None
    api_key: str | None = None
    tool_protocol: Literal["native", "json"] = "native"
    scratchpad: bool = False
    temperature: float | None = 0.0
    max_tokens: int | None = None
    timeout: float = 120.0
    retries: int = 4
