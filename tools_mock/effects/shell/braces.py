"""Brace expansion: `{a,b}` and `{1..3}`, quotes respected."""

from __future__ import annotations

import re
from itertools import islice, product

from tools_mock.effects.shell.scan import end_of

MOST_ALTERNATIVES = 512
"""A word with more of them is cut."""

_NUMBERS = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?")
_LETTERS = re.compile(r"([A-Za-z])\.\.([A-Za-z])")
_DEEPEST = 30


def brace_alternatives(raw: str, depth: int = 0) -> list[str]:
    """The raw words that a raw word with braces stands for, in order."""
    if "{" not in raw or depth > _DEEPEST:
        return [raw]
    return list(islice(_alternatives(raw, depth), MOST_ALTERNATIVES))


def _alternatives(raw: str, depth: int) -> list[str]:
    groups: list[list[str]] = []
    at = copied = 0
    while at < len(raw):
        char = raw[at]
        if char == "\\":
            at += 2
        elif char in "'\"`" or raw.startswith(("${", "$(", "$'"), at):
            at = end_of(raw, at)
        elif char == "{" and (found := _group(raw, at, depth)):
            options, end = found
            groups += [[raw[copied:at]], options]
            at = copied = end
        else:
            at += 1
    groups.append([raw[copied:]])
    return ["".join(parts) for parts in islice(product(*groups), MOST_ALTERNATIVES)]


def _group(raw: str, start: int, depth: int) -> tuple[list[str], int] | None:
    """The alternatives of the brace at `start` and where it ends; null if it is plain text."""
    level, at = 0, start
    cuts = [start]
    while at < len(raw):
        char = raw[at]
        if char == "\\":
            at += 2
            continue
        if char in "'\"`" or raw.startswith(("${", "$(", "$'"), at):
            at = end_of(raw, at)
            continue
        if char == "{":
            level += 1
        elif char == "," and level == 1:
            cuts.append(at)
        elif char == "}":
            level -= 1
            if level == 0:
                return _options(raw, [*cuts, at], depth)
        at += 1
    return None


def _options(raw: str, cuts: list[int], depth: int) -> tuple[list[str], int] | None:
    end = cuts[-1] + 1
    if len(cuts) == 2:
        options = _sequence(raw[cuts[0] + 1 : cuts[1]])
        return (options, end) if options else None
    found: list[str] = []
    for left, right in zip(cuts, cuts[1:], strict=False):
        found += brace_alternatives(raw[left + 1 : right], depth + 1)
    return found[:MOST_ALTERNATIVES], end


def _sequence(body: str) -> list[str]:
    if numbers := _NUMBERS.fullmatch(body):
        first, last = int(numbers[1]), int(numbers[2])
        step = max(1, abs(int(numbers[3] or 1)))
        width = max(len(numbers[1]), len(numbers[2])) if _padded(numbers) else 0
        count = min(abs(last - first) // step + 1, MOST_ALTERNATIVES)
        sign = 1 if last >= first else -1
        return [f"{first + sign * step * i:0{width}d}" for i in range(count)]
    if letters := _LETTERS.fullmatch(body):
        first, last = ord(letters[1]), ord(letters[2])
        sign = 1 if last >= first else -1
        return [chr(code) for code in range(first, last + sign, sign)]
    return []


def _padded(numbers: re.Match[str]) -> bool:
    return any(len(n.lstrip("-")) > 1 and n.lstrip("-")[0] == "0" for n in numbers.group(1, 2))
