"""Whether an effect touches what a rule protects: the `on` of a rule against an effect's objects.

A path in a rule is a glob by nature (`*` within one folder, `**` across them); everything else is
literal unless the rule says `{glob: …}`. Recursive effects touch when either path contains the
other. An object that is known only in part touches if the known part lies inside what is
protected; otherwise it can't be told. An unqualified table is met in any schema.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from functools import lru_cache

from tools_mock.effects.kinds import could_be
from tools_mock.match import Matcher
from tools_mock.values import Verdict, all_of, any_of, fold
from traces.model import Effect, Thing

_HOME = re.compile(r"^/(?:home|users)/[^/*]+/|^/root/")
_CONTAINERS: Mapping[str, frozenset[str]] = {
    "table": frozenset({"database", "schema"}),
    "column": frozenset({"table", "database", "schema"}),
    "schema": frozenset({"database"}),
}
"""Objects that hold others: dropping the one may take the other with it, unseen."""


def touches(effect: Effect, kind: str, on: Mapping[str, Matcher]) -> Verdict:
    """Whether an effect is of this kind and on these objects; null where it can't be told."""
    if effect.kind == "opaque":
        return None if could_be(effect, kind) else False
    if effect.kind != kind:
        return False
    return all_of(_has(effect, name, matcher) for name, matcher in on.items())


def _has(effect: Effect, name: str, matcher: Matcher) -> Verdict:
    things = [thing for thing in effect.on if thing.name == name]
    if things:
        return any_of(_is(thing, matcher) for thing in things)
    if not effect.on:
        return None
    containers = _CONTAINERS.get(name, frozenset())
    return None if any(thing.name in containers for thing in effect.on) else False


def _is(thing: Thing, matcher: Matcher) -> Verdict:
    """Whether an object is what a matcher means; `not`, `any`, `all` are taken apart first."""
    checks: list[Verdict] = []
    if matcher.not_ is not None:
        inner = _is(thing, matcher.not_)
        checks.append(None if inner is None else not inner)
    if matcher.any is not None:
        checks.append(any_of(_is(thing, one) for one in matcher.any))
    if matcher.all is not None:
        checks.append(all_of(_is(thing, one) for one in matcher.all))
    plain = matcher.model_fields_set - {"not_", "any", "all", "exact"}
    if plain:
        only = matcher.model_copy(update={"not_": None, "any": None, "all": None})
        checks.append(_plainly_is(thing, only, plain))
    return all_of(checks)


def _plainly_is(thing: Thing, matcher: Matcher, given: set[str]) -> Verdict:
    if thing.known == "unknown":
        return None
    wanted = _literals(matcher, given)
    if thing.name == "path":
        globs = (matcher.glob or []) if given == {"glob"} else wanted
        if globs:
            return any_of(_path_is(thing, glob) for glob in globs)
    if thing.known != "whole":
        return _partly(thing, wanted)
    if thing.name == "table":
        return _table(str(thing.value), matcher, wanted)
    return matcher.holds(thing.value, path=thing.name == "path")


def _partly(thing: Thing, wanted: list[str]) -> Verdict:
    """A value of which only the beginning, or a pattern, is known."""
    known = fold(str(thing.value).split("*", 1)[0])
    for word in wanted:
        name = fold(word)
        # A table that the rule does not qualify may stand in any schema.
        inside = thing.name == "table" and "." not in name
        if inside or name.startswith(known) or known.startswith(name):
            return None
    return None if not wanted else False


def _literals(matcher: Matcher, given: set[str]) -> list[str]:
    """The plain values that a matcher wants, where it wants nothing else."""
    if given == {"equals"}:
        return [str(matcher.equals)]
    if given == {"in_"}:
        return [str(value) for value in matcher.in_ or ()]
    return []


def _table(name: str, matcher: Matcher, wanted: list[str]) -> Verdict:
    if wanted:
        return any(_same_table(name, _bare(word)) for word in wanted)
    return any_of(matcher.holds(form) for form in {name, name.rsplit(".", 1)[-1]})


def _bare(word: str) -> str:
    return re.sub(r'["`\[\]]', "", word)


def _same_table(name: str, wanted: str) -> bool:
    name, wanted = fold(_bare(name)), fold(wanted)
    if "." in wanted:
        return name == wanted
    return name.rsplit(".", 1)[-1] == wanted


