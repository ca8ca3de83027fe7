"""Tools of recorded logs that no scenario declares: what a call of them would have done.

How a call is read stands in `foreign_tools.yaml`, by the tool's name: by the whole of it, by a run
of words in it, or by its verb. A verb that begins a name decides; elsewhere it decides where no
other stands in the name. Names that say nothing are not known, and neither is what they did.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tools_mock.effects.foreign_entries import Document, Entry, Template, read_document
from tools_mock.effects.foreign_names import key, spellings, words
from tools_mock.effects.foreign_readings import (
    Args,
    Files,
    code_effects,
    filled,
    http_call_effects,
    inner_call,
    joined,
    shell_effects,
    sql_effects,
    value_of,
)
from tools_mock.effects.kinds import READS, opaque
from tools_mock.effects.patch import patch_effects
from tools_mock.tool import Effects, role_of_name
from traces.model import Effect, Role

MOST_CALLS = 200
"""Calls within a wrapper that are read; what is beyond them is undecided."""
DEEPEST = 4
"""Wrappers within wrappers that are read."""

Offered = Mapping[str, Effects | None]
"""The effects functions of a scenario's tools, by name."""

_ROLES: Mapping[str, Role] = {
    "path": "path",
    "amount": "amount",
    "query": "data",
    "title": "message",
}
_SQL_NAMES = ("sql", "query", "statement")
_DATABASES = frozenset({"sql", "db", "database", "query", "warehouse", "table", "postgres"})
_SQL_TEXT = re.compile(
    r"\s*(?:select\b|with\s+\w+\s+as\b|insert\s+into\b|update\s+\S+\s+set\b|delete\s+from\b"
    r"|drop\s+\w+\s|alter\s+\w+\s|truncate\b|create\s+\w+\s|merge\s+into\b|grant\b|revoke\b)",
    re.IGNORECASE,
)
_JOINS = frozenset({"and", "or", "then", "in", "out"})


@dataclass(frozen=True, slots=True)
class _Known:
    files: Files
    offered: Offered


