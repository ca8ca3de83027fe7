"""The form of `foreign_tools.yaml`: how a call of a tool that no scenario declares is read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from tools_mock.effects.kinds import KINDS
from traces.model import Role

_READINGS = ("shell", "sql", "code", "patch", "http", "effects", "cases", "tool", "unknown")


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Template(BaseModel):
    """One effect: its kind, and for each of its objects the arguments that may hold it.

    An object whose name ends in `?` is left out where no argument gives it, and the whole effect
    where none of `given` is there.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    effect: str
    could: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    __pydantic_extra__: dict[str, tuple[str, ...]] = Field(init=False)

    @property
    def objects(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the objects with their arguments."""
        return self.__pydantic_extra__ or {}

    @field_validator("effect")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in KINDS and value != "opaque":
            raise ValueError(
                f"{value!r} is no effect (allowed: opaque, {', '.join(sorted(KINDS))})"
            )
        return value

    @model_validator(mode="after")
    def _says_what_it_could_be(self) -> Template:
        if (self.effect == "opaque") != bool(self.could):
            raise ValueError("`could` belongs to `effect: opaque`, and to no other")
        return self


class Entry(_Part):
    """How the calls of some tools are read; see the head of `foreign_tools.yaml`."""

    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    shell: tuple[str, ...] = ()
    cwd: tuple[str, ...] = ()
    sql: tuple[str, ...] = ()
    dialect: str = "postgres"
    code: tuple[str, ...] = ()
    language: str = "python"
    patch: tuple[str, ...] = ()
    http: tuple[str, ...] = ()
    method: str | tuple[str, ...] = "GET"
    effects: tuple[Template, ...] | None = None
    by: tuple[str, ...] = ()
    cases: dict[str, tuple[Template, ...]] | None = None
    otherwise: tuple[Template, ...] = ()
    calls: tuple[str, ...] = ()
    tool: tuple[str, ...] = ()
    args: tuple[str, ...] = ()
    unknown: bool = False
    roles: dict[str, Role] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _is_read_one_way(self) -> Entry:
        ways = [way for way in _READINGS if getattr(self, way) not in ((), None, False)]
        # A tool that makes something in a database by its name may also be handed SQL for it.
        if len(ways) != 1 and ways != ["sql", "effects"] and not (not ways and self.effects == ()):
            raise ValueError(f"an entry says one of {', '.join(_READINGS)}; this one: {ways}")
        return self

    def code_names(self) -> frozenset[str]:
        """The arguments that hold commands, SQL, programs or patches."""
        return frozenset((*self.shell, *self.sql, *self.code, *self.patch))

    def templates(self) -> tuple[Template, ...]:
        """All effects that calls of the tool may have."""
        inner = [template for case in (self.cases or {}).values() for template in case]
        return (*(self.effects or ()), *inner, *self.otherwise)


class Document(_Part):
    """The whole file."""

    tools: tuple[Entry, ...] = ()
    words: tuple[Entry, ...] = ()
    verbs: tuple[Entry, ...] = ()
    nouns: tuple[str, ...] = ()


def read_document(path: Path) -> Document:
    """A mapping as it stands in a YAML file.

    Raises:
        ValueError: it is no YAML, or not of this form; the message names the file and the place.
        OSError: it can't be read.
    """
    text = path.read_text(encoding="utf-8")
    try:
        content: Any = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        return Document.model_validate(content or {})
    except yaml.YAMLError as error:
        raise ValueError(f"{path}: {error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"{path}: {where}: {first['msg']}") from None
