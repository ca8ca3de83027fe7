"""N2: none of the phrases that the user never wants to read."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from judges.conversation.clauses import clauses
from judges.conversation.layers import Layer
from judges.conversation.lexicon import Hit, hits
from judges.conversation.reply import Reply
from judges.conversation.text import Span, Text

_QUOTES = " \n\t\"'“”„«»‹›‘’‚「」『』《》"
_LONGEST = 60


def judge(reply: Reply) -> Layer | None:
    """Whether a reply is free of the forbidden phrases; null where there are none."""
    phrases = reply.option("forbidden_phrases", ()) or forbidden_by(reply.directive)
    if not reply.rules.on("N2") or not phrases:
        return None
    hit = first_use(reply, phrases)
    if hit is None:
        return reply.passed(1.0, "N2", "none of the forbidden phrases")
    quote = reply.text.quote(hit.span)
    return reply.failed(1.0, "N2", f"a forbidden phrase: {quote}", span=hit.span)


def first_use(reply: Reply, phrases: Iterable[str]) -> Hit | None:
    """The first of these phrases that a reply uses, and does not only mention."""
    found = hits(phrases, reply.searched)
    return next((hit for hit in found if not reply.mentions(hit.span)), None)


def forbidden_by(directive: Text) -> tuple[str, ...]:
    """The expressions that a directive quotes in a negated clause ("never call me 'pal'")."""
    return _forbidden_by(directive.whole)


@lru_cache(maxsize=256)
def _forbidden_by(content: str) -> tuple[str, ...]:
    directive = Text(content)
    found: list[str] = []
    for clause in clauses(directive):
        start, end = clause.span
        for quoted in directive.quotes:
            if start <= quoted[0] and quoted[1] <= end and quoted[1] - quoted[0] <= _LONGEST:
                at = _place(clause.text, quoted)
                if at is not None and clause.negated(Hit("", quoted, at)):
                    found.append(directive.quote(quoted).strip(_QUOTES))
    return tuple(phrase for phrase in found if phrase)


def _place(text: Text, span: Span) -> Span | None:
    """Where a span of the turn's content stands in the matching form."""
    first, last = span[0] - text.offset, span[1] - text.offset
    mapped = text.mapped
    inside = [
        i
        for i, (a, b) in enumerate(zip(mapped.starts, mapped.ends, strict=True))
        if first <= a and b <= last
    ]
    return (inside[0], inside[-1] + 1) if inside else None
