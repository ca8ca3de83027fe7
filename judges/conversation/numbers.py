"""Numbers in words, in fifteen languages, and the limits that a directive states with them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from judges.conversation.expressions import alternatives, listed
from judges.conversation.lexicon import LANGUAGES, by_language
from judges.conversation.text import Text, fold

_SEAMLESS = ("zh", "ja", "ko")
_UNIT_NEAR = 2
"""How many words may stand between a number and what it counts ("ten short words")."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a reply may be, in words or in characters."""

    number: int
    characters: bool = False


@lru_cache(maxsize=1)
def values() -> dict[str, int]:
    """The value of each number word, in its matching form."""
    found: dict[str, int] = {}
    for group, first, step in (("ones", 0, 1), ("tens", 30, 10)):
        for entries in by_language(f"number_words.{group}").values():
            for place, entry in enumerate(entries):
                for form in entry.split("/"):
                    found.setdefault(fold(form), first + place * step)
    return found


@lru_cache(maxsize=64)
def number_words(languages: tuple[str, ...] = LANGUAGES) -> str:
    """The number words of these languages as one expression."""
    entries = [
        form
        for group in ("ones", "tens")
        for name, listed in by_language(f"number_words.{group}").items()
        if name in languages
        for entry in listed
        for form in entry.split("/")
    ]
    return alternatives(entries)


def _number() -> str:
    return rf"(?P<digits>\d+)|(?<![^\W_])(?P<word>{number_words()})(?![a-zà-ɏа-я])"


@lru_cache(maxsize=2)
def _counted(group: str) -> re.Pattern[str]:
    lists = by_language(f"limits.{group}")
    spaced = alternatives([e for name, es in lists.items() if name not in _SEAMLESS for e in es])
    joined = alternatives([e for name in _SEAMLESS for e in lists[name]])
    between = rf"(?:[\s-]+[^\W\d_]+){{0,{_UNIT_NEAR}}}?"
    return re.compile(
        rf"(?:{_number()})(?:{between}[\s-]+(?:{spaced})(?![^\W_])|\s?(?:{joined})(?![가-힣]))"
    )


@lru_cache(maxsize=1)
def _bare() -> re.Pattern[str]:
    entries = [e for es in by_language("limits.at_most").values() for e in es]
    return re.compile(
        rf"(?<![^\W_])(?:{alternatives(entries)})\s*:?\s*(?:{_number()})"
        rf"(?=\s*(?:$|[.,;:!?)¦]|(?:{listed('limits.goes_on')})(?![^\W_])))"
    )


def stated_limit(directive: Text) -> Limit | None:
    """The limit that a directive states ("at most eight words", "20文字以内"); null if none.

    A number before words or characters counts, else one behind "at most" that counts nothing else.
    """
    text = directive.matching
    for group in ("words", "characters"):
        found = _counted(group).search(text)
        if found is not None:
            return Limit(_value(found), group == "characters")
    found = _bare().search(text)
    return None if found is None else Limit(_value(found))


def counts_characters(directive: Text) -> bool:
    """Whether a directive states its limit in characters (T7)."""
    limit = stated_limit(directive)
    return limit is not None and limit.characters


def _value(found: re.Match[str]) -> int:
    digits = found["digits"]
    return int(digits) if digits else values()[re.sub(r"\s+", " ", found["word"])]
