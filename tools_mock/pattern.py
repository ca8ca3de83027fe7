"""Regular expressions from scenario files: compiled once, run under a limit.

The engine is the third-party `regex` module, which backtracks; so a pattern that can run away is
refused by `lint` (`runaway`), and every search has a time limit. A search that meets the limit
raises `PatternTooSlow`: the caller must treat its check as undecided, never as "no match".
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import regex

LIMIT_SECONDS = 2.0
"""Far above what an honest pattern takes on a long text, so that it is met by runaways alone."""


class PatternTooSlow(Exception):
    """A search did not end within `LIMIT_SECONDS`."""


class Pattern:
    """A compiled pattern.

    Args:
        source: the pattern as written; case is ignored unless `exact`.
        exact: whether letters match only themselves.

    Raises:
        ValueError: the pattern is not a valid regular expression; the message says what is wrong.
    """

    __slots__ = ("_compiled", "source")

    def __init__(self, source: str, *, exact: bool = False) -> None:
        """See the class."""
        flags = regex.MULTILINE if exact else regex.MULTILINE | regex.IGNORECASE
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._compiled: Any = regex.compile(source, flags)
        except (regex.error, OverflowError, RecursionError) as error:
            raise ValueError(
                f"{source!r} is no valid regular expression: {error or 'nested too deeply'}"
            ) from None
        self.source = source

    def matches(self, text: str) -> bool:
        """Whether the pattern is found anywhere in the text.

        Raises:
            PatternTooSlow: the search met its time limit.
        """
        try:
            return self._compiled.search(text, timeout=LIMIT_SECONDS) is not None
        except TimeoutError:
            raise PatternTooSlow(self.source) from None

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Start and end of each match that is not empty, from left to right.

        Raises:
            PatternTooSlow: the search met its time limit.
        """
        try:
            for found in self._compiled.finditer(text, timeout=LIMIT_SECONDS):
                if found.end() > found.start():
                    yield found.start(), found.end()
        except TimeoutError:
            raise PatternTooSlow(self.source) from None


@lru_cache(maxsize=4096)
def compiled(source: str, exact: bool = False) -> Pattern:
    """The pattern of this source, compiled once.

    Raises:
        ValueError: see `Pattern`.
    """
    return Pattern(source, exact=exact)


@lru_cache(maxsize=4096)
def compiled_glob(pattern: str, *, slashes: bool = True) -> re.Pattern[str]:
    """A glob as an anchored expression.

    `*` and `**` stand for any characters, `?` for one, `[…]` for one of a set; everything else
    means itself. What lies between two stars is matched once, at its first place, and never tried
    again: a later star takes what is left over, so the result can't run away.

    Args:
        pattern: the glob.
        slashes: whether a wildcard stands for a slash too.
    """
    char = "." if slashes else "[^/]"
    between = [""]
    place = 0
    while place < len(pattern):
        head = pattern[place]
        place += 1
        if head == "*":
            if between[-1] or len(between) == 1:
                between.append("")
        elif head == "?":
            between[-1] += char
        elif head == "[" and (end := _set_end(pattern, place)) > 0:
            between[-1] += _one_of(pattern[place:end], slashes)
            place = end + 1
        else:
            between[-1] += re.escape(head)
    start, *rest = between
    if not rest:
        return re.compile(rf"(?s:{start})\Z")
    *middle, last = rest
    inner = "".join(f"(?>{char}*?{part})" for part in middle)
    return re.compile(rf"(?s:{start}{inner}{char}*{last})\Z")


def _set_end(pattern: str, place: int) -> int:
    """Where the set that begins at a place ends; a bracket that comes first is a member."""
    return pattern.find("]", place + (2 if pattern[place : place + 1] in ("!", "^") else 1))


def _one_of(body: str, slashes: bool) -> str:
    """The set between brackets; a range that runs backwards holds nothing."""
    negated = body[0] in "!^"
    chars = body[1:] if negated else body
    members: list[str] = []
    place = 0
    while place < len(chars):
        if chars[place + 1 : place + 2] == "-" and place + 2 < len(chars):
            low, high = chars[place], chars[place + 2]
            if low <= high:
                members.append(f"{re.escape(low)}-{re.escape(high)}")
            place += 3
        else:
            members.append(re.escape(chars[place]))
            place += 1
    if members:
        found = f"[{'^' if negated else ''}{''.join(members)}]"
    else:
        found = "." if negated else "(?!)"
    return found if slashes else f"(?!/){found}"
