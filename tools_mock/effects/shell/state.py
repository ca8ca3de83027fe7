"""The state while a line is read: what was found so far, and each shell's own variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from tools_mock.effects.kinds import opaque
from tools_mock.effects.programs.secret_paths import is_secret_path
from tools_mock.effects.shell.marks import (
    as_thing,
    as_word,
    certain,
    certain_beginning,
    join,
    unknown,
)
from tools_mock.effects.shell.scan import Heredoc, cleaned
from tools_mock.effects.shell.types import Command
from traces.model import Effect, Thing

MOST_COMMANDS = 2000
MOST_EFFECTS = 2000
DEEPEST = 30
LONGEST_TEXT = 100_000
MOST_CHARACTERS = 300_000
LONGEST_SCRIPT = 5_000_000
"""Bounds of one reading; where one is met, the rest is opaque. A script may be longer than a text
that is parsed, since its here-documents are not."""

_STREAMS = frozenset(
    f"/dev/{name}"
    for name in "null stdin stdout stderr tty zero random urandom full console".split()
)


NATURAL_OBJECTS: dict[str, tuple[str, ...]] = {
    "money.move": ("amount",),
    "deploy.release": ("environment",),
    "infra.create": ("environment",),
    "infra.change": ("environment",),
    "infra.destroy": ("environment",),
}
"""Objects that effects of a kind always have; where a line names none of them, they are unknown,
so that a rule about them is undecided and never clean."""


class TooMuch(Exception):
    """The line is past a bound of this module; what was found so far stands."""


@dataclass(slots=True)
class Reading:
    """What was found in a line; shared by all the shells that it starts.

    `given` are the files that were known before it, `files` those that it writes itself.
    """

    given: Mapping[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    effects: dict[tuple[object, ...], Effect] = field(default_factory=dict)
    commands: list[Command] = field(default_factory=list)
    documents: list[Heredoc] = field(default_factory=list)
    written: dict[str, str] = field(default_factory=dict)
    steps: int = 0
    nesting: int = 0
    characters: int = 0

    def add(self, effect: Effect) -> None:
        """Report an effect, once."""
        key = (
            effect.kind,
            tuple((t.name, t.value, t.known, t.recursive) for t in effect.on),
            effect.could,
            effect.why if effect.kind == "opaque" else "",
        )
        if len(self.effects) >= MOST_EFFECTS:
            raise TooMuch("too many effects to list")
        self.effects.setdefault(key, effect)

    def step(self, words: int = 0) -> None:
        """Count a command and its words, or another piece of work.

        Raises:
            TooMuch: there were too many.
        """
        self.steps += 1 + words // 50
        if self.steps > MOST_COMMANDS:
            raise TooMuch("too many commands to follow")

    def content(self, path: str) -> str | None:
        """The content of a file, if it is known; a relative path may be the end of a known one."""
        found = self._content(path)
        if found is not None or not path or not certain(path):
            return found
        known = {**dict.fromkeys(self.given), **dict.fromkeys(self.files)}
        if path[0] in "/~$":
            near = [one for one in known if one[:1] not in ("/", "~", "$") and _ends(path, one)]
        else:
            near = [one for one in known if _ends(one, path)]
        return self._content(near[0]) if len(near) == 1 else None

    def _content(self, path: str) -> str | None:
        if path in self.files:
            return self.files[path]
        return cleaned(self.given[path]) if path in self.given else None

    def write(self, path: str, text: str | None, *, append: bool = False) -> None:
        """Remember what stands in a file now; null where nobody knows."""
        if not path or not certain(path):
            return
        if text is None:
            text = unknown("content")
        before = self.content(path) if append else None
        text = f"{before or ''}{text}"
        if len(text) > 10 * LONGEST_TEXT:
            text = unknown("content")
        self.files[path] = text
        self.written[path] = text


def _ends(path: str, end: str) -> bool:
    return path.endswith(f"/{end.removeprefix('./')}") or path == end.removeprefix("./")


_STARTING_VALUES = {"HOME": "$HOME", "IFS": " \t\n", "SHELL": "/bin/sh", "BASH": "/bin/bash"}


def _is_virtual(path: str) -> bool:
    """Whether a path is no file but a stream."""
    return path in _STREAMS or path.startswith(("/dev/fd/", "/dev/pts/"))


Run = Callable[["Shell", str], str]
Start = Callable[["Shell", list[str]], str]


@dataclass(slots=True)
class Shell:
    """One shell process: the one that got the line, a subshell, or one started by a program.

    Attributes:
        reading: what is found goes here.
        run: runs a script in a shell and gives what it prints.
        start: the same for a command that is expanded.
        where: how this shell was reached, outermost first: `ssh db1`, `sh -c`.
        things: objects that every effect of this shell has: the host, the container.
        cwd: marked text; null where it is the directory in which the line began.
        traps: scripts that run when it ends.
        stdin: what its commands read, marked text; null where nothing is fed in.
    """

    reading: Reading
    run: Run
    start: Start
    variables: dict[str, list[str]] = field(default_factory=dict)
    functions: dict[str, str] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    positional: list[str] | None = None
    where: tuple[str, ...] = ()
    things: tuple[Thing, ...] = ()
    cwd: str | None = None
    stdin: str | None = None
    depth: int = 0
    after: str = ""
    traps: tuple[str, ...] = ()

    def subshell(
        self, why: str = "", *, stdin: str | None = None, things: tuple[Thing, ...] = ()
    ) -> Shell:
        """A copy whose changes stay its own.

        Raises:
            TooMuch: shells are nested too deeply.
        """
        if self.depth >= DEEPEST:
            raise TooMuch("nested too deeply to follow")
        return replace(
            self,
            variables=dict(self.variables),
            functions=dict(self.functions),
            aliases=dict(self.aliases),
            where=tuple(one for one in (*self.where, self.after, why) if one),
            after="",
            things=(*self.things, *things),
            stdin=self.stdin if stdin is None else stdin,
            depth=self.depth + 1,
            traps=(),
        )

    def elsewhere(self, why: str, *things: Thing, stdin: str | None = None) -> Shell:
        """A shell on another machine or in a container: it has none of this one's state."""
        other = self.subshell(why, stdin=stdin, things=things)
        other.variables, other.functions, other.aliases = {}, {}, {}
        other.positional, other.cwd = None, None
        return other

    def adopt(self, others: Iterable[Shell]) -> None:
        """Take over what one of several branches left: what they disagree on is unknown."""
        branches = list(others)
        names = {name for branch in branches for name in branch.variables}
        for name in names:
            before = self.variables.get(name)
            changed = [
                value
                for branch in branches
                if (value := branch.variables.get(name)) is not None and value != before
            ]
            if changed:
                same = all(value == changed[0] for value in changed)
                self.variables[name] = changed[0] if same else [unknown(f"${name}")]
        moved = [branch.cwd for branch in branches if branch.cwd != self.cwd]
        if moved:
            self.cwd = moved[0] if all(m == moved[0] for m in moved) else unknown("$PWD")
        for branch in branches:
            self.functions.update(branch.functions)
            self.aliases.update(branch.aliases)

    def words_why(self, *details: str) -> str:
        """Where in the line something stands: how this shell was reached, then the details."""
        after = (self.after,) if self.after else ()
        return ", ".join(one for one in (*self.where, *after, *details) if one)

    def effect(self, kind: str, *things: Thing, why: str = "") -> None:
        """Report an effect, with what it always has as unknown where the line does not say it."""
        on = (*things, *self.things)
        natural = NATURAL_OBJECTS.get(kind, ())
        if natural:
            if {thing.name for thing in on}.isdisjoint(natural):
                on += tuple(Thing(name=name, value="", known="unknown") for name in natural)
        self.reading.add(Effect(kind=kind, on=on, why=self.words_why(why)))

    def opaque(self, why: str, *could: str) -> None:
        """Report that something could not be decided."""
        found = opaque(self.words_why(why), *could)
        self.reading.add(found)

    def reads(self, text: str, *, why: str, recursive: bool = False) -> str | None:
        """Report that a file is read; gives its content, null where nobody knows."""
        if text in ("-", "/dev/stdin"):
            return self.stdin
        path = self.path(text)
        if path == "/dev/null":
            return ""
        if _is_virtual(path):
            return self.reading.files.get(path)
        self.effect("fs.read", as_thing("path", path, recursive=recursive), why=why)
        if is_secret_path(certain_beginning(path)):
            self.effect("secret.read", as_thing("path", path), why=why)
        return self.reading.content(path)

    def writes(self, text: str, content: str | None, *, why: str, append: bool = False) -> None:
        """Report that a file is written; `content` is what it gets, null where nobody knows."""
        path = self.path(text)
        if path.startswith(("/dev/tcp/", "/dev/udp/")):
            self.effect("net.request", as_thing("host", path.split("/")[3]), why=why)
        elif not _is_virtual(path):
            self.effect("fs.write", as_thing("path", path), why=why)
            self.reading.write(path, content, append=append)

    def command(self, argv: Iterable[str]) -> None:
        """Report a simple command that would run."""
        self.reading.step()
        words = tuple(as_word(text) for text in argv)
        self.reading.commands.append(Command(words, self.words_why()))

    def path(self, text: str) -> str:
        """A path as it is seen from the working directory."""
        return join(self.cwd, text)

    def variable(self, name: str) -> list[str] | None:
        """See `Scope`."""
        if name in self.variables:
            return self.variables[name]
        if name in _STARTING_VALUES:
            return [_STARTING_VALUES[name]]
        if name == "PWD":
            return [self.cwd or "."]
        if name in ("@", "*"):
            return self.positional[1:] if self.positional is not None else None
        if name == "#" and self.positional is not None:
            return [str(len(self.positional) - 1)]
        if name.isdecimal() and self.positional is not None:
            index = int(name[:6])
            return [self.positional[index]] if index < len(self.positional) else []
        return None

    def assign(self, name: str, values: list[str]) -> None:
        """See `Scope`."""
        if sum(map(len, values)) > LONGEST_TEXT:
            values = [unknown(f"${name}")]
        self.variables[name] = values

    def capture(self, script: str) -> str:
        """See `Scope`."""
        inner = self.subshell()
        inner.after = "$()"
        text = self.run(inner, script).rstrip("\n")
        return text if len(text) <= LONGEST_TEXT else unknown()

    def connect(self, script: str, operator: str) -> str:
        """See `Scope`."""
        inner = self.subshell(f"{operator}()")
        text = self.run(inner, script)
        path = f"/dev/fd/{63 + len(self.reading.files)}"
        self.reading.files[path] = text if operator == "<" else ""
        return path

    def document(self, index: int) -> Heredoc:
        """See `Scope`."""
        if index < len(self.reading.documents):
            return self.reading.documents[index]
        return Heredoc("", True)
