"""N10: no list, whatever its bullets or numerals."""

from __future__ import annotations

import re

from judges.conversation.emojis import emojis
from judges.conversation.layers import Layer
from judges.conversation.reply import Reply
from judges.conversation.text import Span, Text, mask

_FENCE = re.compile(r"\s*(?:`{3}|~{3})")
_CIRCLED = "\u2460-\u24ff\u2776-\u2793\u3220-\u3247\u3280-\u32b0"
_CJK = "一二三四五六七八九十"
_LEAD = re.compile(r"[ \t]*(?:>[ \t]*)*(?:#{1,6}[ \t]+)?(?:\*{1,3}|_{1,3})?(?=\S)")
_BULLET = re.compile(
    r"(?:[-*+–][ \t]+|[•‣▪●◦・⁃∙■□◆◇○►➤✓✔☐☑▸▹❖][ \t]*)(?=\S)"
    rf"|\(?\d{{1,3}}[.)．、）](?:\*{{1,3}}|_{{1,3}})?(?:[ \t]+(?=\S)|(?=[^\s\d]))|[{_CIRCLED}]"
    rf"|[（(]?[{_CJK}]{{1,3}}[、.．）)][ \t]*(?=\S)|第[{_CJK}\d]{{1,3}}[、，：:点條条]"
)
_LETTERED = re.compile(
    r"\(?(?P<letter>[a-zA-Z])[.)](?:\*{1,3}|_{1,3})?[ \t]+(?=\S)|\((?P<own>[a-z])\)[ \t]*(?=\S)"
)
_ROMAN = re.compile(r"\(?(?P<roman>[ivxIVX]{1,4})[.)][ \t]+(?=\S)")
_DASHED = re.compile(r"[—―][ \t]*(?=\S)")
_INLINE = re.compile(
    rf"(?<![^\s(（;,.，、；：:])(?:\(?\d{{1,2}}[.)](?=\s)|\(\d{{1,2}}\)|\(?[a-h]\)(?=\s)|[{_CIRCLED}])"
)
_DATE = re.compile(r"\d{1,2}\. (?:Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Jahrhundert)")
FEWEST = 2
INLINE = 3


def judge(reply: Reply) -> Layer | None:
    """Whether a reply is written without a list."""
    if not reply.rules.on("N10"):
        return None
    content = _prose(reply.text)
    items = list_lines(content)
    if len(items) >= FEWEST:
        reason = f"{len(items)} lines of a list"
        return reply.failed(0.95, "N10", reason, span=items[0], items=len(items))
    for start, end in _lines(content):
        inline = list(_INLINE.finditer(content, start, end))
        if len(inline) >= INLINE:
            reason = f"{len(inline)} numbered items in one line"
            return reply.open("N10", reason, span=(inline[0].start(), end), items=len(inline))
    dashed = [at for at in _lines(content) if _starts(_DASHED, content, at)]
    if len(dashed) >= FEWEST:
        return reply.open("N10", f"{len(dashed)} lines with a dash", span=dashed[0])
    return reply.passed(0.9, "N10", "no list", items=len(items))


def list_lines(content: str) -> list[Span]:
    """The lines of a text that are items of a list."""
    lines = _lines(content)
    found = [at for at in lines if _starts(_BULLET, content, at)]
    return sorted({*found, *_lettered(content, lines), *_with_emoji(content, lines)})


def _prose(text: Text) -> str:
    """The text with its fenced code masked; its lines stay where they are."""
    fences = tuple(span for span in text.code if _FENCE.match(text.quote(span)))
    return mask(text.content, fences)


def _lines(content: str) -> list[Span]:
    return [found.span() for found in re.finditer(r"[^\r\n\u2028\u2029]+", content)]


def _starts(pattern: re.Pattern[str], content: str, line: Span) -> bool:
    at = _lead(content, line)
    return pattern.match(content, at, line[1]) is not None and not _DATE.match(content, at, line[1])


def _lead(content: str, line: Span) -> int:
    """Where a line begins behind blanks, block quote marks and marks of emphasis."""
    lead = _LEAD.match(content, *line)
    return lead.end() if lead else line[0]


def _lettered(content: str, lines: list[Span]) -> list[Span]:
    """Lines that begin with letters or small numerals in order: initials of names do not."""
    letters = [(line, letter) for line in lines if (letter := _letter(content, line))]
    found: list[Span] = []
    for (line, one), (following, other) in zip(letters, letters[1:], strict=False):
        if _follows(one, other):
            found += [line, following]
    return found


def _letter(content: str, line: Span) -> str:
    start = _lead(content, line)
    for pattern in (_ROMAN, _LETTERED):
        found = pattern.match(content, start, line[1])
        if found is not None:
            return next(group for group in found.groups() if group).lower()
    return ""


def _follows(one: str, other: str) -> bool:
    romans = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
    if one in romans and other in romans and romans.index(other) == romans.index(one) + 1:
        return True
    return len(one) == len(other) == 1 and ord(other) == ord(one) + 1


def _with_emoji(content: str, lines: list[Span]) -> list[Span]:
    """Lines that begin with the same emoji, if there are two of them."""
    by_sign: dict[str, list[Span]] = {}
    for start, end in lines:
        line = content[start:end]
        stripped = line.lstrip(" \t*_>")
        found = emojis(stripped)
        if found and found[0][0][0] == 0 and any(char.isalnum() for char in stripped):
            by_sign.setdefault(_kind_of(stripped[slice(*found[0][0])]), []).append((start, end))
    return [line for same in by_sign.values() if len(same) >= FEWEST for line in same]


def _kind_of(sign: str) -> str:
    """Keycaps are one kind: 1, 2 and 3 in boxes number a list."""
    return "keycap" if sign.endswith("\u20e3") else sign
