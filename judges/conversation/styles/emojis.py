"""H7 and N1: no emoji, in code or out of it."""

from __future__ import annotations

from judges.conversation.emojis import Found, emojis
from judges.conversation.layers import Layer
from judges.conversation.mention import about_expression
from judges.conversation.reply import Reply
from judges.conversation.text import Span

_CONFIDENCE = {"emoji": 1.0, "text_default": 0.9, "shortcode": 0.9, "emoticon": 0.9}


def judge(reply: Reply, rule: str = "H7") -> Layer | None:
    """Whether a reply has no emoji; null where it has neither an emoji nor anything else."""
    if not reply.rules.on(rule):
        return None
    content = reply.turn.content
    found = [
        (span, kind)
        for span, kind in emojis(content, emoticons=reply.option("include_emoticons", False))
        if not _asked_about(reply, span) and not _allowed(reply, span)
    ]
    if found:
        span, kind = _clearest(found)
        signs = [content[a:b] for (a, b), _ in found]
        reason = f"{len(found)} of them, first {content[slice(*span)]}"
        return reply.failed(_CONFIDENCE[kind], rule, reason, span=span, emojis=signs)
    if not any(char.isalnum() for char in content):
        return None
    return reply.passed(1.0, rule, "no emoji", emojis=[])


def _clearest(found: list[Found]) -> Found:
    return max(found, key=lambda one: (_CONFIDENCE[one[1]], -one[0][0]))


def _asked_about(reply: Reply, span: Span) -> bool:
    """Whether the request itself shows the emoji and asks: then the reply mentions it (T6)."""
    sign = reply.turn.content[slice(*span)]
    if sign not in reply.request.content:
        return False
    return about_expression(reply.conversation, reply.turn)


def _allowed(reply: Reply, span: Span) -> bool:
    return bool(reply.option("allow_quoted", False)) and reply.text.is_quoted(span)
