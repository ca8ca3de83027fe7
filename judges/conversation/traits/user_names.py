"""What the user is called, and wants not to be called (N5).

The record may give `firstName` and `lastName`. Otherwise the directive tells: a name behind a title
in a negated clause ("nicht Frau Brandt") is the last name, its other capitalised words may be the
first; in scripts without capitals the name stands beside "call me".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from judges.conversation.clauses import clauses
from judges.conversation.expressions import alternatives, listed, word
from judges.conversation.lexicon import by_language
from judges.conversation.reply import Reply
from judges.conversation.text import Text, fold

_CAPITALISED = re.compile(r"[^\W\d_][^\W\d_]*(?:['’-][^\W\d_]+)*")
_UNCASED = r"[\u0590-\u05ff\u0620-\u06ff\u0900-\u097f\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3々ー]"
_LONGEST = {"zh": 4, "ja": 6, "ko": 4}


@dataclass(frozen=True)
class UserNames:
    """Names of the user, as they are written; the last name is empty where nothing tells it."""

    first: tuple[str, ...]
    last: str


def user_names(reply: Reply) -> UserNames:
    """The names of the user whom a reply answers."""
    given, last = reply.option("first_name"), reply.option("last_name")
    return _user_names(reply.directive.whole, given, last)


@lru_cache(maxsize=256)
def _user_names(content: str, given: str | None, last: str | None) -> UserNames:
    directive = Text(content)
    last = last or _titled(directive)
    first = [given] if given else []
    first += [name for name in (*_capitalised(directive), *_beside_call(directive)) if name != last]
    return UserNames(tuple(dict.fromkeys(first)), last or "")


def titles() -> str:
    """The titles that stand before a name, as an expression over the matching form."""
    return listed("honorifics.before_name")


def suffixes() -> str:
    """The titles that stand behind a name."""
    return listed("honorifics.after_name")


@lru_cache(maxsize=1)
def _titled_name() -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])(?:{titles()})\s+(?:(?:{titles()})\s+)?(?P<name>[^\W\d_]+)")


def _titled(directive: Text) -> str:
    """The name behind a title, or before one, in a negated clause."""
    for clause in clauses(directive):
        found = _titled_name().search(clause.text.matching)
        if found is None:
            continue
        name = directive.quote(clause.text.original(*found.span("name")))
        if name[:1].isupper() and _is_negated(clause.text.matching, found.start()):
            return name
    return _suffixed(directive)


def _is_negated(matching: str, before: int) -> bool:
    return word("honorifics.declined").search(matching[:before]) is not None


def _suffixed(directive: Text) -> str:
    found = re.search(
        rf"(?:别叫我|別叫我|不要叫我|别称呼我|別稱呼我|不用叫我)(?P<name>{_UNCASED}{{1,3}}?)(?:{suffixes()})",
        directive.matching,
    )
    return found["name"] if found else ""


def _capitalised(directive: Text) -> list[str]:
    """The capitalised words of a directive, titles and the names behind them aside."""
    content, matching = directive.content, directive.matching
    others = {fold(found["name"]) for found in _titled_name().finditer(matching)}
    title = re.compile(titles())
    return [
        name
        for found in _CAPITALISED.finditer(content)
        if (name := found.group())[0].isupper()
        and len(name) > 1
        and fold(name) not in others
        and not title.fullmatch(fold(name))
    ]


@lru_cache(maxsize=8)
def _called(language: str) -> re.Pattern[str]:
    behind = alternatives(by_language("called.behind").get(language, ()))
    before = alternatives(by_language("called.before").get(language, ()))
    name = rf"[「『\"“]?(?P<name>{_UNCASED}{{1,{_LONGEST.get(language, 20)}}}?)[」』\"”]?"
    if language == "zh":
        return re.compile(rf"(?:{behind})\s*{name}(?=就|吧|即可|好|，|,|。|$|！|、|别|別|不)")
    if language == "ja":
        return re.compile(rf"(?:^|[、。，,「『\s]){name}(?:{before})")
    if language == "ko":
        return re.compile(
            rf"(?:^|\s){name}\s?(?:{before})|(?:{behind})\s(?P<other>{_UNCASED}{{2,4}})"
        )
    if language == "hi":
        return re.compile(rf"(?:{behind})\s+{name}\s+(?:{before})")
    return re.compile(rf"(?:{behind})\s+(?P<name>{_UNCASED}+)")


def _beside_call(directive: Text) -> list[str]:
    found: list[str] = []
    for language in ("ar", "hi", "zh", "ja", "ko"):
        if language in directive.languages:
            match = _called(language).search(directive.matching)
            if match is not None:
                found.append(next(group for group in match.groups() if group))
    return found
