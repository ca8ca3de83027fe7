"""N8: no exclamation mark; `!=`, factorials and names written with one are none."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judges.conversation.expressions import around, directly_before
from judges.conversation.layers import Layer
from judges.conversation.lexicon import lexicon
from judges.conversation.reply import Reply
from judges.conversation.text import Span, fold

_MARKS = re.compile(r"[!！¡‼⁉❗❕︕﹗]+")
_OPERATOR_BEHIND = re.compile(r"\s*(?:[-+*/=×·÷^<>≈≤≥−)\]]|\\times|\\cdot|is\b|equals\b)")
_OPERATOR_BEFORE = re.compile(r"[-+*/=×·÷]\s*\([^()]*\)$|[-+*/=×·÷^(\[<>≈−]\s*(?:\d+|[a-zA-Z])$")
_FACTOR = re.compile(r"(?:(?<![^\W_])(?:\d+|[a-zA-Z])|\))$")
_FORMULA = re.compile(r"\d\s*[-+*/×÷^!]\s*\d|\d\s*!|(?<![^\W_])[nkm]!")
_NAME_BEFORE = re.compile(r"(?<=[a-zà-ÿ,] )[A-ZÀ-Ý][\w'’-]*$")
_GOES_ON = re.compile(r"(?:'s)?[ ,]+(?:[a-zà-ÿ(]|at the\b)")


def judge(reply: Reply) -> Layer | None:
    """Whether a reply is free of exclamation marks outside code, addresses and quotations."""
    if not reply.rules.on("N8"):
        return None
    span = next(exclamations(reply), None)
    if span is None:
        return reply.passed(0.95, "N8", "no exclamation mark")
    return reply.failed(0.95, "N8", "an exclamation mark", span=span)


def exclamations(reply: Reply) -> Iterator[Span]:
    """The exclamation marks of a reply that exclaim."""
    text = reply.text.spoken.content
    asked = reply.request
    arithmetic = bool(
        _FORMULA.search(asked.content) or lexicon("figures.arithmetic").stands_in(asked)
    )
    for found in _MARKS.finditer(text):
        before, behind = around(text, *found.span())
        if found.group() == "!" and _is_sign(before, behind, arithmetic):
            continue
        yield found.span()


def _is_sign(before: str, behind: str, arithmetic: bool) -> bool:
    """Whether a single mark is an operator, a factorial, or part of a name."""
    if behind[:1] == "=":
        return True
    if _FACTOR.search(before):
        return bool(arithmetic or _OPERATOR_BEHIND.match(behind) or _OPERATOR_BEFORE.search(before))
    if directly_before("figures.names").search(fold(before)):
        return before[-1:].isalpha() and before[_last_word(before)].isupper()
    return _NAME_BEFORE.search(before) is not None and _GOES_ON.match(behind) is not None


def _last_word(before: str) -> int:
    """Where the last word begins."""
    found = re.search(r"[^\W_]+$", before)
    return found.start() if found else 0
