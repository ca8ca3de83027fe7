"""The lines of a poem."""

from __future__ import annotations

import re

_BREAK = re.compile(r"<br\s*/?>|\\$", re.I | re.M)
_FENCE = re.compile(r"^[ \t]{0,3}(?:`{3,}|~{3,}).*$", re.M)
_OPENING = re.compile(r"^\s*(?:>\s*)*(?:#{1,6}\s+)?[*_~]*")
_CLOSING = re.compile(r"[*_~\s]+$")
_SLASH = re.compile(r"\s+/\s+")


def lines(content: str, *, of: int | None = None) -> list[str]:
    """The lines of a text that have a letter or digit, without markup.

    Args:
        content: a reply as it was written.
        of: one line with exactly so many parts between " / " is so many lines.
    """
    text = _FENCE.sub("", _BREAK.sub("\n", content)).replace("\uff0f", "/")
    found = [_bare(line) for line in text.splitlines()]
    found = [line for line in found if any(char.isalnum() for char in line)]
    if of is not None and len(found) == 1:
        parts = _SLASH.split(found[0])
        if len(parts) == of:
            return [part.strip() for part in parts]
    return found


def _bare(line: str) -> str:
    return _CLOSING.sub("", _OPENING.sub("", line, count=1))
