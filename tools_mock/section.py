"""The `tools:` section of a scenario: what each mock answers.

Only the tools named here exist for the agent. A name known to the catalog brings its schema,
description, roles, effects and stock answers; a new name gives `description` and `parameters`.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    field_validator,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import PydanticCustomError, core_schema

from tools_mock.effects.kinds import KINDS
from tools_mock.match import Where


class DeclaredEffect(BaseModel):
    """An effect that every call of a tool has: `{effect: money.move, amount: args.total}`.

    Every key beside `effect` names an object of it; a value that begins with `args.` is taken
    from the call, any other value is literal.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    effect: str
    __pydantic_extra__: dict[str, str | int | float] = Field(init=False)

    @field_validator("effect")
    @classmethod
    def _known(cls, value: str) -> str:
        return known_effect(value)


def known_effect(kind: str) -> str:
    """The kind itself.

    Raises:
        ValueError: no effect is called that; the message names the nearest that is.
    """
    if kind not in KINDS:
        near = difflib.get_close_matches(kind, sorted(KINDS), n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"{kind!r} is no effect{hint} (allowed: {', '.join(sorted(KINDS))})")
    return kind


class OrOne:
    """Marks a list that may be written as its one element: `Annotated[tuple[X, ...], OrOne()]`."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Read one element as a list of it."""
        return core_schema.no_info_before_validator_function(_listed, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Let editors accept both forms."""
        whole = handler(schema)
        return {"anyOf": [whole["items"], whole]}


def _listed(value: Any) -> Any:
    return value if isinstance(value, list | tuple) or value is None else [value]


class Section(BaseModel):
    """A part of the scenario file: unknown keys are errors that name the nearest known one.

    `short_form` is the JSON Schema of the plain value that may stand instead of the mapping.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    short_form: ClassVar[Mapping[str, Any] | None] = None

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Let editors accept the short form too."""
        whole = handler(schema)
        resolved = handler.resolve_ref_schema(whole)
        if cls.short_form is not None and "anyOf" not in resolved:
            mapping = dict(resolved)
            resolved.clear()
            resolved.update({"anyOf": [dict(cls.short_form), mapping]})
        return whole

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, value: Any) -> Any:
        if isinstance(value, Mapping):
            known = [field.alias or name for name, field in cls.model_fields.items()]
            for key in value:
                if key not in known:
                    near = difflib.get_close_matches(str(key), known, n=1)
                    raise PydanticCustomError(
                        "unknown_key",
                        "unknown key {key}{hint} (allowed: {known})",
                        {
                            "key": repr(key),
                            "at": key,
                            "hint": f"; did you mean {near[0]!r}?" if near else "",
                            "known": ", ".join(known),
                        },
                    )
        return value


class Response(Section):
    """One answer. The first whose `when` holds, and whose `times` are not used up, is given.

    `when` tests the call's arguments, and the world under paths that begin with `state.`. `set`
    changes the world by paths once the answer is given.
    """

    when: Where = Field(default_factory=dict)
    returns: Any = None
    error: str | None = None
    times: int | None = Field(None, ge=1)
    set: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _answers_once(self) -> Response:
        if self.error is not None and "returns" in self.model_fields_set:
            raise ValueError("an answer has either `returns` or `error`, not both")
        return self


class MockTool(Section):
    """One tool: how it is offered to the agent, and what it answers."""

    short_form: ClassVar[Mapping[str, Any] | None] = {"type": "null"}

    description: str | None = None
    parameters: dict[str, Any] | None = None
    effects: tuple[DeclaredEffect, ...] | None = None
    dialect: str | None = None
    returns: Any = None
    error: str | None = None
    responses: tuple[Response, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _nothing_is_the_stock_answer(cls, value: Any) -> Any:
        return {} if value is None else value

    @model_validator(mode="after")
    def _answers_once(self) -> MockTool:
        if self.error is not None and "returns" in self.model_fields_set:
            raise ValueError("a tool has either `returns` or `error`, not both")
        return self
