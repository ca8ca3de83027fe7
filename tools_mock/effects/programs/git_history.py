"""The verbs of `git` that make, move and remove branches, tags and commits."""

from __future__ import annotations

from tools_mock.effects.programs.call import Call, Options, or_unknown, thing
from tools_mock.effects.programs.git_remote import branch, current, here, reads


def _branch(call: Call, options: Options) -> None:
    names = options.operands
    if options.has("-d", "-D", "--delete"):
        for name in or_unknown(names):
            call.effect("vcs.discard", *branch(name))
    elif options.has("-m", "-M", "--move"):
        call.effect("vcs.rewrite", *branch(names[0] if len(names) > 1 else None))
    elif options.has("-f", "--force", "-C"):
        call.effect("vcs.rewrite", *branch(names[0] if names else None))
    elif options.has("-u", "--set-upstream-to", "--unset-upstream", "--edit-description", "-c"):
        call.effect("vcs.commit", *branch(names[0] if names else None))
    elif names and not options.has(
        "-l",
        "--list",
        "--contains",
        "--no-contains",
        "--merged",
        "--no-merged",
        "-a",
        "-r",
        "-v",
        "-vv",
        "--points-at",
    ):
        call.effect("vcs.commit", *branch(names[0]))
    else:
        reads(call)


def _tag(call: Call, options: Options) -> None:
    names = options.operands
    tag = thing("ref", f"refs/tags/{names[0]}") if names else thing("ref", None)
    if options.has("-d", "--delete"):
        for name in names:
            call.effect("vcs.discard", thing("ref", f"refs/tags/{name}"), thing("tag", name))
    elif not names or options.has(
        "-l", "--list", "-v", "--verify", "--contains", "--points-at", "-n"
    ):
        reads(call)
    else:
        call.effect("vcs.commit", tag, thing("tag", names[0]))
        if options.has("-f", "--force"):
            call.effect("vcs.rewrite", tag, thing("tag", names[0]))


def _rebase(call: Call, options: Options) -> None:
    if options.has("--abort", "--quit"):
        call.effect("vcs.discard", here(call))
    else:
        call.effect(
            "vcs.rewrite",
            here(call),
            *branch(options.operands[1] if len(options.operands) > 1 else None),
        )
    for command in options.all("-x", "--exec"):
        call.script(command, call.shell.subshell("git rebase --exec"))


def _merge(call: Call, options: Options) -> None:
    if options.has("--abort", "--quit"):
        call.effect("vcs.discard", here(call))
        return
    for name in or_unknown(options.operands):
        call.effect("vcs.merge", *branch(name), *branch(current(call)))


def _replay(call: Call, options: Options) -> None:
    """`cherry-pick`, `revert`, `am`: new commits on top."""
    if options.has("--abort", "--quit"):
        call.effect("vcs.discard", here(call))
    else:
        call.effect("vcs.commit", here(call))
        call.effect("fs.write", here(call))


HISTORY_VERBS = {
    "branch": _branch,
    "tag": _tag,
    "rebase": _rebase,
    "merge": _merge,
    "cherry-pick": _replay,
    "revert": _replay,
    "am": _replay,
}
