"""Which settings stand for a reply, its own and those of others, and what it shows of them.

A personal setting stands for its speaker in every room, a room's for everybody in it, a global one
for all. Of two settings of one kind the later one stands. A later global setting does not undo a
personal one (G10).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from judges.conversation.features import told_language
from judges.conversation.layers import Layer
from judges.conversation.lexicon import hits
from judges.conversation.lifted import lifts
from judges.conversation.reach import Request
from judges.conversation.record import Conversation, Turn
from judges.conversation.reply import Reply
from judges.conversation.scope_lists import answer_of, states
from judges.conversation.setting_signs import leaks
from judges.conversation.settings import Kind, Setting, settings_in

_OPPOSED: dict[Kind, tuple[Kind, ...]] = {
    "formal": ("casual",),
    "casual": ("formal",),
    "lowercase": ("uppercase",),
    "uppercase": ("lowercase",),
    "metric": ("imperial",),
    "imperial": ("metric",),
    "terse": ("verbose",),
    "verbose": ("terse",),
}


def one_of_each_kind(settings: Iterable[Setting]) -> tuple[Setting, ...]:
    """The settings that stand: of each kind the last, and none that a later one contradicts."""
    standing: dict[Kind, Setting] = {}
    for setting in settings:
        for opposed in _OPPOSED.get(setting.kind, ()):
            standing.pop(opposed, None)
        standing.pop(setting.kind, None)
        standing[setting.kind] = setting
    return tuple(standing.values())


def opposes(one: Setting, other: Setting) -> bool:
    """Whether two settings can't both be kept."""
    return one.kind == other.kind or other.kind in _OPPOSED.get(one.kind, ())


@dataclass(frozen=True)
class Standing:
    """The requests of a record, and what they make stand for a reply."""

    conversation: Conversation
    requests: tuple[Request, ...]

    def covers(self, request: Request, reply: Turn) -> bool:
        """Whether a request is about a reply: everybody's, that room's, or its speaker's."""
        if request.reach == "global":
            return True
        if request.reach == "room" and self.conversation.names_rooms:
            return request.turn.room_id == reply.room_id
        return request.turn.speaker == reply.speaker

    def before(self, reply: Turn, *reaches: str) -> list[Request]:
        """The requests of these reaches before a reply."""
        return [r for r in self.requests if r.turn.number < reply.number and r.reach in reaches]

    def own(self, reply: Turn) -> list[Request]:
        """The standing requests for less than everybody that are about a reply."""
        return [
            request
            for request in self.before(reply, "personal", "room")
            if self.covers(request, reply) and self._stands(request)
        ]

    def foreign(self, reply: Turn) -> list[Request]:
        """The standing requests for less than everybody that are about others."""
        return [
            request
            for request in self.before(reply, "personal", "room")
            if not self.covers(request, reply) and self._stands(request)
        ]

    def _stands(self, request: Request) -> bool:
        return request.standing or request.turn.number == self.conversation.directive_turn

    def asked(self, reply: Turn) -> tuple[Setting, ...]:
        """All that the speaker of a reply asked for before it, lasting or not, in this room."""
        elsewhere = {
            r.turn.number for r in self.requests if r.reach == "room" and not self.covers(r, reply)
        }
        found: list[Setting] = []
        for turn in self.conversation.turns[: reply.number]:
            own = turn.role == "user" and turn.speaker == reply.speaker
            if own and turn.number not in elsewhere:
                found += settings_in(turn.content)
        return tuple(found)

    def leak(self, reply: Reply, settings: Iterable[Setting]) -> Setting | None:
        """The first setting of others that a reply shows though its speaker did not ask for it."""
        answer = answer_of(reply)
        asked = self.asked(reply.turn)
        for setting in settings:
            if setting in asked or not leaks(setting, answer):
                continue
            if setting.kind == "language" and self._own_language(reply) in (None, setting.value):
                continue
            if setting.kind in ("nickname", "word") and hits((setting.value,), reply.request):
                continue
            return setting
        return None

    def _own_language(self, reply: Reply) -> str | None:
        """The language in which the speaker of a reply writes."""
        told = told_language(reply.request)
        if told is not None:
            return told
        for turn in reversed(self.conversation.turns[: reply.turn.number]):
            if turn.role == "user" and turn.speaker == reply.turn.speaker:
                told = told_language(turn.text)
                if told is not None:
                    return told
        return None

    @cached_property
    def _lifts(self) -> tuple[tuple[int, bool], ...]:
        return tuple((lift.turn, lift.once) for lift in lifts(self.conversation))

    def lifted(self, reply: Turn) -> int | None:
        """The turn that lifts the directive for a reply, or excepts it; null if none does (V9)."""
        request = self.conversation.request(reply)
        for turn, once in self._lifts:
            if once and request is not None and request.number == turn:
                return turn
            if not once and turn < reply.number:
                return turn
        return None


def must_show(
    reply: Reply, settings: tuple[Setting, ...], rule: str, *, contrary: float
) -> Layer | None:
    """The layer of a reply that must show settings; null if there are none."""
    if not settings:
        return None
    found = states(reply, settings)
    for setting, shown in found.items():
        if shown == "contrary":
            reason = f"shows the contrary of what was set: {told(setting)}"
            return reply.failed(contrary, rule, reason, setting=setting.kind)
    for setting, shown in found.items():
        if shown == "shown":
            return reply.passed(0.9, rule, f"shows {told(setting)}", setting=setting.kind)
    kinds = ", ".join(told(setting) for setting in settings)
    return reply.open(rule, f"nothing tells whether it keeps {kinds}")


def told(setting: Setting) -> str:
    """A setting in words."""
    if setting.kind == "terse":
        return f"at most {setting.limit} {setting.unit}"
    return f"{setting.kind} {setting.value}".strip()
