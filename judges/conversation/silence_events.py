"""What a turn does to a silence: it asks for it, or it releases the assistant from it (S2, S3, S6).

Silence asked of the assistant is an event; a description ("a quiet day"), a report ("he told me to
shut up") or words to somebody else are none. A release is the agreed handle, name or word used as
an address, or permission to talk; not one that is negated, put off, conditional, quoted, reported,
about something else, or said to somebody else. Quotes, code and pasted text cause nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from judges.conversation.asking_turn import asks
from judges.conversation.clauses import Clause, clauses, spoken_hits
from judges.conversation.lexicon import Hit, Lexicon, lexicon
from judges.conversation.pasted import own_words
from judges.conversation.silence_terms import content_stems, handles, number_in
from judges.conversation.text import DASH, MASK, Span, Text

HANDLES = frozenset({"@assistant", "@bot", "@ai"})
_SET_APART = frozenset(f" ,.:;!?-{DASH}\"'*_()¿¡{MASK}")


_COURTESY = ("silence.again", "openers", "politeness")
_SUBJECT_FIRST = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru")
_IN_PLACE = re.compile(
    r"^(?:no|not|kein|plus|pas|aucun|ni|sin|chega|niente|nessun|neanche|non una|basta|sem|nem"
    r"|nenhum|geen|żadn|bez|ani|ни|никак|без|больше|shh|psst|sst|chut|тс|silence|silencio|silenzio)"
)
"""Orders without a verb, which need no place in their clause."""
_FEW = 3
_GAP = 24
"""How many characters may stand between "you may" and the verb of talking."""
_LETTER = re.compile(r"[^\W_]")
_HANDLES = re.compile(r"@[\w-]+")


@dataclass(frozen=True)
class Release:
    """A release: where it stands, and for how much.

    Attributes:
        span: where in the turn's content it stands.
        by_words: permission is given in words, not by an address alone.
        count: for how many requests it opens, this one the first; null: it lasts.
        topic: the stems of the topic that it is limited to.
    """

    span: Span
    by_words: bool
    count: int | None = None
    topic: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Events:
    """What the words of a turn do: where silence is asked, and what releases it."""

    silence: Span | None = None
    release: Release | None = None


@dataclass(frozen=True)
class Address:
    """How the assistant may be addressed, and by what names others are.

    Attributes:
        agreed: handles with their @, names and words, in their matching form.
        others: the names of the other speakers.
        markers: what the record adds to the words of permission.
    """

    agreed: frozenset[str]
    others: frozenset[str] = frozenset()
    markers: tuple[str, ...] = ()


@lru_cache(maxsize=2048)
def events(content: str, address: Address) -> Events:
    """What a turn does to a silence."""
    spoken = own_words(content)
    parts = clauses(spoken)
    aside = _said_to_others(parts, address)
    own = [clause for i, clause in enumerate(parts) if i not in aside]
    silence = next((hit.span for c in own if (hit := _silence(c))), None)
    worded = next((hit.span for c in own if (hit := _permission(c, address))), None)
    addressed = _addressed(spoken, own, address)
    if addressed and silence and not worded and not _asks_besides(own):
        addressed = None
    if worded is None and addressed is None:
        return Events(silence)
    span = worded or addressed or (0, 0)
    count = _count(own) if worded or addressed else None
    if count is None and silence is not None:
        count = 1
    return Events(silence, Release(span, worded is not None, count, _topic(own)))


def _said_to_others(parts: Sequence[Clause], address: Address) -> set[int]:
    """The clauses of sentences that begin with a handle or name that is not the assistant's."""
    aside: set[int] = set()
    to_other = False
    sentence = -1
    for i, clause in enumerate(parts):
        if clause.sentence != sentence:
            sentence, to_other = clause.sentence, False
        folded = clause.text.matching.lstrip(" ,.-¦¿¡*_")
        if folded.startswith("@"):
            to_other = not any(f"@{name}" in address.agreed for name in _first_handle(folded))
        elif any(
            re.match(rf"{re.escape(name)}\b\s*(?:[,:¦-]|\Z)", folded) for name in address.others
        ):
            to_other = True
        if to_other:
            aside.add(i)
    return aside


