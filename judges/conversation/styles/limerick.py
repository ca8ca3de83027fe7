"""H8: five lines that rhyme AABBA."""

from __future__ import annotations

import re

from judges.conversation.language import language_of
from judges.conversation.layers import Layer
from judges.conversation.prosody.pronunciation import rhyme
from judges.conversation.prosody.syllables import english_words
from judges.conversation.prosody.verse import lines
from judges.conversation.reply import Reply

LINES = 5
_AS, _BS = (0, 1, 4), (2, 3)


def judge(reply: Reply) -> Layer | None:
    """Whether a reply is a limerick."""
    if not reply.rules.on("H8"):
        return None
    verse = lines(reply.turn.content)
    if len(verse) != LINES:
        return reply.failed(0.9, "H8", f"{len(verse)} lines, not 5", lines=len(verse))
    language = reply.language or "en"
    if language != "en":
        return reply.open("H8", f"rhymes of {language} are not known")
    ends = [_last(line) for line in verse]
    shown = ", ".join(ends)
    first, second = _pairs(ends, _AS), _pairs(ends, _BS)
    if second and first >= len(_AS) - 1:
        if first == len(_AS) and rhyme(ends[0], ends[2]):
            return reply.open("H8", f"all lines rhyme: {shown}", ends=ends)
        return reply.passed(0.85, "H8", f"AABBA: {shown}", ends=ends)
    if second and first:
        return reply.open("H8", f"one line does not rhyme: {shown}", ends=ends)
    return reply.failed(0.85, "H8", f"no AABBA: {shown}", ends=ends)


def is_limerick(content: str) -> bool:
    """Whether a text is five English lines that rhyme AABBA."""
    verse = lines(content)
    if len(verse) != LINES or language_of(content) not in (None, "en"):
        return False
    ends = [_last(line) for line in verse]
    return bool(_pairs(ends, _BS)) and _pairs(ends, _AS) >= len(_AS) - 1


def _last(line: str) -> str:
    words = english_words(re.sub(r"[-\u2010-\u2015/]", " ", line))
    return words[-1] if words else ""


def _pairs(ends: list[str], places: tuple[int, ...]) -> int:
    """How many pairs of these lines rhyme."""
    pairs = [(a, b) for i, a in enumerate(places) for b in places[i + 1 :]]
    return sum(1 for a, b in pairs if ends[a] and rhyme(ends[a], ends[b]))
