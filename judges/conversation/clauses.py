"""Clauses of a turn, and what is negated, hypothetical or reported in them (T4, T5).

A clause ends at a stop, a colon, a dash, a bracket or a line break, before words of contrast or
sequence, and before a comma, "and" or "because" that a new subject follows. A hit is negated if a
negator of its own clause governs it: one before it, in German and Dutch one anywhere, in Japanese,
Korean, Turkish and Hindi one behind it. What stands under "if" or "once", or under "he says that",
is not asserted. Function words are short and mean different things in different languages, so their
lists are tried only for the languages that the turn may be written in.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache

from judges.conversation.lexicon import Hit, Lexicon, by_language, lexicon
from judges.conversation.text import Span, Text
from judges.sentences import clauses as punctuated
from judges.sentences import sentences

_LETTER = re.compile(r"[^\W_]")
_REACH = {
    **dict.fromkeys(("de", "nl", "hi"), "anywhere"),
    **dict.fromkeys(("ja", "ko", "tr"), "behind"),
    "near": "near",
}
"""Which part of its clause a negator governs; in other languages what stands behind it."""
_CLOSING = ("ja", "ko", "tr", "zh", "hi")
_NEAR = 12
"""How many characters behind a hit a negator of the list `near` reaches it ("parle pas")."""


@dataclass(frozen=True)
class Clause:
    """A clause: a stretch of a text, with what the rest of its sentence makes of it.

    Hits inside it are found by searching `text`; their spans count in the turn's content.

    Attributes:
        conditional: a word like "if" opens the clause next to it in the same sentence.
        conditional_before: such a word opens the clause before it.
        reported_before: the sentence reports somebody's words before this clause begins.
    """

    text: Text
    sentence: int = 0
    conditional: bool = False
    conditional_before: bool = False
    reported_before: bool = False

    @property
    def span(self) -> Span:
        """Where it stands in the turn's content."""
        return self.text.offset, self.text.offset + len(self.text.content)

    @cached_property
    def asks(self) -> bool:
        """Whether a question mark ends it."""
        return any(mark in self.text.content[-6:] for mark in "?？؟⁇⁈")

    @cached_property
    def hypothetical(self) -> bool:
        """Whether it stands under if, once, when, unless, until, would or could (T5)."""
        return self.conditional or bool(spoken_hits("hypothetical", self.text))

    @property
    def negates(self) -> bool:
        """Whether anything is negated in it."""
        return bool(self._negators)

    def conditional_on(self, hit: Hit) -> bool:
        """Whether a condition stands before a hit: "when I say so, be quiet"."""
        if self.conditional_before:
            return True
        words = spoken_hits("hypothetical.subordinating", self.text)
        return any(word.at[1] <= hit.at[0] for word in words)

    def reported(self, hit: Hit) -> bool:
        """Whether a hit is in what somebody else says, asks or wants (T5)."""
        if self.reported_before:
            return True
        return any(said.at[0] < hit.at[0] for said in spoken_hits("reported", self.text))

    def negated(self, hit: Hit) -> bool:
        """Whether a negator of the clause governs a hit (T4)."""
        start, end = hit.at
        for at, reach in self._negators:
            if at[0] < end and start < at[1]:
                continue  # a part of the hit itself
            if reach == "anywhere":
                return True
            if reach == "before" and at[1] <= start:
                return True
            if reach == "behind" and at[1] >= end:
                return True
            if reach == "near" and (at[1] <= start or end <= at[0] <= end + _NEAR):
                return True
        return False

    def asserts(self, hit: Hit) -> bool:
        """Whether a hit is said as a fact: not negated, not hypothetical, not reported."""
        return not (self.hypothetical or self.negated(hit) or self.reported(hit))

    @cached_property
    def _negators(self) -> tuple[tuple[Span, str], ...]:
        found: list[tuple[Span, str]] = []
        harmless = [hit.at for hit in spoken_hits("no_negators", self.text)]
        for language in (*self.text.languages, "near"):
            reach = _REACH.get(language, "before")
            for hit in lexicon("negators", language).hits(self.text):
                fixed = any(a <= hit.at[0] and hit.at[1] <= b for a, b in harmless)
                if not fixed and not _is_answer(self.text.matching, hit):
                    found.append((hit.at, reach))
        return tuple(found)


def spoken_hits(name: str, text: Text) -> list[Hit]:
    """The hits of a list in the languages that the turn may be written in, language by language."""
    return [hit for language in text.languages for hit in lexicon(name, language).hits(text)]


def _is_answer(matching: str, hit: Hit) -> bool:
    """Whether a negator is the answer "no", set off by a comma: it governs nothing behind it."""
    behind = matching[hit.at[1] : hit.at[1] + 1]
    return behind in (",", "،", "、") and hit.entry in lexicon("acknowledgement.answer")


@lru_cache(maxsize=512)
def clauses(text: Text) -> tuple[Clause, ...]:
    """The clauses of a text, in order; kept for the next rule that asks."""
    content, base = text.content, text.offset
    ends = [end for _, end in sentences(content)]
    found: list[tuple[Text, int]] = []
    for start, end in punctuated(content):
        for piece in _split(text.part(start + base, end + base)):
            found.append((piece, bisect_right(ends, piece.offset - base)))
    opens = [_opens(piece) for piece, _ in found]
    result: list[Clause] = []
    reported = -1
    for i, (piece, sentence) in enumerate(found):
        before, behind = (
            0 <= j < len(found) and opens[j] and found[j][1] == sentence for j in (i - 1, i + 1)
        )
        said = reported == sentence
        result.append(Clause(piece, sentence, before or behind, before, said))
        if reported != sentence and spoken_hits("reported", piece):
            reported = sentence
    return tuple(result)


def _opens(piece: Text) -> bool:
    """Whether a word that makes a clause hypothetical makes its neighbour so too.

    It does where it opens its clause, and in languages that set such words at the end.
    """
    for language in piece.languages:
        for hit in lexicon("hypothetical.subordinating", language).hits(piece):
            if language in _CLOSING or not piece.matching[: hit.at[0]].strip(" ,;-¦\"'*_¿¡"):
                return True
    return False


def _split(clause: Text) -> list[Text]:
    """A stretch between stops, divided at contrasts and before new subjects."""
    cuts = {hit.span[0] for hit in spoken_hits("contrast.before", clause) if hit.at[0] > 1}
    cuts.update(hit.span[1] for hit in spoken_hits("contrast.behind", clause))
    for language in clause.languages:
        cuts.update(hit.span[0] for hit in _subjects(language).hits(clause) if hit.at[0] > 1)
    base, end = clause.offset, clause.offset + len(clause.content)
    bounds = [base]
    for cut in [*sorted(cuts - {base, end}), end]:
        if _LETTER.search(clause.content, bounds[-1] - base, cut - base):
            bounds.append(cut)
    if len(bounds) < 3:
        return [clause]
    return [clause.part(a, b) for a, b in zip(bounds, [*bounds[1:-1], end], strict=False)]


@lru_cache(maxsize=16)
def _subjects(language: str) -> Lexicon:
    """Commas and joining words, each with a subject behind it."""
    joined: list[str] = []
    gap = "" if language in ("zh", "ja") else " "
    joiners = by_language("joiners").get(language, ())
    for subject in by_language("subjects").get(language, ()):
        joined += [f",{gap}{subject}", f"،{gap}{subject}"]
        joined += [f"{joiner}{gap}{subject}" for joiner in joiners]
    return Lexicon(joined)
