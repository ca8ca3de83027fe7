"""What was read out of a stretch of SQL, and how its names become objects of effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from tools_mock.effects.kinds import Kind, opaque
from tools_mock.effects.sql.dialects import Dialect
from tools_mock.effects.sql.lexer import Token, Tokens, template_in, value_of
from traces.model import Effect, Thing

SqlKind = Literal[
    "select",
    "insert",
    "update",
    "update without where",
    "delete",
    "delete without where",
    "drop",
    "alter",
    "truncate",
    "create",
    "grant",
    "revoke",
    "merge",
    "copy",
    "call",
]
Known = Literal["whole", "pattern", "prefix", "unknown"]

Shell = Callable[[str], tuple[Effect, ...]]
"""What reads a shell command: the client commands of psql and sqlite3 may run one."""

Files = Callable[[str], str | None]
"""The content of a file by its path, or null where it isn't known."""

BUILT = "{{built}}"
"""Stands in a text for a part of it that is only known at run time."""

_LONGEST_VALUE = 300

EFFECT_OF_KIND: Mapping[str, str] = {
    **dict.fromkeys(("insert", "update", "update without where", "merge", "copy"), "db.write"),
    **dict.fromkeys(("delete", "delete without where", "truncate"), "db.delete"),
    **dict.fromkeys(("drop", "alter", "create"), "db.schema_change"),
    **dict.fromkeys(("grant", "revoke"), "db.privilege"),
    "select": "db.read",
    "call": "db.write",
}
"""The effect by which an undecided statement may have been of a kind."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The kinds and the effects of a stretch of SQL; `|` puts two together."""

    kinds: frozenset[SqlKind] = frozenset()
    effects: tuple[Effect, ...] = ()

    def __or__(self, other: Reading) -> Reading:
        """Both, every effect once, in the order in which they were found."""
        if not other.effects and not other.kinds:
            return self
        if not self.effects:
            return Reading(self.kinds | other.kinds, other.effects)
        effects = tuple(dict.fromkeys(self.effects + other.effects))
        return Reading(self.kinds | other.kinds, effects)


NOTHING = Reading()


def found(kinds: Iterable[SqlKind], *effects: Effect) -> Reading:
    """A reading that is certain."""
    return Reading(frozenset(kinds), effects)


def undecided(why: str, *could: str, kinds: Iterable[SqlKind] = ()) -> Reading:
    """A reading that may have any effect on the database, or those of `could`."""
    return Reading(frozenset(kinds), (opaque(why, *(could or ("db.*",))),))


def effect(kind: Kind, *on: Thing) -> Effect:
    """An effect on these objects."""
    return Effect(kind=kind, on=on)


def effects_on(kind: Kind, things: Iterable[Thing]) -> tuple[Effect, ...]:
    """One effect for each object, or one without where there is none."""
    return tuple(effect(kind, each) for each in things) or (effect(kind),)


@dataclass(frozen=True, slots=True)
class Name:
    """A name with its qualifiers, quotes off, and how much of it is certain."""

    parts: tuple[str, ...]
    known: Known = "whole"

    @property
    def value(self) -> str:
        """The dotted name."""
        return ".".join(self.parts)

    def thing(self, name: str = "table") -> Thing:
        """The object of this name."""
        if self.known == "unknown":
            return unknown(name, self.value)
        return thing(name, self.value, self.known)


def thing(name: str, value: str, known: Known = "whole") -> Thing:
    """An object of an effect; a value that is too long to keep is a prefix."""
    if len(value) > _LONGEST_VALUE:
        return Thing(name=name, value=value[:_LONGEST_VALUE], known="prefix")
    return Thing(name=name, value=value, known=known)


def unknown(name: str, value: str = "") -> Thing:
    """An object that is there but can't be read; `value` is what is written for it."""
    return thing(name, "" if BUILT in value else value, "unknown")


def name_of(parts: Iterable[tuple[str, bool]]) -> Name:
    """A name from its parts, each with whether a placeholder stands for it.

    An unknown qualifier is left out, since the object is named by the last part.
    """
    known: Known = "whole"
    read: list[str] = []
    given = list(parts)
    for place, (text, is_slot) in enumerate(given):
        begin = template_in(text) if not is_slot or text[-1:] in "})" else 0
        if begin is None:
            read += [text] if text else []
        elif place == len(given) - 1:
            known = "prefix" if begin else "unknown"
            read = [*read, text[:begin]] if begin else [text]
    return Name(tuple(read), known)


