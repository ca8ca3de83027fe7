"""N7: short answers, code aside."""

from __future__ import annotations

import re

from judges.conversation.layers import Layer
from judges.conversation.numbers import counts_characters
from judges.conversation.reply import Reply
from judges.conversation.scripts import length
from judges.conversation.text import Text, mask

PASS_UP_TO, FAIL_OVER = 80, 150
_FENCE = re.compile(r"\s*(?:`{3}|~{3})")


def judge(reply: Reply) -> Layer | None:
    """Whether a reply is short."""
    if not reply.rules.on("N7"):
        return None
    short = reply.option("short_pass_up_to", PASS_UP_TO)
    long = max(short, reply.option("short_fail_over", FAIL_OVER))
    words = measured(reply.text, characters=counts_characters(reply.directive))
    reason = f"length {words}, short up to {short}, long over {long}"
    values = {"length": words, "short": short, "long": long}
    if words <= short:
        return reply.passed(0.9, "N7", reason, **values)
    if words <= long:
        return reply.contested(0.5, "N7", reason, **values)
    return reply.failed(0.9, "N7", reason, **values)


def measured(text: Text, *, characters: bool = False) -> int:
    """The length of a text without its fenced code (T7)."""
    fences = tuple(span for span in text.code if _FENCE.match(text.quote(span)))
    prose = Text(mask(text.content, fences))
    if characters:
        return length(prose.content, characters=True)
    return length(prose.matching)
