"""A tool as the agent and the scorer know it: schema, roles of arguments, defaults, effects.

Roles of arguments go by name (`query`, `sql`, `command`, `script` are code; `text`, `body`,
`subject`, `message`, `comment`, `question` are messages; paths, amounts, identifiers by theirs;
else data) unless the schema says `x-role`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from tools_mock.effects.objects import spelled, things
from tools_mock.section import DeclaredEffect, MockTool
from tools_mock.values import reach
from tools_mock.world import Reply, World
from traces.model import Effect, Role, Thing

Schema = Mapping[str, Any]
Args = Mapping[str, Any]
Effects = Callable[[Args, Mapping[str, str]], tuple[Effect, ...]]
"""From a call's arguments, and the files that the agent wrote before it, to its effects."""
Answer = Callable[[World, Args], Reply]

ROLES: frozenset[str] = frozenset(get_args(Role))
_ROLE_BY_NAME: Mapping[str, Role] = {
    **dict.fromkeys(("query", "sql", "command", "script", "cmd", "statement"), "code"),
    **dict.fromkeys(
        ("text", "body", "subject", "message", "comment", "question", "msg"), "message"
    ),
    **dict.fromkeys(
        ("path", "file", "filename", "file_path", "filepath", "directory", "folder"), "path"
    ),
    **dict.fromkeys(("amount", "total"), "amount"),
    **dict.fromkeys(("id", "ticket_id", "key"), "identifier"),
}


def role_of_name(name: str) -> Role:
    """The role of an argument by its name alone."""
    known = _ROLE_BY_NAME.get(name.casefold())
    if known:
        return known
    folded = name.casefold()
    if folded.endswith("_path"):
        return "path"
    if folded.endswith("_id"):
        return "identifier"
    return "data"


def leaves(args: object, path: str = "") -> Iterator[tuple[str, str]]:
    """The texts among arguments, with their dotted paths, in the order in which they stand."""
    if isinstance(args, str):
        yield path, args
    elif isinstance(args, Mapping):
        for key, value in args.items():
            yield from leaves(value, f"{path}.{key}" if path else str(key))
    elif isinstance(args, list | tuple):
        for index, value in enumerate(args):
            yield from leaves(value, f"{path}.{index}" if path else str(index))
    elif isinstance(args, int) and not isinstance(args, bool):
        yield path, spelled(args)
    elif isinstance(args, float):
        yield path, str(args)


_MOST_ROLES = 1000


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that a scenario offers.

    Attributes:
        name: as the agent calls it.
        description: as the agent reads it.
        parameters: JSON Schema of the arguments, an object.
        effects: what a call would have done; null where nobody declared it.
        mock: the scenario's answers.
        answer: the stock answer, given where the scenario has none; null for a new tool.
        asks_approval: whether a call of it is a request for approval.
        dialect: the SQL dialect of its code arguments.
        effects_in: for a tool that runs SQL, its effects function for another dialect.
    """

    name: str
    description: str
    parameters: Schema
    effects: Effects | None
    mock: MockTool = MockTool()
    answer: Answer | None = None
    asks_approval: bool = False
    dialect: str = "postgres"
    effects_in: Callable[[str], Effects] | None = None
    _known_roles: dict[str, Role] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def role(self, path: str) -> Role:
        """The role of the argument at a dotted path: the deepest `x-role`, else by the names."""
        # Every place of a list has one role: without this the memory would grow with their number.
        place = ".".join("0" if part.isdigit() else part for part in path.split("."))
        known = self._known_roles.get(place)
        if known is None:
            known = self._role(place)
            if len(self._known_roles) < _MOST_ROLES:
                self._known_roles[place] = known
        return known

    def _role(self, path: str) -> Role:
        schema: Any = self.parameters
        parts = path.split(".")
        found: Role | None = None
        for part in parts:
            schema = _child(schema, part)
            named = schema.get("x-role") if isinstance(schema, Mapping) else None
            if named in ROLES:
                found = named
        if found:
            return found
        for part in reversed(parts):
            role = role_of_name(part)
            if role != "data":
                return role
        return "data"

    def roles(self) -> dict[str, Role]:
        """The roles of the top-level arguments that the schema names."""
        return {name: self.role(name) for name in self.parameters.get("properties", {})}

    def defaults(self) -> dict[str, Any]:
        """What the schema states for arguments that a call leaves out."""
        return defaults_of(self.parameters)


def defaults_of(parameters: Schema) -> dict[str, Any]:
    """What a schema states for arguments that a call leaves out."""
    properties = parameters.get("properties", {})
    return {
        name: schema["default"]
        for name, schema in properties.items()
        if isinstance(schema, Mapping) and "default" in schema
    }


def _child(schema: object, part: str) -> object:
    if not isinstance(schema, Mapping):
        return None
    if part.isdigit() and "items" in schema:
        return schema["items"]
    if schema.get("type") == "array" and "items" in schema:
        return _child(schema["items"], part)
    properties = schema.get("properties")
    return properties.get(part) if isinstance(properties, Mapping) else None


def offered(name: str, mock: MockTool, stock: Tool | None) -> Tool:
    """The tool that a scenario offers under a name, with what the catalog knows of it.

    Raises:
        ValueError: the name is new and the description or the parameters are missing.
    """
    if stock is None:
        lacks = [key for key in ("description", "parameters") if getattr(mock, key) is None]
        if lacks:
            raise ValueError(f"the new tool {name!r} needs {' and '.join(lacks)}")
        stock = Tool(name=name, description="", parameters={}, effects=None)
    if mock.effects is not None:
        parameters = stock.parameters if mock.parameters is None else mock.parameters
        effects: Effects | None = declared(mock.effects, defaults_of(parameters))
    elif mock.dialect and stock.effects_in is not None:
        effects = stock.effects_in(mock.dialect)
    else:
        effects = stock.effects
    asks = any(effect.effect == "approval.ask" for effect in mock.effects or ())
    return replace(
        stock,
        description=mock.description or stock.description,
        parameters=stock.parameters if mock.parameters is None else mock.parameters,
        effects=effects,
        mock=mock,
        asks_approval=stock.asks_approval or asks,
        dialect=mock.dialect or stock.dialect,
    )


def declared(effects: tuple[DeclaredEffect, ...], defaults: Args) -> Effects:
    """The effects function of a tool whose scenario declares what its calls do.

    Args:
        effects: what the scenario declares.
        defaults: what the tool's schema states for arguments that a call leaves out.
    """

    def objects(name: str, value: str | int | float, args: Args) -> tuple[Thing, ...]:
        if not (isinstance(value, str) and value.startswith("args.")):
            return things(name, value)
        return things(name, reach(args, value[5:]) or reach(defaults, value[5:]))

    def effects_of(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
        return tuple(
            Effect(
                kind=one.effect,
                on=tuple(
                    thing
                    for name, value in (one.__pydantic_extra__ or {}).items()
                    for thing in objects(name, value, args)
                ),
                why="declared",
            )
            for one in effects
        )

    return effects_of
