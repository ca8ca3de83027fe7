"""The verbs of `git` that talk to a remote."""

from __future__ import annotations

from collections.abc import Callable

from tools_mock.effects.programs.call import (
    Call,
    Options,
    first,
    or_unknown,
    thing,
)
from tools_mock.effects.shell.marks import certain
from traces.model import Thing


def here(call: Call) -> Thing:
    """The directory of the repository, as far as the line says."""
    return call.path(".")


def reads(call: Call) -> None:
    """Report a read of the repository; `-o` writes a file."""
    call.effect("vcs.read", here(call))
    output = call.options.one("-o", "--output")
    if output is not None:
        call.writes(output)


def branch(name: str | None) -> tuple[Thing, ...]:
    """A branch, under both of its names; null where nobody knows which."""
    if name is None:
        return (thing("branch", None), thing("ref", None))
    return thing("branch", name.removeprefix("refs/heads/")), thing("ref", name)


_BRANCH = " branch"
"""A variable that no line can name: the branch that the line itself switched to."""


def switched(call: Call, names: list[str]) -> None:
    """Remember the branch that is checked out from here on."""
    if names and names[-1] != "-":
        call.shell.assign(_BRANCH, [names[-1]])
    else:
        call.shell.variables.pop(_BRANCH, None)


def current(call: Call) -> str | None:
    """The branch that is checked out, where the line says it."""
    return first(call.shell.variables.get(_BRANCH, []))


def _push(call: Call, options: Options) -> None:
    """Pushes, and what they force or delete: `+ref`, `:ref`, `--force`, `--mirror`, `--prune`."""
    if options.has("-n", "--dry-run"):
        call.effect("vcs.read", call.path("."))
        return
    remote = options.operands[0] if options.operands else None
    where = thing("remote", remote)
    forced = options.has("-f", "--force", "--force-with-lease", "--force-if-includes", "--mirror")
    forced = forced or any(flag.startswith("--force-with-lease") for flag in options.flags)
    why = f"{call.name} --no-verify" if options.has("--no-verify") else call.name
    refs = options.operands[1:]
    if options.has("--all", "--mirror", "--branches") or not refs:
        every = options.has("--all", "--mirror", "--branches")
        name = None if every else current(call)
        call.effect("vcs.push", where, *branch(name), why=why)
        if forced:
            call.effect("vcs.rewrite", where, *branch(name), why=f"{why}, forced")
        if options.has("--mirror", "--prune"):
            call.effect("vcs.discard", where, *branch(None), why=why)
    if refs and refs[0] == "tag":
        refs = [f"refs/tags/{name}" for name in refs[1:]]
    for ref in refs:
        _push_ref(call, where, ref, forced, options.has("-d", "--delete"), why)


def _push_ref(call: Call, where: Thing, ref: str, forced: bool, deletes: bool, why: str) -> None:
    plus = ref[:1] == "+"
    source, colon, target = ref.lstrip("+").partition(":")
    name: str | None = target if colon and target else source
    if name in ("HEAD", "@") or not name:
        name = current(call)
    call.effect("vcs.push", where, *branch(name), why=why)
    if forced or plus:
        call.effect("vcs.rewrite", where, *branch(name), why=f"{why}, forced")
    if deletes or (colon and not source):
        call.effect("vcs.discard", where, *branch(name), why=f"{why}, deletes")
        call.effect("vcs.rewrite", where, *branch(name), why=f"{why}, deletes")


def _pull(call: Call, options: Options) -> None:
    """Brings its own branch up to date; a branch that is named is merged."""
    call.effect("vcs.read", call.path("."))
    named = options.operands[1:]
    if named and not options.has("--rebase", "-r"):
        for ref in named:
            call.effect(
                "vcs.merge",
                thing("remote", options.operands[0]),
                *branch(ref),
                *branch(current(call)),
            )
    call.effect("fs.write", call.path("."))


def _clone(call: Call, options: Options) -> None:
    source = options.operands[0] if options.operands else ""
    if len(options.operands) > 1:
        target = options.operands[1]
    else:
        target = source.rstrip("/").rsplit("/", 1)[-1].rsplit(":", 1)[-1].removesuffix(".git")
    if certain(source):
        call.effect("vcs.read", thing("remote", source))
    call.effect("fs.write", call.path(target or ".", recursive=True))


def _remote(call: Call, options: Options) -> None:
    verb = options.operands[0] if options.operands else "show"
    if verb in ("show", "get-url", "update"):
        call.effect("vcs.read", call.path("."))
    else:
        call.writes(".git/config")


def _send_email(call: Call, options: Options) -> None:
    for person in or_unknown(options.all("--to", "--cc")):
        call.effect("message.send", thing("to", person))


REMOTE_VERBS: dict[str, Callable[[Call, Options], None]] = {
    "push": _push,
    "pull": _pull,
    "clone": _clone,
    "remote": _remote,
    "send-email": _send_email,
    "send-pack": _push,
}
