"""Expressions that a reply mentions and does not use (T6).

A hit is a mention if the request asks about an expression (its meaning, translation, spelling,
synonyms, origin) and the hit is quoted, in italics or in code, or is subject or complement of "is",
"means", "translates", "spelled", or the reply is that expression alone. In the reply to the
directive, the banned word inside a negated promise is one too. For word lists, so is a word of a
title or name. A quotation alone is none of these: it counts.
"""

from __future__ import annotations

import re
from functools import lru_cache

from judges.conversation.clauses import Clause, clauses
from judges.conversation.lexicon import Hit, lexicon
from judges.conversation.record import Conversation, Turn
from judges.conversation.scripts import length
from judges.conversation.text import Span, Text, fold

_FOLLOW_UP = 6
_ALONE = 3
_ITALIC = re.compile(r"(?<![*_\w])(?:\*[^*\n]{1,80}\*|_[^_\n]{1,80}_)(?![*_\w])")
_CAPITALISED = re.compile(r"[^\W\d_][\w'’-]*")
_BETWEEN = re.compile(
    r"[ \u00a0]+(?:(?:of|and|the|in|to|a|de|la|le|du|und|der|von|di|del)[ ]+){0,2}"
)
_BETWEEN_WORDS = 2
"""How many words may stand between a hit and the verb whose subject or complement it is."""


def is_mention(conversation: Conversation, reply: Turn, span: Span, *, names: bool = False) -> bool:
    """Whether a span of a reply is mentioned only.

    Args:
        conversation: the record that the reply belongs to.
        reply: the assistant turn.
        span: the hit, by offsets of the turn's content.
        names: whether words of titles and names are mentions as well (word lists of styles and
            traits).
    """
    if about_expression(conversation, reply) and _set_apart(reply.text, span):
        return True
    if conversation.is_reply_to_directive(reply) and _promised_away(reply.text, span):
        return True
    return names and (in_name(reply.text, span) or _named_by_request(conversation, reply, span))


def about_expression(conversation: Conversation, reply: Turn) -> bool:
    """Whether the request, or for a short follow-up the one before it, asks about an expression."""
    request = conversation.request(reply)
    if request is None:
        return False
    if _asks_about_expression(request.content):
        return True
    if length(request.content) > _FOLLOW_UP:
        return False
    before = [t for t in conversation.turns[: request.number - 1] if t.role == "user"]
    return bool(before) and _asks_about_expression(before[-1].content)


@lru_cache(maxsize=1024)
def _asks_about_expression(content: str) -> bool:
    text = Text(content).searched
    other = [hit.at for hit in lexicon("expression_question.other").hits(text)]
    return any(
        not any(a <= hit.at[0] and hit.at[1] <= b for a, b in other)
        for hit in lexicon("expression_question.about").hits(text)
    )


def _set_apart(text: Text, span: Span) -> bool:
    """Whether a hit is shown as an expression."""
    if length(text.content) <= _ALONE:
        return True
    if text.is_quoted(span) or any(a <= span[0] and span[1] <= b for a, b in text.code):
        return True
    if any(m.start() <= span[0] and span[1] <= m.end() for m in _ITALIC.finditer(text.content)):
        return True
    return any(_is_of_copula(clause, span) for clause in clauses(text))


def _is_of_copula(clause: Clause, span: Span) -> bool:
    """Whether a hit alone is subject or complement of a verb that explains."""
    start, end = clause.span
    if not (start <= span[0] and span[1] <= end):
        return False
    before = fold(clause.text.quote((start, span[0]))).strip(" ,:-*_\"'“„«")
    is_first = not before or before in lexicon("determiners")
    is_last = _closes(clause.text.quote((span[1], end)))
    for verb in lexicon("copula").hits(clause.text):
        if span[1] <= verb.span[0]:
            gap, at_edge = (span[1], verb.span[0]), is_first
        else:
            gap, at_edge = (verb.span[1], span[0]), is_last
        if at_edge and gap[0] <= gap[1] and length(clause.text.quote(gap)) <= _BETWEEN_WORDS:
            return True
    return False


def _closes(behind: str) -> bool:
    """Whether what stands behind a complement adds nothing to it but an alternative or language."""
    return length(behind) == 0 or lexicon("alternatives").stands_in(Text(behind[:16]))


def _promised_away(text: Text, span: Span) -> bool:
    for clause in clauses(text):
        if clause.span[0] <= span[0] and span[1] <= clause.span[1]:
            at = _at(clause.text, span)
            return at is not None and clause.negated(Hit("", span, at))
    return False


def _at(text: Text, span: Span) -> Span | None:
    """A span of the turn's content as a span of the matching form."""
    first, last = span[0] - text.offset, span[1] - text.offset
    inside = [
        i
        for i, (a, b) in enumerate(zip(text.mapped.starts, text.mapped.ends, strict=True))
        if first <= a and b <= last
    ]
    return (inside[0], inside[-1] + 1) if inside else None


def in_name(text: Text, span: Span) -> bool:
    """Whether a span is part of a title or name.

    That is a run of at least two capitalised words of which it is not the sentence's first. German
    capitalises its nouns, so there the run must be two words besides the sentence's first.
    """
    content = text.whole
    first = _sentence_start(content, span[0])
    run = [w.span() for w in _run_around(content, span) if not first or w.start() >= first]
    if len(run) < 2 or span[0] <= first:
        return False
    return "de" not in text.languages or len([start for start, _ in run if start > first]) >= 2


def _run_around(content: str, span: Span) -> list[re.Match[str]]:
    words = list(_CAPITALISED.finditer(content, max(0, span[0] - 200), span[1] + 200))
    runs: list[list[re.Match[str]]] = [[]]
    for word in words:
        if not word.group()[0].isupper():
            if not (runs[-1] and _BETWEEN.fullmatch(f" {word.group()} ")):
                runs.append([])
            continue
        if runs[-1] and not _BETWEEN.fullmatch(content[runs[-1][-1].end() : word.start()]):
            runs.append([])
        runs[-1].append(word)
    return next((run for run in runs if any(w.start() <= span[0] < w.end() for w in run)), [])


def _sentence_start(content: str, before: int) -> int:
    """Where the first word of the sentence begins that a span stands in."""
    cut = max(
        (m.end() for m in re.finditer(r"[.!?。！？:\n]\s*|^\s*", content[:before])), default=0
    )
    word = re.compile(r"\w").search(content, cut)
    return word.start() if word else cut


def _named_by_request(conversation: Conversation, reply: Turn, span: Span) -> bool:
    """Whether the request uses the word as a name: capitalised inside a sentence."""
    request = conversation.request(reply)
    word = reply.content[span[0] : span[1]]
    if request is None or not word[:1].isupper():
        return False
    for found in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", request.content):
        if found.start() > _sentence_start(request.content, found.start()):
            return "de" not in request.text.languages
    return False
