"""What a shell line is read into: words, commands, and the reading itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from traces.model import Effect

Known = Literal["whole", "pattern", "prefix", "unknown"]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a command after expansion, and how much of it is certain (see `Thing.known`)."""

    text: str
    known: Known = "whole"


@dataclass(frozen=True, slots=True)
class Command:
    """One simple command that would run, wrappers taken off; `why` says where in the line."""

    argv: tuple[Word, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class ShellReading:
    """What a line would have done.

    Attributes:
        effects: in the order of the line, without repeats.
        commands: the simple commands that would run.
        written: files that the line leaves with a content that is known, path and text.
        cwd: the working directory at the end; null where the line never left its own.
    """

    effects: tuple[Effect, ...]
    commands: tuple[Command, ...]
    written: tuple[tuple[str, str], ...] = ()
    cwd: str | None = None


def has_words(argv: tuple[Word, ...], wanted: list[str]) -> bool | None:
    """Whether a command is this program with these words among its arguments, in any order."""
    if not argv:
        return False
    program = argv[0].text.rsplit("/", 1)[-1]
    if argv[0].known != "whole" or program != wanted[0]:
        return None if argv[0].known != "whole" else False
    words = {word.text for word in argv[1:] if word.known == "whole"}
    letters = {char for word in words if word[:1] == "-" and word[:2] != "--" for char in word[1:]}
    missing = [
        word
        for word in wanted[1:]
        if word not in words
        and not (word[:1] == "-" and word[:2] != "--" and set(word[1:]) <= letters)
    ]
    if not missing:
        return True
    return None if any(word.known != "whole" for word in argv[1:]) else False
