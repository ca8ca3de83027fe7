"""JSON text that survives what agents really send: lone surrogates, huge integers, NaN refused."""

from __future__ import annotations

import json
from typing import Any, NoReturn

import orjson


def loads(text: str) -> Any:
    """The value of a JSON text.

    Raises:
        ValueError: the text is no JSON (`NaN` and `Infinity` are none either), or nested so
            deeply that it can't be read.
    """
    try:
        return orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError):
        # orjson refuses lone surrogates, which JSON allows and agents send.
        try:
            return json.loads(text, parse_constant=_refused)
        except RecursionError:
            raise ValueError("nested too deeply") from None


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
