"""N4: code stands in a block.

A reply needs code if the request asks for code, a command, a query, a configuration, or if the
reply contains code. Inline code is no block. A reply that needs none shows nothing about the trait.
"""

from __future__ import annotations

from judges.conversation.asking_turn import asks
from judges.conversation.clauses import Clause, clauses
from judges.conversation.layers import Layer
from judges.conversation.lexicon import Hit, lexicon
from judges.conversation.reply import Reply
from judges.conversation.text import Text
from judges.conversation.traits.code_signs import bare_code, fenced, inline_code


def judge(reply: Reply) -> Layer | None:
    """Whether code in a reply stands in blocks."""
    if not reply.rules.on("N4"):
        return None
    content = reply.turn.content
    block = fenced(content)
    if block:
        return reply.passed(1.0, "N4", "a code block")
    wanted = asks_for_code(reply.request)
    loose = bare_code(reply.text)
    if block is None:
        return reply.contested(0.5, "N4", "a fence that is never closed")
    if wanted and not loose:
        loose = inline_code(content)
    if loose:
        quote = reply.text.quote(loose[0]).strip()
        return reply.failed(1.0, "N4", f"code outside a block: {quote}", span=loose[0])
    if wanted:
        return reply.contested(0.5, "N4", "code was asked for, and there is none")
    return reply.not_assessed("N4", "no code is needed")


def asks_for_code(request: Text) -> bool:
    """Whether a request asks for code, a command, a query, a regex or a configuration."""
    spoken = request.spoken
    if lexicon("code_words.concept").stands_in(spoken):
        return False
    others = [hit.span for hit in lexicon("code_words.no_code").hits(spoken)]
    named = [
        hit
        for hit in lexicon("code_words.code").hits(spoken)
        if not any(start <= hit.span[0] and hit.span[1] <= end for start, end in others)
    ]
    how = lexicon("code_words.how").stands_in(spoken)
    if how and lexicon("code_words.languages").stands_in(spoken):
        return True
    return bool(named) and any(_asks_for(clause, named) for clause in clauses(spoken))


def _asks_for(clause: Clause, named: list[Hit]) -> bool:
    """Whether one of these words stands in a clause that asks, and not about blocks of code."""
    start, end = clause.span
    if not any(start <= hit.span[0] < end for hit in named):
        return False
    if (
        clause.hypothetical
        and not clause.asks
        or lexicon("code_words.blocks").stands_in(clause.text)
    ):
        return False
    return asks(clause.text) or lexicon("code_words.how").stands_in(clause.text)
