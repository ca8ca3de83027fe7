"""Turns that lift a standing request, or make an exception to it (V9).

A lift ends the request as a whole ("talk normally again"), ends what it asks for ("drop the pirate
voice"), or allows what it forbids ("emojis are fine again"). An exception is good for one answer:
"just this once", or a request for the forbidden form itself ("list them as bullets"). A length,
form or topic that merely differs is none. Only the speaker who made the request, or a privileged
one, can do either, and only in words of their own: not in quotes, code or pasted text, nor in a
turn with the signature of an injected order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from judges.conversation.clauses import Clause, clauses, spoken_hits
from judges.conversation.injection import has_signature
from judges.conversation.layers import Layer, Rules, evidence, not_assessed
from judges.conversation.lexicon import Hit
from judges.conversation.pasted import own_words
from judges.conversation.record import Conversation, Turn
from judges.conversation.scripts import length
from judges.conversation.text import Span

_SUBJECTS: Mapping[str, tuple[str, str]] = {
    "terse": ("short_kept", "short_banned"),
    "terseonesentence": ("short_kept", "short_banned"),
    "haiku": ("haiku_kept", ""),
    "pirate": ("pirate_kept", ""),
    "limerick": ("limerick_kept", ""),
    "shakespearean": ("shakespearean_kept", ""),
    "secondpersononly": ("second_kept", ""),
    "alllowercase": ("lowercase_kept", "lowercase_banned"),
    "nohedging": ("", "hedging_banned"),
    "noemojis": ("", "emojis_banned"),
    "wantscodeblocks": ("code_kept", ""),
    "firstnameonly": ("", "names_banned"),
    "metricunits": ("metric_kept", "metric_banned"),
    "prefersshort": ("short_kept", "short_banned"),
    "noexclamation": ("", "exclamation_banned"),
    "noquestionsback": ("", "questions_banned"),
    "nolists": ("", "lists_banned"),
}
"""For each style and trait the groups of `rule_subjects` for what it asks for and forbids."""
_LENGTHS = ("short_banned",)
"""Forbidden forms that are lengths: asking for one is no exception, allowing them is a lift."""
_NEAR = 3
"""How many words may stand between a form's preposition and the form."""
_BUCKETS = ("hold_style", "note_trait_unrelated", "escalation")


@dataclass(frozen=True)
class Lift:
    """A turn that lifts a request, or, `once`, makes an exception for its own answer."""

    turn: int
    span: Span
    once: bool


def lifts(conversation: Conversation) -> tuple[Lift, ...]:
    """The lifts and exceptions after the directive, in order."""
    key = conversation.options.get("style") or conversation.options.get("trait") or ""
    kept, banned = _SUBJECTS.get(key, ("", ""))
    found: list[Lift] = []
    for turn in conversation.later("user", "system"):
        if may_lift(conversation, turn) and not has_signature(turn):
            lift = _lift_in(turn, kept, banned)
            if lift:
                found.append(lift)
    return tuple(found)


def may_lift(conversation: Conversation, turn: Turn) -> bool:
    """Whether a turn's speaker may lift the directive: its own speaker, or a privileged one."""
    if turn.role == "system" or turn.privileged:
        return True
    return turn.speaker is not None and turn.speaker == conversation.directive.speaker


def with_lifts(conversation: Conversation, rules: Rules) -> Conversation:
    """The conversation with its checked replies settled that a lift or exception covers.

    Silence has its own events, and scopes their own settings, so both stay as they are.
    """
    if conversation.bucket not in _BUCKETS or not rules.on("V9"):
        return conversation
    found = lifts(conversation)
    if not found:
        return conversation
    layers: list[Layer] = []
    for reply in conversation.checked:
        lift = _covering(conversation, reply, found)
        if lift:
            what = "an exception" if lift.once else "the request was lifted"
            seen = evidence(reply.number, reply.content, lifted_by=lift.turn)
            reason = f"{what} in turn {lift.turn}"
            layers.append(not_assessed("V9", turn=reply.number, reason=reason, evidence=seen))
    return replace(conversation, settled=(*conversation.settled, *layers))


def _covering(conversation: Conversation, reply: Turn, found: tuple[Lift, ...]) -> Lift | None:
    request = conversation.request(reply)
    for lift in found:
        if lift.once and request is not None and request.number == lift.turn:
            return lift
        if not lift.once and lift.turn < reply.number:
            return lift
    return None


def _lift_in(turn: Turn, kept: str, banned: str) -> Lift | None:
    once: Lift | None = None
    for clause in clauses(own_words(turn.content)):
        for hit in spoken_hits("lift.once", clause.text):
            if not (clause.negated(hit) or clause.reported(hit) or clause.conditional_on(hit)):
                once = once or Lift(turn.number, hit.span, once=True)
        lifted = _whole(clause) or _ends(clause, kept) or _allows(clause, banned)
        if lifted and once is None:
            return Lift(turn.number, lifted.span, once=False)
        form = _asks_for_form(clause, banned)
        if form and once is None:
            once = Lift(turn.number, form.span, once=True)
    return once


def _whole(clause: Clause) -> Hit | None:
    """An end set to the request as a whole: "talk normally again"."""
    hits = spoken_hits("lift.whole", clause.text)
    normal = spoken_hits("lift.normal", clause.text)
    if normal:
        talk = spoken_hits("lift.talk", clause.text)
        hits += [hit for hit in normal if any(_beside(clause, hit, verb) for verb in talk)]
    return next((hit for hit in hits if clause.asserts(hit) and not clause.asks), None)


def _ends(clause: Clause, kept: str) -> Hit | None:
    """An end set to what is asked for: "no more haiku", not "no more questions about haiku"."""
    if not kept:
        return None
    for hit in spoken_hits(f"rule_subjects.{kept}", clause.text):
        if clause.hypothetical or clause.reported(hit) or clause.asks:
            continue
        for end in spoken_hits("lift.end", clause.text):
            if _beside(clause, end, hit):
                return hit
    return None


def _allows(clause: Clause, banned: str) -> Hit | None:
    if not banned:
        return None
    for hit in spoken_hits(f"rule_subjects.{banned}", clause.text):
        for allow in spoken_hits("lift.allow", clause.text):
            if clause.asserts(allow) and clause.asserts(hit) and not clause.asks:
                return hit
    return None


def _asks_for_form(clause: Clause, banned: str) -> Hit | None:
    """A request for the forbidden form itself."""
    if banned == "questions_banned":
        asked = spoken_hits("rule_subjects.questions_asked", clause.text)
        return next((hit for hit in asked if clause.asserts(hit)), None)
    if not banned or banned in _LENGTHS:
        return None
    for hit in spoken_hits(f"rule_subjects.{banned}", clause.text):
        if not clause.asserts(hit):
            continue
        if any(
            form.at[1] <= hit.at[0] and _beside(clause, form, hit)
            for form in spoken_hits("lift.form", clause.text)
        ):
            return hit
        if any(
            form.at[0] >= hit.at[1] and _beside(clause, form, hit)
            for form in spoken_hits("lift.form_behind", clause.text)
        ):
            return hit
    return None


def _beside(clause: Clause, one: Hit, other: Hit) -> bool:
    """Whether few words stand between two hits that don't overlap."""
    first, second = sorted((one, other), key=lambda hit: hit.at)
    if first.at[1] > second.at[0]:
        return False
    return length(clause.text.matching[first.at[1] : second.at[0]]) <= _NEAR