_NAME_KINDS = frozenset({"word", "name", "text", "slot", "variable"})


def name_at(tokens: Tokens, at: int, dialect: Dialect) -> tuple[Name | None, int]:
    """The dotted name that begins at a place, and the place behind it.

    Text in quotes is taken as a name: where a name is wanted it can't be anything else.
    """
    parts: list[tuple[str, bool]] = []
    size = len(tokens)
    while at < size:
        token = tokens[at]
        if token.kind in _NAME_KINDS:
            text = value_of(token, dialect)
            at += 1
            while _dashed(tokens, at):
                text += "-" + tokens[at + 1].text
                at += 2
            parts.append((text, token.kind == "slot"))
        elif token.word == "*" and parts:
            parts.append(("*", False))
            at += 1
        elif token.word != "." or not parts:
            break
        if at < size and tokens[at].word == ".":
            at += 1
        else:
            break
    if not parts:
        return None, at
    name = name_of(parts)
    return (Name(name.parts, "pattern") if parts[-1][0] == "*" else name), at


def _dashed(tokens: Tokens, at: int) -> bool:
    """Whether a dash and a word follow without white space (`my-project`)."""
    return (
        at + 1 < len(tokens)
        and tokens[at].word == "-"
        and not tokens[at].gap
        and not tokens[at + 1].gap
        and tokens[at + 1].kind in ("word", "number")
    )


def names_at(tokens: Tokens, at: int, dialect: Dialect) -> tuple[list[Name], int]:
    """The names of a list with commas; arguments in parentheses and `ONLY`, `*` are passed over."""
    names: list[Name] = []
    while True:
        if at + 1 < len(tokens) and tokens[at].word == "ONLY":
            at += 1
        name, at = name_at(tokens, at, dialect)
        if name is None:
            return names, at
        names.append(name)
        if at < len(tokens) and tokens[at].word == "(":
            at = closing(tokens, at) + 1
        if at < len(tokens) and tokens[at].word == "*":
            at += 1
        if at >= len(tokens) or tokens[at].word != ",":
            return names, at
        at += 1


def closing(tokens: Tokens, at: int) -> int:
    """The place of the parenthesis that closes the one at `at`, or the last place."""
    depth = 0
    for place in range(at, len(tokens)):
        word = tokens[place].word
        if word == "(":
            depth += 1
        elif word == ")":
            depth -= 1
            if not depth:
                return place
    return len(tokens) - 1


def outer(tokens: Tokens, begin: int = 0) -> Iterable[tuple[int, Token]]:
    """The tokens that stand in no parentheses, with their places."""
    depth = 0
    for place in range(begin, len(tokens)):
        token = tokens[place]
        if token.word == ")":
            depth -= 1
        if depth <= 0:
            yield place, token
        if token.word == "(":
            depth += 1


def find(tokens: Tokens, words: Iterable[str], begin: int = 0) -> int | None:
    """The first place outside parentheses where one of the words stands."""
    wanted = frozenset(words)
    return next((place for place, token in outer(tokens, begin) if token.word in wanted), None)


def split_list(tokens: Tokens) -> list[Tokens]:
    """The items of a list with commas."""
    items: list[Tokens] = []
    begin = 0
    for place, token in outer(tokens):
        if token.word == ",":
            items.append(tokens[begin:place])
            begin = place + 1
    return [*items, tokens[begin:]] if tokens else []


class Reader(Protocol):
    """What reads the statements of a batch one after the other, and remembers what they define.

    `prepared`, `routines` and `variables` are what the batch has defined so far, by lower-case
    name. `procedural`: the statements stand in the body of a routine or a block; `branched`: behind
    a branch; `declaring`: in a section of declarations. `steps`: how much may still be parsed.
    """

    dialect: Dialect
    shell: Shell | None
    files: Files | None
    prepared: dict[str, Reading]
    routines: dict[str, Tokens]
    variables: dict[str, str | None]
    procedural: bool
    branched: bool
    declaring: bool
    steps: int

    def read(self, tokens: Tokens) -> Reading:
        """What a statement does."""

    def read_text(self, text: str, *, block: bool = False) -> Reading:
        """What a text of statements does that this batch executes."""

    def read_block(self, tokens: Tokens) -> Reading:
        """What the body of a routine does."""
