"""The effects of one call, as the entry for its tool says how it is read."""

from __future__ import annotations

import fnmatch
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tools_mock.effects.foreign_entries import Entry, Template
from tools_mock.effects.http import http_effects
from tools_mock.effects.kinds import opaque
from tools_mock.effects.objects import addresses, effect, things
from tools_mock.effects.patch import patch_effects
from tools_mock.effects.shell.reader import read_shell
from tools_mock.effects.sql.reader import read_sql
from traces.jsontext import loads
from traces.model import Effect, Thing

MOST_ADDRESSES = 200
"""Addresses of one call that are read."""

Args = Mapping[str, Any]
Files = Mapping[str, str]


def value_of(args: Args, names: Iterable[str]) -> Any:
    """The first of these arguments that is given, found in a nested mapping too."""
    for name in names:
        if "*" in name:
            hits = [value for one, value in args.items() if fnmatch.fnmatchcase(str(one), name)]
            found = next((value for value in hits if value is not None), None)
        else:
            found = args.get(name)
        if isinstance(found, Mapping):
            found = value_of(found, [one for one in names if one in found]) or found
        if found is not None:
            return found
    return None


def joined(value: Any, between: str) -> str | None:
    """Several commands as one text; null where there are none."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list):
        return None
    pieces = [
        one
        if isinstance(one, str)
        else value_of(one, ("command", "keystrokes", "cmd", "sql", "query"))
        for one in value
        if isinstance(one, str | Mapping)
    ]
    return between.join(piece for piece in pieces if isinstance(piece, str)) if pieces else None


def shell_effects(entry: Entry, args: Args, files: Files) -> tuple[Effect, ...]:
    """The command line, or the words of a command, that the call runs."""
    name = next((one for one in entry.shell if args.get(one) is not None), "")
    value = value_of(args, entry.shell)
    if isinstance(value, str) and value.lstrip().startswith("["):
        value = _list_of_words(value) or value
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        if value and value[0] == "apply_patch":
            return patch_effects("\n".join(value[1:]))
        command: str | None = shlex.join(value) if name[-1:] != "s" else "\n".join(value)
    else:
        command = joined(value, "\n")
    if command is None:
        return (opaque("no command was given"),)
    if command.lstrip().startswith("apply_patch") and _ends_with_patch(command):
        return patch_effects(command)
    cwd = value_of(args, entry.cwd)
    return read_shell(command, files=files, cwd=cwd if isinstance(cwd, str) else None).effects


def code_effects(entry: Entry, args: Args, files: Files) -> tuple[Effect, ...]:
    """Python is read as `python -c` would be; code in a language that nobody reads is opaque."""
    code = joined(value_of(args, entry.code), "\n")
    language = str(args.get("language") or entry.language).casefold()
    if code is None:
        return (effect("proc.exec"), opaque("no code was given"))
    if language in ("bash", "sh", "shell"):
        return read_shell(code, files=files).effects
    if not language.startswith("py"):
        return (effect("proc.exec"), opaque("program code"))
    return read_shell(f"python3 -c {shlex.quote(code)}", files=files).effects


def _list_of_words(text: str) -> list[str] | None:
    try:
        found = loads(text)
    except ValueError:
        return None
    fits = isinstance(found, list) and all(isinstance(one, str) for one in found)
    return found if fits else None


def _ends_with_patch(command: str) -> bool:
    """Whether nothing but the end of a here-document stands behind the patch."""
    head, end, rest = command.rpartition("*** End Patch")
    return bool(end) and "\n" in head and re.fullmatch(r"[\s'\"]*\w*[\s'\"]*", rest) is not None


def sql_effects(text: str | None, dialect: str) -> tuple[Effect, ...]:
    """The statements of a text; undecided where there is none."""
    if text is None:
        return (opaque("no SQL was given", "db.*"),)
    return tuple(one for statement in read_sql(text, dialect) for one in statement.effects)


def http_call_effects(entry: Entry, args: Args) -> tuple[Effect, ...]:
    """A request to each of the addresses that the call gives."""
    method: Any = entry.method
    if not isinstance(method, str):
        # Without any arguments they were not recorded, so that the usual method says nothing.
        method = value_of(args, entry.method) or ("GET" if args else None)
    value = value_of(args, entry.http)
    urls = value[:MOST_ADDRESSES] if isinstance(value, list) and value else [value]
    return tuple(one for url in urls for one in http_effects(method, url))


def filled(entry: Entry, args: Args) -> Iterator[Effect]:
    """The effects that the entry lists, with their objects taken from the arguments."""
    templates = entry.effects or ()
    if entry.cases is not None:
        templates = entry.cases.get(str(value_of(args, entry.by)), entry.otherwise)
    for template in templates:
        if template.effect == "opaque":
            yield opaque("by the tool's name", *template.could)
        elif not template.given or value_of(args, template.given) is not None:
            yield from _of_template(template, args)
        elif not args:
            yield opaque("the arguments are not known", template.effect)


def _of_template(template: Template, args: Args) -> Iterator[Effect]:
    """The effect; where one of its objects stands for several, an effect for each of these."""
    objects: dict[str, tuple[Thing, ...]] = {}
    for name, names in template.objects.items():
        value = value_of(args, names)
        # Without any arguments they were not recorded, and nothing is known of any object.
        if value is not None or not name.endswith("?") or not args:
            bare = name.rstrip("?")
            value = addresses(value) if bare == "to" else value
            objects[bare] = (*objects.get(bare, ()), *things(bare, value))
    several = next((bare for bare, found in objects.items() if len(found) > 1), None)
    if several is None:
        yield effect(template.effect, *objects.values())
        return
    rest = [found for bare, found in objects.items() if bare != several]
    for thing in objects[several]:
        yield effect(template.effect, (thing,), *rest)


def inner_call(entry: Entry, call: Any) -> tuple[str, Args]:
    """The name and the arguments of a call within a wrapper; an empty name where it has none."""
    if not isinstance(call, Mapping):
        return "", {}
    name = next((call[one] for one in entry.tool if isinstance(call.get(one), str)), "")
    args: Any = next((call[one] for one in entry.args if call.get(one) is not None), {})
    if isinstance(args, str):
        try:
            args = loads(args)
        except ValueError:
            args = {}
    return name, args if isinstance(args, Mapping) else {}
