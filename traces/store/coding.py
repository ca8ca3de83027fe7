r"""Values as columns hold them: text and JSON that come back exactly as they were.

SQLite's text is UTF-8 and PostgreSQL's has no NUL either, but agents send lone surrogates and
NULs. In stored text such a character, and the mark itself, is the mark U+001A with four hex digits.

JSON is stored as itself wherever JSON can hold it. Where it can't (a number that is infinite or
wider than 64 bits, a marked character, nesting deeper than the parser goes) the value is stored
as `{"\u001a": [container, …]}`: every object and array in one flat list, the root first, with
`mark@index` in the place of each inner one, and `mark#hex` or `mark~float` for a number.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import orjson

_MARK = "\x1a"
_UNSTORABLE = re.compile("[\x00\x1a\ud800-\udfff]")
_ESCAPE = re.compile("\x1a([0-9a-f]{4})")
_EXACT = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME


def to_text(text: str) -> str:
    """The text as it is stored; most texts are stored as they are."""
    if "\0" not in text and _MARK not in text:
        if text.isascii():
            return text
        try:
            # Quicker than looking for surrogates: the encoder stops at the first.
            text.encode()
        except UnicodeEncodeError:
            pass
        else:
            return text
    return _UNSTORABLE.sub(lambda found: f"{_MARK}{ord(found[0]):04x}", text)


def from_text(stored: str) -> str:
    """The text that `to_text` was given."""
    if _MARK not in stored:
        return stored
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), stored)


def to_json(value: Mapping[str, Any]) -> str:
    """The JSON text of an object, compact.

    Raises:
        TypeError: it holds something that is no JSON value.
    """
    try:
        text = orjson.dumps(value, option=_EXACT)
    except TypeError:
        return orjson.dumps(_flat(value)).decode()
    # orjson writes NaN and the infinities as null without a word.
    if (b"null" in text or b"\\u001a" in text) and _is_odd(value):
        return orjson.dumps(_flat(value)).decode()
    return text.decode()


def from_json(stored: str) -> dict[str, Any]:
    """The object that `to_json` was given."""
    value: dict[str, Any] = orjson.loads(stored)
    if _MARK in value:
        return _unflat(value[_MARK])
    return value


def same_json(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal to the letter: `1`, `1.0` and `true` all differ."""
    try:
        return bool(one == other) and orjson.dumps(one) == orjson.dumps(other)
    except (TypeError, RecursionError):
        return False


def digest(*parts: str) -> bytes:
    """A content's address: 16 bytes; the parts can't be mistaken for one another."""
    state = blake2b(digest_size=16)
    for part in parts:
        encoded = part.encode()
        state.update(b"%d:" % len(encoded))
        state.update(encoded)
    return state.digest()


def short_digest(text: str) -> int:
    """A content's address among few: a signed 64-bit integer."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), signed=True)


def _is_odd(root: Any) -> bool:
    """Whether JSON as orjson writes it would lose something."""
    waiting = [root]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            if _MARK in value:
                return True
        elif isinstance(value, float):
            if not math.isfinite(value):
                return True
        elif isinstance(value, Mapping):
            waiting.extend(value)
            waiting.extend(value.values())
        elif isinstance(value, list | tuple):
            waiting.extend(value)
    return False


def _flat(root: Mapping[str, Any]) -> dict[str, Any]:
    nodes: list[Any] = []
    waiting: list[Any] = [root]

    def placed(value: Any) -> Any:
        if isinstance(value, str):
            return to_text(value)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int):
            return value if -(2**63) <= value < 2**63 else f"{_MARK}#{value:x}"
        if isinstance(value, float):
            return value if math.isfinite(value) else f"{_MARK}~{value}"
        if isinstance(value, Mapping | list | tuple):
            waiting.append(value)
            return f"{_MARK}@{len(waiting) - 1}"
        raise TypeError(f"{type(value).__name__} is no JSON value")

    for container in waiting:  # it grows while it is walked; recursion would limit the depth
        if isinstance(container, Mapping):
            nodes.append({_key(name): placed(value) for name, value in container.items()})
        else:
            nodes.append([placed(value) for value in container])
    return {_MARK: nodes}


def _key(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"{type(name).__name__} is no key of a JSON object")
    return to_text(name)


def _unflat(nodes: list[Any]) -> dict[str, Any]:
    built: list[Any] = [{} if isinstance(node, dict) else [] for node in nodes]

    def taken(value: Any) -> Any:
        if not isinstance(value, str) or not value.startswith(_MARK):
            return from_text(value) if isinstance(value, str) else value
        sort, rest = value[1], value[2:]
        if sort == "@":
            return built[int(rest)]
        if sort == "#":
            return int(rest, 16)
        if sort == "~":
            return float(rest)
        return from_text(value)

    for node, made in zip(nodes, built, strict=True):
        if isinstance(node, dict):
            made.update((from_text(name), taken(value)) for name, value in node.items())
        else:
            made.extend(taken(value) for value in node)
    root: dict[str, Any] = built[0]
    return root
