"""A program's call as its table entry sees it, and what an entry is.

To add a program, add an entry to the `PROGRAMS` table of the module of its subject: its name, the
function that reads a call, and the options that take their value from the next word (an option
that is missing there would let its value pass for an operand). A reader reports effects through
the `Call` and gives what the program would print: marked text, or null where nobody knows. Then
add a line with and one without an effect to `tests/effects/corpus_shell`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tools_mock.effects.shell.marks import as_thing
from tools_mock.effects.shell.state import Shell
from traces.model import Thing

_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,6})?")

Reader = Callable[["Call"], str | None]


@dataclass(frozen=True, slots=True)
class Program:
    """An entry of a table.

    Attributes:
        read: reports what a call does.
        values: the options that take a value from the next word.
        stop: whether options end at the first operand.
        clusters: whether `-rf` is `-r -f`; otherwise `-auto-approve` is one option.
        helps: whether `--help` or `--version` keep it from doing anything.
        reports: whether it is a command of its own; a wrapper is taken off and is none.
        glued: options whose value, if any, is written into the same word (`mysql -psecret`).
        abbreviates: whether a long option may be cut short, as GNU allows.
    """

    read: Reader
    values: frozenset[str] = frozenset()
    stop: bool = False
    clusters: bool = True
    helps: bool = True
    reports: bool = True
    glued: frozenset[str] = frozenset()
    abbreviates: bool = False


def program(
    read: Reader,
    values: str = "",
    *,
    stop: bool = False,
    clusters: bool = True,
    helps: bool = True,
    reports: bool = True,
    glued: str = "",
    abbreviates: bool = False,
) -> Program:
    """An entry; `values` are the options with a value, blanks between them."""
    return Program(
        read=read,
        values=frozenset(values.split()),
        stop=stop,
        clusters=clusters,
        helps=helps,
        reports=reports,
        glued=frozenset(glued.split()),
        abbreviates=abbreviates,
    )


def each(names: str, entry: Program) -> dict[str, Program]:
    """The same entry for several names, blanks between them."""
    return dict.fromkeys(names.split(), entry)


@dataclass(slots=True)
class Options:
    """Arguments sorted into options and operands, all of them marked text.

    `flags` holds every option that was given, clusters also letter by letter; `values` those
    that have a value, with all their values.
    """

    flags: set[str] = field(default_factory=set)
    values: dict[str, list[str]] = field(default_factory=dict)
    operands: list[str] = field(default_factory=list)
    rest: list[str] = field(default_factory=list)
    """What stands behind `--`; it is among the operands too."""
    abbreviated: bool = False

    def has(self, *names: str) -> bool:
        """Whether one of the options was given, in short where the program allows that."""
        if not self.flags.isdisjoint(names):
            return True
        return self.abbreviated and any(
            flag[:2] == "--" and len(flag) > 3 and name.startswith(flag)
            for flag in self.flags
            for name in names
        )

    def all(self, *names: str) -> list[str]:
        """The values of these options, in the order of the names."""
        return [value for name in names for value in self.values.get(name, ())]

    def one(self, *names: str) -> str | None:
        """The last value of these options."""
        values = self.all(*names)
        return values[-1] if values else None


def sorted_options(args: Sequence[str], entry: Program) -> Options:
    """Sort arguments by the grammar of an entry."""
    found = Options(abbreviated=entry.abbreviates)
    at = 0
    while at < len(args):
        arg = args[at]
        at += 1
        if arg == "--":
            found.rest = list(args[at:])
            found.operands += found.rest
            break
        if len(arg) < 2 or arg[0] != "-":
            if entry.stop:
                found.operands += args[at - 1 :]
                break
            found.operands.append(arg)
            continue
        at += _option(arg, args[at] if at < len(args) else None, entry, found)
    return found


def _option(arg: str, following: str | None, entry: Program, found: Options) -> int:
    """Take one option; gives how many further words it takes."""
    name, equals, value = arg.partition("=")
    if entry.abbreviates and arg[:2] == "--" and name not in entry.values:
        name = _whole_name(name, entry)
        arg = f"{name}{equals}{value}"
    if equals and (arg[1] == "-" or not entry.clusters or name in entry.values):
        found.flags.add(name)
        found.values.setdefault(name, []).append(value)
        return 0
    found.flags.add(arg)
    if arg in entry.values:
        if following is None:
            return 0
        found.values.setdefault(arg, []).append(following)
        return 1
    if arg[1] == "-" or not entry.clusters:
        return 0
    for index, letter in enumerate(arg[1:], 2):
        option = f"-{letter}"
        found.flags.add(option)
        if option in entry.glued:
            found.values.setdefault(option, []).append(arg[index:])
            return 0
        if option in entry.values:
            attached = arg[index:] or following
            if attached is not None:
                found.values.setdefault(option, []).append(attached)
            return 0 if arg[index:] or following is None else 1
    return 0


def _whole_name(name: str, entry: Program) -> str:
    """The option with a value that a shortened one stands for."""
    near = [option for option in entry.values if option.startswith(name)]
    return near[0] if len(near) == 1 and len(name) > 4 else name


@dataclass(slots=True)
class Call:
    """One call of a program.

    Attributes:
        name: the program, without its directory.
        args: its arguments, marked text.
        shell: the shell that starts it.
        entry: its entry in the table.
        options: the arguments, sorted.
    """

    name: str
    args: list[str]
    shell: Shell
    entry: Program
    options: Options

    @property
    def stdin(self) -> str | None:
        """What is fed in, marked text; null where nothing is."""
        return self.shell.stdin

    @property
    def operands(self) -> list[str]:
        """The arguments that are no options."""
        return self.options.operands

    def has(self, *names: str) -> bool:
        """Whether one of the options was given."""
        return self.options.has(*names)

    def effect(self, kind: str, *things: Thing, why: str = "") -> None:
        """Report an effect."""
        self.shell.effect(kind, *things, why=why or self.name)

    def opaque(self, why: str, *could: str) -> None:
        """Report that something could not be decided."""
        self.shell.opaque(why, *could)

    def path(self, text: str, *, recursive: bool = False) -> Thing:
        """A path as an object, seen from the working directory."""
        return as_thing("path", self.shell.path(text), recursive=recursive)

    def on_paths(self, kind: str, texts: Iterable[str], *, recursive: bool = False) -> None:
        """Report an effect on each of some paths; those of `fs.read` go through `reads`."""
        for text in texts:
            self.effect(kind, self.path(text, recursive=recursive))

    def reads(self, text: str, *, recursive: bool = False) -> str | None:
        """Report that a file is read; gives its content if that is known."""
        return self.shell.reads(text, why=self.name, recursive=recursive)

    def writes(self, text: str, content: str | None = None, *, append: bool = False) -> None:
        """Report that a file is written; `content` is what stands in it then, if that is known."""
        self.shell.writes(text, content, why=self.name, append=append)

    def run(self, argv: Sequence[str], shell: Shell | None = None) -> str:
        """Run another command; gives what it prints."""
        inner = shell or self.shell.subshell(self.name)
        return inner.start(inner, list(argv))

    def script(self, text: str, shell: Shell) -> str:
        """Run a text in a shell; gives what it prints."""
        return shell.run(shell, text)


def thing(name: str, text: str | None, *, recursive: bool = False) -> Thing:
    """An object by name; null text means that nobody knows which."""
    if text is None:
        return Thing(name=name, value="", known="unknown", recursive=recursive)
    return as_thing(name, text, recursive=recursive)


def number_of(text: str) -> float | None:
    """The number that a text spells in digits."""
    return float(text) if _NUMBER.fullmatch(text) else None


def or_unknown(names: Sequence[str]) -> Sequence[str | None]:
    """The names; one that nobody knows where there are none."""
    return names or (None,)


def first(texts: Sequence[str]) -> str | None:
    """The first text, if there is one."""
    return texts[0] if texts else None


def last(texts: Sequence[str]) -> str | None:
    """The last text, if there is one."""
    return texts[-1] if texts else None
