"""Commands of the form `program noun verb …`: what a verb does, as one table for all of them.

Most programs for clouds, clusters and services name what they do by one of few verbs. A program is
a row of `TOOLS`: its options with a value, the family of its effects, and the phrases that mean
something else than their verb says. A phrase stands for the first words of the operands, and the
longest one that fits is taken.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tools_mock.effects.programs.call import Call, Program, program, thing
from tools_mock.effects.shell.marks import as_thing, certain, display
from traces.model import Thing

READS = frozenset(
    """describe list ls get show head lookup search view status info log logs tail diff
    plan preview validate check test lint help version whoami inspect explain top
    history query scan filter select wait watch export download export-ids count exists
    read fetch print doctor events tree outputs output estimate simulate verify compare
    batch-get ps cat usage metrics resource releases open docs console-url graph fmt
    dig completion config-view env-list report audit""".split()
)
DESTROYS = frozenset(
    """delete del rm remove terminate destroy deregister purge drop uninstall teardown nuke wipe
    decommission erase clear flush empty prune release-address unregister down reset""".split()
)
CREATES = frozenset(
    """create add run allocate register import copy clone launch provision mk new make init
    bootstrap generate upload insert restore fork""".split()
)
CHANGES = frozenset(
    """update put set modify edit patch apply attach detach associate disassociate
    enable disable start stop restart reboot scale resize rotate tag untag label
    annotate move mv rename replace configure config upgrade rollback promote failover
    pause resume suspend cancel lock unlock link unlink use switch sync authorize
    install complete assign unset publish-layer cordon migrate change push bind unbind
    request restart-app turn-on turn-off block unblock close reopen""".split()
)
DEPLOYS = frozenset({"deploy", "redeploy", "publish", "release", "ship", "submit-release"})
GRANTS = frozenset({"grant", "invite", "allow", "share", "authorize-access", "add-member"})
REVOKES = frozenset({"revoke", "deny", "expel", "remove-member", "unshare"})
STOPS = frozenset({"stop", "kill", "restart", "reboot", "suspend", "shutdown", "poweroff"})


@dataclass(frozen=True, slots=True)
class Tool:
    """A program of nouns and verbs.

    Attributes:
        values: options with a value, blanks between them.
        family: `infra` or `record`: which kinds its verbs have.
        phrases: first words of the operands, and the kinds they have; no kinds for no effect.
        noun: what the object of an effect is called.
        named: options that name the object.
        dry: options that turn a change into a read.
        places: options that name where, and what the object is called then.
        most: how many operands name objects; the others say what it is made of.
        unknown: what an unknown verb could be.
    """

    values: str = ""
    family: str = "infra"
    phrases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    noun: str = "resource"
    named: str = ""
    dry: str = "--dry-run --dryrun --what-if --noop"
    places: Mapping[str, str] = field(default_factory=dict)
    most: int = 50
    unknown: tuple[str, ...] = ("infra.*", "access.*", "secret.read", "deploy.release", "db.*")


_WORDS = re.compile(r"[-_:./]")
_FAMILIES = {
    "infra": {
        "read": "infra.read",
        "destroy": "infra.destroy",
        "create": "infra.create",
        "change": "infra.change",
    },
    "record": {
        "read": "record.read",
        "destroy": "record.delete",
        "create": "record.create",
        "change": "record.change",
    },
}


def kind_of_verb(word: str, family: str = "infra") -> str | None:
    """The kind of effect that a verb names: `delete-db-instance` by its first known part."""
    parts = [word.lower(), *_WORDS.split(word.lower())[:2]]
    kinds = _FAMILIES[family]
    for part in parts:
        for verbs, kind in (
            (DEPLOYS, "deploy.release"),
            (GRANTS, "access.grant"),
            (REVOKES, "access.revoke"),
            (READS, kinds["read"]),
            (DESTROYS, kinds["destroy"]),
            (CREATES, kinds["create"]),
            (CHANGES, kinds["change"]),
        ):
            if part in verbs:
                return kind
    return None


def phrase_of(tool: Tool, operands: list[str]) -> tuple[tuple[str, ...], int] | None:
    """The kinds of the longest phrase that the operands begin with, and its length in words."""
    words = [text if certain(text) else "" for text in operands[:4]]
    for length in range(len(words), 0, -1):
        kinds = tool.phrases.get(" ".join(words[:length]))
        if kinds is not None:
            return kinds, length
    return None


def classified(tool: Tool, operands: list[str]) -> tuple[tuple[str, ...], int] | None:
    """The kinds of a command and how many words name it; null where no verb is known."""
    found = phrase_of(tool, operands)
    if found:
        return found
    for index, word in enumerate(operands[:5]):
        kind = kind_of_verb(word, tool.family) if certain(word) else None
        if kind:
            return (kind,), index + 1
    return None


def report_verb(call: Call, tool: Tool) -> str | None:
    """Report what a command of nouns and verbs does."""
    operands = call.operands
    if not operands:
        return None
    found = classified(tool, operands)
    if found is None:
        call.opaque(f"{call.name} {' '.join(map(display, operands[:2]))}", *tool.unknown)
        return None
    kinds, length = found
    if call.has(*tool.dry.split()):
        kinds = (_FAMILIES[tool.family]["read"],) if kinds else ()
    call.name = f"{call.name} {' '.join(operands[:length])}"
    places = [
        thing(noun, value)
        for option, noun in tool.places.items()
        for value in call.options.values.get(option, ())
    ]
    named = [*call.options.all(*tool.named.split()), *operands[length:]]
    group = operands[0] if length > 1 else ""
    for kind in kinds:
        if kind == "opaque":
            call.opaque(call.name, *tool.unknown)
            continue
        _report(call, tool, kind, named, group, places)
    return None


def _report(
    call: Call, tool: Tool, kind: str, named: list[str], group: str, places: list[Thing]
) -> None:
    if kind == "fs.write":
        # Settings of the tool on this machine; where a real file is meant, a reader says so.
        call.effect(kind, as_thing("path", f"~/.config/{call.name.split()[0]}"))
        return
    where = [thing("service", group), *places] if group else places
    if not named:
        noun = (thing(tool.noun, None),) if kind[-4:] != "read" else ()
        call.effect(kind, *noun, *where)
    for name in named[: tool.most]:
        call.effect(kind, thing(tool.noun, name), *where)


def tool_entry(tool: Tool, *, clusters: bool = True) -> Program:
    """The entry of a program of nouns and verbs."""
    values = " ".join((tool.values, tool.named, " ".join(tool.places)))

    def read(call: Call) -> str | None:
        return report_verb(call, tool)

    return program(read, values, clusters=clusters)
