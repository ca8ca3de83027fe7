"""Patches: the files that an `apply_patch` text or a unified diff writes and deletes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from tools_mock.effects.kinds import opaque
from tools_mock.effects.objects import effect, first, things
from traces.model import Effect

MOST_FILES = 1000
"""Files of a patch that are named one by one."""

_STEP = re.compile(
    r"^\*\*\* (Add File|Update File|Delete File|Move to): *(.*?) *\r?$", re.MULTILINE
)
_DIFF = re.compile(r"^--- (\S+).*\r?\n\+\+\+ (\S+)", re.MULTILINE)
_KINDS: Mapping[str, str] = {
    "Add File": "fs.write",
    "Update File": "fs.write",
    "Delete File": "fs.delete",
    "Move to": "fs.write",
}
_OPERATIONS: Mapping[str, str] = {
    "create_file": "fs.write",
    "update_file": "fs.write",
    "delete_file": "fs.delete",
}


def patch_effects(patch: object) -> tuple[Effect, ...]:
    """What applying a patch does to files.

    Args:
        patch: the text of it, or one operation `{type, path}`; anything else is not known.
    """
    if isinstance(patch, Mapping):
        kind = _OPERATIONS.get(str(patch.get("type")))
        if kind:
            return (effect(kind, things("path", patch.get("path")), why="patch"),)
        patch = first(patch, ("patch", "diff", "input"))
    found = list(islice(_steps(patch), MOST_FILES + 1)) if isinstance(patch, str) else []
    if not found:
        return (opaque("a patch that can't be read", "fs.write", "fs.delete"),)
    if len(found) > MOST_FILES:
        rest = opaque("a patch of very many files", "fs.write", "fs.delete")
        found = [*found[:MOST_FILES], rest]
    return tuple(found)


def _steps(text: str) -> Iterator[Effect]:
    last: str | None = None
    for step in _STEP.finditer(text):
        if step[1] == "Move to":
            yield effect("fs.delete", things("path", last), why="patch, moved away")
        last = step[2]
        yield effect(_KINDS[step[1]], things("path", last), why="patch")
    if last is not None:
        return
    for step in _DIFF.finditer(text):
        if step[2] == "/dev/null":
            yield effect("fs.delete", things("path", _bare(step[1])), why="patch")
        else:
            yield effect("fs.write", things("path", _bare(step[2])), why="patch")


def _bare(path: str) -> str:
    return path[2:] if path[:2] in ("a/", "b/") else path
