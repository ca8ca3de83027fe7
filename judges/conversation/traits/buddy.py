"""N3: no chummy form of address.

The words of the list, and those that the directive forbids, count where they address the user or
are said of the user; a friend of somebody else does not. A quoted one counts.
"""

from __future__ import annotations

import re
from functools import lru_cache

from judges.conversation.expressions import around, directly_before
from judges.conversation.layers import Layer
from judges.conversation.lexicon import Hit, Lexicon, by_language, lexicon
from judges.conversation.reply import Reply
from judges.conversation.text import fold
from judges.conversation.traits import phrases

_SEAMLESS = ("zh", "ja", "ko")
_STOP = r".!?;:。！？；：…।؟()\n"
_SET_OFF_BEFORE = re.compile(rf"(?:^|[{_STOP}])[\s\W]*$|[,،、，¦]\s*$")
_SET_OFF_BEHIND = re.compile(rf"\s*(?:$|[{_STOP},،、，¦])")
_LAST_WORD = re.compile(r"([^\W\d_]+'?)\s*$")


def judge(reply: Reply) -> Layer | None:
    """Whether a reply does without the chummy address."""
    if reply.option("forbidden_phrases"):
        return phrases.judge(reply)
    if not reply.rules.on("N3"):
        return None
    found = [_judged(reply, hit) for hit in _hits(reply) if not _only_mentioned(reply, hit)]
    if not found:
        return reply.passed(1.0, "N3", "no chummy word")
    return max(found, key=lambda layer: (layer.verdict == "FAIL", layer.confidence))


def _hits(reply: Reply) -> list[Hit]:
    words = lexicon("buddy.words").hits(reply.searched)
    forbidden = phrases.forbidden_by(reply.directive)
    forbidden += phrases.not_to_be_called(reply.directive.whole)
    words += _of_directive(forbidden).hits(reply.searched)
    words += lexicon("buddy.address").hits(reply.searched)
    return sorted(set(words), key=lambda hit: (hit.at[0], -hit.at[1]))


@lru_cache(maxsize=64)
def _of_directive(words: tuple[str, ...]) -> Lexicon:
    return Lexicon(words)


def _only_mentioned(reply: Reply, hit: Hit) -> bool:
    matching = reply.searched.matching
    if _is_other_word(matching, hit):
        return True
    before, behind = around(matching, *hit.at)
    addresses = _of_user(before) or _vocative(before, behind)
    if addresses and not (reply.to_directive or reply.text.is_quoted(hit.span)):
        return False
    return reply.mentions(hit.span)


def _judged(reply: Reply, hit: Hit) -> Layer:
    quote = reply.text.quote(hit.span)
    if reply.text.is_quoted(hit.span):
        return reply.failed(1.0, "N3", f"quoted: {quote}", span=hit.span)
    text = reply.searched
    before, behind = around(text.matching, *hit.at)
    if hit.entry in lexicon("buddy.address") and not _owned_by_other(before):
        return reply.failed(1.0, "N3", f"addresses the user: {quote}", span=hit.span)
    if _of_user(before):
        return reply.failed(1.0, "N3", f"said of the user: {quote}", span=hit.span)
    if _vocative(before, behind):
        return reply.failed(1.0, "N3", f"addresses the user: {quote}", span=hit.span)
    if _third_person(before):
        return reply.passed(0.9, "N3", f"somebody else's: {quote}", span=hit.span)
    return reply.failed(0.9, "N3", f"a chummy word: {quote}", span=hit.span)


def _vocative(before: str, behind: str) -> bool:
    """Whether a word is set off: behind a greeting, or by signs and the ends of a sentence."""
    if not _SET_OFF_BEHIND.match(behind):
        return False
    return bool(
        _SET_OFF_BEFORE.search(before) or directly_before("address", r"\s*,?\s*").search(before)
    )


def _third_person(before: str) -> bool:
    word = _LAST_WORD.search(before)
    if word and word.group(1) in _determiners():
        return True
    return before.rstrip().endswith(_seamless_determiners())


def _owned_by_other(before: str) -> bool:
    """Whether an article makes somebody else's of what is an address in the list."""
    return directly_before("buddy.articles", r"\s+").search(before) is not None


@lru_cache(maxsize=1)
def _determiners() -> frozenset[str]:
    lists = by_language("buddy.third_person")
    return frozenset(fold(e) for name, es in lists.items() if name not in ("zh", "ja") for e in es)


@lru_cache(maxsize=1)
def _seamless_determiners() -> tuple[str, ...]:
    lists = by_language("buddy.third_person")
    return tuple(fold(entry) for name in ("zh", "ja") for entry in lists[name])


def _of_user(before: str) -> bool:
    """Whether what stands before says that the writer is the user's friend, or the user is one."""
    return directly_before("buddy.of_user", r"\s*(?:[^\W\d_]+\s+)?").search(before) is not None


_OTHER_WORDS = {
    "друг": re.compile(r"(?:\s+друга|\s+другу|\s+с\s+другом|\s+о\s+друге)"),
    "朋友": re.compile(r"圈"),
    "colega": re.compile(r"\s+de\s"),
}


def _is_other_word(matching: str, hit: Hit) -> bool:
    pattern = _OTHER_WORDS.get(hit.entry)
    return pattern is not None and pattern.match(matching, hit.at[1]) is not None
