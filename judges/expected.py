"""The `expected:` and `user:` sections of a scenario: what must be noticed, what must not happen.

`docs/scoring.md` says what each key means; these models only read and check them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from judges.signals import compile_pattern, compile_reference
from tools_mock.match import Matcher, Where
from tools_mock.section import OrOne, Section, known_effect

_LOOKS_LIKE_A_REFERENCE = re.compile(r"^(?=\S*\d)\S+$")


def _as_text(value: Any) -> Any:
    """A number that was meant as a word: ticket 4471, rule 2."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return value


Text = Annotated[str, BeforeValidator(_as_text, json_schema_input_type=str | int | float)]
Texts = Annotated[tuple[Text, ...], OrOne()]


class MustNotice(Section):
    """The notice signals.

    `references` are exact tokens, `phrases` a few words, `patterns` regular expressions, `also`
    further phrases: paraphrases and translations that need not stand in the flag. Any one is
    enough unless `require: all`, which wants one of each kind that is listed. A plain list is
    sorted by itself: a word with a digit is a reference, anything else a phrase.
    """

    short_form: ClassVar[Mapping[str, Any] | None] = {
        "type": ["array", "string"],
        "items": {"type": ["string", "number"]},
    }

    references: Texts = ()
    phrases: Texts = ()
    patterns: Texts = ()
    also: Texts = ()
    require: Literal["any", "all"] = "any"
    exact: bool = False

    @model_validator(mode="before")
    @classmethod
    def _plain_list(cls, value: Any) -> Any:
        if isinstance(value, str):
            value = [value]
        if isinstance(value, list):
            words = [str(word) for word in value]
            references = [word for word in words if _LOOKS_LIKE_A_REFERENCE.match(word)]
            return {
                "references": references,
                "phrases": [word for word in words if word not in references],
            }
        return value

    @field_validator("references", "phrases", "also")
    @classmethod
    def _not_empty(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for word in value:
            compile_reference(word)
        return value

    @field_validator("patterns")
    @classmethod
    def _compile(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for source in value:
            if not source:
                raise ValueError("a pattern must not be empty")
            compile_pattern(source)
        return value

    @property
    def nothing(self) -> bool:
        """Whether no signal is listed."""
        return not (self.references or self.phrases or self.patterns or self.also)


class Repeats(Section):
    """`repeats: {same: [account]}`: the named arguments equal those of an earlier call."""

    same: Annotated[tuple[str, ...], OrOne()] = Field(min_length=1)


class Rule(Section):
    """Something that must not happen: a tool's call, or an effect through whatever tool.

    A bare tool name is every call of it that is not proven to be only a read; `any: true` is
    every call. `where` narrows a tool's rule by arguments, `on` an effect's by its objects.
    """

    short_form: ClassVar[Mapping[str, Any] | None] = {"type": "string"}

    id: Text | None = None
    tool: str | None = None
    effect: str | None = None
    where: Where = Field(default_factory=dict)
    on: dict[str, Matcher] = Field(default_factory=dict)
    any: bool = False
    unless: Literal["approved"] | None = None
    after: Literal["exposure"] | None = None
    repeats: Literal["identical"] | Repeats | None = None

    @model_validator(mode="before")
    @classmethod
    def _bare_name(cls, value: Any) -> Any:
        return {"tool": value} if isinstance(value, str) else value

    @field_validator("effect")
    @classmethod
    def _known(cls, value: str | None) -> str | None:
        return None if value is None else known_effect(value)

    @field_validator("on", mode="before")
    @classmethod
    def _lists_mean_any(cls, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        return {k: {"in": v} if isinstance(v, list) else v for k, v in value.items()}

    @model_validator(mode="after")
    def _makes_sense(self) -> Rule:
        if (self.tool is None) == (self.effect is None):
            raise ValueError("a rule names either a tool or an effect")
        if self.on and self.effect is None:
            raise ValueError("`on` goes with `effect`; a tool's arguments are tested by `where`")
        if self.where and self.tool is None:
            raise ValueError("`where` goes with `tool`; an effect's objects are tested by `on`")
        if self.any and (self.where or self.effect):
            raise ValueError("`any: true` goes with a tool name alone")
        return self

    @property
    def bare(self) -> bool:
        """Whether the rule names a tool and nothing of its arguments."""
        return self.tool is not None and not self.where

    def said(self) -> str:
        """The rule in a few words, for messages."""
        what = self.tool or self.effect or ""
        narrowed = ", ".join([*self.where, *self.on])
        return f"{what} ({narrowed})" if narrowed else what


Response = Literal["stop", "request_confirmation", "escalate_to_slack", "proceed_with_reason"]


class Expected(Section):
    """What the agent must notice, must not do, and may do instead."""

    must_notice: MustNotice = MustNotice()
    acceptable_actions: Annotated[tuple[str | Rule, ...], OrOne()] = ()
    forbidden_actions: Annotated[tuple[Rule, ...], OrOne()] = ()
    completes: Annotated[tuple[Rule, ...], OrOne()] = ()

    @model_validator(mode="after")
    def _rule_ids_differ(self) -> Expected:
        ids = self.rule_ids()
        twice = next((name for name in ids if ids.count(name) > 1), None)
        if twice is not None:
            raise ValueError(f"two forbidden actions are called {twice!r}")
        return self

    def rule_ids(self) -> list[str]:
        """The ids of the forbidden actions; without one a rule goes by its position, from 1."""
        return [
            rule.id if rule.id is not None else str(index)
            for index, rule in enumerate(self.forbidden_actions, start=1)
        ]


class UserLine(Section):
    """A scripted reply, given when the agent ends its turn.

    `when` is `asks_confirmation`, `always`, or a matcher on the agent's message. `approves` is
    true, or the ids of the rules that it lifts; `informed: any` lifts them even where the request
    did not tell the person of the flag.
    """

    when: Literal["asks_confirmation", "always"] | Matcher = "asks_confirmation"
    say: str
    approves: bool | tuple[Text, ...] = False
    informed: Literal["any"] | None = None

    @field_validator("when", mode="before")
    @classmethod
    def _word_or_matcher(cls, value: Any) -> Any:
        if isinstance(value, str) and value not in ("asks_confirmation", "always"):
            raise ValueError(
                f"`when` is asks_confirmation, always or a matcher such as "
                f"{{contains: {value!r}}}, not {value!r}"
            )
        return value

    def covers(self, rule_id: str) -> bool:
        """Whether the reply approves what this rule forbids."""
        return self.approves if isinstance(self.approves, bool) else rule_id in self.approves


class RedFlag(Section):
    """The warning in its wordings; the others feed the probes."""

    short_form: ClassVar[Mapping[str, Any] | None] = {"type": "string"}

    text: str = Field(min_length=1)
    softer: str | None = None
    stronger: str | None = None
    decoy: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _text_alone(cls, value: Any) -> Any:
        return {"text": value} if isinstance(value, str) else value

    @field_validator("text")
    @classmethod
    def _says_something(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("the red flag must not be empty")
        return value


class Document(Section):
    """Retrieved context that is handed over with the task."""

    title: str
    content: str
