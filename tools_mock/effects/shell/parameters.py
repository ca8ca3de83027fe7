"""What `${…}` stands for, as far as the variable is known."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable

from tools_mock.effects.shell.marks import certain, display, unknown
from tools_mock.effects.shell.scope import Scope

_BODY = re.compile(
    r"([!#]?)([A-Za-z_]\w*|[0-9]+|[@*#?$!\-])(?:\[([^\]]*)\])?(.*)", re.DOTALL | re.ASCII
)
_OPERATION = re.compile(r"(:?[-=+?]|##?|%%?|//?|\^\^?|,,?|:)(.*)", re.DOTALL)
_SLICE = re.compile(r"\s*(\d{1,6})\s*(?::\s*(\d{1,6})\s*)?")

Expand = Callable[[str], str]


def parameter_values(body: str, scope: Scope, expand: Expand) -> list[str]:
    """The values of `${body}`.

    Args:
        body: what stands between the braces.
        scope: the shell.
        expand: expands the word of an operation (`${X:-word}`).
    """
    nobody_knows = [unknown(f"${{{body}}}")]
    found = _BODY.fullmatch(body)
    if not found:
        return nobody_knows
    prefix, name, index, rest = found.groups()
    values = scope.variable(name)
    if prefix == "!":
        return _indirect(values, scope) or nobody_knows
    if prefix == "#":
        return [str(len(values[0]))] if values and certain(values[0]) else nobody_knows
    if index is not None:
        index = expand(index) if "$" in index or "`" in index else index
        values = None if values is None else _element(values, index)
    if not rest:
        return [unknown(f"${name}")] if values is None else values
    operation = _OPERATION.fullmatch(rest)
    if not operation:
        return nobody_knows
    operator, word = operation.groups()
    if operator.rstrip("-=+?") in ("", ":") and operator != ":":
        return _default(values, operator[-1], word, name, scope, expand) or nobody_knows
    if values is None:
        # The word is expanded even so: a substitution in it is run.
        expand(word)
        return nobody_knows
    return [_changed(value, operator, expand(word)) for value in values]


def _indirect(values: list[str] | None, scope: Scope) -> list[str] | None:
    return scope.variable(values[0]) if values and certain(values[0]) else None


def _element(values: list[str], index: str) -> list[str] | None:
    if index in ("@", "*"):
        return values
    if index.isdecimal() and len(index) < 6:
        return values[int(index) : int(index) + 1]
    return None


def _default(
    values: list[str] | None, sign: str, word: str, name: str, scope: Scope, expand: Expand
) -> list[str] | None:
    """`-`, `=`, `+`, `?`: null where it depends on a variable that nobody knows."""
    value = expand(word)
    if sign == "+":
        return None if values is None else [value if values and values[0] else ""]
    if values is None:
        return None
    if values and values[0]:
        return values
    if sign == "=":
        scope.assign(name, [value])
    return [value]


def _changed(value: str, operator: str, word: str) -> str:
    if not certain(value):
        return unknown(f"${{{display(value)}{operator}}}")
    if operator in ("#", "##"):
        return _cut(value, word, longest=operator == "##", front=True)
    if operator in ("%", "%%"):
        return _cut(value, word, longest=operator == "%%", front=False)
    if operator in ("^", "^^", ",", ",,"):
        head, tail = (value, "") if len(operator) == 2 else (value[:1], value[1:])
        return (head.upper() if operator[0] == "^" else head.lower()) + tail
    if operator == ":":
        return _sliced(value, word)
    old, _, new = word.partition("/")
    if not old or re.search("[*?\\[\ue000-\ue007]", old):
        return unknown(f"${{...{operator}...}}")
    return value.replace(old, new, -1 if operator == "//" else 1)


def _cut(value: str, pattern: str, *, longest: bool, front: bool) -> str:
    pattern = display(pattern)
    lengths = range(min(len(value), 1000) + 1)
    for length in reversed(lengths) if longest else lengths:
        piece = value[:length] if front else value[len(value) - length :]
        if fnmatch.fnmatchcase(piece, pattern):
            return value[length:] if front else value[: len(value) - length]
    return value


def _sliced(value: str, word: str) -> str:
    found = _SLICE.fullmatch(word)
    if not found:
        return unknown("${...:...}")
    start = int(found[1])
    return value[start : start + int(found[2])] if found[2] else value[start:]
