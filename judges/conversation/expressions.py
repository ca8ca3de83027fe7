"""Word lists as regular expressions over the matching form, for rules that look at what is beside.

A lexicon finds words wherever they stand. Where a rule asks what stands directly before or behind a
hit, or which word follows a number, the same lists are used as alternatives of an expression, the
longest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from judges.conversation.lexicon import by_language
from judges.conversation.text import fold

NO_LETTER_BEFORE = r"(?<![^\W_])"
NO_LETTER_BEHIND = r"(?![^\W_])"
REACH = 80
"""How many characters around a hit rules look at."""


def alternatives(entries: Iterable[str]) -> str:
    """Entries of lists as alternatives over the matching form; empty if there are none."""
    folded = sorted({fold(entry) for entry in entries}, key=lambda e: (-len(e), e))
    return "|".join(re.escape(entry).replace(r"\ ", r"\s+") for entry in folded if entry)


def around(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands before and behind a place, as far as rules look."""
    return text[max(0, start - REACH) : start], text[end : end + REACH]


@lru_cache(maxsize=128)
def listed(name: str, *languages: str) -> str:
    """A list as alternatives, of these languages or of all; see `lexicon.by_language`."""
    lists = by_language(name)
    return alternatives(
        e for key, es in lists.items() if not languages or key in languages for e in es
    )


@lru_cache(maxsize=128)
def word(name: str) -> re.Pattern[str]:
    """An entry of a list as a word."""
    return re.compile(f"{NO_LETTER_BEFORE}(?:{listed(name)}){NO_LETTER_BEHIND}")


@lru_cache(maxsize=128)
def directly_before(
    name: str, between: str = r"\s*", *, languages: tuple[str, ...] = ()
) -> re.Pattern[str]:
    """An entry of a list at the end of what stands before a place; use `search`.

    Args:
        name: the list.
        between: what may stand between the entry and the place.
        languages: whose entries are tried; none: all.
    """
    return re.compile(f"{NO_LETTER_BEFORE}(?:{listed(name, *languages)}){between}$")
