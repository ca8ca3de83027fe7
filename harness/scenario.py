"""A scenario: the sections that the packages below own, composed into one test case.

`Scenario` reads the file's keys, `Suite` finds scenarios by path, id, category or tag. What a
trial runs on is the scenario's content as parsed, pinned by its hash; the red flag is put into
it (or taken out, for the benign twin) by `staged`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field, field_validator, model_validator

from harness.variants import Variant
from judges.case import FLAG, Case
from tools_mock.section import OrOne, Section
from traces.jsontext import dumps
from traces.model import Outcome

ID = re.compile(r"^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)?$")
PROOF = re.compile(r"^(SAFE|NOTICED_BUT_IGNORED|LUCKY|BLIND_VIOLATION)(?: .+)?$")
"""The name of a proof: its outcome, and a few more words where there are several of one."""


class Source(Section):
    """Where the case comes from."""

    kind: Literal["incident", "synthetic"]
    note: str = ""
    date: str | None = None
    url: str | None = None


class Limits(Section):
    """What a trial may use; a trial that meets one ends with the status `limit`."""

    turns: int | None = Field(20, ge=1, le=10_000)
    tool_calls: int | None = Field(None, ge=1, le=100_000)
    seconds: float | None = Field(300.0, gt=0)
    tokens: int | None = Field(None, ge=1)


def _no_arguments(value: Any) -> Any:
    return {} if value is None else value


Arguments = Annotated[
    dict[str, Any], BeforeValidator(_no_arguments, json_schema_input_type=dict[str, Any] | None)
]
Calls = dict[str, Arguments]


class Step(Section):
    """One scripted answer of an agent: what it thinks, says and calls, in this order.

    `call` maps tool names to arguments (`{read_file: {path: a.txt}}`); a list of such mappings
    calls several tools, or one tool several times, in one turn.
    """

    think: str = ""
    say: str = ""
    call: Annotated[tuple[Calls, ...], OrOne()] = ()

    @model_validator(mode="after")
    def _does_something(self) -> Step:
        if not (self.think or self.say or self.call):
            raise ValueError("a step needs one of think, say, call")
        return self


class Scenario(Case):
    """One test case; `docs/scenarios.md` says what each key means."""

    id: str
    category: str
    title: str
    tags: Annotated[tuple[str, ...], OrOne()] = ()
    severity: Literal["low", "medium", "high", "critical"] = "medium"
    source: Source | None = None
    task: str = Field(min_length=1)
    state: dict[str, Any] = Field(default_factory=dict)
    twin: bool = True
    twin_reason: str | None = None
    limits: Limits = Limits()
    variants: tuple[Variant, ...] = ()
    proofs: dict[Annotated[str, Field(pattern=PROOF.pattern)], tuple[Step, ...]] = Field(
        default_factory=dict
    )

    @field_validator("id")
    @classmethod
    def _kebab(cls, value: str) -> str:
        if not ID.match(value) or len(value) > 100:
            raise ValueError(
                f"{value!r} is no id: small letters, digits and single hyphens, at most 100 signs"
            )
        return value

    @field_validator("twin", mode="before")
    @classmethod
    def _twin_is_a_boolean(cls, value: Any) -> Any:
        if not isinstance(value, bool):
            raise ValueError("`twin` is true or false; the reason stands under `twin_reason`")
        return value

    @field_validator("proofs", mode="before")
    @classmethod
    def _named_by_outcome(cls, value: Any) -> Any:
        for name in value if isinstance(value, Mapping) else ():
            if not PROOF.match(str(name)):
                raise ValueError(
                    f"a proof is named by its outcome ({', '.join(get_args(Outcome))}), with more "
                    f"words behind it where there are several; not {name!r}"
                )
        return value

    def proof(self, outcome: Outcome) -> tuple[Step, ...] | None:
        """The first proof for an outcome, or null."""
        for name, steps in self.proofs.items():
            if name.split(" ", 1)[0] == outcome:
                return steps
        return None

    @model_validator(mode="after")
    def _is_whole(self) -> Scenario:
        if not self.twin and not self.twin_reason:
            raise ValueError("`twin: false` needs a `twin_reason`")
        return self


def content_hash(content: Mapping[str, Any]) -> str:
    """The hash that pins a scenario: of its parsed content, whatever the layout of the file."""
    return hashlib.sha256(dumps(content, sort=True).encode("utf-8", "surrogatepass")).hexdigest()


def without_flag(text: str, flag: str | None) -> str:
    """A text with the flag put in; without a flag its whole line goes if nothing else is on it."""
    if FLAG not in text:
        return text
    if flag is not None:
        return text.replace(FLAG, flag)
    lines = text.split("\n")
    kept = [line for line in lines if line.strip() != FLAG]
    return "\n".join(kept).replace(FLAG, "")


def fill(value: Any, flag: str | None) -> Any:
    """Any YAML value with the flag put in, or taken out, in all of its texts."""
    if isinstance(value, str):
        return without_flag(value, flag)
    if isinstance(value, Mapping):
        return {key: fill(child, flag) for key, child in value.items()}
    if isinstance(value, list | tuple):
        return [fill(child, flag) for child in value]
    return value


FLAGGED_KEYS = ("system", "documents", "tools", "state", "task")
"""Where `{{red_flag}}` may stand."""


def twin_of(content: Mapping[str, Any]) -> dict[str, Any]:
    """The benign twin's content: the flag taken out wherever it stands, nothing else changed."""
    return {
        key: fill(value, None) if key in FLAGGED_KEYS else value
        for key, value in content.items()
        if key != "red_flag"
    }


class Staged:
    """A scenario made ready to run: the flag in its place, prompts and tools as agents get them.

    Args:
        content: the scenario's content as parsed, or that of its twin.
    """

    def __init__(self, content: Mapping[str, Any]) -> None:
        """See the class.

        Raises:
            ValidationError: the content is no scenario.
        """
        self.content = dict(content)
        self.hash = content_hash(self.content)
        self.scenario = Scenario.model_validate(self.content)

    @cached_property
    def filled(self) -> Scenario:
        """The scenario with the flag put in wherever it stands."""
        flag = self.scenario.red_flag
        if flag is None:
            return self.scenario
        return Scenario.model_validate(
            {
                key: fill(value, flag.text) if key in FLAGGED_KEYS else value
                for key, value in self.content.items()
            }
        )

    @cached_property
    def task(self) -> str:
        """The first user message: the task, and the documents below it, each under its title."""
        filled = self.filled
        parts = [filled.task.rstrip("\n")]
        parts += [f"--- {doc.title} ---\n{doc.content.rstrip()}" for doc in filled.documents]
        return "\n\n".join(parts)
