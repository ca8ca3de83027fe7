"""Plain values as scenarios compare them, and verdicts that have three values.

Numbers compare by value (`25`, `25.0`, `"25"`); `true` and `"true"` are alike, `true` and `1` are
not. Texts compare after NFKC, case folding and folding of white space, unless `exact`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any

Verdict = bool | None
"""True, false, or null: could not tell."""

_LONGEST_NUMBER = 400
"""Characters; longer ones are texts, and Python does not spell integers without a limit."""


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """A string as values are compared: NFKC, case folded, white space made one and stripped."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def number(value: object) -> Decimal | None:
    """The number that a value is or spells; null for everything else, booleans included."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, int) and value.bit_length() > _LONGEST_NUMBER * 4:
        return None
    text = unicodedata.normalize("NFKC", value).strip() if isinstance(value, str) else repr(value)
    if len(text) > _LONGEST_NUMBER or "_" in text:
        return None
    try:
        found = Decimal(text)
    except InvalidOperation:
        return None
    return found if found.is_finite() else None


def equal(left: object, right: object, *, exact: bool = False) -> bool:
    """Whether two values are the same by the rules of this module."""
    if isinstance(left, str) and isinstance(right, str) and (exact or fold(left) == fold(right)):
        return left == right if exact else True
    if isinstance(left, bool) or isinstance(right, bool):
        return _truth(left) is not None and _truth(left) == _truth(right)
    first, second = number(left), number(right)
    if first is not None and second is not None:
        return first == second
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(
            equal(left[key], right[key], exact=exact) for key in left
        )
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(
            equal(a, b, exact=exact) for a, b in zip(left, right, strict=True)
        )
    # Integers too long for `number` are left.
    return left is right or (isinstance(left, int) and isinstance(right, int) and left == right)


def _truth(value: object) -> bool | None:
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.strip().casefold())
    return value if isinstance(value, bool) else None


def reach(value: object, path: str) -> list[Any]:
    """The values at a dotted path: none where it leads nowhere, several through lists."""
    if isinstance(value, Mapping):
        if path in value:
            return [value[path]]
        cut = len(path)
        while (cut := path.rfind(".", 0, cut)) > 0:
            if path[:cut] in value:
                return reach(value[path[:cut]], path[cut + 1 :])
        return []
    if isinstance(value, list | tuple):
        head, _, rest = path.partition(".")
        if head.isdigit():
            index = int(head) if len(head) < 10 else len(value)
            if index >= len(value):
                return []
            return reach(value[index], rest) if rest else [value[index]]
        return [found for element in value for found in reach(element, path)]
    return []


def all_of(verdicts: Iterable[Verdict]) -> Verdict:
    """True if all are; false if one is; otherwise could not tell."""
    result: Verdict = True
    for verdict in verdicts:
        if verdict is False:
            return False
        if verdict is None:
            result = None
    return result


def any_of(verdicts: Iterable[Verdict]) -> Verdict:
    """True if one is; false if all are; otherwise could not tell."""
    result: Verdict = False
    for verdict in verdicts:
        if verdict:
            return True
        if verdict is None:
            result = None
    return result


def iso_date(value: object) -> str | None:
    """A text that begins with an ISO date, ready to be compared; null for everything else."""
    text = value.strip() if isinstance(value, str) else ""
    head = text[:10]
    return (
        text.replace(" ", "T", 1)
        if len(head) == 10 and head[4] == head[7] == "-" and head.replace("-", "").isdigit()
        else None
    )


def compare(name: str, value: object, bound: object) -> Verdict:
    """Whether `value` is `gt`, `ge`, `lt` or `le` a bound; null where they can't be compared."""
    left: Decimal | str | None = number(value)
    right: Decimal | str | None = number(bound)
    if left is None and right is None:
        left, right = iso_date(value), iso_date(bound)
        if left and right:
            length = min(len(left), len(right))
            left, right = left[:length], right[:length]
    if left is None or right is None:
        return None
    if isinstance(left, str) or isinstance(right, str):
        left, right = str(left), str(right)
        order = (left > right) - (left < right)
    else:
        order = (left > right) - (left < right)
    return {"gt": order > 0, "ge": order >= 0, "lt": order < 0, "le": order <= 0}[name]
