"""What a shell command line would have done.

The line is parsed, never run. Lists, pipes, subshells, bodies of `if`, `for`, `while`, `case`,
functions and substitutions count as run, whatever their condition; what an `exit` cuts off does
not. Wrappers (`sudo`, `env`, `ssh`, `xargs`, `sh -c`, `docker exec`, ...) are taken off, variables
and files that the line itself sets are followed, and each program is looked up in the tables of
`tools_mock.effects.programs`.

* An effect is reported where it is certain. What can't be decided (an unknown program or script,
  `eval` of an unknown value, an encoded payload) is an `opaque` effect with its reason.
* Reads have their own kinds, pure output and test, build and lint runners have no effect.
* Each object is its own effect: `rm a b` deletes twice.
* A path is joined to the working directory as far as that is known and freed of `.` and `..`.
  `~` and `$HOME` stay as they are written. In a `pattern` a literal `*`, `?` or `[` stands in
  brackets, and `**` is everything below. The value of a `prefix` is its certain beginning; that
  of an `unknown` is the source text, for people to read.
* No text raises, and the work is bounded: what is past the bounds is opaque.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tools_mock.effects.shell.types import Command, ShellReading, Word

__all__ = ["Command", "ShellReading", "Word", "read_shell"]

_CACHED_LENGTH = 8192
"""Longer lines are not kept, so that the cache stays small."""


def read_shell(
    command: str, *, files: Mapping[str, str] | None = None, cwd: str | None = None
) -> ShellReading:
    """What a command line would have done.

    Args:
        command: the text as handed to a POSIX shell or bash.
        files: contents of files that are known, by path; running one is read by its content.
        cwd: the directory in which the line starts, where it is known.
    """
    if files or len(command) > _CACHED_LENGTH:
        return _read(command, files or {}, cwd)
    return _cached(command, cwd)


@lru_cache(maxsize=4096)
def _cached(command: str, cwd: str | None) -> ShellReading:
    return _read(command, {}, cwd)


def _read(command: str, files: Mapping[str, str], cwd: str | None) -> ShellReading:
    # Imported here: the parser and the tables of programs are slow to load, and most commands of
    # this project never read a shell line.
    from tools_mock.effects.shell.walk import read_line

    return read_line(command, files, cwd)
