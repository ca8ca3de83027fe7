"""N2: none of the phrases that the user never wants to read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from judges.conversation.clauses import Clause, clauses
from judges.conversation.expressions import listed
from judges.conversation.layers import Layer
from judges.conversation.lexicon import Hit, hits, lexicon
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
                if at is not None and _is_forbidden(clause, Hit("", quoted, at)):
                    found.append(directive.quote(quoted).strip(_QUOTES))
    return tuple(phrase for phrase in found if phrase)


def _is_forbidden(clause: Clause, hit: Hit) -> bool:
    """Whether a quoted expression is negated, or what the user wants to end ("drop the 'pal'")."""
    ends = lexicon("lift.end").hits(clause.text)
    return clause.negated(hit) or any(end.at[1] <= hit.at[0] for end in ends)


@lru_cache(maxsize=256)
def not_to_be_called(content: str) -> tuple[str, ...]:
    """What a directive forbids to call the user ("don't call me mate or champ")."""
    matching = Text(content).matching
    found: list[str] = []
    for match in _not_called().finditer(matching):
        words = match["behind"] or match["before"] or match["joined"] or ""
        found += [word.strip(_QUOTES) for word in _OR.split(words)]
    polite = lexicon("called.please")
    return tuple(
        word for word in found if word and word not in polite and len(word.split()) <= _WORDS
    )


_WORDS = 2
"""A form of address has so few words."""
_WORD = r"[^\W\d_][^\s.,;:!?।]*"
_OR = re.compile(
    r"\s*[,،、/]\s*|\s+(?:or|and|nor|oder|und|noch|ou|et|ni|o|y|e|of|en|ani|i|lub|или|и|ни|ya da|ve"
    r"|या|और)\s+|和|或|أو|とか|や"
)


@lru_cache(maxsize=1)
def _not_called() -> re.Pattern[str]:
    seamless = listed("called.not_before", "ja", "ko")
    return re.compile(
        rf"(?<![^\W_])(?:{listed('called.not_behind')})\s*(?P<behind>[^.!?;:。！？\n]{{1,40}})"
        rf"|(?P<before>{_WORD}(?:\s(?:ya da|या)\s{_WORD})?)\s"
        rf"(?:{listed('called.not_before', 'tr', 'hi')})"
        rf"|(?:^|[、。，\s「])(?P<joined>[^\s、。，「」]{{1,8}}?)」?(?:{seamless})"
    )


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