def _first_handle(folded: str) -> set[str]:
    return handles(folded.split(" ", 1)[0])


def _hits(name: str, text: Text) -> list[Hit]:
    """The hits of a list; the language of three words or less can't be told, so all are tried."""
    if text.whole.count(" ") < _FEW:
        return lexicon(name).hits(text)
    return spoken_hits(name, text)


def _silence(clause: Clause) -> Hit | None:
    """Silence that a clause asks for."""
    apart = ("silence.description", "release.permission")
    others = [hit.at for name in apart for hit in spoken_hits(name, clause.text)]
    for hit in _hits("silence.order", clause.text):
        if _counts(clause, hit, others) and not clause.negated(hit) and _is_order(clause, hit):
            return hit
    for hit in spoken_hits("silence.verb", clause.text):
        if _counts(clause, hit, others) and clause.negated(hit) and _forbids(clause, hit):
            return hit
    bare = next(iter(_hits("silence.bare", clause.text)), None)
    if bare and not clause.asks and not _words_beside(clause, [bare.at], _COURTESY):
        return bare
    return None


def _counts(clause: Clause, hit: Hit, others: list[Span]) -> bool:
    """Whether a hit is said now and as an order, not inside a phrase that means something else."""
    if clause.reported(hit) or clause.conditional_on(hit) or _put_off(clause, hit):
        return False
    return not any(a < hit.at[1] and hit.at[0] < b for a, b in others)


def _is_order(clause: Clause, hit: Hit) -> bool:
    """Whether nobody else is the subject: "the office should be quiet" asks for nothing."""
    if _IN_PLACE.search(hit.entry) or clause.text.languages[0] not in _SUBJECT_FIRST:
        return True
    before = clause.text.part(clause.span[0], hit.span[0])
    if not _words_beside_of(before, [], _COURTESY):
        return True
    return bool(spoken_hits("silence.addressed", before))


def _forbids(clause: Clause, verb: Hit) -> bool:
    """Whether a negated verb of talking is an order: nothing but objects stand before it."""
    before = clause.text.part(clause.span[0], verb.span[0])
    return not _words_beside_of(before, [], (*_COURTESY, "silence.object", "negators"))


def _words_beside(clause: Clause, spans: list[Span], fillers: tuple[str, ...]) -> bool:
    return _words_beside_of(clause.text, spans, fillers)


def _words_beside_of(text: Text, spans: list[Span], fillers: tuple[str, ...]) -> bool:
    """Whether words stand in a text beside these spans, those of the lists, and handles."""
    covered = bytearray(len(text.matching))
    for start, end in [*spans, *(hit.at for name in fillers for hit in _hits(name, text))]:
        covered[start:end] = b"\1" * (end - start)
    rest = "".join(" " if covered[i] else char for i, char in enumerate(text.matching))
    return _LETTER.search(_HANDLES.sub(" ", rest)) is not None


def _permission(clause: Clause, address: Address) -> Hit | None:
    """Permission to talk that a clause gives, here and now."""
    found = [*_hits("release.permission", clause.text), *_allowed_to_talk(clause)]
    found += Lexicon(address.markers).hits(clause.text) if address.markers else []
    found += [
        hit
        for hit in _hits("release.order", clause.text)
        if _opens(clause, hit) and _alone(clause, hit)
    ]
    for hit in sorted(found, key=lambda hit: hit.at):
        if clause.asserts(hit) and not _put_off(clause, hit) and not _asks_for_it(clause, hit):
            return hit
    return None


def _allowed_to_talk(clause: Clause) -> list[Hit]:
    """A verb of talking shortly behind "you may": "you may by now answer again"."""
    allowed = spoken_hits("release.may", clause.text)
    return [
        talk
        for talk in (spoken_hits("release.talk", clause.text) if allowed else ())
        if any(0 <= talk.at[0] - may.at[1] <= _GAP for may in allowed)
    ]


def _opens(clause: Clause, hit: Hit) -> bool:
    """Whether only words that open any sentence, or a handle, stand before a hit."""
    return not _words_beside_of(clause.text.part(clause.span[0], hit.span[0]), [], _COURTESY)


