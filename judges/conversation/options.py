"""The options of a record: their names, their kinds, and what makes them invalid (V3, V4).

Keys may be written in camelCase or snake_case; they are kept in snake_case. Some options have two
names. A value of null is no value. To add an option, add it here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal


class InvalidRecord(ValueError):
    """The record can't be judged; the message names the key and what is wrong with it."""

    def __init__(self, key: str, wrong: str) -> None:
        """Takes the key as a path into the record and what is wrong there."""
        self.key = key
        super().__init__(f"{key}: {wrong}")


Kind = Literal["turn", "limit", "flag", "text", "name", "texts", "roles", "expectations"]
"""`turn` and `limit` are whole numbers that are not negative; `name` is a text compared as in
`name_key`."""

KINDS: Mapping[str, Kind] = {
    "allow_quoted": "flag",
    "allowed_misses": "limit",
    "acks": "name",
    "baseline_turn": "turn",
    "denial_markers": "texts",
    "direction": "name",
    "directive_language": "text",
    "first_name": "text",
    "forbidden_leakage": "texts",
    "forbidden_phrases": "texts",
    "global_action_markers": "texts",
    "include_emoticons": "flag",
    "injection_pattern": "texts",
    "is_injection": "flag",
    "is_multilang": "flag",
    "last_name": "text",
    "len1_ack_mode": "flag",
    "max_tokens": "limit",
    "mode": "name",
    "per_user_alternative_markers": "texts",
    "refusal_check_turn_index": "turn",
    "release_assistant_turn": "turn",
    "release_markers": "texts",
    "release_turn": "turn",
    "require_strict_monotonic": "flag",
    "required_leakage": "texts",
    "roles": "roles",
    "room_expectations": "expectations",
    "scope_variant": "name",
    "short_fail_over": "limit",
    "short_pass_up_to": "limit",
    "style": "name",
    "trait": "name",
    "user_expectations": "expectations",
}
_ALIASES = {
    "style_key": "style",
    "trait_key": "trait",
    "scope_mode": "mode",
    "variant_key": "scope_variant",
    "variant": "scope_variant",
    "ladder": "direction",
    "ladder_key": "direction",
    "escalation_key": "direction",
    "with_injection": "is_injection",
    "with_injection_attempt": "is_injection",
    "forbidden_words": "forbidden_phrases",
}
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_IGNORED = re.compile(r"[-_\s]+")


def snake_case(key: str) -> str:
    """A key in snake_case."""
    return _HUMP.sub("_", key).lower()


def name_key(value: str) -> str:
    """A style, trait, direction or mode as it is compared: without case, hyphens and blanks."""
    return _IGNORED.sub("", value.casefold())


def whole_number(value: object, key: str, *, least: int = 0) -> int:
    """A whole number out of a record.

    Raises:
        InvalidRecord: it is something else (`true` is no number), or below `least`.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidRecord(key, f"expected a whole number, got {_shown(value)}")
    if value < least:
        raise InvalidRecord(key, f"expected {least} or more, got {value}")
    return value


def read_options(raw: object, key: str) -> tuple[dict[str, Any], list[str]]:
    """The options under their snake_case names, and a warning for each key that is not known.

    Raises:
        InvalidRecord: a value has the wrong kind, or one option stands there twice with two values.
    """
    if raw is None:
        return {}, []
    if not isinstance(raw, Mapping):
        raise InvalidRecord(key, f"expected a mapping, got {_shown(raw)}")
    options: dict[str, Any] = {}
    spelled: dict[str, str] = {}
    warnings: list[str] = []
    for written, value in raw.items():
        if not isinstance(written, str):
            raise InvalidRecord(key, f"expected keys that are text, got {_shown(written)}")
        name = snake_case(written)
        name = _ALIASES.get(name, name)
        if name not in KINDS:
            warnings.append(f"{key}.{written}: no option of this name, ignored")
            continue
        if value is None:
            continue
        value = _value(value, KINDS[name], f"{key}.{written}")
        if name in options and options[name] != value:
            raise InvalidRecord(
                f"{key}.{written}", f"differs from {spelled[name]}, which is the same option"
            )
        options[name], spelled[name] = value, written
    return options, warnings


def _value(value: object, kind: Kind, key: str) -> Any:
    if kind in ("turn", "limit"):
        return whole_number(value, key)
    if kind == "flag":
        if not isinstance(value, bool):
            raise InvalidRecord(key, f"expected true or false, got {_shown(value)}")
        return value
    if kind in ("roles", "expectations"):
        if not isinstance(value, Mapping):
            raise InvalidRecord(key, f"expected a mapping, got {_shown(value)}")
        return {
            str(name): _inner(inner, kind, f"{key}.{name}")
            for name, inner in value.items()
            if inner is not None
        }
    if kind in ("text", "name"):
        if not isinstance(value, str):
            raise InvalidRecord(key, f"expected text, got {_shown(value)}")
        return name_key(value) if kind == "name" else value
    return texts(value, key)


def _inner(value: object, kind: Kind, key: str) -> Any:
    """A role, or what is expected of one user or room: lists of phrases, a style, a language."""
    if kind == "roles":
        return _value(value, "text", key)
    if not isinstance(value, Mapping):
        raise InvalidRecord(key, f"expected a mapping, got {_shown(value)}")
    expected: dict[str, Any] = {}
    for name, inner in value.items():
        if name in ("required", "forbidden"):
            expected[name] = () if inner is None else texts(inner, f"{key}.{name}")
        elif name in ("style", "language"):
            expected[name] = None if inner is None else _value(inner, "text", f"{key}.{name}")
        else:
            raise InvalidRecord(f"{key}.{name}", "expected required, forbidden, style or language")
    return expected


def texts(value: object, key: str) -> tuple[str, ...]:
    """A list of texts, or one text alone, as a tuple.

    Raises:
        InvalidRecord: it is something else.
    """
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list | tuple) or not all(isinstance(one, str) for one in listed):
        raise InvalidRecord(key, f"expected a list of texts, got {_shown(value)}")
    return tuple(listed)


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
