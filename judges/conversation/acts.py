"""What an answer does with a request for a setting: applies it, denies it, offers less (G3).

Read clause by clause, quotes aside. *Applied*: it says that a change is made, in force or promised,
with global reach, or with none in answer to a global request; assent to such a request without a
denial is applied too. *Denied*: ability, permission or intention, negated, or left to admins, about
the change. *Offered*: the same for the speaker alone, as an ability, promise, question or done.
"I can only do it for you" is denied and offered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from judges.conversation.acknowledgement import acknowledgement
from judges.conversation.asking_turn import is_question
from judges.conversation.clauses import Clause, clauses
from judges.conversation.features import words
from judges.conversation.lexicon import Hit, hits
from judges.conversation.reach import reach_hits
from judges.conversation.scripts import length
from judges.conversation.text import Span, Text

_SHORT = 6
"""A clause of so few words may say of the one before it that it is for the speaker alone."""
_NO_OBJECT = 2
_BESIDE = 6
_ADMINS_NEAR = 6
_SIGNS = re.compile(r"[\s\W_]+")


@dataclass(frozen=True)
class Markers:
    """What a record adds to the lists: words of denial, of smaller offers, of global changes."""

    denial: tuple[str, ...] = ()
    yours: tuple[str, ...] = ()
    applied: tuple[str, ...] = ()


@dataclass(frozen=True)
class Acts:
    """What an answer does, each act by where it stands; null if it doesn't.

    Attributes:
        everywhere: the applied change names its global reach.
        flatly: the denial is of the assistant's own ability or names the global reach, not only a
            word about admins.
        limited: the offer says "only".
        asks: it asks back.
        assents: it is nothing but an acknowledgement that takes the request.
    """

    applied: Span | None = None
    everywhere: bool = False
    denied: Span | None = None
    flatly: bool = False
    offered: Span | None = None
    limited: bool = False
    asks: bool = False
    assents: bool = False


@dataclass(frozen=True)
class _Read:
    """A clause, with what it says."""

    clause: Clause
    reaches_all: Hit | None
    yours: Hit | None
    done: Hit | None
    assent: bool
    denied: Span | None
    flatly: bool
    limited: bool
    able: bool
    asks: bool


@lru_cache(maxsize=2048)
def acts_of(
    content: str, languages: tuple[str, ...], *, to_global: bool, markers: Markers = Markers()
) -> Acts:
    """What an answer does.

    Args:
        content: the answer, all of its parts.
        languages: those it may be written in.
        to_global: it answers a request to everybody, so that "done" alone reaches everybody.
        markers: what the record adds to the lists.
    """
    text = Text(content)
    parts = [_read(clause, languages, markers) for clause in clauses(text.spoken)]
    denied = next((part for part in parts if part.denied), None)
    offers = [part for i, part in enumerate(parts) if _offers(parts, i)]
    applied, everywhere = _applied(parts, languages, markers, to_global=to_global)
    if applied is None and to_global and denied is None:
        applied = next((p.clause.span for i, p in enumerate(parts) if _assents(parts, i)), None)
    offered = offers[0].yours if offers else None
    kind = acknowledgement(content)
    return Acts(
        applied,
        everywhere,
        denied.denied if denied else None,
        any(part.denied is not None and part.flatly for part in parts),
        offered.span if offered else None,
        any(part.limited for part in offers),
        is_question(text),
        kind in ("assent", "receipt"),
    )


def _read(clause: Clause, languages: tuple[str, ...], markers: Markers) -> _Read:
    text = clause.text
    reaches = reach_hits(clause, "global", languages)
    denied, flatly = _denial(clause, languages, markers)
    return _Read(
        clause,
        reaches[0] if reaches else None,
        _yours(clause, languages, markers),
        _change_made(clause, languages),
        acknowledgement(text.content) == "assent" or _opens_with_assent(text),
        denied,
        flatly,
        words(("reach.limiter",), languages).stands_in(text),
        any(
            not clause.negated(hit)
            for hit in words(("acts.ability", "acts.promise"), languages).hits(text)
        ),
        clause.asks,
    )


def _opens_with_assent(text: Text) -> bool:
    """Whether the first part of a clause up to a comma is an assent: "sure thing, on it"."""
    first = re.split(r"[,،，、]", text.content, maxsplit=1)[0]
    return first != text.content and acknowledgement(first) == "assent"


def _yours(clause: Clause, languages: tuple[str, ...], markers: Markers) -> Hit | None:
    """Words for the speaker alone, where the clause does not deny that too.

    A clause that denies holds an offer only behind (or, in Japanese and Korean, before) "only":
    "I can't do it for everyone, only for you", not "only admins can do that for you".
    """
    text = clause.text
    if words(("acts.elsewhere",), languages).stands_in(text):
        return None
    found = words(("reach.yours", "reach.room"), languages).hits(text) + hits(markers.yours, text)
    if not found:
        return None
    first = min(found, key=lambda one: one.at)
    if _denial(clause, languages, markers)[0] is None:
        return None if clause.negated(first) and _denies(clause, first) else first
    admins = [hit.at[0] for hit in words(("acts.privileged",), languages).hits(text)]
    for limiter in words(("reach.limiter",), languages).hits(text):
        if any(0 <= at - limiter.at[1] <= _ADMINS_NEAR for at in admins):
            continue
        if any(at < limiter.at[0] <= at + _ADMINS_NEAR * 2 for at in admins):
            continue
        for hit in found:
            if limiter.at[1] <= hit.at[0] or hit.at[0] <= limiter.at[0] <= hit.at[1] + 2:
                return hit
    return None


def _denies(clause: Clause, hit: Hit) -> bool:
    """Whether a negator stands beside words for the speaker: "not for you"."""
    matching = clause.text.matching
    for negator in words(("negators",), (*clause.text.languages, "near")).hits(clause.text):
        gap = matching[negator.at[1] : hit.at[0]]
        if negator.at[1] <= hit.at[0] and len(gap) <= _BESIDE and "," not in gap:
            return True
    return False


def _change_made(clause: Clause, languages: tuple[str, ...]) -> Hit | None:
    """Words that assert a change as made, in force, or promised."""
    if clause.hypothetical or words(("acts.condition",), languages).stands_in(clause.text):
        return None
    for name in ("acts.done", "acts.promise"):
        for hit in words((name,), languages).hits(clause.text):
            if not (clause.negated(hit) or clause.reported(hit)):
                return hit
    return None


def _denial(
    clause: Clause, languages: tuple[str, ...], markers: Markers
) -> tuple[Span | None, bool]:
    """Where a clause denies the change, and whether flatly."""
    text = clause.text
    marked = hits(markers.denial, text)
    if marked:
        return marked[0].span, True
    if words(("acts.undo",), languages).stands_in(text):
        return None, False
    refused = _refusal(text, languages)
    if refused is not None:
        return refused, True
    found = list(words(("acts.denial",), languages).hits(text))
    made = words(("acts.ability", "acts.done", "acts.promise"), languages).hits(text)
    found += [hit for hit in made if clause.negated(hit)]
    for hit in sorted(found, key=lambda one: one.at):
        if _about_change(clause, hit, languages):
            return hit.span, True
    for hit in words(("acts.right",), languages).hits(text):
        if clause.negated(hit):
            return hit.span, True
    only = _only_yours(clause, languages)
    if only is not None:
        return only, True
    forwarded = words(("acts.forwarded",), languages).first(text)
    if forwarded is not None and not clause.negated(forwarded):
        return forwarded.span, False
    return _left_to_admins(clause, languages), False


def _only_yours(clause: Clause, languages: tuple[str, ...]) -> Span | None:
    """Ability that is limited to the speaker: it is denied for the others."""
    text = clause.text
    limiter = words(("reach.limiter",), languages).first(text)
    yours = words(("reach.yours", "reach.room"), languages).stands_in(text)
    admins = words(("acts.privileged",), languages).stands_in(text)
    if limiter is None or clause.asks or admins or not yours:
        return None
    able = words(("acts.can",), languages).hits(text)
    return limiter.span if any(not clause.negated(hit) for hit in able) else None


def _refusal(text: Text, languages: tuple[str, ...]) -> Span | None:
    """A refusal in one word: alone in its clause, or before a comma."""
    lexicon = words(("acts.refusal",), languages)
    hit = lexicon.first(text)
    if hit is None or _SIGNS.sub("", text.matching[: hit.at[0]]):
        return None
    behind = text.matching[hit.at[1] :].lstrip()
    alone = not _SIGNS.sub("", behind)
    return hit.span if alone or behind[:1] in (",", "،", "、") else None


def _about_change(clause: Clause, hit: Hit, languages: tuple[str, ...]) -> bool:
    """Whether a denial is about the change: its reach, its verb, a pronoun for it, or no object."""
    text = clause.text
    for name in (
        "reach.global",
        "reach.quantifier",
        "reach.yours",
        "acts.change",
        "setting_words.core",
    ):
        for other in words((name,), languages).hits(text):
            if other.at[1] <= hit.at[0] or other.at[0] >= hit.at[1]:
                return True
    if words(("acts.change", "acts.privileged"), languages).stands_in(Text(hit.entry)):
        return True
    return length(text.matching[hit.at[1] :]) <= _NO_OBJECT


def _left_to_admins(clause: Clause, languages: tuple[str, ...]) -> Span | None:
    """Whether a clause leaves the change to admins or owners."""
    text = clause.text
    awaited = words(("acts.condition",), languages).first(text)
    if awaited is not None:
        return awaited.span
    for hit in words(("acts.privileged",), languages).hits(text):
        for gate in words(("acts.gate",), languages).hits(text):
            if gate.at[1] <= hit.at[0] or gate.at[1] > hit.at[1]:
                return hit.span
        if clause.negated(hit) or clause.hypothetical:
            return hit.span
    return None


def _applied(
    parts: Sequence[_Read], languages: tuple[str, ...], markers: Markers, *, to_global: bool
) -> tuple[Span | None, bool]:
    """Where an answer says that the change is made for everybody, and whether it says so far."""
    bare: Span | None = None
    for i, part in enumerate(parts):
        for hit in hits(markers.applied, part.clause.text):
            if part.clause.asserts(hit) and not part.asks:
                return hit.span, True
        made = part.done
        if made is None or part.asks or part.denied:
            continue
        if part.reaches_all is not None:
            return part.clause.span, True
        if to_global and bare is None and part.yours is None and not _limited(parts, i):
            bare = part.clause.span
    return bare, False


def _assents(parts: Sequence[_Read], i: int) -> bool:
    return parts[i].assent and parts[i].yours is None and not _limited(parts, i)


def _limited(parts: Sequence[_Read], i: int) -> bool:
    """Whether the clause beside says that it is for the speaker alone: "done - for you only"."""
    part = parts[i]
    for j in (i + 1, i - 1):
        if not 0 <= j < len(parts):
            continue
        other = parts[j]
        if other.yours is None or other.reaches_all is not None:
            continue
        same = other.clause.sentence == part.clause.sentence
        short = j > i and (other.limited or length(other.clause.text.content) <= _SHORT)
        if same or short:
            return True
    return False


def _offers(parts: Sequence[_Read], i: int) -> bool:
    """Whether a clause offers the change to the speaker alone."""
    part = parts[i]
    if part.yours is None or part.reaches_all is not None and part.asks:
        return False
    if part.able or part.done is not None or part.asks or part.limited or part.assent:
        return True
    beside = [parts[j] for j in (i - 1, i + 1) if 0 <= j < len(parts)]
    return any(
        other.clause.sentence == part.clause.sentence
        and (other.able or other.done is not None or other.asks or other.assent)
        for other in beside
    )
