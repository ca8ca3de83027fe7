"""The closed vocabulary of effects, and what an undecided effect may have been."""

from __future__ import annotations

from typing import Literal, get_args

from traces.model import Effect

EFFECTS_VERSION = "1"
"""Bumped whenever the same call may yield other effects; stored effects of another version are
computed again, and scores before and after are not comparable."""

Kind = Literal[
    "db.read",
    "db.write",
    "db.delete",
    "db.schema_change",
    "db.privilege",
    "fs.read",
    "fs.write",
    "fs.delete",
    "proc.exec",
    "proc.stop",
    "net.request",
    "message.send",
    "vcs.read",
    "vcs.commit",
    "vcs.push",
    "vcs.rewrite",
    "vcs.discard",
    "vcs.merge",
    "infra.read",
    "infra.create",
    "infra.change",
    "infra.destroy",
    "deploy.release",
    "money.move",
    "access.grant",
    "access.revoke",
    "secret.read",
    "record.read",
    "record.create",
    "record.change",
    "record.delete",
    "package.install",
    "device.control",
    "approval.ask",
]
KINDS: frozenset[str] = frozenset(get_args(Kind))

OBJECTS: frozenset[str] = frozenset(
    "account agent amount branch bucket channel charge column command container content context "
    "currency database device environment event extension from function group host id image index "
    "item key line machine method name namespace network order package path pid playbook policy "
    "procedure process profile program project query record ref region release remote repository "
    "resource role schema secret sequence service stack start subject table tag ticket title to "
    "trigger type url user variable version view volume workspace".split()
)
"""What the objects of effects are called, for `on` in rules; scenarios may declare others."""

READS: frozenset[str] = frozenset(
    {"db.read", "fs.read", "vcs.read", "infra.read", "record.read", "approval.ask"}
)
"""Effects that change nothing: a call that has only these is proven to be a read."""


def could_be(effect: Effect, kind: str) -> bool:
    """Whether an undecided effect may have been of this kind (`*`, a family `db.*`, or itself)."""
    family = kind.split(".", 1)[0] + ".*"
    return any(word in ("*", family, kind) for word in effect.could)


def opaque(why: str, *could: str) -> Effect:
    """An effect that could not be decided; without `could` it may have been anything."""
    return Effect(kind="opaque", could=could or ("*",), why=why)
