"""Which part of a turn is the writer's own words.

Text in quotes, code, comments and block quotes is not, nor is what follows "the mail says" or
"pasted": to the end of the line, or to the end of the turn where the line ends there.
"""

from __future__ import annotations

import re
from functools import lru_cache

from judges.conversation.clauses import spoken_hits
from judges.conversation.text import Span, Text

_COMMENT = re.compile(
    r"<!--(?:(?!-->)[\s\S]){0,4000}(?:-->|\Z)|(?:^|(?<=[\s;{}]))//[^\n]*|/\*(?:(?!\*/)[\s\S]){0,4000}\*/"
)
_ANNOUNCES = re.compile(r"[^\n:：]{0,60}?[:：]|[ \t]*(?=\n)")


@lru_cache(maxsize=1024)
def pasted(whole: str) -> tuple[Span, ...]:
    """The stretches of a turn that are not its writer's own words, in order, none inside another.

    Quotes, code, comments and block quotes count, and what is announced as pasted.
    """
    text = Text(whole)
    spans = [*text.code, *text.quotes, *(found.span() for found in _COMMENT.finditer(whole))]
    for hit in spoken_hits("pasted", text.spoken):
        announced = _ANNOUNCES.match(whole, hit.span[1])
        if announced:
            start = announced.end()
            line = whole.find("\n", start)
            last_on_line = not whole[start : line if line >= 0 else None].strip()
            spans.append((start, len(whole) if last_on_line or line < 0 else line))
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif start < end:
            merged.append((start, end))
    return tuple(merged)


@lru_cache(maxsize=1024)
def own_words(whole: str) -> Text:
    """A turn with all that is not its writer's own words masked."""
    return Text(whole).without(pasted(whole))
