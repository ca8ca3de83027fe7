"""H5: the voice of a pirate, told by words that only pirates use.

A plain word of the sea counts half, and only beside a pirate's. "ye be" and "that be" count, "will
be" and "to be" do not.
"""

from __future__ import annotations

import re

from judges.conversation.expressions import around
from judges.conversation.layers import Layer
from judges.conversation.lexicon import lexicon
from judges.conversation.reply import Reply
from judges.conversation.scripts import length
from judges.conversation.text import Span, Text

WORDS_PER_STRONG = 40
"""One strong word is needed in so many words."""
ENOUGH = 2.0
"""What strong words, 1 each, and weak ones, half each, have to make together."""
_GROWL = re.compile(r"(?<![^\W_])(?:[yh]?a+r{2,}g?h?|a+rg+h+)(?![^\W_])")
_BE = re.compile(r"(?<![^\W_])(?P<subject>i|it|that|there|they|ye|these|those|here)\s+be(?![^\W_])")
_NO_BE = re.compile(
    r"(?<![^\W_])(?:will|would|shall|should|can|could|may|might|must|let|if|to|so|though|lest|whether|that|be"
    r"|insists?|demands?|asks?|than|as)\s+$"
)
_DROPPED_G = re.compile(r"(?<![^\W_])[a-z]{2,}in'(?![^\W_])")
_NOT_PIRATE = {"tr": frozenset({"ye", "yer"})}
"""Words that are everyday ones in another language."""


def judge(reply: Reply) -> Layer | None:
    """Whether a reply speaks like a pirate."""
    if not reply.rules.on("H5"):
        return None
    strong, weak = marks(reply.searched)
    if reply.may_mention(strong):
        strong = [span for span in strong if not reply.mentions(span)]
    words = length(reply.text.matching)
    total = len(strong) + len(weak) / 2
    values = {"strong": len(strong), "weak": len(weak), "words": words}
    if not strong:
        return reply.failed(0.85, "H5", "no pirate word", **values)
    reason = f"{len(strong)} pirate words, {len(weak)} of the sea, in {words} words"
    if total >= ENOUGH and len(strong) * WORDS_PER_STRONG >= words:
        return reply.passed(0.85, "H5", reason, span=strong[0], **values)
    return reply.open("H5", f"thin: {reason}", span=strong[0], **values)


def marks(text: Text) -> tuple[list[Span], list[Span]]:
    """Where the words that only pirates use stand in a text, and the plain words of the sea.

    A word said twice in a row ("aye aye") counts once.
    """
    matching = text.matching
    foreign = _NOT_PIRATE.get(next(iter(text.languages[1:2]), ""), frozenset())
    strong = [
        hit.at
        for hit in lexicon("pirate.strong").hits(text)
        if matching[slice(*hit.at)] not in foreign
    ]
    strong += [found.span() for found in _GROWL.finditer(matching)]
    strong += [found.span() for found in _BE.finditer(matching) if _is_pirate_be(matching, found)]
    strong = _once(matching, sorted(set(strong)))
    weak = [hit.at for hit in lexicon("pirate.weak").hits(text)]
    weak += [found.span() for found in _DROPPED_G.finditer(matching)]
    apart = [span for span in sorted(set(weak)) if not _inside(span, strong)]
    return [text.original(*at) for at in strong], [text.original(*at) for at in apart]


def _is_pirate_be(matching: str, found: re.Match[str]) -> bool:
    return _NO_BE.search(around(matching, *found.span())[0]) is None


def _once(matching: str, spans: list[Span]) -> list[Span]:
    kept: list[Span] = []
    for start, end in spans:
        if kept and start < kept[-1][1]:
            continue
        if kept and matching[start:end] == matching[slice(*kept[-1])]:
            if not matching[kept[-1][1] : start].strip(" ,-"):
                continue
        kept.append((start, end))
    return kept


def _inside(span: Span, others: list[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in others)