def _alone(clause: Clause, hit: Hit) -> bool:
    """Whether an imperative has no object behind it ("come back to page 3" is about a page)."""
    behind = Text(clause.text.matching[hit.at[1] :].lstrip(" ,"))
    if not _LETTER.search(behind.content):
        return True
    fillers = (*lexicon("silence.again").hits(behind), *lexicon("politeness").hits(behind))
    return any(hit.at[0] == 0 for hit in fillers) or clause.text.matching[hit.at[1]] in ",;:"


def _asks_for_it(clause: Clause, hit: Hit) -> bool:
    """Whether the permission is what is asked: "can you talk again?" gives none."""
    return clause.asks and not re.search("[,،、]", clause.text.matching[hit.at[1] :])


def _put_off(clause: Clause, hit: Hit) -> bool:
    """Whether the stretch between commas that a hit stands in puts it off."""
    matching = clause.text.matching
    start = max(matching.rfind(mark, 0, hit.at[0]) for mark in ",،、") + 1
    ends = [at for mark in ",،、" if (at := matching.find(mark, hit.at[1])) >= 0]
    segment = (start, min(ends, default=len(matching)))
    return any(
        segment[0] <= later.at[0] and later.at[1] <= segment[1] and not _inside(later.at, hit.at)
        for later in spoken_hits("future", clause.text)
    )


def _inside(inner: Span, outer: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _addressed(spoken: Text, own: list[Clause], address: Address) -> Span | None:
    """Where the assistant is addressed: its handle or name set apart at an end of a sentence."""
    names = _names(address.agreed)
    for clause in own:
        for hit in names.hits(clause.text):
            if not (clause.negated(hit) or clause.reported(hit) or clause.conditional_on(hit)):
                if _is_set_apart(spoken, clause, hit):
                    return hit.span
    return None


@lru_cache(maxsize=64)
def _names(agreed: frozenset[str]) -> Lexicon:
    return Lexicon(agreed)


def _is_set_apart(spoken: Text, clause: Clause, hit: Hit) -> bool:
    """Whether a handle or name opens or closes its clause; a bare word must be set off as well."""
    if _opens(clause, hit):
        behind = clause.text.matching[hit.at[1] :]
        return hit.entry.startswith("@") or not behind or behind[0] in _SET_APART - {" "}
    closing = not _LETTER.search(clause.text.matching[hit.at[1] :])
    if not closing:
        return False
    before = clause.text.matching[: hit.at[0]].rstrip(" ")
    if before.endswith((",", ":", "،", "、")):
        return True
    return hit.entry.startswith("@") and clause.asks


def _asks_besides(own: list[Clause]) -> bool:
    """Whether the turn asks something in a clause that asks for no silence."""
    return any(asks(Text(c.text.content)) for c in own if _silence(c) is None)


def _count(own: list[Clause]) -> int | None:
    """For how many requests a release opens."""
    for clause in own:
        if spoken_hits("counted_release.once", clause.text):
            return 1
        nouns = spoken_hits("counted_release.noun", clause.text)
        if nouns and not spoken_hits("have", clause.text):
            for noun in nouns:
                before = clause.text.part(clause.span[0], noun.span[1])
                number = number_in(before)
                if number and _close(before, noun):
                    return number
    return None


def _close(before: Text, noun: Hit) -> bool:
    """Whether the number stands at most two words before its noun."""
    words = re.findall(r"[^\W_]+", before.matching[: noun.at[0]])[-3:]
    return number_in(Text(" ".join(words), 0, before.whole)) is not None or any(
        ch.isdigit() for word in words for ch in word
    )


def _topic(own: list[Clause]) -> frozenset[str]:
    """The stems of what a release is limited to: "only about the invoice"."""
    for i, clause in enumerate(own):
        for language in clause.text.languages:
            hit = lexicon("counted_release.topic", language).first(clause.text)
            if hit is None:
                continue
            if language in ("ja", "ko"):
                before = clause.text.part(clause.span[0], hit.span[0])
                stems = content_stems(re.split("[,、]", before.content)[-1])
            else:
                behind = clause.text.part(hit.span[1], clause.span[1])
                stems = content_stems(re.split("[,،，]", behind.content)[0])
                if not stems and i + 1 < len(own):
                    stems = content_stems(own[i + 1].text.content)
            if stems:
                return stems
    return frozenset()
