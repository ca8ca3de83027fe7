"""The verbs of `git` that change the working tree, and so may lose work that is not committed."""

from __future__ import annotations

import re

from tools_mock.effects.programs.call import Call, Options, thing
from tools_mock.effects.programs.git_remote import branch, current, here, reads, switched
from tools_mock.effects.shell.marks import certain, display

_FILE = re.compile(r"(?:.*/)?[^/]*\.[A-Za-z][A-Za-z0-9]{0,7}|.*/|\.|:/.*|.*[*?].*")
_BACK = re.compile(r"(?:HEAD|@)[~^@].*|[0-9a-f]{7,40}|ORIG_HEAD.*")


def _reset(call: Call, options: Options) -> None:
    target = options.operands[0] if options.operands and not options.rest else None
    if options.has("--hard", "--merge", "--keep"):
        call.effect("vcs.discard", here(call), thing("ref", target or "HEAD"))
    else:
        call.effect("vcs.commit", here(call))
    if target and (_BACK.fullmatch(target) or not certain(target)) and len(options.operands) == 1:
        call.effect("vcs.rewrite", here(call), *branch(current(call)))


def _checkout(call: Call, options: Options) -> None:
    """A path loses its changes, a branch is only switched to unless it is forced."""
    created = options.all("-b", "-B", "--orphan")
    if created:
        switched(call, created)
        call.effect("vcs.commit", *branch(created[-1]))
        if options.all("-B"):
            call.effect("vcs.rewrite", *branch(created[-1]))
        return
    paths = options.rest
    words = [text for text in options.operands if text not in paths]
    if not paths and words:
        paths = words[1:] or [text for text in words if _FILE.fullmatch(display(text))]
    if (
        paths
        or options.has("--ours", "--theirs", "-p", "--patch")
        or options.all("--pathspec-from-file")
    ):
        for text in paths or ["."]:
            call.effect("vcs.discard", call.path(text, recursive=True))
        return
    if options.has("-f", "--force"):
        call.effect("vcs.discard", call.path(".", recursive=True))
    call.effect("fs.write", here(call))
    switched(call, words)


def _switch(call: Call, options: Options) -> None:
    created = options.all("-c", "-C", "--create", "--force-create", "--orphan")
    if created:
        call.effect("vcs.commit", *branch(created[-1]))
    if options.all("-C", "--force-create"):
        call.effect("vcs.rewrite", *branch(created[-1]))
    if options.has("--discard-changes", "-f", "--force"):
        call.effect("vcs.discard", call.path(".", recursive=True))
    if not created:
        call.effect("fs.write", here(call))
    switched(call, created or options.operands)


def _restore(call: Call, options: Options) -> None:
    for text in options.operands or ["."]:
        if options.has("--staged", "-S") and not options.has("--worktree", "-W"):
            call.effect("vcs.commit", call.path(text))
        else:
            call.effect("vcs.discard", call.path(text, recursive=True))


def _clean(call: Call, options: Options) -> None:
    if options.has("-n") or not options.has("-f", "--force"):
        reads(call)
        return
    for text in options.operands or ["."]:
        call.effect("vcs.discard", call.path(text, recursive=True))
        call.effect("fs.delete", call.path(text, recursive=True))


def _stash(call: Call, options: Options) -> None:
    verb = options.operands[0] if options.operands else "push"
    which = options.operands[1] if len(options.operands) > 1 else "stash@{0}"
    if verb in ("list", "show"):
        reads(call)
    elif verb in ("drop", "clear"):
        call.effect("vcs.discard", here(call), thing("ref", "stash" if verb == "clear" else which))
    elif verb in ("pop", "apply", "branch"):
        call.effect("fs.write", here(call))
    elif verb in ("create", "store"):
        call.effect("vcs.commit", here(call))
    else:
        call.effect("vcs.discard", call.path(".", recursive=True), why="git stash")


def _worktree(call: Call, options: Options) -> None:
    verb, *rest = options.operands or ["list"]
    if verb == "list":
        reads(call)
    elif verb in ("remove", "prune"):
        for text in rest or ["."]:
            call.effect("vcs.discard", call.path(text, recursive=True))
            if verb == "remove":
                call.effect("fs.delete", call.path(text, recursive=True))
    else:
        for text in rest[:1]:
            call.effect("fs.write", call.path(text, recursive=True))


WORK_VERBS = {
    "reset": _reset,
    "checkout": _checkout,
    "switch": _switch,
    "restore": _restore,
    "clean": _clean,
    "stash": _stash,
    "worktree": _worktree,
}