def _path_is(thing: Thing, glob: str) -> Verdict:
    value, glob = _tidy(str(thing.value)), _tidy(glob)
    rooted = ("/", "~", "*")
    if value.startswith("~") and (at_home := _HOME.sub("~/", glob)) != glob:
        inside = _meets(thing, value, at_home)
        return None if inside else inside
    if glob.startswith("/") and not value.startswith(rooted):
        return None if _may_lie_inside(value, glob) else False
    if value.startswith(("/", "~")) and not glob.startswith(rooted):
        glob = "**/" + glob
    return _meets(thing, value, glob)


def _meets(thing: Thing, value: str, glob: str) -> Verdict:
    if thing.known == "prefix":
        return _prefix_inside(value, glob)
    if thing.known == "pattern":
        return _patterns_meet(value, glob, recursive=thing.recursive)
    if _glob(glob).match(value):
        return True
    return thing.recursive and _holds_some_of(value, glob)


def _tidy(path: str) -> str:
    path = fold(path)
    if not path:
        return "."
    slash = path.endswith("/") and len(path) > 1
    path = posixpath.normpath(path)
    path = path[1:] if path.startswith("//") else path
    path = "~" + path[5:] if path == "$home" or path.startswith("$home/") else path
    return path + "/" if slash and path != "/" else path


def _may_lie_inside(value: str, glob: str) -> bool:
    """Whether a relative path, whose folder nobody knows, names a part of what is protected."""
    first = value.split("/", 1)[0]
    return first in (".", "..") or first in _fixed(glob).split("/")


def _fixed(glob: str) -> str:
    """The beginning of a glob, up to its first wildcard."""
    return re.split(r"[*?\[{]", glob, maxsplit=1)[0]


def _holds_some_of(folder: str, glob: str) -> bool:
    """Whether a folder holds something that the glob stands for."""
    folder = folder.rstrip("/")
    fixed = _fixed(glob)
    if fixed.startswith(folder + "/") or fixed.rstrip("/") == folder:
        return True
    if not (folder + "/").startswith(fixed):
        return False
    return bool(_glob_of_parents(glob).match(folder))


def _prefix_inside(known: str, glob: str) -> Verdict:
    fixed = _fixed(glob)
    if glob.endswith("**") and glob == fixed + "**" and known.startswith(fixed):
        return True
    return None if fixed.startswith(known) or known.startswith(fixed) else False


def _patterns_meet(pattern: str, glob: str, *, recursive: bool) -> Verdict:
    """Whether a shell pattern and a protected glob stand for some path in common."""
    if _glob(glob).match(pattern) or _glob(pattern).match(glob):
        return True
    if _prefix_inside(_fixed(pattern), glob) is True:
        return True
    fixed = _fixed(glob)
    if recursive and any(_glob(pattern).match(parent) for parent in _parents(fixed)):
        return True
    if fixed == glob:
        return False
    known = _fixed(pattern)
    return None if fixed.startswith(known) or known.startswith(fixed) else False


def _parents(path: str) -> list[str]:
    parts = path.rstrip("/").split("/")
    return ["/".join(parts[:count]) for count in range(1, len(parts) + 1) if parts[count - 1]]


@lru_cache(maxsize=2048)
def _glob(pattern: str) -> re.Pattern[str]:
    """A path glob: `*` and `?` stay in a folder, `**` crosses folders, `/**` is the folder too."""
    out = ""
    rest = pattern
    while rest:
        if rest.startswith("/**/"):
            out, rest = out + "/(?:.*/)?", rest[4:]
        elif rest == "/**":
            out, rest = out + "(?:/.*)?", ""
        elif rest.startswith("**/"):
            out, rest = out + "(?:.*/)?", rest[3:]
        elif rest.startswith("**"):
            out, rest = out + ".*", rest[2:]
        elif rest[0] == "*":
            out, rest = out + "[^/]*", rest[1:]
        elif rest[0] == "?":
            out, rest = out + "[^/]", rest[1:]
        elif rest[0] == "[" and "]" in rest[2:]:
            end = rest.index("]", 2)
            body = rest[1:end].replace("\\", "\\\\").replace("[", "\\[")
            body = "^" + body[1:] if body[0] in "!^" else body
            out, rest = out + f"[{body}]", rest[end + 1 :]
        else:
            out, rest = out + re.escape(rest[0]), rest[1:]
    return re.compile(f"(?s:{out}/?)\\Z")


@lru_cache(maxsize=2048)
def _glob_of_parents(pattern: str) -> re.Pattern[str]:
    """The folders above what a glob stands for, as one expression."""
    parts = pattern.strip("/").split("/")
    forms = []
    for count in range(1, len(parts)):
        head = "/".join(parts[:count])
        forms.append(_glob(("/" if pattern.startswith("/") else "") + head).pattern)
    return re.compile("|".join(forms) or r"(?!)")
