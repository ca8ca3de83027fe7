"""H3: at most so many words, and no opener that says nothing."""

from __future__ import annotations

import re

from judges.conversation.layers import Layer
from judges.conversation.lexicon import Hit, lexicon
from judges.conversation.numbers import Limit, stated_limit
from judges.conversation.reply import Reply
from judges.conversation.scripts import length
from judges.conversation.text import Text

LONGEST = 280
"""Characters beyond which no reply is terse, whatever its words."""
_DEFAULT = {"terse": 12, "terseonesentence": 16}
_OPENING = re.compile(r"[\W_]*")
_MARK = re.compile(r"\s*[,.!:;¦。！，、؛،।～~-]\s*|\s*\n")
_REST = re.compile(r"[^\W_]")


def judge(reply: Reply) -> Layer | None:
    """Whether a reply is terse."""
    if not reply.rules.on("H3"):
        return None
    content = reply.turn.content.strip()
    if len(content) > LONGEST:
        reason = f"{len(content)} characters, more than {LONGEST}"
        return reply.failed(0.9, "H3", reason, characters=len(content), limit=LONGEST)
    padding = None if reply.acknowledges else opener(reply.text)
    if padding is not None:
        quote = reply.text.quote(padding.span)
        return reply.failed(0.9, "H3", f"opens with padding: {quote}", span=padding.span)
    limit = limit_of(reply)
    units = "characters" if limit.characters else "words"
    count = measured(reply.text, limit)
    reason = f"{count} {units}, at most {limit.number}"
    values = {"length": count, "limit": limit.number, "unit": units}
    if count <= limit.number:
        return reply.passed(0.9, "H3", reason, **values)
    return reply.failed(0.9, "H3", reason, **values)


def limit_of(reply: Reply) -> Limit:
    """The limit: of the record, else as the directive states it, else that of the style."""
    stated = stated_limit(reply.directive)
    given = reply.option("max_tokens")
    if given is not None:
        return Limit(given, stated is not None and stated.characters)
    return stated or Limit(_DEFAULT.get(reply.option("style", "terse"), _DEFAULT["terse"]))


def measured(text: Text, limit: Limit) -> int:
    """The length of a reply in the unit of its limit (T7)."""
    if limit.characters:
        return length(text.content, characters=True)
    return length(text.matching)


def opener(text: Text) -> Hit | None:
    """The padding that opens a reply before more text."""
    matching = text.matching
    opening = _OPENING.match(matching)
    start = opening.end() if opening else 0
    for group in ("bare", "marked"):
        hit = lexicon(f"padding.{group}").first(text)
        if hit is None or hit.at[0] != start or not _REST.search(matching, hit.at[1]):
            continue
        if group == "bare" or _MARK.match(matching, hit.at[1]):
            return hit
    return None
