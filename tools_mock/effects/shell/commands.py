"""A simple command cut into assignments, words and redirections."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tools_mock.effects.shell.words import word_end

DECLARING = frozenset({"export", "declare", "local", "readonly", "typeset"})
"""Builtins whose arguments are assignments."""

_BLANK = re.compile(r"(?:[ \t\r\f\v]|\\\n)+")
_REDIRECTION = re.compile(r"(\d+|\{\w+\})?(<&|<(?!\()|&>>|&>|>>|>\||>&|>(?!\())")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(\[[^\]]*\])?(\+?)=(.*)", re.DOTALL | re.ASCII)


@dataclass(frozen=True, slots=True)
class Assignment:
    """`NAME=raw`; `adds` for `+=`, `index` for one element of an array."""

    name: str
    raw: str
    adds: bool = False
    index: str = ""


@dataclass(frozen=True, slots=True)
class Redirection:
    """An operator such as `>` or `<` with its raw target; `fd` as it is written before it."""

    fd: str
    operator: str
    raw: str

    @property
    def writes(self) -> bool:
        """Whether the target is opened for writing."""
        return ">" in self.operator

    @property
    def duplicates(self) -> bool:
        """Whether the target is another descriptor (`2>&1`) and no file."""
        return self.operator[-1] == "&" and (self.raw.isdecimal() or self.raw in ("-", ""))


@dataclass(slots=True)
class Simple:
    """The parts of a simple command, not expanded yet."""

    assignments: list[Assignment] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    redirections: list[Redirection] = field(default_factory=list)


def assignment(raw: str) -> Assignment | None:
    """The assignment that a raw word is, if it is one."""
    found = _ASSIGNMENT.fullmatch(raw)
    if not found:
        return None
    name, index, plus, value = found.groups()
    return Assignment(name, value, bool(plus), (index or "")[1:-1])


def cut(source: str) -> list[Simple]:
    """The parts of the source text of one simple command.

    It is cut again where an operator or the end of a line stands between words: there the grammar
    sometimes takes two commands for one.
    """
    parts = Simple()
    found = [parts]
    at = 0
    while at < len(source):
        if blank := _BLANK.match(source, at):
            at = blank.end()
        elif source[at] == "#":
            newline = source.find("\n", at)
            at = len(source) if newline < 0 else newline
        elif source[at] in "\n;|" or source[at] in "&()" and not _REDIRECTION.match(source, at):
            at += 1
            if parts.words or parts.assignments or parts.redirections:
                parts = Simple()
                found.append(parts)
        elif redirection := _REDIRECTION.match(source, at):
            at = _target(source, redirection, parts)
        else:
            at = _word(source, at, parts)
    return found if len(found) == 1 or found[-1].words else found[:-1]


def _target(source: str, found: re.Match[str], parts: Simple) -> int:
    at = found.end()
    if blank := _BLANK.match(source, at):
        at = blank.end()
    end = word_end(source, at)
    parts.redirections.append(Redirection(found[1] or "", found[2], source[at:end]))
    return end


def _word(source: str, at: int, parts: Simple) -> int:
    declaring = not parts.words or parts.words[0] in DECLARING
    end = word_end(source, at, array=declaring)
    if end == at:
        return at + 1
    raw = source[at:end]
    set_here = assignment(raw) if not parts.words and "=" in raw else None
    if set_here:
        parts.assignments.append(set_here)
    else:
        parts.words.append(raw)
    return end
