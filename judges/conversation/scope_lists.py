"""What a record expects of a reply by lists, styles and languages (G12, G13).

Words hit whole, a negated hit is none, a quoted one is. A required word that names a detectable
style counts as present if the reply shows the style, and as missing if it shows the contrary.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judges.conversation.clauses import clauses
from judges.conversation.hold_style import STYLES
from judges.conversation.layers import Layer
from judges.conversation.lexicon import Lexicon
from judges.conversation.options import name_key
from judges.conversation.reply import Reply
from judges.conversation.setting_signs import Answer, State, state
from judges.conversation.settings import Setting, language, named
from judges.conversation.text import Span


def words_in(reply: Reply, listed: Iterable[str]) -> dict[str, Span]:
    """Which words of a list stand un-negated in a reply, each with its first place."""
    searched = reply.text.searched
    found: dict[str, Span] = {}
    for word in listed:
        lexicon = Lexicon((word,))
        if not lexicon.stands_in(searched):
            continue
        negated = {
            hit.span
            for clause in clauses(searched)
            for hit in lexicon.hits(clause.text)
            if clause.negated(hit)
        }
        for hit in lexicon.hits(searched):
            if hit.span not in negated and not reply.mentions(hit.span, names=False):
                found.setdefault(word, hit.span)
    return found


def judge_lists(
    reply: Reply, required: Sequence[str], forbidden: Sequence[str], rule: str = "G12"
) -> Layer | None:
    """The layer of the lists; null if both are empty."""
    banned = words_in(reply, forbidden)
    if banned:
        word, span = next(iter(banned.items()))
        return reply.failed(0.95, rule, f"forbidden here: {word}", span=span, words=list(banned))
    if required:
        return _required(reply, required, rule)
    return reply.passed(0.9, rule, "nothing forbidden stands in it") if forbidden else None


def _required(reply: Reply, required: Sequence[str], rule: str) -> Layer:
    present = words_in(reply, required)
    missing = [word for word in required if word not in present]
    by_style = {word: style_state(reply, word) for word in missing if named(word)}
    shown = [word for word, found in by_style.items() if found == "shown"]
    values: dict[str, Any] = {"missing": [word for word in missing if word not in shown]}
    if any(found == "contrary" for found in by_style.values()):
        return reply.failed(0.9, rule, f"the contrary of {_names(by_style)}", **values)
    absent = [word for word in missing if word not in by_style]
    if absent:
        held = len(present) + len(shown)
        if len(required) > 1 and 2 * held >= len(required):
            return reply.contested(0.5, rule, f"missing: {', '.join(absent)}", **values)
        return reply.failed(0.9, rule, f"missing: {', '.join(absent)}", **values)
    if len(shown) < len(by_style):
        return reply.open(rule, f"nothing tells {_names(by_style)}", **values)
    span = next(iter(present.values()), None)
    reason = "all that is required stands in it"
    return reply.passed(0.85 if shown else 0.9, rule, reason, span=span, **values)


def _names(listed: Iterable[str]) -> str:
    return ", ".join(listed)


def answer_of(reply: Reply) -> Answer:
    """A reply as the signs of settings are looked for in it."""
    return Answer(reply.text, reply.request)


def style_state(reply: Reply, name: str) -> State:
    """What a reply shows of a style by its name."""
    setting = named(name)
    if setting is not None:
        return state(setting, answer_of(reply))
    check = STYLES.get(name_key(name))
    layer = check(reply) if check else None
    if layer is None:
        return "undecided"
    return {"PASS": "shown", "FAIL": "contrary"}.get(layer.verdict, "undecided")  # type: ignore[return-value]


def judge_expectation(reply: Reply, expected: Mapping[str, Any]) -> list[Layer]:
    """G13: what is expected of a speaker or a room, one layer for each part of it."""
    found: list[Layer] = []
    lists = judge_lists(reply, expected.get("required", ()), expected.get("forbidden", ()), "G13")
    if lists is not None:
        found.append(lists)
    if expected.get("style"):
        found.append(_by_state(reply, style_state(reply, expected["style"]), expected["style"]))
    if expected.get("language"):
        setting = language(expected["language"])
        shown = state(setting, answer_of(reply)) if setting else "undecided"
        found.append(_by_state(reply, shown, expected["language"]))
    return found


def _by_state(reply: Reply, shown: State, name: str) -> Layer:
    if shown == "shown":
        return reply.passed(0.9, "G13", f"shows {name}")
    if shown == "contrary":
        return reply.failed(0.9, "G13", f"shows the contrary of {name}")
    return reply.open("G13", f"nothing tells {name}")


def states(reply: Reply, settings: Iterable[Setting]) -> dict[Setting, State]:
    """What a reply shows of each setting."""
    answer = answer_of(reply)
    return {setting: state(setting, answer) for setting in settings}
