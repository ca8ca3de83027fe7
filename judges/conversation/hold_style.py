"""Whether a style, once asked for, is held in every later answer (H).

Options: `style`, `maxTokens`, `allowQuoted`, `includeEmoticons`. `isMultilang` and
`directiveLanguage` are hints that decide nothing.

* H1: emojis are looked for first; a reply without letter or digit is otherwise contested .4, for
  the absence of words is no style.
* H2: the reply to the directive that is an acknowledgement (T10) is not assessed for the styles
  that need more words than one. Nothing else is exempt.
* H3 terse, H4 haiku, H5 pirate, H6 no_hedging, H7 no_emojis, H8 limerick, H9 shakespearean,
  H10 second_person_only, H11 all_lowercase: one module each in `styles`.
"""

from __future__ import annotations

from judges.conversation.acknowledgement import acknowledgement, names_of
from judges.conversation.layers import Layer, Rules, not_assessed
from judges.conversation.record import Conversation, Turn
from judges.conversation.reply import Check, Reply
from judges.conversation.styles import (
    emojis,
    haiku,
    hedging,
    limerick,
    lowercase,
    pirate,
    second_person,
    shakespearean,
    terse,
)

STYLES: dict[str, Check] = {
    "terse": terse.judge,
    "terseonesentence": terse.judge,
    "haiku": haiku.judge,
    "pirate": pirate.judge,
    "nohedging": hedging.judge,
    "noemojis": emojis.judge,
    "noemoji": emojis.judge,
    "limerick": limerick.judge,
    "shakespearean": shakespearean.judge,
    "secondpersononly": second_person.judge,
    "secondperson": second_person.judge,
    "alllowercase": lowercase.judge,
    "lowercase": lowercase.judge,
}
"""The styles by their names as `name_key` writes them."""
_NEEDS_WORDS = frozenset(
    {"haiku", "limerick", "pirate", "shakespearean", "secondpersononly", "secondperson"}
)
"""The styles that an acknowledgement is too short for (H2)."""


def judge(conversation: Conversation, rules: Rules) -> list[Layer]:
    """The layers of the checked replies; all of them not assessed if the style is unknown."""
    style = str(conversation.options.get("style", ""))
    check = STYLES.get(style)
    if check is None:
        reason = f"no style of this name: {style}" if style else "no style is given"
        return [not_assessed("H", turn=turn.number, reason=reason) for turn in conversation.checked]
    found = (_judged(conversation, turn, rules, style) for turn in conversation.checked)
    return [layer for layer in found if layer is not None]


def _judged(conversation: Conversation, turn: Turn, rules: Rules, style: str) -> Layer | None:
    reply = Reply(conversation, turn, rules, _acknowledges(conversation, turn, rules))
    if STYLES[style] is emojis.judge:
        return emojis.judge(reply) or empty(reply)
    layer = empty(reply)
    if layer is not None:
        return layer
    if reply.acknowledges and style in _NEEDS_WORDS:
        return reply.not_assessed("H2", "acknowledges the directive")
    return STYLES[style](reply)


def _acknowledges(conversation: Conversation, turn: Turn, rules: Rules) -> bool:
    if not rules.on("H2") or not conversation.is_reply_to_directive(turn):
        return False
    names = names_of(conversation, conversation.directive)
    return acknowledgement(turn.content, names=names) is not None


def empty(reply: Reply) -> Layer | None:
    """H1: a reply without letter or digit keeps and breaks nothing."""
    if not reply.rules.on("H1") or any(char.isalnum() for char in reply.turn.content):
        return None
    return reply.contested(0.4, "H1", "empty: no letter and no digit")
