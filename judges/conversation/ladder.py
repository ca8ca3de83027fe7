"""What a user asks of an escalation: its direction, one more step, and the end of it (E1, E5, E7).

Only the user's own words count, outside questions. A step names the direction ("shorter still") or
asks for more in a few words ("even more"). The ladder ends where the speaker who set it, or a
privileged one, asks for the opposite; what lifts any standing request is told by `lifts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, get_args

from judges.conversation.clauses import Clause, clauses
from judges.conversation.features import words
from judges.conversation.lexicon import Hit
from judges.conversation.lifted import may_lift
from judges.conversation.pasted import own_words
from judges.conversation.record import Conversation, Turn
from judges.conversation.scripts import length
from judges.conversation.silence_events import Address, events

Direction = Literal[
    "warmer", "cooler", "terser", "looser", "playful", "formal", "blunt", "less_emoji", "quieter"
]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)

NAMES: Mapping[str, Direction] = {
    "warmer": "warmer",
    "benicer": "warmer",
    "nicer": "warmer",
    "kinder": "warmer",
    "friendlier": "warmer",
    "cooler": "cooler",
    "colder": "cooler",
    "terser": "terser",
    "moreterse": "terser",
    "lesschatty": "terser",
    "shorter": "terser",
    "looser": "looser",
    "morechatty": "looser",
    "longer": "looser",
    "playful": "playful",
    "moreplayful": "playful",
    "formal": "formal",
    "moreformal": "formal",
    "blunt": "blunt",
    "moreblunt": "blunt",
    "blunter": "blunt",
    "lessemoji": "less_emoji",
    "lessemojis": "less_emoji",
    "feweremojis": "less_emoji",
    "noemoji": "less_emoji",
    "noemojis": "less_emoji",
    "quieter": "quieter",
    "lessresponsive": "quieter",
    "silence": "quieter",
    "silent": "quieter",
}
"""Directions and ladder keys as `name_key` writes them."""
OPPOSITES: Mapping[Direction, tuple[str, ...]] = {
    "warmer": ("cooler",),
    "cooler": ("warmer",),
    "terser": ("looser",),
    "looser": ("terser",),
    "playful": ("serious",),
    "formal": ("casual",),
    "blunt": ("gentle",),
    "less_emoji": ("more_emoji",),
    "quieter": ("talkative", "looser"),
}
_SPECIFIC: tuple[Direction, ...] = ("less_emoji", "quieter", "terser")
"""Directions that decide between themselves and others whose words stand in the same place."""
_SHORT = 4
_NOBODY = Address(frozenset())


def direction_of(conversation: Conversation) -> Direction | None:
    """The direction: the option, or where it is missing the directive's words; null if neither."""
    named = conversation.options.get("direction")
    if named:
        return NAMES.get(str(named))
    return said(conversation.directive.content)


@lru_cache(maxsize=1024)
def said(content: str) -> Direction | None:
    """The direction that a turn's words ask for first; null if they ask for none."""
    found: list[tuple[int, int, int, Direction]] = []
    for direction in DIRECTIONS:
        rank = _SPECIFIC.index(direction) if direction in _SPECIFIC else len(_SPECIFIC)
        for _, hit in _asked(content, (direction,)):
            found.append((hit.span[0], rank, -len(hit.entry), direction))
    return min(found)[3] if found else None


def asks_step(request: Turn | None, direction: Direction) -> bool:
    """Whether a user turn asks for one more step."""
    if request is None:
        return False
    content = request.content
    if _asked(content, (direction,)):
        return True
    if direction in ("quieter", "less_emoji") and (asks_nothing(request) or asks_no_emoji(request)):
        return True
    if _asked(content, ("hold",)):
        return False
    return any(length(c.text.content) <= _SHORT for c, _ in _asked(content, ("further",)))


def ends(request: Turn, conversation: Conversation, direction: Direction) -> bool:
    """Whether a later user turn ends the ladder: it asks for the opposite, and its speaker may."""
    if not may_lift(conversation, request):
        return False
    if _asked(request.content, (direction,)):
        return False
    return any(
        not _of_speaker(clause, hit)
        for clause, hit in _asked(request.content, OPPOSITES[direction])
    )


def _of_speaker(clause: Clause, hit: Hit) -> bool:
    """Whether a word is about something of the speaker's, not about answers."""
    text = clause.text
    if words(("setting_words.core",), text.languages).stands_in(text):
        return False
    owners = words(("steps.speaker",), text.languages).hits(text)
    return any(owner.at[1] <= hit.at[0] for owner in owners)


def asks_nothing(request: Turn | None) -> bool:
    """Whether a user turn asks for complete silence."""
    if request is None:
        return False
    silence = events(request.content, _NOBODY).silence
    return silence is not None or bool(_asked(request.content, ("nothing",)))


def asks_no_emoji(request: Turn | None) -> bool:
    """Whether a user turn asks for no emoji at all."""
    if request is None:
        return False
    if _asked(request.content, ("no_emoji",)):
        return True
    return any(length(c.text.content) <= _SHORT for c, _ in _asked(request.content, ("none",)))


@lru_cache(maxsize=4096)
def _asked(content: str, groups: tuple[str, ...]) -> tuple[tuple[Clause, Hit], ...]:
    """The hits of groups of steps in what a turn asks for, each with its clause."""
    spoken = own_words(content)
    names = tuple(f"steps.{group}" for group in groups)
    lexicon = words(names, spoken.languages)
    if not lexicon.stands_in(spoken):
        return ()
    return tuple(
        (clause, hit)
        for clause in clauses(spoken)
        if not clause.asks
        for hit in lexicon.hits(clause.text)
        if not (clause.negated(hit) or clause.reported(hit) or _turned(clause, hit))
    )


def _turned(clause: Clause, hit: Hit) -> bool:
    """Whether "less" stands directly before a hit."""
    before = words(("steps.less",), clause.text.languages).hits(clause.text)
    return any(0 <= hit.at[0] - less.at[1] <= 1 for less in before)
