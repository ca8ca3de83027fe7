"""Whether a turn asks for something to be said (T9).

A turn asks if, outside quotes, it has a question mark in any script, or a clause that an
interrogative word opens, or an information imperative (tell me, explain, give, show, summarise).
In Chinese, Japanese, Korean, Turkish and Hindi the interrogative may stand anywhere in its clause.
A question is polar, to be answered by yes or no, if it has a question mark and no interrogative.
"""

from __future__ import annotations

import re
from functools import lru_cache

from judges.conversation.clauses import Clause, clauses, spoken_hits
from judges.conversation.lexicon import Hit, lexicon
from judges.conversation.scripts import length
from judges.conversation.text import Text

_MARK = re.compile(r"[?？؟⁇⁈]")
_PARTICLE_IN_FRONT = ("fr", "pl", "ar", "hi")
_WHAT = "question.what"
"""Hindi has one word for "what" and for polar questions, which it opens."""
_EXCLAMATION = 3
"""Up to how many words "quelle chaleur" is an exclamation, where no question mark stands."""
_OPENING = re.compile(r"[\s\W_]*(?:@[\w-]+[\s\W_]*)*")
"""What may stand before the first word of a clause: signs, and the handle spoken to."""


def asks(text: Text) -> bool:
    """Whether a turn asks."""
    return is_question(text) or _demands(text.whole)


def is_question(text: Text) -> bool:
    """Whether a turn has a question in it, by its mark or by its form."""
    return any(_questions(text.whole))


def polar(text: Text) -> bool:
    """Whether a turn asks a question that yes or no would answer, and no other."""
    marked, particle, interrogative = _questions(text.whole)
    return (marked or particle) and not interrogative


@lru_cache(maxsize=1024)
def _questions(whole: str) -> tuple[bool, bool, bool]:
    """Whether there is a question mark, a particle of polar questions, and an interrogative."""
    spoken = Text(whole).spoken
    marked = _MARK.search(spoken.content) is not None
    parts = clauses(spoken)
    interrogative = any(_interrogative(c, loose=marked and c.asks) for c in parts)
    return marked, any(_has_particle(c) for c in parts), interrogative


def _has_particle(clause: Clause) -> bool:
    """Whether a particle makes a clause a polar question; some only where they open it."""
    for language in clause.text.languages:
        for hit in lexicon("question.polar", language).hits(clause.text):
            if language not in _PARTICLE_IN_FRONT or _in_front(clause, hit):
                return not clause.hypothetical
    return False


@lru_cache(maxsize=1024)
def _demands(whole: str) -> bool:
    return any(_orders(clause) for clause in clauses(Text(whole).spoken))


def _interrogative(clause: Clause, *, loose: bool) -> bool:
    """Whether an interrogative opens the clause; `loose` takes one anywhere in it."""
    if any(loose or _in_front(clause, hit) for hit in spoken_hits("question.front", clause.text)):
        return True
    if loose and spoken_hits("question.loose", clause.text):
        return True
    if loose or length(clause.text.content) > _EXCLAMATION:
        if any(_in_front(clause, h) for h in spoken_hits("question.exclaiming", clause.text)):
            return True
    found = spoken_hits("question.anywhere", clause.text)
    found += [hit for hit in spoken_hits(_WHAT, clause.text) if not _in_front(clause, hit)]
    if not found:
        return False
    indirect = spoken_hits("question.indirect", clause.text)
    return loose or not (indirect or clause.hypothetical)


def _orders(clause: Clause) -> bool:
    """Whether the clause is an information imperative; those of some languages stand at its end."""
    for language in clause.text.languages:
        for hit in spoken_hits("question.imperative", clause.text):
            in_front = language in ("ja", "ko", "hi", "tr") or _in_front(clause, hit)
            if in_front and not clause.negated(hit) and not clause.reported(hit):
                return True
    return False


def _in_front(clause: Clause, hit: Hit) -> bool:
    """Whether only signs, a handle, or words that open any sentence stand before the hit."""
    before = clause.text.matching[: hit.at[0]]
    opening = _OPENING.match(before)
    rest = before[opening.end() :] if opening else before
    return not rest.strip(" ,-¦:;'\"") or _only_openers(clause, hit)


def _only_openers(clause: Clause, hit: Hit) -> bool:
    at = 0
    for opener in sorted(spoken_hits("openers", clause.text), key=lambda h: h.at):
        if opener.at[1] > hit.at[0]:
            break
        if re.search(r"\w", clause.text.matching[at : opener.at[0]]):
            return False
        at = opener.at[1]
    return not re.search(r"\w", clause.text.matching[at : hit.at[0]])
