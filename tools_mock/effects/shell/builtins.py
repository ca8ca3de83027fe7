"""What the builtins of a shell change in it."""

from __future__ import annotations

from collections.abc import Callable

from tools_mock.effects.programs.scripts import source_file
from tools_mock.effects.shell.marks import (
    certain_beginning,
    display,
    holds_unknown,
    unknown,
)
from tools_mock.effects.shell.state import Shell

Builtin = Callable[[Shell, list[str]], str]

QUIET = frozenset(
    """: true false test [ set shopt shift wait jobs fg bg disown ulimit umask hash times exit
    return break continue local getopts enable complete compgen bind let caller logout suspend
    history dirs } ) done fi esac""".split()
)
"""Builtins without an effect that anyone could see afterwards, and stray reserved words."""


def _cd(shell: Shell, argv: list[str]) -> str:
    where = [arg for arg in argv[1:] if arg[:1] != "-" or arg == "-"]
    before = shell.cwd
    if not where:
        target = "$HOME"
    elif where[0] == "-":
        target = (shell.variables.get("OLDPWD") or [unknown("$OLDPWD")])[0]
    else:
        target = where[0]
    shell.cwd = shell.path(target) if target else None
    shell.variables["OLDPWD"] = [before or ""]
    shell.command(argv)
    return ""


def _pushd(shell: Shell, argv: list[str]) -> str:
    shell.variables["DIRSTACK"] = [*shell.variables.get("DIRSTACK", ()), shell.cwd or ""]
    return _cd(shell, argv)


def _popd(shell: Shell, argv: list[str]) -> str:
    stack = shell.variables.get("DIRSTACK")
    if stack:
        shell.cwd = stack[-1] or None
        shell.variables["DIRSTACK"] = stack[:-1]
    else:
        shell.cwd = unknown("$PWD")
    shell.command(argv)
    return ""


def _pwd(shell: Shell, argv: list[str]) -> str:
    shell.command(argv)
    return f"{shell.cwd or '.'}\n"


def _quiet(shell: Shell, argv: list[str]) -> str:
    if argv[0].isalpha() or argv[0] in ":[":
        shell.command(argv)
    return ""


def _set(shell: Shell, argv: list[str]) -> str:
    shell.command(argv)
    if "--" in argv:
        name = (shell.positional or [""])[0]
        shell.positional = [name, *argv[argv.index("--") + 1 :]]
    return ""


def _shift(shell: Shell, argv: list[str]) -> str:
    count = int(argv[1]) if len(argv) > 1 and argv[1].isdecimal() and len(argv[1]) < 5 else 1
    if shell.positional is not None:
        shell.positional = [*shell.positional[:1], *shell.positional[1 + count :]]
    return ""


def _unset(shell: Shell, argv: list[str]) -> str:
    for name in argv[1:]:
        if "-f" in argv:
            shell.functions.pop(name, None)
        elif name[:1] != "-":
            shell.assign(name, [])
    return ""


def _alias(shell: Shell, argv: list[str]) -> str:
    for arg in argv[1:]:
        name, equals, text = arg.partition("=")
        if equals:
            shell.aliases[name] = text
    shell.command(argv)
    return ""


def _unalias(shell: Shell, argv: list[str]) -> str:
    for name in argv[1:]:
        shell.aliases.pop(name, None)
    return ""


def _eval(shell: Shell, argv: list[str]) -> str:
    """Read the text once more; a stretch that nobody knows may hold a command of its own."""
    shell.command(argv)
    text = " ".join(argv[1:])
    if holds_unknown(text):
        shell.opaque(f"eval of what nobody knows: {display(text)[:80]}")
        if not certain_beginning(text).strip():
            return unknown()
    inner = shell.subshell("eval")
    printed = shell.run(inner, text)
    shell.adopt([inner])
    return printed


def _source(shell: Shell, argv: list[str]) -> str:
    shell.command(argv)
    if len(argv) < 2:
        return ""
    return source_file(shell, argv[1], argv[2:])


def _exec(shell: Shell, argv: list[str]) -> str:
    return _prefix(shell, argv, "-a")


def _command(shell: Shell, argv: list[str]) -> str:
    if any(arg in ("-v", "-V") for arg in argv[1:2]):
        shell.command(argv)
        return unknown()
    return _prefix(shell, argv, "", external=True)


def _builtin(shell: Shell, argv: list[str]) -> str:
    return _prefix(shell, argv, "", external=True)


def _prefix(shell: Shell, argv: list[str], valued: str, *, external: bool = False) -> str:
    """Run what follows the options; `external` passes aliases and functions over."""
    rest = argv[1:]
    while rest and rest[0][:1] == "-":
        option = rest.pop(0)
        if option == "--":
            break
        if option == valued and rest:
            rest.pop(0)
    if not rest:
        return ""
    functions = shell.functions
    if external:
        shell.functions = {}
    try:
        return shell.start(shell, rest)
    finally:
        if external:
            shell.functions = {**functions, **shell.functions}


def _read(shell: Shell, argv: list[str]) -> str:
    names, at = [], 1
    while at < len(argv):
        if argv[at] in ("-d", "-n", "-N", "-p", "-t", "-u", "-i"):
            at += 1
        elif argv[at][:1] != "-":
            names.append(argv[at])
        at += 1
    shell.command(argv)
    text = shell.stdin
    line = None if text is None else text.split("\n", 1)[0]
    _assign_fields(shell, names or ["REPLY"], line)
    return ""


def _assign_fields(shell: Shell, names: list[str], line: str | None) -> None:
    if line is None:
        for name in names:
            shell.assign(name, [unknown(f"${name}")])
        return
    separator = "".join(shell.variables.get("IFS", [])).strip() or None
    fields = line.split(separator, len(names) - 1) if len(names) > 1 else [line.strip()]
    for index, name in enumerate(names):
        shell.assign(name, [fields[index] if index < len(fields) else ""])


def _mapfile(shell: Shell, argv: list[str]) -> str:
    shell.command(argv)
    name = argv[-1] if len(argv) > 1 and argv[-1].isidentifier() else "MAPFILE"
    text = shell.stdin
    shell.assign(name, [unknown(f"${name}")] if text is None else text.splitlines())
    return ""


def _trap(shell: Shell, argv: list[str]) -> str:
    """What a trap would run counts: the line sets it so that it does, at the end."""
    shell.command(argv)
    rest = [arg for arg in argv[1:] if arg != "--"]
    if len(rest) > 1 and rest[0] not in ("", "-", "-l", "-p"):
        if holds_unknown(rest[0]) and not certain_beginning(rest[0]):
            shell.opaque("trap of what nobody knows")
        else:
            shell.traps = (*shell.traps, rest[0])
    return ""


BUILTINS: dict[str, Builtin] = {
    **dict.fromkeys(QUIET, _quiet),
    "cd": _cd,
    "chdir": _cd,
    "pushd": _pushd,
    "popd": _popd,
    "pwd": _pwd,
    "set": _set,
    "shift": _shift,
    "unset": _unset,
    "alias": _alias,
    "unalias": _unalias,
    # What a broken tree leaves of a compound command still runs what follows.
    **dict.fromkeys("if elif while until do then else { !".split(), _builtin),
    "eval": _eval,
    "source": _source,
    ".": _source,
    "exec": _exec,
    "command": _command,
    "builtin": _builtin,
    "read": _read,
    "mapfile": _mapfile,
    "readarray": _mapfile,
    "trap": _trap,
}
