"""Whether arguments fit a tool's schema, in the words of a real tool's error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

    from tools_mock.tool import Tool

_VALIDATORS: dict[int, tuple[Any, Validator]] = {}
_PLAIN_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "object": (dict,),
    "array": (list,),
    "null": (type(None),),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
}
_PLAIN_KEYS = frozenset({"type", "description", "title", "default", "x-role", "examples"})


def misfit(tool: Tool, args: Mapping[str, Any]) -> str | None:
    """What is wrong with the arguments, or null where they fit.

    Args:
        tool: whose schema is asked.
        args: the parsed arguments.
    """
    if _plainly_fits(tool.parameters, args):
        return None
    validator = _validator(tool.parameters)
    errors = sorted(validator.iter_errors(dict(args)), key=lambda error: list(map(str, error.path)))
    if not errors:
        return None
    error = errors[0]
    where = ".".join(str(part) for part in error.path)
    return f"invalid arguments: {where + ': ' if where else ''}{error.message}"


def _plainly_fits(schema: Mapping[str, Any], args: Mapping[str, Any]) -> bool:
    """Whether simple arguments fit a simple schema; false sends them to the full validator."""
    properties = schema.get("properties")
    if not isinstance(properties, Mapping):
        return False
    if not schema.keys() <= {"type", "properties", "required", "additionalProperties"}:
        return False
    if any(name not in args for name in schema.get("required", ())):
        return False
    for name, value in args.items():
        rule = properties.get(name)
        if not isinstance(rule, Mapping) or not rule.keys() <= _PLAIN_KEYS:
            return False
        wanted = rule.get("type")
        names = wanted if isinstance(wanted, list) else [wanted]
        if not any(_is_plainly(value, name) for name in names):
            return False
    return True


def _is_plainly(value: object, name: object) -> bool:
    # For Python a boolean is a number, for JSON it is none.
    if isinstance(value, bool) and name != "boolean":
        return False
    return isinstance(name, str) and isinstance(value, _PLAIN_TYPES.get(name, ()))


def _validator(schema: Mapping[str, Any]) -> Validator:
    known = _VALIDATORS.get(id(schema))
    if known is not None and known[0] is schema:
        return known[1]
    # Imported here: it takes longer to load than most commands take to run.
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(dict(schema))
    if len(_VALIDATORS) > 4096:
        _VALIDATORS.clear()
    _VALIDATORS[id(schema)] = (schema, validator)
    return validator
