"""The files that an agent wrote, as far as their content is known.

A script that was written earlier is analysed by its content when it is run. So a content that is
no longer certain (an edit that can't be followed, a command that changes the file) is forgotten:
running the script is then undecided, never clean.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from typing import Any

from tools_mock.effects.foreign_names import words
from tools_mock.effects.shell.reader import read_shell
from traces.model import Effect, Role

_CONTENT = ("content", "contents", "file_text", "text", "data", "body", "CodeContent")
_OLD = ("old_string", "old_str", "oldText", "old_text")
_NEW = ("new_string", "new_str", "newText", "new_text")
_IN_PART = frozenset({"edit", "insert", "replace", "patch", "diff", "modify", "multi"})
"""Words in the names of tools that write a part of a file."""


class WrittenFiles:
    """Files of known content by path.

    Attributes:
        texts: what stands in each of them.
    """

    __slots__ = ("texts",)

    def __init__(self) -> None:
        """Nothing is known yet."""
        self.texts: dict[str, str] = {}

    def follow(
        self,
        tool: str,
        args: Mapping[str, Any],
        effects: tuple[Effect, ...],
        *,
        role: Callable[[str], Role],
    ) -> None:
        """Take note of what a call writes and deletes.

        Args:
            tool: its name.
            args: its arguments.
            effects: what it would have done.
            role: the role of an argument by its path.
        """
        before = dict(self.texts)
        gone = _paths(effects, "fs.delete")
        written = _paths(effects, "fs.write")
        for path in (*gone, *written):
            self.texts.pop(path, None)
        for name, value in args.items():
            if isinstance(value, str) and role(name) == "code":
                found = read_shell(value, files=before).written
                self.texts.update((path, text) for path, text in found if path in written)
                return
        if len(written) != 1:
            return
        (path,) = written
        text = _new_content(tool, args, before.get(path))
        if text is None and len(gone) == 1:
            text = before.get(gone[0])
        if text is not None:
            self.texts[path] = text


def _paths(effects: tuple[Effect, ...], kind: str) -> list[str]:
    found = [
        posixpath.normpath(str(thing.value))
        for effect in effects
        if effect.kind == kind
        for thing in effect.on
        if thing.name == "path" and thing.known == "whole"
    ]
    return list(dict.fromkeys(found))


def _new_content(tool: str, args: Mapping[str, Any], before: str | None) -> str | None:
    """What stands in the file after the call; null where that can't be told."""
    old, new = _first(args, _OLD), _first(args, _NEW)
    if old is not None or new is not None:
        if before is None or not old or old not in before:
            return None
        return before.replace(old, new or "", -1 if args.get("replace_all") else 1)
    text = _first(args, _CONTENT)
    pieces = set(words(tool))
    step = args.get("command")
    if text is None or (step != "create" if isinstance(step, str) else pieces & _IN_PART):
        return None
    if "append" in pieces:
        return None if before is None else before + text
    return text


def _first(args: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    return next((found for name in names if isinstance(found := args.get(name), str)), None)
