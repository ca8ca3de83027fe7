"""Names of tools, taken apart: prefixes off, and split into words."""

from __future__ import annotations

import re
from functools import lru_cache

LONGEST = 200
"""Characters of a name that are read."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+|\d+|[^\W\d_A-Za-z]+")
_COUNTER = re.compile(r":\d+$")
_PREFIX = re.compile(r".*(?:__|[./:])(?=[^./:]*[A-Za-z])", re.DOTALL)


def words(name: str) -> tuple[str, ...]:
    """The words of a name, case folded: `listDir`, `list_dir` and `List-Dir` are one."""
    return tuple(word.casefold() for word in _WORD.findall(name))


def key(name: str) -> str:
    """What stands for a name in a table: its words run together."""
    return "".join(words(name))


@lru_cache(maxsize=4096)
def spellings(name: str) -> tuple[str, ...]:
    """A name as it stands, and without its prefix (`mcp__server__tool`, `functions.tool`)."""
    whole = _COUNTER.sub("", name.strip()[:LONGEST])
    bare = _PREFIX.sub("", whole, count=1)
    return (whole, bare) if bare and bare != whole else (whole,)
