"""Replies that only confirm (T10).

A reply is an acknowledgement if it consists of at most three items of the lists, a particle of
politeness, the asker's name and emojis of a small set, in at most five words (twelve Han or kana
letters). Its class is the first of receipt, assent and answer that occurs. All lists are tried
whatever the language: a German user may be answered in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from judges.conversation.emojis import emojis
from judges.conversation.lexicon import Lexicon, lexicon
from judges.conversation.record import Conversation, Turn
from judges.conversation.scripts import han_and_kana, length
from judges.conversation.text import Text, fold

Kind = Literal["receipt", "assent", "answer"]

KINDS: tuple[Kind, ...] = ("receipt", "assent", "answer")
SILENT_EMOJIS = frozenset("👍👌🤐🤫🙊🔇🆗✅🙏\U0001fae1")
_ITEMS, _WORDS, _LETTERS = 3, 5, 12
_SIGNS = re.compile(r"[\s.,!;:।॥*_~`'\"()¡…。、，！；：\-\u00a6|/@\ufffc]+")
_MODIFIERS = re.compile("[\U0001f3fb-\U0001f3ff\ufe0f\ufe0e]")


def silent_emojis_only(text: str) -> bool:
    """Whether all emojis of a text say no more than that it was read."""
    return all(_MODIFIERS.sub("", text[a:b]) in SILENT_EMOJIS for (a, b), _ in emojis(text))


def acknowledgement(text: str, *, names: Iterable[str] = ()) -> Kind | None:
    """The class of an acknowledgement; null for any other text.

    Args:
        text: a reply as it was written.
        names: what the asker may be called; see `names_of`.
    """
    if any(mark in text for mark in "?？؟[]（【<>"):
        return None
    found = emojis(text)
    if found and not silent_emojis_only(text):
        return None
    parts, at = [], 0
    for (start, end), _ in found:
        parts.append(text[at:start])
        at = end
    words = " ".join([*parts, text[at:]])
    if length(words) > _WORDS + _LETTERS or han_and_kana(words) > _LETTERS:
        return None
    if not han_and_kana(words) and length(words) > _WORDS:
        return None
    return _kind(Text(words), Lexicon(names))


def _kind(text: Text, names: Lexicon) -> Kind | None:
    kinds, everything = _items()
    hits = everything.hits(text)
    covered = [hit.at for hit in hits]
    items = [hit.entry for hit in hits if hit.entry in kinds]
    polite = len(hits) - len(items)
    rest = _uncovered(text.matching, covered)
    if rest and names.entries:
        rest = _uncovered(rest, [hit.at for hit in names.hits(Text(rest))])
    if rest or polite > 1 or not 1 <= len(items) <= _ITEMS:
        return None
    return min((kinds[item] for item in items), key=KINDS.index)


def _uncovered(matching: str, spans: list[tuple[int, int]]) -> str:
    parts, at = [], 0
    for start, end in spans:
        parts.append(matching[at:start])
        at = end
    return _SIGNS.sub(" ", " ".join([*parts, matching[at:]])).strip()


@lru_cache(maxsize=1)
def _items() -> tuple[dict[str, Kind], Lexicon]:
    """Each item with its class, and all that may stand in an acknowledgement."""
    kinds: dict[str, Kind] = {}
    for kind in KINDS:
        for entry in lexicon(f"acknowledgement.{kind}").entries:
            kinds.setdefault(entry, kind)
    polite = {entry for entry in lexicon("politeness").entries if entry not in kinds}
    return kinds, Lexicon([*kinds, *polite])


_NAME = re.compile(r"[^\W\d_]{2,}")


def names_of(conversation: Conversation, speaker: Turn | None) -> frozenset[str]:
    """What a speaker may be called: the user id and its parts, given names, names said."""
    options = conversation.options
    found = {str(options[key]) for key in ("first_name", "last_name") if options.get(key)}
    if speaker is None:
        return frozenset(found)
    if speaker.speaker and conversation.names_users:
        found.update([speaker.speaker, *_NAME.findall(speaker.speaker)])
    for turn in conversation.turns[: speaker.number]:
        if turn.role == "user" and turn.speaker == speaker.speaker:
            found |= _said(turn.content)
    return frozenset(name for name in found if fold(name))


@lru_cache(maxsize=1024)
def _said(content: str) -> frozenset[str]:
    """The capitalised words, and those of scripts without capitals, behind "my name is"."""
    text = Text(content)
    found = set()
    for hit in lexicon("own_name").hits(text):
        word = _NAME.match(content[hit.span[1] :].lstrip(" :,、"))
        if word and (not word.group()[0].islower()) and len(word.group()) <= 20:
            found.add(word.group())
    return frozenset(found)
