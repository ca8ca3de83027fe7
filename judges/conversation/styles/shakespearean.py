"""H9: the English of Shakespeare, told by its words."""

from __future__ import annotations

import re

from judges.conversation.layers import Layer
from judges.conversation.lexicon import lexicon
from judges.conversation.reply import Reply
from judges.conversation.scripts import length
from judges.conversation.text import Span, Text

WORDS_PER_MARK = 30
"""One marker is needed in so many words."""
ENOUGH = 3
"""How many different markers there have to be."""
_THOU_BEFORE = re.compile(r"(?<![^\W_])thou\s+(?:[^\W\d_]+\s+)?$")
_THOU_BEHIND = re.compile(r"\s+(?:[^\W\d_]+\s+)?thou(?![^\W_])")


def judge(reply: Reply) -> Layer | None:
    """Whether a reply speaks like Shakespeare."""
    if not reply.rules.on("H9"):
        return None
    found = markers(reply.searched)
    if reply.may_mention(found):
        found = [(word, span) for word, span in found if not reply.mentions(span)]
    words = length(reply.text.matching)
    distinct = sorted({word for word, _ in found})
    reason = f"{len(distinct)} different markers in {words} words"
    values = {"markers": distinct, "words": words}
    if not found:
        language = reply.language
        if language not in (None, "en"):
            return reply.open("H9", f"no list of markers for {language}", **values)
        return reply.failed(0.85, "H9", "no word of Shakespeare's", **values)
    if len(distinct) >= ENOUGH and len(found) * WORDS_PER_MARK >= words:
        return reply.passed(0.85, "H9", reason, span=found[0][1], **values)
    return reply.open("H9", f"thin: {reason}", span=found[0][1], **values)


def markers(text: Text) -> list[tuple[str, Span]]:
    """The markers of a text in order, each with its span."""
    matching = text.matching
    found = [(hit.entry, hit.span) for hit in lexicon("shakespearean.free").hits(text)]
    for hit in lexicon("shakespearean.beside_thou").hits(text):
        start, end = hit.at
        if _THOU_BEFORE.search(matching[:start]) or _THOU_BEHIND.match(matching, end):
            found.append((hit.entry, hit.span))
    return sorted(found, key=lambda one: one[1])
