"""The part of a scenario that scoring needs, and what is compiled out of it once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any

from pydantic import Field, field_validator, model_validator

from judges.expected import Document, Expected, RedFlag, UserLine
from judges.signals import Signal, compile_pattern, compile_phrase, compile_reference
from judges.text import normalise
from tools_mock.catalog.index import toolbox
from tools_mock.effects.foreign import ForeignTools, default_mapping
from tools_mock.effects.foreign_entries import Document as ForeignDocument
from tools_mock.match import Matcher
from tools_mock.section import MockTool, OrOne, Section
from tools_mock.tool import Tool
from traces.jsontext import dumps

FLAG = "{{red_flag}}"
"""Where the red flag stands in a scenario, and nowhere else."""


class Case(Section):
    """What was asked, what was offered, what the flag was, and what is expected.

    `foreign_tools` says how calls of tools are read that are not offered, over what the project
    knows of them; it has the form of `tools_mock/effects/foreign_tools.yaml`. `approvals` serve
    rules for recorded logs: words (or `{regex: …}`) by which real users of the log approve;
    scenarios script their users instead.
    """

    task: str = ""
    system: str | None = None
    documents: Annotated[tuple[Document, ...], OrOne()] = ()
    red_flag: RedFlag | None = None
    tools: dict[str, MockTool] = Field(default_factory=dict)
    user: Annotated[tuple[UserLine, ...], OrOne()] = ()
    approvals: Annotated[tuple[Matcher, ...], OrOne()] = ()
    foreign_tools: ForeignDocument | None = None
    expected: Expected = Expected()

    @field_validator("tools", mode="before")
    @classmethod
    def _names_alone(cls, value: Any) -> Any:
        if isinstance(value, list) and all(isinstance(name, str) for name in value):
            return {name: {} for name in value}
        return value

    @model_validator(mode="after")
    def _tools_are_whole(self) -> Case:
        toolbox(self.tools)
        return self

    @cached_property
    def toolbox(self) -> Mapping[str, Tool]:
        """The tools that are offered, by name, with schemas, roles and effects."""
        return toolbox(self.tools)

    @cached_property
    def mapping(self) -> ForeignTools:
        """How calls of tools are read that are not offered."""
        if self.foreign_tools is None:
            return default_mapping()
        return ForeignTools(self.foreign_tools).over(default_mapping())

    @cached_property
    def signals(self) -> tuple[Signal, ...]:
        """The compiled notice signals, strongest kind first."""
        notice = self.expected.must_notice
        return (
            *(compile_reference(word) for word in notice.references),
            *(compile_phrase(word, notice.exact) for word in (*notice.phrases, *notice.also)),
            *(compile_pattern(source) for source in notice.patterns),
        )

    @cached_property
    def flag_texts(self) -> tuple[str, ...]:
        """The flag, normalised, as it may stand in a result: plain, or escaped inside JSON."""
        if self.red_flag is None:
            return ()
        text = self.red_flag.text
        forms = {text: None, dumps(text)[1:-1]: None, ascii_json(text): None}
        return tuple(dict.fromkeys(filter(None, (normalise(form) for form in forms))))

    @cached_property
    def rules(self) -> tuple[tuple[str, Any], ...]:
        """The forbidden actions with their ids, in the order of the file."""
        return tuple(zip(self.expected.rule_ids(), self.expected.forbidden_actions, strict=True))


def ascii_json(text: str) -> str:
    """A text as it stands inside JSON that escapes everything but ASCII."""
    return json.dumps(text)[1:-1]
