"""H10: spoken to the reader, and not about the writer.

First-person words are counted wherever the writer speaks; quotations aside. A numeral after a name
("Elizabeth I"), the country US and a coal mine are none. Where a language leaves the pronoun out,
the verb tells who acts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from judges.conversation.expressions import around
from judges.conversation.layers import Layer
from judges.conversation.lexicon import Hit, lexicon
from judges.conversation.mention import in_name
from judges.conversation.reply import Reply
from judges.conversation.styles.verb_forms import DROPS_PRONOUN, forms
from judges.conversation.text import Span, Text

_REGNAL = (
    "Elizabeth|Charles|James|George|Henry|William|Edward|Richard|Mary|Anne|Francis|Louis|Napoleon"
    "|Nicholas|Alexander|Peter|Frederick|Wilhelm|Franz|Ferdinand|Philip|Leopold|Albert|Otto|Karl"
    "|Friedrich|Pius|John|Paul|Benedict|Gregory|Leo|Ramesses|Seti|Cyrus|Darius|Mehmed|Murad|Selim"
    "|Suleiman|Haakon|Harald|Olav|Margaret|Catherine|Isabella|Joseph|Victor|Umberto|Pedro|Manuel"
    "|Carol|Constantine|Basil|War|Act|Part|Chapter|Type|Phase|Class|Volume|Book|Section|Stage|Level"
    "|Tier|Appendix|Grade|Schedule|Title|Article|Division|Formula|Group|Factor|Mark|Model|Region"
    "|Zone|Party|Symphony"
)
"""What a Roman one stands behind."""
_DAYS = "Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Then|So"
_NUMERAL = re.compile(rf"(?:\b(?:{_REGNAL})|(?<=[a-z] )(?!{_DAYS})[A-Z][a-z]+)\s+$")
_VERB = re.compile(
    r"\s+(?:am|was|have|had|will|would|can|could|do|did|think|know|mean|recommend|suggest|say|see|feel|hope"
    r"|should|might|must|may|suspect|believe|guess|need|want|like|love|advise|understand|find|found|said)\b"
)
_OWN = re.compile(
    r"(?<![^\W_])(?:of|is|was|are|were|be|like|than|as|not|with|and|to|call it|made it)\s+$|^\W*$"
)
_PLURAL = re.compile(r"\s+(?:[^\W\d_]+e?n|sind)\b")
"""The verb behind a German "Sie" that is no "she"."""
_LINE_NUMERAL = re.compile(r"(?:^|\n)\s*$")


@dataclass(frozen=True)
class Persons:
    """The words of the first and of the second person in a text."""

    first: list[Span]
    second: list[Span]


def judge(reply: Reply) -> Layer | None:
    """Whether a reply speaks to the reader alone."""
    if not reply.rules.on("H10"):
        return None
    language = reply.language or "en"
    found = persons(reply.text.spoken, language)
    first = found.first
    if reply.may_mention(first):
        first = [span for span in first if not _is_named(reply, span)]
    values = {"first": len(first), "second": len(found.second)}
    if len(first) > 1:
        words = ", ".join(reply.text.quote(span) for span in first[:4])
        return reply.failed(0.9, "H10", f"first person: {words}", span=first[0], **values)
    if first:
        word = reply.text.quote(first[0])
        return reply.open("H10", f"one word of the first person: {word}", span=first[0], **values)
    if found.second:
        reason = "speaks to the reader"
        return reply.passed(0.85, "H10", reason, span=found.second[0], **values)
    if language in DROPS_PRONOUN:
        return reply.open("H10", f"no sign of a person, which {language} may leave out", **values)
    order = opening_order(reply.text.spoken, language)
    if order is not None:
        return reply.open("H10", "an order, without a word for the reader", span=order, **values)
    return reply.failed(0.85, "H10", "no word of the second person", **values)


def _is_named(reply: Reply, span: Span) -> bool:
    """Whether a word is mentioned only, or part of a title ("My Fair Lady")."""
    if reply.mentions(span, names=False):
        return True
    return not reply.text.quote(span).startswith("I") and in_name(reply.text, span)


def persons(text: Text, language: str) -> Persons:
    """The words of either person, with the verbs of languages that leave the pronoun out."""
    first = [hit.at for hit in _words(text, language, "first") if _is_first(text, hit)]
    second = [hit.at for hit in _words(text, language, "second") if _is_second(text, hit)]
    return Persons(
        _with_verbs(text, first, forms(text.matching, language, "first")),
        _with_verbs(text, second, forms(text.matching, language, "second")),
    )


def _with_verbs(text: Text, pronouns: list[Span], verbs: list[Span]) -> list[Span]:
    """Pronouns and verbs; a verb beside its pronoun counts once."""
    alone = [verb for verb in verbs if not any(_beside(text, verb, one) for one in pronouns)]
    return [text.original(*at) for at in sorted({*pronouns, *alone})]


def _beside(text: Text, verb: Span, pronoun: Span) -> bool:
    if verb[0] < pronoun[1] and pronoun[0] < verb[1]:
        return True
    first, second = sorted((verb, pronoun))
    return len(text.matching[first[1] : second[0]].split()) <= 1


def opening_order(text: Text, language: str) -> Span | None:
    """The imperative that opens a text."""
    start = re.match(r"[\W_]*", text.matching)
    at = start.end() if start else 0
    for hit in lexicon("persons.imperative", language).hits(text):
        if hit.at[0] == at:
            return hit.span
    return None


def _words(text: Text, language: str, person: str) -> list[Hit]:
    return lexicon(f"persons.{person}", language).hits(text)


def _is_first(text: Text, hit: Hit) -> bool:
    content = text.whole
    start, end = hit.span
    written, before = content[start:end], content[max(0, start - 60) : start]
    check = _CHECKS.get(hit.entry)
    return check is None or check(written, before, content[end : end + 40])


def _is_second(text: Text, hit: Hit) -> bool:
    """German and Italian write the polite pronoun with a capital, inside a sentence too."""
    if hit.entry not in ("sie", "ihr", "ihre", "ihren", "ihrem", "ihrer", "lei", "suo", "sua"):
        return True
    start, end = hit.span
    if not text.whole[start].isupper():
        return False
    before = around(text.whole, start, end)[0].rstrip()
    return bool(before) and before[-1] not in ".!?:\n" or _PLURAL.match(text.whole, end) is not None


def _is_i(written: str, before: str, behind: str) -> bool:
    if written == "i" and (behind.startswith(".e") or re.match(r"[./]\w", behind)):
        return False
    if written == "I" and _LINE_NUMERAL.search(before) and behind[:1] in (".", ")"):
        return False
    if behind[:1] == "/" or before[-1:] == "/":
        return False
    if written == "I" and _NUMERAL.search(before):
        return _VERB.match(behind) is not None and not re.search(r"\bWar\s+$", before)
    return True


def _is_us(written: str, before: str, behind: str) -> bool:
    return written != "US" or before.rstrip()[-1:].isupper() and behind.lstrip()[:1].isupper()


def _is_mine(written: str, before: str, behind: str) -> bool:
    return _OWN.search(before.lower()) is not None


def _is_state(written: str, before: str, behind: str) -> bool:
    return written != "ME" or before.rstrip()[-1:] != ","


_CHECKS = {"i": _is_i, "us": _is_us, "mine": _is_mine, "me": _is_state}
