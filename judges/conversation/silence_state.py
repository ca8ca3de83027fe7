"""Silence as a state: who asked for it, who ended it, and what holds for each reply (S1 to S6).

The states run over the user turns from the directive on, room by room; a system turn acts as an
owner's. The asker, or a privileged speaker in the same room, releases; anybody else does not. A
release is full, counted, or limited to a topic. Where the record names a release turn whose words
are no release, or a speaker can't be known, the state is in doubt until the next certain event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from judges.conversation.asking_turn import asks
from judges.conversation.clauses import clauses
from judges.conversation.layers import Rules
from judges.conversation.record import Conversation, Turn
from judges.conversation.silence_events import HANDLES, Address, Events, Release, events
from judges.conversation.silence_terms import Terms, content_stems, terms_of
from judges.conversation.text import fold

Kind = Literal["asked", "silent", "release", "open", "event", "doubtful", "unsure", "uncovered"]
"""What holds for the replies to a turn: silence was asked in it; silence is in force; it releases;
the assistant is free; it may hold the event that allows an answer; it is a doubtful release; the
state is in doubt since then; it is not covered by any request for silence."""


@dataclass(frozen=True)
class Status:
    """What holds for the replies to a turn, and the turn that made it so."""

    kind: Kind
    since: int
    topic: frozenset[str] = frozenset()
    reason: str = ""


@dataclass
class _Room:
    """The state of one room."""

    silent: bool = False
    covered: bool = False
    since: int = 0
    askers: set[str | None] = field(default_factory=set)
    everybody: bool = True
    terms: Terms = field(default_factory=Terms)
    messages: int | None = None
    remaining: int | None = None
    topic: frozenset[str] = frozenset()
    doubt: int = 0
    early: int = 0

    def silence(self, turn: Turn, terms: Terms) -> None:
        """Silence is asked in a turn."""
        if terms.stated or not self.covered:
            self.terms, self.messages = terms, terms.messages
        self.everybody = not self.terms.to_asker or (self.everybody and self.covered)
        self.silent = self.covered = True
        self.askers.add(turn.speaker)
        self.since, self.remaining, self.topic = turn.number, None, frozenset()
        self.doubt = self.early = 0

    def release(self, turn: Turn, count: int | None, topic: frozenset[str]) -> None:
        """The assistant is released in a turn."""
        self.silent, self.since, self.messages = False, turn.number, None
        self.remaining, self.topic = count, topic
        self.doubt = self.early = 0

    def covers(self, turn: Turn) -> bool:
        """Whether a turn is one that silence was asked for."""
        return self.covered and (self.everybody or turn.speaker in self.askers)


def statuses(conversation: Conversation, rules: Rules) -> Mapping[int, Status]:
    """For each user and system turn from the directive on, what holds for the replies to it."""
    return _Machine(conversation, rules).run()


class _Machine:
    def __init__(self, conversation: Conversation, rules: Rules) -> None:
        self.conversation = conversation
        self.rules = rules
        self.release_turn: int = conversation.options.get("release_turn", 0)
        self.rooms: dict[str | None, _Room] = {}
        self.answered = {turn.number for turn in conversation.requests.values()}
        self.found: dict[int, Status] = {}

    def run(self) -> Mapping[int, Status]:
        directive = self.conversation.directive
        terms = terms_of(directive.text) if self.rules.on("S1") else Terms()
        self.home = directive.room_id
        room = self._room(directive)
        room.silence(directive, terms)
        self.address = self._address(terms)
        self.found[directive.number] = Status("asked", directive.number)
        for turn in self.conversation.turns[directive.number :]:
            if turn.role in ("user", "system"):
                room = self._room(turn)
                self.found[turn.number] = self._step(turn, room)
            elif turn.number == self.release_turn and self.rules.on("S5"):
                room.doubt, room.since = turn.number, turn.number
        return self.found

    def _address(self, terms: Terms) -> Address:
        agent = fold(self.conversation.agent or "")
        agreed = {*HANDLES, *terms.names, *({agent, f"@{agent}"} if agent else ())}
        speakers = {
            fold(turn.speaker)
            for turn in self.conversation.turns
            if turn.role == "user" and turn.speaker and self.conversation.names_users
        }
        others = frozenset(speakers - agreed)
        markers = tuple(self.conversation.options.get("release_markers", ()))
        return Address(frozenset(agreed), others, markers)

    def _room(self, turn: Turn) -> _Room:
        """The room of a turn; one without a room is taken to be where the directive was given."""
        name = turn.room_id or self.home
        if not self.rules.on("S10") or self.home is None:
            name = self.home
        return self.rooms.setdefault(name, _Room())

    def _step(self, turn: Turn, room: _Room) -> Status:
        ended = room.silent and room.messages == 0
        done = self._events(turn)
        release = done.release if self.rules.on("S3") else None
        certain = release is not None and self._may_release(turn, room)
        named = turn.number == self.release_turn and self.rules.on("S5")
        if release is not None and certain:
            return self._released(turn, room, release)
        if named or (release is not None and room.covers(turn) and self._unsure(turn, room)):
            room.doubt, room.since = turn.number, turn.number
            why = (
                "named as the release, but its words are none" if named else "by an unsure speaker"
            )
            return Status("doubtful", turn.number, reason=f"turn {turn.number} is {why}")
        if done.silence is not None and self.rules.on("S2"):
            room.silence(turn, terms_of(turn.text) if self.rules.on("S1") else Terms())
            return Status("asked", turn.number)
        if ended:
            room.release(turn, None, frozenset())
            return Status("release", turn.number, reason="the stated number of messages is over")
        return self._unchanged(turn, room)

    def _released(self, turn: Turn, room: _Room, release: Release) -> Status:
        room = room if room.covered else self._room(self.conversation.directive)
        count, topic = release.count, release.topic
        if count is None and room.terms.unless and not release.by_words:
            count = 1
        if not self.rules.on("S6"):
            count, topic = None, frozenset()
        room.release(turn, count, topic)
        self._consume(turn, room)
        if count is None and not topic and turn.number < self.release_turn and self.rules.on("S5"):
            room.early = turn.number
            return self._early(room)
        return Status("release", turn.number, topic)

    def _early(self, room: _Room) -> Status:
        reason = (
            f"turn {room.early} releases, before the release turn {self.release_turn} of the record"
        )
        return Status("unsure", room.early, reason=reason)

    def _unchanged(self, turn: Turn, room: _Room) -> Status:
        """The status of a turn that does nothing to the silence."""
        if not room.covers(turn):
            return Status("uncovered", room.since)
        if room.messages and turn.speaker in room.askers and turn.role == "user":
            room.messages -= 1
        if room.doubt:
            reason = f"in doubt since turn {room.doubt}"
            return Status("unsure", room.doubt, reason=reason)
        if room.early:
            return self._early(room)
        if not room.silent and self._consume(turn, room):
            return Status("open", room.since, room.topic)
        if not room.silent:
            room.silent = True
        if self._may_be_event(turn, room.terms):
            return Status("event", room.since, reason=f"turn {turn.number} may be the event")
        return Status("silent", room.since)

    def _consume(self, turn: Turn, room: _Room) -> bool:
        """Whether a counted release still opens for this request, which it then has used up."""
        if room.remaining is None:
            return True
        if turn.number not in self.answered:
            return room.remaining > 0
        room.remaining -= 1
        return room.remaining >= 0

    def _events(self, turn: Turn) -> Events:
        return events(turn.content, self.address)

    def _may_release(self, turn: Turn, room: _Room) -> bool:
        """Whether a turn is the asker's, or a privileged speaker's in the same room (S4)."""
        if turn.role == "system" or not self.conversation.names_users or not self.rules.on("S4"):
            return room.covered
        home = self._room(self.conversation.directive)
        if not room.covered:
            words = self._events(turn).release
            return turn.speaker in home.askers and bool(words and words.by_words)
        return turn.speaker is not None and (turn.speaker in room.askers or turn.privileged)

    def _unsure(self, turn: Turn, room: _Room) -> bool:
        """Whether it can't be told if the speaker of a release may release."""
        return self.rules.on("S5") and (turn.speaker is None or room.terms.by_anyone)

    def _may_be_event(self, turn: Turn, terms: Terms) -> bool:
        """Whether a turn holds half of the content words of "unless X happens" (S11)."""
        if not self.rules.on("S11"):
            return False
        if terms.questions and asks(turn.text):
            return True
        if not terms.event:
            return False
        held: set[str] = set()
        for clause in clauses(turn.text.spoken):
            if not clause.negates:
                held |= content_stems(clause.text.content)
        return 2 * len(held & terms.event) >= len(terms.event)
