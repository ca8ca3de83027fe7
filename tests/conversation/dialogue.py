"""Conversations as the tests write them: one line a turn.

A line is `u: text`, with `a`, `s`, `t` for assistant, system and tool; behind the letter may stand
speaker, room and role: `u ana@studio admin: text`.
"""

from __future__ import annotations

import re
from typing import Any

from judges.conversation.judge import ScenarioVerdict, judge_record
from judges.conversation.layers import ALL_RULES, Layer, Rules

_ROLES = {"u": "user", "a": "assistant", "s": "system", "t": "tool"}
_LINE = re.compile(
    r"(?P<role>[uast])(?: (?P<user>[\w-]+)?(?:@(?P<room>[\w-]+))?(?: (?P<rank>[a-z]+))?)?"
    r": ?(?P<text>.*)",
    re.S,
)


def turn(line: str) -> dict[str, Any]:
    """A turn of a trajectory."""
    found = _LINE.fullmatch(line)
    assert found, line
    fields = {"userId": found["user"], "roomId": found["room"], "userRole": found["rank"]}
    return {
        "role": _ROLES[found["role"]],
        "content": found["text"],
        **{key: value for key, value in fields.items() if value},
    }


def record(
    *lines: str | dict[str, Any],
    bucket: str = "shut_up",
    directive: int = 1,
    checks: list[int] | None = None,
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """A record; all replies after the directive are checked unless `checks` says which."""
    turns = [turn(line) if isinstance(line, str) else line for line in lines]
    replies = [i for i, t in enumerate(turns, 1) if t.get("role") == "assistant" and i > directive]
    return {
        "id": "test",
        "bucket": bucket,
        "personalityExpect": {
            "bucket": bucket,
            "directiveTurn": directive,
            "checkTurns": replies if checks is None else checks,
            "options": options or {},
        },
        "trajectory": turns,
        **fields,
    }


def judged(
    *lines: str | dict[str, Any], rules: Rules = ALL_RULES, **fields: Any
) -> ScenarioVerdict:
    """The verdict on a record."""
    return judge_record(record(*lines, **fields), rules=rules)


def shown(layer: Layer) -> str:
    """A layer in short: `PASS 1 S7.3`, `contested .5 S5`, `open S11`, `none S9`."""
    if not layer.assessed:
        return f"none {layer.rule}"
    if layer.open:
        return f"open {layer.rule}"
    name = "contested" if layer.contested else layer.verdict
    return f"{name} {layer.confidence:g} {layer.rule}".replace(" 0.", " .")


def layers(verdict: ScenarioVerdict) -> dict[int, str]:
    """The layers of the turns in short."""
    return {layer.turn: shown(layer) for layer in verdict.layers}
