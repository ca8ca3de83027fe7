"""What a command of the pretend terminal is given, and what it leaves."""

from __future__ import annotations

from dataclasses import dataclass, field

from tools_mock.catalog.tree import MISSING, Tree
from tools_mock.world import World


@dataclass(slots=True)
class Job:
    """One command at work.

    Attributes:
        program: its name.
        args: its arguments, wildcards expanded.
        world: the pretend state.
        tree: the files of it.
        stdin: what is piped in, null where nothing is.
        out: what it prints.
        err: what it complains of.
        code: its exit code.
    """

    program: str
    args: list[str]
    world: World
    tree: Tree
    stdin: str | None = None
    out: str = ""
    err: list[str] = field(default_factory=list)
    code: int = 0

    def fail(self, message: str, code: int = 1) -> None:
        """Complain in the name of the program."""
        self.err.append(f"{self.program}: {message}")
        self.code = code

    def options(self, *valued: str) -> tuple[set[str], dict[str, str], list[str]]:
        """The arguments sorted: switches, values of options that take one, and operands."""
        switches: set[str] = set()
        values: dict[str, str] = {}
        operands: list[str] = []
        rest = list(reversed(self.args))
        while rest:
            word = rest.pop()
            name, equals, value = word.partition("=")
            if word == "--":
                operands.extend(reversed(rest))
                break
            if name in valued and (equals or rest):
                values[name] = value if equals else rest.pop()
            elif word[:2] in valued and len(word) > 2:
                values[word[:2]] = word[2:]
            elif word.startswith("--"):
                switches.add(word)
            elif word.startswith("-") and len(word) > 1:
                switches.update("-" + letter for letter in word[1:])
                if "-" + word[-1] in valued and rest:
                    values["-" + word[-1]] = rest.pop()
            else:
                operands.append(word)
        return switches, values, operands

    def texts(self, paths: list[str]) -> list[tuple[str, str]]:
        """The named files with their texts, or what is piped in; complains of missing ones."""
        if not paths:
            return [("", self.stdin or "")]
        found = []
        for path in paths:
            text = (self.stdin or "") if path == "-" else self.tree.read(path)
            if text is not None:
                found.append((path, text))
            elif self.tree.is_folder(path):
                self.fail(f"{path}: Is a directory")
            else:
                self.fail(f"{path}: {MISSING}")
        return found
