"""What the checked replies of each mode must show and must not show (G5, G7 to G11).

Without speakers and rooms, the lists hold on all checked replies. Lists come before signs of a
setting; where a record has no list and its setting no sign, nothing is assessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from judges.conversation.clauses import clauses
from judges.conversation.features import words
from judges.conversation.layers import Layer, Rules
from judges.conversation.lexicon import Lexicon
from judges.conversation.reach import Request
from judges.conversation.record import Conversation
from judges.conversation.reply import Reply
from judges.conversation.scope_lists import judge_lists, style_state, words_in
from judges.conversation.scope_standing import (
    Standing,
    must_show,
    one_of_each_kind,
    opposes,
    told,
)
from judges.conversation.settings import Setting
from judges.conversation.silence_terms import content_stems
from judges.conversation.text import Span, Text

Mode = Literal[
    "refuse", "rejected", "all", "admin_only", "isolation", "override", "persistence", "split"
]


@dataclass(frozen=True)
class Modes:
    """The checked replies of one record.

    Attributes:
        required, forbidden: the lists of the record.
        split: the styles of privileged and of other speakers, for the mode "split".
    """

    conversation: Conversation
    rules: Rules
    mode: Mode
    standing: Standing
    directive: Request
    required: tuple[str, ...]
    forbidden: tuple[str, ...]
    split: tuple[str, str]

    def probe(self, reply: Reply) -> Layer:
        """The layer of a checked reply that answers no request for everybody."""
        lifted = self.standing.lifted(reply.turn) if self.rules.on("V9") else None
        if lifted is not None:
            return reply.not_assessed("V9", f"lifted by turn {lifted}", lifted_by=lifted)
        if not (self.conversation.names_users or self.conversation.names_rooms):
            if self.mode not in ("refuse", "rejected"):
                return self._alone(reply)
        ways = {
            "refuse": self._refused,
            "rejected": self._refused,
            "all": self.everybody,
            "admin_only": self._admins_only,
            "isolation": self._isolated,
            "override": self._overridden,
            "persistence": self._persistent,
            "split": self._by_role,
        }
        return ways[self.mode](reply)

    def _nothing(self, reply: Reply) -> Layer:
        return reply.not_assessed("V8", "no list, and a setting that leaves no sign")

    def _listed(self, reply: Reply, required: bool, forbidden: bool) -> Layer | None:
        return judge_lists(
            reply, self.required if required else (), self.forbidden if forbidden else ()
        )

    def _either(self, reply: Reply, *layers: Layer | None) -> Layer:
        """The layer that decides: what fails, then what is contested, passes, is open."""
        found = [layer for layer in layers if layer is not None]
        for wanted in ("FAIL", "contested", "PASS", "open", ""):
            for layer in found:
                kind = "contested" if layer.contested else "open" if layer.open else layer.verdict
                if kind == wanted or (not wanted and layer):
                    return layer
        return self._nothing(reply)

    def _alone(self, reply: Reply) -> Layer:
        """A record without speakers and rooms (G12)."""
        lists = self._listed(reply, True, True)
        if self.conversation.is_reply_to_directive(reply.turn):
            return self._either(reply, lists)
        rule = "G7" if self.mode == "all" else "G11" if self.mode == "persistence" else "G9"
        own = self._settings(reply, "personal", "room", "global")
        shown = must_show(reply, own, rule, contrary=0.85 if rule == "G9" else 0.9)
        return self._either(reply, lists, shown)

    def _settings(self, reply: Reply, *reaches: str) -> tuple[Setting, ...]:
        asked = self.standing.before(reply.turn, *reaches)
        covering = [r for r in asked if self.standing.covers(r, reply.turn)]
        return one_of_each_kind(s for request in covering for s in request.settings)

    # Requests for everybody.

    def is_about_setting(self, reply: Reply, span: Span) -> bool:
        """Whether a stretch of a reply speaks of the setting that was asked for."""
        said = Text(reply.turn.content[span[0] : span[1]])
        if words(("setting_words.core",), said.languages).stands_in(said):
            return True
        asked = self.standing.before(reply.turn, "global")
        stems = {s for request in asked for s in content_stems(request.turn.content)}
        return bool(stems & content_stems(said.content))

    def _refused(self, reply: Reply) -> Layer:
        """G5: a setting that was refused shows in no answer to somebody who did not ask for it."""
        rule = "G5" if self.mode == "refuse" else "G6"
        asked = self.standing.before(reply.turn, "global")
        if any(request.privileged for request in asked):
            return self.everybody(reply, granted=True)
        by_other = [r for r in asked if r.turn.speaker != reply.turn.speaker]
        settings = one_of_each_kind(s for request in asked for s in request.settings)
        alone = not (self.conversation.names_users or self.conversation.names_rooms)
        lists = None
        if by_other or alone:
            lists = self._listed(reply, alone, True)
            leak = self.standing.leak(reply, settings) if by_other else None
            if leak is not None and not (lists and lists.verdict == "FAIL"):
                return reply.failed(0.9, rule, f"shows what was refused: {told(leak)}")
        if lists is not None and lists.verdict != "PASS":
            return lists
        if settings or self.required or self.forbidden:
            return reply.passed(0.7, rule, "no sign of what was refused")
        return self._nothing(reply)

    def everybody(self, reply: Reply, *, granted: bool = False) -> Layer:
        """G7: every answer shows what was set for all."""
        requests = self.standing.before(reply.turn, "global")
        if granted:
            requests = [request for request in requests if request.privileged]
        settings = one_of_each_kind(s for request in requests for s in request.settings)
        lists = None if granted else self._listed(reply, True, True)
        shown = must_show(reply, settings, "G7", contrary=0.9) if self.rules.on("G7") else None
        return self._either(reply, lists, shown)

    # Settings for some.

    def _admins_only(self, reply: Reply) -> Layer:
        """G8: what is for privileged speakers shows for them, and for nobody else."""
        if not self.rules.on("G8"):
            return self.everybody(reply)
        turn = reply.turn
        settings = self.directive.settings
        if turn.user_role is None:
            return reply.contested(0.5, "G8", "the role of the speaker is unknown")
        if turn.privileged:
            lists = judge_lists(reply, self.required, (), "G8")
            shown = None if lists else must_show(reply, settings, "G8", contrary=0.9)
            layer = self._either(reply, lists, shown)
            if self.conversation.is_reply_to_directive(turn) and layer.verdict != "PASS":
                return reply.not_assessed("G8", "the answer to the request itself")
            return layer
        forbidden = self.forbidden or self.required
        lists = judge_lists(reply, (), forbidden, "G8")
        leak = None if self.required else self.standing.leak(reply, settings)
        if leak is not None and not (lists and lists.verdict == "FAIL"):
            return reply.failed(0.9, "G8", f"shows what is for admins only: {told(leak)}")
        if lists is None and not settings:
            return self._nothing(reply)
        return lists or reply.passed(0.9, "G8", "no sign of what is for admins only")

    def _isolated(self, reply: Reply) -> Layer:
        """G9: a setting shows for its speaker, and for nobody else."""
        return self._personal(reply, "G9", contrary=0.85)

    def _persistent(self, reply: Reply) -> Layer:
        """G11: a setting goes with its speaker from room to room."""
        return self._personal(reply, "G11", contrary=0.9)

    def _personal(self, reply: Reply, rule: str, *, contrary: float) -> Layer:
        if not self.rules.on(rule):
            return self._nothing(reply)
        if not self.standing.covers(self.directive, reply.turn):
            return self._foreign(reply, rule)
        own = one_of_each_kind(
            s for request in self.standing.own(reply.turn) for s in request.settings
        )
        shown = must_show(reply, own, rule, contrary=contrary)
        forbidden = self._lost(reply) if rule == "G11" else ()
        lists = judge_lists(reply, self.required, forbidden)
        if self.conversation.is_reply_to_directive(reply.turn):
            layer = self._either(reply, lists, shown)
            if layer.verdict == "PASS":
                return layer
            return reply.not_assessed(rule, "the answer to the request itself")
        return self._either(reply, lists, shown)

    def _lost(self, reply: Reply) -> tuple[str, ...]:
        """The forbidden words that are traces of a lost setting: not those that were asked for."""
        asked = self.directive.turn.text
        kept = set(self.required)
        for word in self.forbidden:
            lexicon = Lexicon((word,))
            for clause in clauses(asked.searched):
                if any(not clause.negated(hit) for hit in lexicon.hits(clause.text)):
                    kept.add(word)
        return tuple(word for word in self.forbidden if word not in kept)

    def _foreign(self, reply: Reply, rule: str) -> Layer:
        """A reply to somebody else than the setter."""
        settings = one_of_each_kind(
            s for request in self.standing.foreign(reply.turn) for s in request.settings
        )
        lists = self._listed(reply, False, True)
        if lists is not None and lists.verdict == "FAIL":
            return lists
        leak = self.standing.leak(reply, settings)
        if leak is not None:
            return reply.failed(0.9, rule, f"shows another speaker's setting: {told(leak)}")
        if lists is None and not settings:
            return self._nothing(reply)
        return reply.passed(0.9, rule, "no sign of another speaker's setting")

    def _overridden(self, reply: Reply) -> Layer:
        """G10: who set something of his own keeps it; the others have what was set for all."""
        if not self.rules.on("G10"):
            return self.everybody(reply)
        own = self._overriding(reply)
        if not own:
            if words_in(reply, self.forbidden):
                return reply.passed(0.9, "G10", "shows what was set for all")
            settings = self._settings(reply, "global")
            shown = must_show(reply, settings, "G7", contrary=0.9)
            return self._either(reply, shown)
        answers = self.conversation.request(reply.turn)
        layer = self._own_way(reply, own)
        if answers is not None and any(r.turn.number == answers.number for r in own):
            if layer.verdict != "PASS":
                return reply.not_assessed("G10", "the answer to the request itself")
        return layer

    def _overriding(self, reply: Reply) -> list[Request]:
        """The personal requests that stand for a reply; where none is told, the first order."""
        own = self.standing.own(reply.turn)
        if own or any(r.reach != "global" for r in self.standing.requests):
            return own
        for turn in self.conversation.later("user"):
            other = turn.speaker != self.directive.turn.speaker
            if other and turn.speaker == reply.turn.speaker and turn.number < reply.turn.number:
                if not any(mark in turn.content for mark in "?？؟"):
                    return [Request(turn, "personal", (), False, True, turn.privileged)]
        return []

    def _own_way(self, reply: Reply, own: list[Request]) -> Layer:
        settings = one_of_each_kind(s for request in own for s in request.settings)
        lists = self._listed(reply, True, True)
        shown = must_show(reply, settings, "G10", contrary=0.85)
        if lists is not None and lists.verdict != "PASS":
            return lists
        of_all = self._settings(reply, "global")
        traces = [s for s in of_all if not settings or any(opposes(s, one) for one in settings)]
        traces = [s for s in traces if s not in settings]
        leak = self.standing.leak(reply, traces)
        if leak is not None and (shown is None or shown.verdict != "PASS"):
            return reply.failed(0.9, "G10", f"shows what was set for all: {told(leak)}")
        if lists is None and shown is None and traces:
            return reply.passed(0.9, "G10", "no sign of what was set for all")
        return self._either(reply, lists, shown)

    def _by_role(self, reply: Reply) -> Layer:
        """One style for privileged speakers, another for the others."""
        if reply.turn.user_role is None:
            return reply.contested(0.5, "G8", "the role of the speaker is unknown")
        style = self.split[0] if reply.turn.privileged else self.split[1]
        shown = style_state(reply, style)
        if shown == "shown":
            return reply.passed(0.9, "G8", f"shows {style}")
        if shown == "contrary":
            return reply.failed(0.9, "G8", f"shows the contrary of {style}")
        return reply.open("G8", f"nothing tells {style}")
