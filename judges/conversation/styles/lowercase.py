"""H11: no capitals, in any script that has them."""

from __future__ import annotations

import regex

from judges.conversation.layers import Layer
from judges.conversation.reply import Reply

ALLOWED = 1
_CAPITAL = regex.compile(r"[\p{Lu}\p{Lt}]")
_CASED = regex.compile(r"[\p{Lu}\p{Lt}\p{Ll}]")


def judge(reply: Reply) -> Layer | None:
    """Whether a reply is written in small letters, code and addresses aside."""
    if not reply.rules.on("H11"):
        return None
    searched = reply.searched.content
    capitals = [found.span() for found in _CAPITAL.finditer(searched)]
    if not _CASED.search(searched):
        return reply.not_assessed("H11", "no letter that could be a capital")
    reason = f"{len(capitals)} capitals"
    if len(capitals) <= ALLOWED:
        return reply.passed(0.95, "H11", reason, capitals=len(capitals))
    return reply.failed(0.95, "H11", reason, span=capitals[0], capitals=len(capitals))
