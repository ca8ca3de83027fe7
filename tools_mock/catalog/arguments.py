"""How the stock tools write down their arguments, and how their answers read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tools_mock.effects.objects import spelled
from traces.model import Role


def schema(*required: str, **properties: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a tool's arguments: an object with these properties."""
    return {"type": "object", "properties": properties, "required": list(required)}


def text(
    description: str,
    *,
    role: Role | None = None,
    default: str | None = None,
    choices: Sequence[str] = (),
) -> dict[str, Any]:
    """A text argument."""
    return _argument("string", description, role, default, choices)


def number(
    description: str, *, role: Role | None = None, default: float | None = None
) -> dict[str, Any]:
    """A number."""
    return _argument("number", description, role, default)


def whole_number(description: str, *, default: int | None = None) -> dict[str, Any]:
    """A whole number."""
    return _argument("integer", description, None, default)


def flag(description: str, *, default: bool = False) -> dict[str, Any]:
    """A switch."""
    return _argument("boolean", description, None, default)


def texts(description: str, *, role: Role | None = None) -> dict[str, Any]:
    """A text or a list of texts."""
    found = _argument("", description, role, None)
    found["anyOf"] = [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]
    return found


def identifier(description: str) -> dict[str, Any]:
    """A name or number of a record."""
    found = _argument("", description, "identifier", None)
    found["type"] = ["string", "integer"]
    return found


def mapping(description: str) -> dict[str, Any]:
    """Any fields."""
    return _argument("object", description, "data", None)


def said(args: Mapping[str, Any], name: str, default: str = "") -> str:
    """A text argument as text: numbers are spelled, what is no scalar is as if missing."""
    value = args.get(name)
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return spelled(value)
    if isinstance(value, float):
        return repr(value)
    return default


def _argument(
    kind: str,
    description: str,
    role: Role | None,
    default: object,
    choices: Sequence[str] = (),
) -> dict[str, Any]:
    found: dict[str, Any] = {"type": kind} if kind else {}
    found["description"] = description
    if role is not None:
        found["x-role"] = role
    if default is not None:
        found["default"] = default
    if choices:
        found["enum"] = list(choices)
    return found
