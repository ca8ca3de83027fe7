"""JSON text that survives what agents really send: lone surrogates, huge integers, NaN refused."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

import orjson

MAX_DEPTH = 200
"""Values nested more deeply are refused: no tool has such arguments, and writers fail on them."""

_LONG_NUMBER = re.compile(r"\d{19}")
_NESTING = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


def loads(text: str) -> Any:
    """The value of a JSON text; integers keep all their digits.

    Raises:
        ValueError: the text is no JSON (`NaN` and `Infinity` are none either), or nested more than
            `MAX_DEPTH` levels deep.
    """
    if text.count("[") + text.count("{") > MAX_DEPTH and _depth(text) > MAX_DEPTH:
        raise ValueError(f"nested more than {MAX_DEPTH} levels deep")
    if _LONG_NUMBER.search(text) is None:
        try:
            return orjson.loads(text)
        except (orjson.JSONDecodeError, UnicodeEncodeError):
            # orjson refuses lone surrogates, which JSON allows and agents send.
            pass
    return json.loads(text, parse_constant=_refused)


def _depth(text: str) -> int:
    deepest = depth = 0
    for found in _NESTING.finditer(text):
        mark = found[0]
        if mark in ("[", "{"):
            depth += 1
            deepest = max(deepest, depth)
        elif mark in ("]", "}"):
            depth -= 1
    return deepest


def dumps(value: Any, *, indent: bool = False, sort: bool = False) -> str:
    """The JSON text of a value, compact or indented by two; not ASCII only.

    Raises:
        TypeError: the value holds something that JSON can't.
    """
    option = orjson.OPT_NON_STR_KEYS
    option |= orjson.OPT_INDENT_2 if indent else 0
    option |= orjson.OPT_SORT_KEYS if sort else 0
    try:
        return orjson.dumps(value, option=option).decode()
    except TypeError:
        return json.dumps(
            value,
            ensure_ascii=False,
            indent=2 if indent else None,
            separators=(", ", ": ") if indent else (",", ":"),
            sort_keys=sort,
        )


def _refused(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON value")
