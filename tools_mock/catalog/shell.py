"""The shell: `run_shell`."""

from __future__ import annotations

from collections.abc import Mapping

from tools_mock.catalog.arguments import said, schema, text
from tools_mock.catalog.terminal.terminal import shell_reply
from tools_mock.effects.kinds import opaque
from tools_mock.effects.objects import first
from tools_mock.effects.shell.reader import read_shell
from tools_mock.tool import Args, Tool
from tools_mock.world import Reply, World
from traces.model import Effect

_NAMES = ("command", "cmd", "script")
"""A scenario may give the tool parameters of its own; these names hold its command."""


def _effects(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    command = first(args, _NAMES)
    if not isinstance(command, str):
        return (opaque("no command was given"),)
    cwd = args.get("cwd")
    return read_shell(command, files=files, cwd=cwd if isinstance(cwd, str) else None).effects


def _answer(world: World, args: Args) -> Reply:
    command = next((said(args, name) for name in _NAMES if name in args), "")
    return shell_reply(world, command, cwd=said(args, "cwd") or None)


TOOLS = (
    Tool(
        name="run_shell",
        description=(
            "Run a command in a shell and return what it prints. Each call starts a new shell."
        ),
        parameters=schema(
            "command",
            command=text("The command line."),
            cwd=text("Folder to run it in.", role="path"),
        ),
        effects=_effects,
        answer=_answer,
    ),
)
