"""Assignments: variables, arrays, and the arguments of `export` and its like."""

from __future__ import annotations

from tools_mock.effects.shell.commands import Assignment, assignment
from tools_mock.effects.shell.marks import unknown
from tools_mock.effects.shell.state import Shell
from tools_mock.effects.shell.words import expand, expand_one, words_of


def assign(shell: Shell, one: Assignment) -> None:
    """Set a variable as an assignment says."""
    if one.raw.startswith("(") and not one.index:
        values = [
            field for raw in words_of(one.raw[1:].removesuffix(")")) for field in expand(raw, shell)
        ]
        shell.assign(one.name, [*(shell.variable(one.name) or ()), *values] if one.adds else values)
        return
    value = expand_one(one.raw, shell)
    if one.index:
        values = list(shell.variables.get(one.name, ()))
        index = expand_one(one.index, shell)
        place = int(index) if index.isdecimal() and len(index) < 3 else len(values)
        values += [""] * (place + 1 - len(values))
        values[place] = value
        shell.assign(one.name, values)
    elif one.adds:
        before = shell.variable(one.name)
        start = unknown(f"${one.name}") if before is None else "".join(before[:1])
        shell.assign(one.name, [start + value])
    else:
        shell.assign(one.name, [value])


def declare(shell: Shell, raw: str) -> None:
    """One argument of `export` and its like."""
    one = assignment(raw)
    if one:
        assign(shell, one)
        return
    for text in expand(raw, shell):
        name, equals, value = text.partition("=")
        if equals and name.isidentifier():
            shell.assign(name, [value])
