"""N5: the user is called by the first name, or not at all.

The last name is a hit, and so is a title that is put to the user: set off like an address, before
or behind the user's own name. A title with another person's name is none, nor a word like "miss".
"""

from __future__ import annotations

import re
from functools import lru_cache

from judges.conversation.expressions import around, directly_before
from judges.conversation.layers import Layer
from judges.conversation.lexicon import Hit, hits, lexicon
from judges.conversation.reply import Reply
from judges.conversation.text import Span, Text, fold
from judges.conversation.traits.user_names import UserNames, suffixes, titles, user_names

_HAN = re.compile(r"[\u3400-\u9fff\uac00-\ud7a3]+")
_SET_OFF = re.compile(r"(?:^|[.!?;:。！？；：…।؟\n(\"“«「])[\s\W]*$|[,،、，¦]\s*$")
_BEHIND = re.compile(r"\s*(?:$|[.!?;:,،、，。！？；：…।؟¦)\n\"”»」])")
_SENTENCE_BEFORE = re.compile(r"(?:^|[.!?;:。！？\n])[\s\W]*$")
_SENTENCE_BEHIND = re.compile(r"\s*(?:$|[.!?;:。！？…।؟\n)])")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)[.]?\s+$")


def judge(reply: Reply) -> Layer | None:
    """Whether a reply does without the last name and without titles for the user."""
    if not reply.rules.on("N5"):
        return None
    names = user_names(reply)
    text = reply.searched
    open_: Layer | None = None
    for span, reason, sure in _found(text, names):
        if reply.mentions(span, names=False):
            continue
        quote = reply.text.quote(span)
        if sure:
            return reply.failed(0.95, "N5", f"{reason}: {quote}", span=span)
        open_ = open_ or reply.open("N5", f"{reason}: {quote}", span=span)
    return open_ or reply.passed(0.9, "N5", "no last name and no title for the user")


def _found(text: Text, names: UserNames) -> list[tuple[Span, str, bool]]:
    found: list[tuple[Span, str, bool]] = []
    for at in _titled(text, names):
        found.append((text.original(*at), "a title before or behind the user's name", True))
    found += [
        (hit.span, "a title that addresses the user", True)
        for hit in lexicon("honorifics.alone").hits(text)
        if _addresses(text.matching, hit) and not _names_follow(text, hit)
    ]
    found += [
        (hit.span, "a title that stands for the user", True)
        for hit in lexicon("honorifics.to_user").hits(text)
    ]
    if names.last:
        found += _last_names(text, names)
    return sorted(found)


def _last_names(text: Text, names: UserNames) -> list[tuple[Span, str, bool]]:
    found: list[tuple[Span, str, bool]] = []
    for hit in hits([names.last], text):
        start, end = hit.span
        written = text.quote(hit.span)
        if names.last[:1].isupper() and written.islower() and not text.whole.islower():
            continue
        before, _ = around(text.matching, *hit.at)
        if _HAN.fullmatch(written) and len(written) == 1 and not _in_full(text, hit, names):
            continue
        if _is_others(text, before, start, names):
            found.append((hit.span, "the last name behind another first name", False))
        elif _GOES_ON.match(text.whole, end) and not around(text.whole, start, end)[
            0
        ].rstrip().endswith(names.first):
            found.append((hit.span, "the last name, perhaps inside another name", False))
        else:
            found.append((hit.span, "the last name", True))
    return found


_GOES_ON = re.compile(r"[ ][A-ZÀ-Ý][\w'’-]+")


def _in_full(text: Text, hit: Hit, names: UserNames) -> bool:
    behind = text.matching[hit.at[1] :]
    return behind.startswith(tuple(fold(name) for name in names.first)) or bool(
        re.match(rf"\s?(?:{suffixes()})", behind)
    )


def _is_others(text: Text, before: str, start: int, names: UserNames) -> bool:
    """Whether the word before the last name is somebody else's first name."""
    word = _WORD_BEFORE.search(before)
    if word is None or word.group(1) in {fold(name) for name in names.first}:
        return False
    if re.fullmatch(titles(), word.group(1)) or re.fullmatch(titles(), word.group().strip()):
        return False
    near, _ = around(text.whole, start, start)
    written = re.search(r"([^\W\d_]+)[.]?\s+$", near)
    if written is None or not written.group(1)[0].isupper():
        return False
    return not _SENTENCE_BEFORE.search(near[: written.start()]) or not _is_plain(word.group(1))


@lru_cache(maxsize=1024)
def _is_plain(word: str) -> bool:
    """Whether a sentence may begin with this word before a name: a greeting or a small word."""
    return len(word) <= 3 or directly_before("address").search(f"{word} ") is not None


def _titled(text: Text, names: UserNames) -> list[Span]:
    """Where a name of the user stands behind or before a title, title and name."""
    known = [name for name in (*names.first, names.last) if name]
    matching = text.matching
    found: list[Span] = []
    for hit in hits(known, text) if known else ():
        start, end = hit.at
        before = _title_before().search(matching[max(0, start - _NEAR) : start])
        behind = _title_behind().match(matching, end)
        if before is not None or behind is not None:
            first = start - len(before.group()) if before else start
            found.append((first, behind.end() if behind else end))
    return found


_NEAR = 40


@lru_cache(maxsize=1)
def _title_before() -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])(?:{titles()})\s+(?:(?:{titles()})\s+)?$")


@lru_cache(maxsize=1)
def _title_behind() -> re.Pattern[str]:
    return re.compile(rf"\s?(?:{suffixes()})(?![a-z가-힣])")


def _addresses(matching: str, hit: Hit) -> bool:
    """Whether a title is set off like an address."""
    before, behind = around(matching, *hit.at)
    greeted = directly_before("address", r"\s*,?\s*").search(before)
    if not ((_SET_OFF.search(before) or greeted) and _BEHIND.match(behind)):
        return False
    if hit.entry in lexicon("honorifics.profession"):
        opens, closes = _SENTENCE_BEFORE.search(before), _SENTENCE_BEHIND.match(behind)
        return bool(opens) != bool(closes)
    return bool(before.strip()) or bool(behind.strip(" .!?"))


def _names_follow(text: Text, hit: Hit) -> bool:
    """Whether a name follows the title ("Herr Doktor Seidel")."""
    return re.match(r"\.?[ ]+[A-ZÀ-ÝА-Я]", text.whole[hit.span[1] : hit.span[1] + 4]) is not None
