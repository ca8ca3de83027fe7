"""Whether a trait of the user, once noted, is respected in answers about other things (N).

Options: `trait`, `forbiddenPhrases`, `lastName`, `firstName`, `shortPassUpTo`, `shortFailOver`,
`allowQuoted`. An empty reply is contested .4 (H1). Replies to "thanks" or "ok" are judged like any
other, and the first broken turn is not forgiven.

N1 no_emojis, N2 forbidden_phrases, N3 no_buddy, N4 wants_code_blocks, N5 first_name_only,
N6 metric_units, N7 prefers_short, N8 no_exclamation, N9 no_questions_back, N10 no_lists: one module
each in `traits`. Forbidden phrases are looked for under any trait that lists them.
"""

from __future__ import annotations

from judges.conversation.hold_style import empty
from judges.conversation.layers import Layer, Rules, not_assessed
from judges.conversation.record import Conversation, Turn
from judges.conversation.reply import Check, Reply
from judges.conversation.styles import emojis
from judges.conversation.traits import (
    buddy,
    code_blocks,
    exclamation,
    first_name,
    lists,
    metric,
    phrases,
    questions,
    short,
)


def _no_emojis(reply: Reply) -> Layer | None:
    return emojis.judge(reply, "N1")


TRAITS: dict[str, Check] = {
    "noemojis": _no_emojis,
    "noemoji": _no_emojis,
    "forbiddenphrases": phrases.judge,
    "nobuddy": buddy.judge,
    "wantscodeblocks": code_blocks.judge,
    "firstnameonly": first_name.judge,
    "metricunits": metric.judge,
    "prefersshort": short.judge,
    "noexclamation": exclamation.judge,
    "noquestionsback": questions.judge,
    "nolists": lists.judge,
}
"""The traits by their names as `name_key` writes them."""
_LISTED = (phrases.judge, buddy.judge)
"""The traits that look for the listed phrases themselves."""


def judge(conversation: Conversation, rules: Rules) -> list[Layer]:
    """The layers of the checked replies; all not assessed if nothing is known of the trait."""
    trait = str(conversation.options.get("trait", ""))
    check = TRAITS.get(trait)
    if check is None and conversation.options.get("forbidden_phrases"):
        check = phrases.judge
    if check is None:
        reason = f"no trait of this name: {trait}" if trait else "no trait is given"
        return [not_assessed("N", turn=turn.number, reason=reason) for turn in conversation.checked]
    return [
        layer
        for turn in conversation.checked
        for layer in _judged(conversation, turn, rules, check)
    ]


def _judged(conversation: Conversation, turn: Turn, rules: Rules, check: Check) -> list[Layer]:
    reply = Reply(conversation, turn, rules)
    if check is not _no_emojis:
        layer = empty(reply)
        if layer is not None:
            return [layer]
    found = [check(reply)]
    if check not in _LISTED and conversation.options.get("forbidden_phrases"):
        found.append(phrases.judge(reply))
    layers = [layer for layer in found if layer is not None]
    if check is _no_emojis and not layers:
        layers = [layer for layer in (empty(reply),) if layer is not None]
    return layers