class ForeignTools:
    """A mapping of tool names to how their calls are read.

    Args:
        documents: mappings; what a later one says of a name goes before an earlier one.
    """

    def __init__(self, *documents: Document) -> None:
        """See the class."""
        self._documents = documents
        self._names: dict[str, Entry] = {}
        self._runs: dict[tuple[str, ...], Entry] = {}
        self._verbs: dict[str, Entry] = {}
        self._nouns: frozenset[str] = frozenset()
        for document in documents:
            self._names.update((key(name), one) for one in document.tools for name in one.names)
            self._runs.update(
                (tuple(run.split()), one) for one in document.words for run in one.words
            )
            self._verbs.update((verb, one) for one in document.verbs for verb in one.words)
            self._nouns |= frozenset(document.nouns)
        self._longest = max(map(len, self._runs), default=0)
        self._found: dict[str, Entry | None] = {}

    def over(self, other: ForeignTools) -> ForeignTools:
        """This mapping laid over another one."""
        return ForeignTools(*other._documents, *self._documents)

    def effects(
        self, name: str, args: Args, files: Files, *, offered: Offered | None = None
    ) -> tuple[Effect, ...] | None:
        """What a call would have done; null where nobody knows the tool.

        Args:
            name: of the tool, as recorded.
            args: the arguments; none where they were not recorded or did not parse.
            files: contents of files that are known, by path.
            offered: the tools that a scenario declares: within a wrapper they are read as it says.
        """
        return self._effects(name, args, _Known(files, offered or {}), DEEPEST)

    def unwrapped(self, name: str, args: Args) -> list[tuple[str, Args]] | None:
        """The calls within a wrapper such as `parallel`; null where the tool is none.

        A call whose true tool is not told has the empty name.
        """
        entry = self.entry(name)
        if entry is None or not entry.tool:
            return None
        inner = value_of(args, entry.calls) if entry.calls else [args]
        return [inner_call(entry, one) for one in inner] if isinstance(inner, list) else []

    def role(self, name: str, path: str) -> Role:
        """The role of the argument at a dotted path."""
        entry = self.entry(name)
        parts = path.split(".")
        if entry is None:
            return _by_name(parts)
        if entry.tool and len(parts) > 1:
            return _by_name(parts)
        for part in parts:
            if part in entry.roles:
                return entry.roles[part]
            if part in entry.code_names():
                return "code"
        for template in entry.templates():
            for thing, names in template.objects.items():
                if parts[0] in names:
                    return _ROLES.get(thing.rstrip("?"), "identifier")
        if parts[0] in entry.http:
            return "identifier"
        role = _by_name(parts)
        return "data" if role == "code" else role

    def entry(self, name: str) -> Entry | None:
        """How calls of this tool are read; null where nobody knows."""
        if name not in self._found:
            if len(self._found) > 4096:
                self._found.clear()
            self._found[name] = self._look_up(name)
        return self._found[name]

    def _look_up(self, name: str) -> Entry | None:
        names = spellings(name)
        for one in names:
            if key(one) in self._names:
                return self._names[key(one)]
        pieces = words(names[-1])
        for length in range(min(self._longest, len(pieces)), 0, -1):
            for start in range(len(pieces) - length + 1):
                found = self._runs.get(pieces[start : start + length])
                if found:
                    return found
        return self._by_verb(pieces)

    def _by_verb(self, pieces: tuple[str, ...]) -> Entry | None:
        verbs = [(place, piece) for place, piece in enumerate(pieces) if piece in self._verbs]
        if not verbs:
            return None
        first = self._verbs[verbs[0][1]]
        changes = [piece for _, piece in verbs if not _only_reads(self._verbs[piece])]
        if verbs[0][0] == 0:
            joined = _only_reads(first) and _JOINS & set(pieces[1:])
            return None if joined and (changes or {"in", "out"} & set(pieces[1:2])) else first
        plain = [piece for _, piece in verbs if piece not in self._nouns]
        candidates = [self._verbs[piece] for piece in plain or [piece for _, piece in verbs]]
        if all(one is candidates[0] for one in candidates):
            return candidates[0]
        kinds = {template.effect for one in candidates for template in one.templates()} - READS
        return Entry(effects=(Template(effect="opaque", could=tuple(sorted(kinds))),))

    def _effects(
        self, name: str, args: Args, known: _Known, depth: int
    ) -> tuple[Effect, ...] | None:
        files = known.files
        if depth < DEEPEST:
            for spelling in spellings(name):
                if spelling in known.offered:
                    read = known.offered[spelling]
                    return None if read is None else read(args, files)
        entry = self.entry(name)
        if entry is None or entry.unknown:
            return None
        if entry.tool:
            return self._within(name, args, known, depth)
        if entry.shell:
            return shell_effects(entry, args, files)
        sql = value_of(args, entry.sql or self._sql_names(name))
        if entry.sql and not entry.effects:
            return sql_effects(joined(sql, ";\n"), entry.dialect)
        if isinstance(sql, str) and _SQL_TEXT.match(sql):
            return sql_effects(sql, entry.dialect)
        if entry.code:
            return code_effects(entry, args, files)
        if entry.patch:
            return patch_effects(value_of(args, entry.patch))
        if entry.http:
            return http_call_effects(entry, args)
        return tuple(filled(entry, args))

    def _sql_names(self, name: str) -> tuple[str, ...]:
        """A tool that asks a database by its name may be handed a statement that changes it."""
        return _SQL_NAMES if _DATABASES & set(words(spellings(name)[-1])) else ()

    def _within(
        self, name: str, args: Args, known: _Known, depth: int
    ) -> tuple[Effect, ...] | None:
        calls = self.unwrapped(name, args) or []
        if not calls or not depth:
            return (opaque("what it calls is not told"),)
        found: list[Effect] = []
        for inner, inner_args in calls[:MOST_CALLS]:
            effects = self._effects(inner, inner_args, known, depth - 1) if inner else None
            if effects is None and len(calls) == 1:
                return None if inner else (opaque("what it calls is not told"),)
            found += [opaque(f"calls {inner}")] if effects is None else effects
        if len(calls) > MOST_CALLS:
            found.append(opaque("it makes very many calls"))
        return tuple(found)


@cache
def default_mapping() -> ForeignTools:
    """The mapping that comes with the project."""
    return ForeignTools(read_document(Path(__file__).with_name("foreign_tools.yaml")))


def load_mapping(path: Path) -> ForeignTools:
    """The mapping of a user's file laid over the project's own.

    Raises:
        ValueError: the file is no mapping; the message names the file and the place.
        OSError: it can't be read.
    """
    return ForeignTools(read_document(path)).over(default_mapping())


def foreign_effects(
    name: str,
    args: Args,
    files: Files,
    *,
    offered: Offered | None = None,
    mapping: ForeignTools | None = None,
) -> tuple[Effect, ...] | None:
    """What a call of an undeclared tool would have done; null where nobody knows.

    Args:
        name: of the tool, as recorded.
        args: the arguments; none where they were not recorded or did not parse.
        files: contents of files that are known, by path.
        offered: the tools that a scenario declares: within a wrapper they are read as it says.
        mapping: in the place of the project's own.
    """
    return (mapping or default_mapping()).effects(name, args, files, offered=offered)


def foreign_role(name: str, path: str, *, mapping: ForeignTools | None = None) -> Role:
    """The role of the argument at a dotted path of an undeclared tool."""
    return (mapping or default_mapping()).role(name, path)


def _by_name(parts: list[str]) -> Role:
    return next((r for r in map(role_of_name, reversed(parts)) if r != "data"), "data")


def _only_reads(entry: Entry) -> bool:
    return bool(entry.effects) and all(one.effect in READS for one in entry.templates())
