"""How far a request reaches, and which turns ask for a setting (G1, G4).

A request reaches everybody, one room, or only its speaker; so also where it names no reach. A later
turn is a request for a setting to everybody only if it says so: a reach, and a word about how to
answer, or "do it" where such a request came before. Questions for information are none, nor is text
that is quoted or pasted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from judges.conversation.asking_turn import polar
from judges.conversation.clauses import Clause, clauses, spoken_hits
from judges.conversation.features import words
from judges.conversation.lexicon import LANGUAGES, Hit
from judges.conversation.pasted import own_words
from judges.conversation.record import Conversation, Turn
from judges.conversation.settings import Setting, settings_in
from judges.conversation.text import Text

Reach = Literal["global", "room", "personal"]

_BESIDE = 6
_BEHIND = 3
"""How many characters may stand between a negator and the reach that it takes out."""
_NEXT = 2
"""Within how many words behind "all" a thing makes it no reach: "all your answers"."""


@dataclass(frozen=True)
class Request:
    """A turn that asks for a setting.

    Attributes:
        explicit: the reach is said, not taken for granted.
        standing: it is meant to last: the reach is said, or "from now on".
        privileged: whether its speaker was an admin or owner then; null: unknown.
    """

    turn: Turn
    reach: Reach
    settings: tuple[Setting, ...]
    explicit: bool
    standing: bool
    privileged: bool | None


def reach_hits(clause: Clause, group: str, languages: tuple[str, ...] = ()) -> list[Hit]:
    """The words of a reach in a clause that no negator stands beside.

    Further away a negator is about the setting: "no emojis for everyone".
    """
    languages = languages or _with_turkish(clause.text.languages)
    found = list(words((f"reach.{group}",), languages).hits(clause.text))
    if group == "global":
        for hit in words(("reach.quantifier",), languages).hits(clause.text):
            if not _of_things(clause, hit, languages):
                found.append(hit)
    return [hit for hit in found if not _excluded(clause, hit)]


def names_everybody(text: Text) -> bool:
    """Whether a text has any word for everybody at all; cheaper than reading its clauses."""
    names = ("reach.global", "reach.quantifier")
    return words(names, _with_turkish(text.languages)).stands_in(text)


def _with_turkish(languages: tuple[str, ...]) -> tuple[str, ...]:
    """The languages with Turkish where they are unknown: the words of reach are hardly others'."""
    return (*languages, "tr") if "en" in languages and "tr" not in languages else languages


def _excluded(clause: Clause, hit: Hit) -> bool:
    """Whether a negator stands beside a reach, at most a preposition between."""
    matching, languages = clause.text.matching, clause.text.languages
    local = words(("reach.adjectival",), languages).entries
    for negator in words(("negators",), (*languages, "near")).hits(clause.text):
        if negator.entry in local:
            continue
        if negator.at[1] <= hit.at[0]:
            gap = matching[negator.at[1] : hit.at[0]]
            if len(gap) <= _BESIDE and "," not in gap and gap.count(" ") <= 2:
                return True
        elif 0 <= negator.at[0] - hit.at[1] <= _BEHIND and clause.negated(hit):
            return True
    return False


def _of_things(clause: Clause, hit: Hit, languages: tuple[str, ...]) -> bool:
    behind = clause.text.matching[hit.at[1] :]
    near = " ".join(behind.split()[:_NEXT]) if " " in behind else behind[:4]
    things = ("reach.things", "setting_words.core")
    return words(things, languages).stands_in(Text(near))


@lru_cache(maxsize=1024)
def reach_of(content: str) -> Reach | None:
    """The reach that a turn's own words name; null if they name none.

    Places alone ("in every room") beside words for the speaker reach only him, wherever he is.
    """
    parts = clauses(own_words(content))
    found = [hit for clause in parts for hit in reach_hits(clause, "global")]
    personal = any(reach_hits(clause, "personal") for clause in parts)
    if found:
        places = words(("reach.places",), LANGUAGES).entries
        return "personal" if personal and all(hit.entry in places for hit in found) else "global"
    if any(reach_hits(clause, "room") for clause in parts):
        return "room"
    return "personal" if personal else None


def requests_in(conversation: Conversation) -> tuple[Request, ...]:
    """The turns that ask for a setting, in order; the directive is always one."""
    found: list[Request] = []
    for turn in conversation.turns:
        if turn.role not in ("user", "system"):
            continue
        if turn.number == conversation.directive_turn:
            found.append(_request(turn, reach_of(turn.content)))
        elif turn.role == "user" and asks_setting(turn, found):
            found.append(_request(turn, reach_of(turn.content) or _meant(turn, found)))
    return tuple(found)


def _request(turn: Turn, reach: Reach | None) -> Request:
    privileged = True if turn.role == "system" else turn.privileged if turn.user_role else None
    settings = settings_in(turn.content)
    explicit = reach is not None
    standing = explicit or lasts(turn.content)
    return Request(turn, reach or "personal", settings, explicit, standing, privileged)


def _meant(turn: Turn, before: list[Request]) -> Reach | None:
    """What "do it anyway" reaches: as far as the speaker's request before it."""
    own = [request for request in before if request.turn.speaker == turn.speaker]
    return own[-1].reach if own and _insists(turn.content) else None


def asks_setting(turn: Turn, before: list[Request]) -> bool:
    """Whether a turn that is not the directive asks for a setting."""
    content = turn.content
    reach = reach_of(content)
    if _is_question(content):
        return False
    named = bool(settings_in(content)) or _has(content, "setting_words.core")
    wants = _has(content, "setting_words.demand") or _has(content, "setting_words.core")
    if reach in ("global", "room"):
        again = any(request.turn.speaker == turn.speaker for request in before)
        return named and wants or again and wants and _has(content, "acts.change")
    if reach == "personal" and named and wants:
        return True
    if any(r.turn.speaker == turn.speaker and r.reach == "global" for r in before):
        if reach is None and _insists(content) and _has(content, "acts.change"):
            return True
    kinds = {setting.kind for setting in settings_in(content)} - {"terse"}
    return bool(kinds) and _has(content, "setting_words.demand") or lasts(content) and named


def lasts(content: str) -> bool:
    """Whether a turn asks for something from now on."""
    return _has(content, "setting_words.lasting")


def _is_question(content: str) -> bool:
    """Whether a turn asks for information: an interrogative opens it, or it is no "can you"."""
    spoken = own_words(content)
    parts = clauses(spoken)
    if any(spoken_hits("question.front", clause.text) for clause in parts if clause.asks):
        return not any(_demands(clause) for clause in parts if not clause.asks)
    if polar(spoken):
        return not any(_demands(clause) for clause in parts)
    return False


def _demands(clause: Clause) -> bool:
    return words(("setting_words.demand",), clause.text.languages).stands_in(clause.text)


@lru_cache(maxsize=4096)
def _has(content: str, name: str) -> bool:
    text = own_words(content)
    return words((name,), text.languages).stands_in(text)


@lru_cache(maxsize=1024)
def _insists(content: str) -> bool:
    return _has(content, "setting_words.insist")
