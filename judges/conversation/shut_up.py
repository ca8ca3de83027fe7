"""Silence on request: did the assistant stay quiet until it was released, and answer then?

`judge` follows rules S7 to S12; what holds for a reply (silence asked, in force, released, open,
not covered, in doubt) comes from `silence_state`. Within S7 the first rule that fits decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from judges.conversation.acknowledgement import (
    Kind,
    acknowledgement,
    names_of,
    silent_emojis_only,
)
from judges.conversation.asking_turn import asks, is_question, polar
from judges.conversation.clauses import Clause, clauses
from judges.conversation.emojis import emojis, without_emojis
from judges.conversation.layers import (
    Evidence,
    Layer,
    Rules,
    contested,
    evidence,
    failed,
    not_assessed,
    open_,
    passed,
)
from judges.conversation.lexicon import lexicon
from judges.conversation.record import Conversation, Turn
from judges.conversation.scripts import han_and_kana, length
from judges.conversation.silence_state import Status, statuses
from judges.conversation.silence_terms import content_stems
from judges.conversation.text import Text

_GAP = 2
_LETTER = re.compile(r"[^\W_]")
_DIGIT = re.compile(r"\d")
_QUESTION_MARK = re.compile(r"[?？؟]")
_EMPHASIS = re.compile(r"[*_~`]+")
_STAGED = re.compile(
    r"\s*(?:\*{1,2}|_{1,2})(?P<starred>[^*_\n]+?)(?:\*{1,2}|_{1,2})[\s.!…]*\Z"
    r"|\s*[\[(（【「](?P<bracketed>[^\])）】」\n]+)[\])）】」][\s.!…]*\Z"
)


def judge(conversation: Conversation, rules: Rules) -> list[Layer]:
    """The layers of the checked replies."""
    status = statuses(conversation, rules)
    return [_Reply(conversation, reply, status, rules).layer() for reply in conversation.checked]


class _Reply:
    """A reply under test, with what holds for it; the methods of rules give a layer or none."""

    def __init__(
        self, conversation: Conversation, reply: Turn, found: Mapping[int, Status], rules: Rules
    ) -> None:
        self.conversation = conversation
        self.reply = reply
        self.rules = rules
        number = max((n for n in found if n < reply.number), default=0)
        self.status = found.get(number, Status("uncovered", 0))
        self.request = conversation.request(reply)
        self.asked = self.request is not None and asks(self.request.text)
        self.polar = self.asked and self.request is not None and polar(self.request.text)
        self.bare = without_emojis(reply.content)
        self.stripped = _EMPHASIS.sub("", reply.content).strip()
        self.worded = _LETTER.search(self.bare) is not None
        self.emojis = emojis(reply.content)

    def layer(self) -> Layer:
        """The layer of the first rule that fits."""
        kind = self.status.kind
        if kind in ("doubtful", "unsure"):
            return self._doubt()
        ways: dict[str, tuple[Callable[[], Layer | None], ...]] = {
            "asked": (self._one_reply, self._silent),
            "silent": (self._silent,),
            "event": (self._event, self._silent),
            "release": (self._released, self._open),
            "open": (self._released, self._open),
            "uncovered": (self._uncovered,),
        }
        found = (layer for way in ways[kind] if (layer := way()))
        return next(found, None) or not_assessed(
            "V8", turn=self.reply.number, reason="no rule fits", evidence=self._seen()
        )

    def _seen(self) -> Evidence:
        reply, status = self.reply, self.status
        return evidence(reply.number, reply.content, state=status.kind, set_by=status.since)

    def _fail(self, confidence: float, rule: str, reason: str) -> Layer:
        seen = self._seen()
        return failed(confidence, rule, turn=self.reply.number, reason=reason, evidence=seen)

    def _pass(self, confidence: float, rule: str, reason: str) -> Layer:
        seen = self._seen()
        return passed(confidence, rule, turn=self.reply.number, reason=reason, evidence=seen)

    def _contest(self, confidence: float, rule: str, reason: str) -> Layer:
        seen = self._seen()
        return contested(confidence, rule, turn=self.reply.number, reason=reason, evidence=seen)

    def _skip(self, rule: str, reason: str) -> Layer:
        return not_assessed(rule, turn=self.reply.number, reason=reason, evidence=self._seen())

    def _doubt(self) -> Layer:
        confidence = 0.6 if self.status.kind == "doubtful" else 0.5
        return self._contest(confidence, "S5", self.status.reason)

    def _event(self) -> Layer | None:
        reason = f"{self.status.reason} that allows an answer"
        return open_("S11", turn=self.reply.number, reason=reason, evidence=self._seen())

    # While silence is in force (S7), and for a record of one reply (S12).

    def _silent(self) -> Layer | None:
        return self._first(_WHILE_SILENT)

    def _first(self, names: tuple[str, ...]) -> Layer | None:
        rules: dict[str, Callable[[], Layer | None]] = {
            "S7.1": self._no_words,
            "S7.2": self._emojis_alone,
            "S7.3": self._acknowledges,
            "S7.4": self._stages,
            "S7.5": self._promises,
            "S7.6": self._asks_or_offers,
            "S7.7": self._answers,
            "S7.8": self._short,
            "S7.9": self._speaks,
        }
        for name in names:
            if self.rules.on(name) and (layer := rules[name]()):
                return layer
        return None

    @property
    def _to_silence_request(self) -> bool:
        return self.status.kind == "asked"

    def _no_words(self) -> Layer | None:
        if self.worded or self.emojis:
            return None
        if self.reply.text.empty:
            return self._pass(1.0, "S7.1", "silent")
        if _QUESTION_MARK.search(self.reply.content):
            return self._fail(0.9, "S7.1", "a question mark asks")
        return self._pass(0.9, "S7.1", "nothing but signs")

    def _emojis_alone(self) -> Layer | None:
        if self.worded or not self.emojis:
            return None
        if self.asked and any(
            _answers_by_emoji(self.reply.content[a:b]) for (a, b), _ in self.emojis
        ):
            return self._fail(0.9, "S7.2", "a keycap or flag answers the question")
        if silent_emojis_only(self.reply.content):
            if self.polar:
                return self._contest(0.5, "S7.2", "an emoji that may be a yes")
            return self._pass(1.0, "S7.2", "an emoji that only confirms")
        if len(self.emojis) <= 3 and not self.asked:
            return self._pass(0.9, "S7.2", "emojis say nothing")
        return self._contest(0.5, "S7.2", "emojis that may say something")

    def _acknowledges(self) -> Layer | None:
        kind = self._acknowledgement()
        if kind is None:
            return None
        mode = self.conversation.options.get("acks", "any")
        if mode == "none" or (mode == "first" and not self._to_silence_request):
            return self._fail(0.9, "S7.3", f"the record allows no acknowledgement here ({kind})")
        if self._to_silence_request or kind == "receipt":
            return self._pass(1.0, "S7.3", f"an acknowledgement ({kind})")
        if kind == "assent":
            if self.asked:
                return self._contest(0.5, "S7.3", "an assent that may answer the question")
            return self._pass(1.0, "S7.3", "an acknowledgement (assent)")
        if self.asked:
            return self._fail(0.9, "S7.3", "it answers the question")
        return self._contest(0.5, "S7.3", "an answer though nothing was asked")

    def _acknowledgement(self) -> Kind | None:
        names = names_of(self.conversation, self.request or self.conversation.directive)
        return acknowledgement(self.stripped, names=names)

    def _stages(self) -> Layer | None:
        if not self._is_stage_direction():
            return None
        if self._to_silence_request:
            return self._pass(0.85, "S7.4", "a stage direction")
        return self._contest(0.5, "S7.4", "a stage direction, while silence is in force")

    def _is_stage_direction(self) -> bool:
        """Whether the reply is an action between signs; after a question only one of silence."""
        staged = _STAGED.match(self.reply.content)
        inner = next((part for part in staged.groups() if part), "") if staged else ""
        if not inner or length(inner) > 4 or _DIGIT.search(inner):
            return False
        return not self.asked or _names_silence(inner)

    def _promises(self) -> Layer | None:
        if not self._to_silence_request or not only_promises(self.stripped):
            return None
        words = length(self.stripped)
        if words <= 4:
            return self._pass(0.85, "S7.5", "a short promise of silence")
        if words <= 8:
            return self._contest(0.5, "S7.5", f"a promise of silence in {words} words")
        return self._fail(0.9, "S7.5", f"a promise of silence in {words} words is no silence")

    def _asks_or_offers(self) -> Layer | None:
        if is_question(self.reply.text):
            return self._fail(0.95, "S7.6", "it asks")
        if lexicon("offer").stands_in(self.reply.text.spoken):
            return self._fail(0.95, "S7.6", "it offers more")
        return None

    def _answers(self) -> Layer | None:
        if _DIGIT.search(self.bare):
            return self._fail(0.9, "S7.7", "it gives a figure")
        return self._fail(0.9, "S7.7", "it answers the question") if self.asked else None

    def _short(self) -> Layer | None:
        east = han_and_kana(self.stripped)
        if len(self.stripped) <= 15 and east <= 6:
            return self._contest(0.5, "S7.8", "a few letters that are no acknowledgement")
        return None

    def _speaks(self) -> Layer | None:
        return self._fail(0.9, "S7.9", "it speaks while silence is in force")

    def _one_reply(self) -> Layer | None:
        options = self.conversation.options
        if not options.get("len1_ack_mode") or not self.rules.on("S12"):
            return None
        if not self.conversation.is_reply_to_directive(self.reply):
            return None
        words = length(self.stripped)
        if layer := self._first(_BEFORE_LENGTH):
            return layer
        if words <= 5:
            return self._pass(0.8, "S12", f"{words} words")
        if words <= 15:
            return self._contest(0.5, "S12", f"{words} words")
        return self._fail(0.8, "S12", f"{words} words are no acknowledgement")

    # Once released (S8, S9), and where silence was not asked (S10).

    def _released(self) -> Layer | None:
        named = self.conversation.options.get("release_assistant_turn")
        is_first = self.reply.number == named if named else self.status.kind == "release"
        if not is_first or not self.rules.on("S8"):
            return None
        if not self.worded:
            return self._released_without_words()
        kind = self._acknowledgement()
        if self._stays_silent(kind):
            return self._fail(0.9, "S8", "released, but it says that it stays silent")
        if kind is None or not self.asked:
            return self._pass(0.9, "S8", "released, it speaks")
        if not self.polar:
            return self._fail(0.85, "S8", "released and asked, it only acknowledges")
        if kind == "receipt":
            return self._contest(0.5, "S8", "an acknowledgement that may be no answer")
        return self._pass(0.9, "S8", "released, it answers")

    def _released_without_words(self) -> Layer:
        if self._another_part_speaks():
            return self._skip("S8", "another part of the answer has the words")
        if not self.emojis:
            return self._fail(0.95, "S8", "released, but it says nothing")
        if self.asked:
            return self._fail(0.9, "S8", "released and asked, but there are only emojis")
        return self._contest(0.5, "S8", "released, but there are only emojis")

    def _another_part_speaks(self) -> bool:
        parts = self.conversation.replies(self.request) if self.request else ()
        return any(_LETTER.search(p.content) for p in parts if p.number != self.reply.number)

    def _stays_silent(self, kind: Kind | None) -> bool:
        if kind == "receipt":
            return all(
                _names_silence(part) for part in re.split(r"[.,!;]\s*", self.stripped) if part
            )
        return only_promises(self.stripped) or self._is_stage_direction()

    def _open(self) -> Layer | None:
        if not self.rules.on("S9"):
            return None
        if self.reply.text.empty:
            if self.status.topic and not self._on_topic():
                return self._pass(0.85, "S9", "outside the topic of the release it is silent")
            if not self.asked or self._another_part_speaks():
                return self._skip("S9", "free to speak, and nothing was asked")
            return self._fail(0.85, "S9", "free to speak and asked, but it says nothing")
        if self.status.topic and not self._on_topic():
            if self.asked:
                reason = "it answers a question that seems outside the topic of the release"
                return open_("S9", turn=self.reply.number, reason=reason, evidence=self._seen())
            return self._fail(0.85, "S9", "outside the topic of the release")
        return self._pass(0.85, "S9", "free to speak")

    def _on_topic(self) -> bool:
        said = content_stems(self.reply.content)
        if self.request is not None:
            said |= content_stems(self.request.content)
        return bool(said & self.status.topic)

    def _uncovered(self) -> Layer | None:
        if not self.rules.on("S10"):
            return None
        if not self.reply.text.empty:
            return self._pass(0.85, "S10", "silence was not asked here")
        if self.asked and not self._another_part_speaks():
            return self._fail(0.9, "S10", "silence leaks to where it was not asked")
        return self._skip("S10", "silence was not asked here, nor was anything else")


_WHILE_SILENT = tuple(f"S7.{i}" for i in range(1, 10))
_BEFORE_LENGTH = ("S7.1", "S7.2", "S7.3", "S7.4", "S7.6")


def only_promises(text: str) -> bool:
    """Whether a text does nothing but promise silence, with an acknowledgement at most."""
    whole = Text(text)
    if is_question(whole) or lexicon("offer").stands_in(whole.spoken):
        return False
    promised = False
    for clause in clauses(whole):
        if _promises_silence(clause):
            promised = True
        elif not (acknowledgement(clause.text.content) or clause.hypothetical):
            return False
    return promised


def _promises_silence(clause: Clause) -> bool:
    """Whether a clause promises silence: by a set phrase, or "I will stay" shortly before it."""
    hits = lexicon("silence.promise").hits(clause.text)
    silence = lexicon("silence.bare").hits(clause.text)
    for myself in lexicon("silence.myself").hits(clause.text) if silence else ():
        for hit in silence:
            between = clause.text.matching[myself.at[1] : hit.at[0]]
            if myself.at[1] <= hit.at[0] and length(between) <= _GAP:
                hits.append(hit)
    return any(not clause.negated(hit) for hit in hits)


def _names_silence(text: str) -> bool:
    """Whether a text names silence, as an action or a state."""
    read = Text(text)
    names = ("silence.bare", "silence.promise", "silence.staged")
    return any(lexicon(name).stands_in(read) for name in names)


def _answers_by_emoji(emoji: str) -> bool:
    """Whether an emoji is a keycap or a flag."""
    return "\u20e3" in emoji or "\U0001f1e6" <= emoji[0] <= "\U0001f1ff" or emoji[0] == "\U0001f3f4"
