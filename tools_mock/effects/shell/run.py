"""One simple command: expanded, its redirections opened, looked up and run.

The order of the look-up is that of bash: alias, function, builtin, program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from tools_mock.effects.programs.call import Call, Program, sorted_options
from tools_mock.effects.programs.registry import PROGRAMS
from tools_mock.effects.programs.scripts import run_file
from tools_mock.effects.shell.assign import assign, declare
from tools_mock.effects.shell.builtins import BUILTINS
from tools_mock.effects.shell.commands import DECLARING, Redirection, Simple
from tools_mock.effects.shell.marks import (
    HEREDOC,
    HERESTRING,
    as_thing,
    certain,
    display,
    holds_unknown,
    unknown,
)
from tools_mock.effects.shell.state import Shell
from tools_mock.effects.shell.words import expand, expand_one

_DIRECTORY_OF_PROGRAMS = re.compile(r"(?:.*/)?(?:s?bin|\.bin|Scripts)/([^/]+)")
_LOCAL_RUNNERS = re.compile(r"(?:\./|.*/)?(gradlew|mvnw|manage\.py|artisan|configure)(?:\.bat)?")
_PRINTS_NOTHING = frozenset({":", "true", "cat", "printf", "echo"})


def run_parts(shell: Shell, parts: Simple) -> str:
    """Run a simple command; gives what it prints that is not redirected."""
    if parts.words and parts.words[0] in shell.aliases:
        return _run_alias(shell, parts)
    if parts.words and parts.words[0] in DECLARING:
        for raw in parts.words[1:]:
            declare(shell, raw)
        return redirected(shell, parts.redirections, lambda stdin: "")
    argv = [field for raw in parts.words for field in expand(raw, shell)]
    if not argv:
        for one in parts.assignments:
            assign(shell, one)
        return redirected(shell, parts.redirections, lambda stdin: "", empties=True)
    before = {one.name: shell.variables.get(one.name) for one in parts.assignments}
    for one in parts.assignments:
        assign(shell, one)

    def run(stdin: str | None) -> str:
        stdin_before, shell.stdin = shell.stdin, stdin
        try:
            return run_argv(shell, argv)
        finally:
            shell.stdin = stdin_before

    printed = redirected(shell, parts.redirections, run, empties=argv[0] in _PRINTS_NOTHING)
    for name, values in before.items():
        if values is None:
            shell.variables.pop(name, None)
        else:
            shell.variables[name] = values
    return printed


def _run_alias(shell: Shell, parts: Simple) -> str:
    name, *rest = parts.words
    inner = shell.subshell()
    text = inner.aliases.pop(name)
    tail = [f"{one.fd}{one.operator}{one.raw}" for one in parts.redirections]
    return shell.run(inner, " ".join([text, *rest, *tail]))


def redirected(
    shell: Shell,
    redirections: Iterable[Redirection],
    run: Callable[[str | None], str],
    *,
    empties: bool = False,
) -> str:
    """Open the redirections of a command, run it, and give what still reaches its output.

    Args:
        shell: the shell.
        redirections: in their order.
        run: runs the command with what is fed to it.
        empties: whether printing nothing into a file is meant to empty it.
    """
    stdin = shell.stdin
    outputs: list[tuple[str, bool, bool]] = []
    for one in redirections:
        shell.reading.step()
        if one.raw[:1] in (HEREDOC, HERESTRING):
            text = expand_one(one.raw, shell)
            stdin = text if one.raw[0] == HEREDOC else f"{text}\n"
        elif one.writes and not one.duplicates:
            target = expand_one(one.raw, shell)
            shell.writes(target, None, why=one.operator)
            outputs.append((target, one.operator.endswith(">>"), one.fd in ("", "1", "&")))
        elif one.operator == "<":
            content = shell.reads(expand_one(one.raw, shell), why="<")
            stdin = unknown(f"<{one.raw}") if content is None else content
    printed = run(stdin)
    reaches = printed
    for target, append, is_output in outputs:
        if is_output:
            reaches = ""
        if empties and printed == "" and is_output and not append:
            _emptied(shell, target)
        shell.reading.write(shell.path(target), printed if is_output else None, append=append)
    return reaches


def _emptied(shell: Shell, target: str) -> None:
    """A file that is overwritten with nothing loses what it held."""
    path = shell.path(target)
    if not path.startswith("/dev/"):
        shell.effect("fs.delete", as_thing("path", path), why="emptied")


def run_argv(shell: Shell, argv: list[str]) -> str:
    """Run a command that is expanded; gives what it prints."""
    shell.reading.step(len(argv))
    if not argv:
        return ""
    first = argv[0]
    if not certain(first):
        shell.command(argv)
        shell.opaque(f"the program is not known: {display(first)}")
        return unknown()
    if first in shell.functions:
        return _run_function(shell, argv)
    if builtin := BUILTINS.get(first):
        return builtin(shell, argv)
    name = _program_name(first)
    entry = PROGRAMS.get(name) if name else None
    if entry is not None:
        return _run_program(shell, name or first, entry, argv[1:])
    return _run_unknown(shell, argv)


def _run_function(shell: Shell, argv: list[str]) -> str:
    inner = shell.subshell()
    inner.positional = argv
    printed = shell.run(inner, shell.functions[argv[0]])
    shell.adopt([inner])
    return printed


def _program_name(text: str) -> str | None:
    """The name to look up; null for a script of the project."""
    if "/" not in text:
        return text.removesuffix(".exe")
    if found := _DIRECTORY_OF_PROGRAMS.fullmatch(text) or _LOCAL_RUNNERS.fullmatch(text):
        return found[1]
    return None


def _run_program(shell: Shell, name: str, entry: Program, args: list[str]) -> str:
    call = Call(name, args, shell, entry, sorted_options(args, entry))
    if entry.reports:
        shell.command([name, *args])
    if entry.helps and _only_helps(call):
        return unknown()
    printed = entry.read(call)
    return unknown() if printed is None else printed


def _only_helps(call: Call) -> bool:
    flags = call.options.flags
    if "--help" in flags or "--version" in flags:
        return True
    return len(call.args) == 1 and call.args[0] in ("-h", "-V", "-v", "-version", "-help")


def _run_unknown(shell: Shell, argv: list[str]) -> str:
    """A script whose content is known is read, anything else is opaque."""
    name = argv[0]
    shell.command(argv)
    if "/" in name:
        return run_file(shell, name, argv[1:])
    if argv[-1] in ("--help", "--version") and not any(map(holds_unknown, argv)):
        return unknown()
    shell.opaque(f"unknown program {name}")
    return unknown()
