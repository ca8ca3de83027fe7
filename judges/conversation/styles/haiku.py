"""H4: three lines of five, seven and five syllables, each within one."""

from __future__ import annotations

from judges.conversation.language import language_of
from judges.conversation.layers import Layer
from judges.conversation.prosody.syllables import COUNTED, Range, line_range
from judges.conversation.prosody.verse import lines
from judges.conversation.reply import Reply

SHAPE = (5, 7, 5)
TOLERANCE = 1


def judge(reply: Reply) -> Layer | None:
    """Whether a reply is a haiku."""
    if not reply.rules.on("H4"):
        return None
    content = reply.turn.content
    verse = lines(content, of=len(SHAPE))
    if len(verse) != len(SHAPE):
        return reply.failed(0.9, "H4", f"{len(verse)} lines, not 3", lines=len(verse))
    language = reply.language or "en"
    counted = [line_range(line, language) for line in verse] if language in COUNTED else []
    ranges = [one for one in counted if one is not None]
    if len(ranges) < len(SHAPE):
        return reply.open("H4", f"syllables of {language} as written here can't be counted")
    shown = ", ".join(_shown(one) for one in ranges)
    if all(_fits(one, wanted) for one, wanted in zip(ranges, SHAPE, strict=True)):
        return reply.passed(0.85, "H4", f"syllables: {shown}", syllables=shown)
    return reply.failed(0.85, "H4", f"syllables: {shown}, not 5, 7, 5", syllables=shown)


def is_haiku(content: str) -> bool:
    """Whether a text is three lines whose syllables can be counted and fit."""
    verse, language = lines(content, of=len(SHAPE)), language_of(content) or "en"
    if len(verse) != len(SHAPE) or language not in COUNTED:
        return False
    ranges = [line_range(line, language) for line in verse]
    return all(r is not None and _fits(r, w) for r, w in zip(ranges, SHAPE, strict=True))


def _fits(syllables: Range, wanted: int) -> bool:
    return syllables[0] <= wanted + TOLERANCE and syllables[1] >= wanted - TOLERANCE


def _shown(syllables: Range) -> str:
    low, high = syllables
    return str(low) if low == high else f"{low} to {high}"
