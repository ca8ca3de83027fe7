"""Version control: `git` verb by verb, and its cousins.

`vcs.commit` is what adds to the local repository (commits, the index, branches, tags), `vcs.push`
what reaches a remote, `vcs.rewrite` what changes commits that exist, `vcs.discard` what loses or
moves away work, branches and stashes. A change of the working tree that refuses to lose work (a
switch of branches, a pull, an applied stash) is `fs.write` of its directory.
"""

from __future__ import annotations

from collections.abc import Callable

from tools_mock.effects.programs.call import (
    Call,
    Options,
    Program,
    each,
    program,
    sorted_options,
    thing,
)
from tools_mock.effects.programs.git_history import HISTORY_VERBS
from tools_mock.effects.programs.git_remote import REMOTE_VERBS, branch, current, here, reads
from tools_mock.effects.programs.git_work import WORK_VERBS
from tools_mock.effects.shell.marks import certain, display

Verb = Callable[[Call, Options], None]

READ_VERBS = frozenset(
    """status log diff show blame annotate describe shortlog rev-parse rev-list ls-files ls-tree
    ls-remote cat-file for-each-ref show-ref show-branch name-rev merge-base grep whatchanged
    range-diff count-objects fsck verify-commit verify-tag check-ignore check-attr var help version
    difftool archive cherry diff-tree diff-index diff-files format-patch request-pull symbolic-ref
    interpret-trailers fetch get-tar-commit-id instaweb gui gitk bugreport diagnose hash-object
    merge-tree patch-id stripspace column sh-setup""".split()
)

VALUES: dict[str, str] = {
    "commit": "-m --message -F --file -C -c --author --date -t --template --fixup --squash "
    "--trailer",
    "push": "-o --push-option --repo --receive-pack --exec",
    "pull": "-s --strategy -X --strategy-option --depth -j --jobs",
    "clone": "-b --branch -o --origin --depth -j --jobs -c --config --reference --template "
    "--filter",
    "clean": "-e --exclude",
    "branch": "-u --set-upstream-to --contains --no-contains --points-at --sort --format",
    "tag": "-m --message -F --file -u --local-user --sort --format --contains --points-at",
    "add": "--chmod --pathspec-from-file",
    "checkout": "-b -B --orphan --conflict --pathspec-from-file",
    "switch": "-c -C --create --force-create --orphan --conflict",
    "restore": "-s --source --conflict --pathspec-from-file",
    "rebase": "-x --exec --onto -s --strategy -X --strategy-option -C",
    "merge": "-m -F --file -s --strategy -X --strategy-option --into-name",
    "stash": "-m --message --pathspec-from-file",
    "cherry-pick": "-m --mainline -X --strategy",
    "revert": "-m --mainline -X --strategy",
    "am": "-C -p --directory",
    "remote": "-t -m",
    "worktree": "-b -B --reason",
    "init": "-b --initial-branch --template --separate-git-dir",
    "apply": "-p -C --directory --exclude --include",
    "update-ref": "-m",
    "config": "-f --file --blob --default --type",
    "send-email": "--to --cc --from --subject",
    "submodule": "-b",
    "notes": "-m -F --ref",
    "archive": "-o --output --remote --prefix --format",
    "format-patch": "-o --output-directory -v",
}
"""The options with a value, by verb."""


_RUNNING_SETTINGS = frozenset(
    "core.pager core.editor core.sshcommand core.fsmonitor sequence.editor diff.external".split()
)
"""Settings whose value git gives to a shell."""


def _git(call: Call) -> str | None:
    """`git [-C dir] [-c key=value] verb …`."""
    if not call.operands:
        return None
    verb, *rest = call.operands
    shell = call.shell.subshell() if call.options.values else call.shell
    for directory in call.options.all("-C", "--work-tree"):
        shell.cwd = shell.path(directory)
    for setting in call.options.all("-c"):
        name, _, value = setting.partition("=")
        if name.lower().startswith("alias.") and name[6:] == verb:
            return _aliased(call, value, rest)
        if name.lower() in _RUNNING_SETTINGS and value:
            call.script(value, shell.subshell(f"git {name}"))
    inner = Call("git", rest, shell, call.entry, Options())
    _run_verb(inner, verb, rest)
    return None


def _aliased(call: Call, value: str, rest: list[str]) -> str | None:
    if value[:1] == "!":
        return call.script(" ".join([value[1:], *rest]), call.shell.subshell("git alias"))
    return call.run(["git", *value.split(), *rest])


def _run_verb(call: Call, verb: str, rest: list[str]) -> None:
    call.name = f"git {display(verb)}"
    entry = program(_git, VALUES.get(verb, ""), abbreviates=True)
    options = sorted_options(rest, entry)
    call.options = options
    if options.has("--help") or options.flags & {"-h"}:
        return
    reader = VERBS.get(verb)
    if verb in READ_VERBS or (reader is not None and options.has("--dry-run") and verb != "rebase"):
        reads(call)
    elif reader is not None:
        reader(call, options)
    elif verb == "lfs" or not certain(verb) or verb.startswith("-"):
        call.opaque(f"{call.name}", "vcs.*", "fs.*")
    else:
        call.opaque(f"{call.name}, which is no verb of git's own")


def _commit(call: Call, options: Options) -> None:
    call.effect("vcs.commit", here(call), *branch(current(call)), why=_named(call, options))
    if options.has("--amend"):
        call.effect("vcs.rewrite", here(call), *branch(current(call)), why=f"{call.name} --amend")


def _named(call: Call, options: Options) -> str:
    return f"{call.name} --no-verify" if options.has("--no-verify", "-n") else call.name


def _add(call: Call, options: Options) -> None:
    if options.has("-n"):
        reads(call)
        return
    for text in options.operands or ["."]:
        call.effect("vcs.commit", call.path(text))


def _rm(call: Call, options: Options) -> None:
    if options.has("-n"):
        reads(call)
        return
    for text in options.operands:
        call.effect("vcs.commit", call.path(text))
        if not options.has("--cached"):
            call.effect("fs.delete", call.path(text, recursive=options.has("-r")))


def _mv(call: Call, options: Options) -> None:
    if options.has("-n"):
        reads(call)
        return
    call.effect("vcs.commit", here(call))
    for text in options.operands[:-1]:
        call.effect("fs.delete", call.path(text, recursive=True))
    for text in options.operands[-1:]:
        call.effect("fs.write", call.path(text))


def _filter(call: Call, options: Options) -> None:
    call.effect("vcs.rewrite", here(call), thing("ref", "--all"))


def _update_ref(call: Call, options: Options) -> None:
    name = options.operands[0] if options.operands else None
    kind = "vcs.discard" if options.has("-d") else "vcs.rewrite"
    call.effect(kind, *branch(name))


def _gc(call: Call, options: Options) -> None:
    if options.has("--prune") or call.name != "git gc":
        call.effect("vcs.discard", here(call), thing("ref", "unreachable"))
    else:
        call.effect("fs.write", call.path(".git"))


def _reflog(call: Call, options: Options) -> None:
    if options.operands[:1] in (["expire"], ["delete"]):
        call.effect("vcs.discard", here(call), thing("ref", "reflog"))
    else:
        reads(call)


def _config(call: Call, options: Options) -> None:
    """Settings; an alias or a hook path in them may run things later."""
    reading = options.has("-l", "--list", "--get", "--get-all", "--get-regexp", "--show-origin")
    reading = reading or options.operands[:1] in (["get"], ["list"])
    if reading or (len(options.operands) < 2 and not options.has("--unset", "--edit", "-e")):
        reads(call)
        return
    wide = options.has("--global") or options.has("--system")
    call.writes("~/.gitconfig" if wide else ".git/config")


def _apply(call: Call, options: Options) -> None:
    if options.has("--check", "--stat", "--numstat", "--summary"):
        reads(call)
        return
    for text in options.operands:
        call.reads(text)
    call.effect("fs.write", here(call))


def _init(call: Call, options: Options) -> None:
    call.effect("fs.write", call.path(options.operands[0] if options.operands else "."))


def _bisect(call: Call, options: Options) -> None:
    if options.operands[:1] == ["run"]:
        call.run(options.operands[1:], call.shell.subshell("git bisect run"))
    call.effect("fs.write", here(call))


def _submodule(call: Call, options: Options) -> None:
    verb = options.operands[0] if options.operands else "status"
    if verb in ("status", "summary"):
        reads(call)
    elif verb == "foreach":
        call.script(" ".join(options.operands[1:]), call.shell.subshell("git submodule foreach"))
    elif verb == "deinit":
        for text in options.operands[1:] or ["."]:
            call.effect("fs.delete", call.path(text, recursive=True))
    else:
        call.effect("fs.write", here(call))


def _notes(call: Call, options: Options) -> None:
    if options.operands[:1] in ([], ["list"], ["show"]):
        reads(call)
    else:
        call.effect("vcs.commit", here(call))


VERBS: dict[str, Verb] = {
    **REMOTE_VERBS,
    **WORK_VERBS,
    **HISTORY_VERBS,
    "commit": _commit,
    "add": _add,
    "stage": _add,
    "rm": _rm,
    "mv": _mv,
    "filter-branch": _filter,
    "filter-repo": _filter,
    "replace": _filter,
    "update-ref": _update_ref,
    "gc": _gc,
    "prune": _gc,
    "repack": _gc,
    "reflog": _reflog,
    "config": _config,
    "apply": _apply,
    "init": _init,
    "bisect": _bisect,
    "submodule": _submodule,
    "notes": _notes,
}


def _bfg(call: Call) -> str | None:
    call.effect("vcs.rewrite", *(call.path(text) for text in call.operands[:1]))
    return None


PROGRAMS: dict[str, Program] = {
    "git": program(
        _git, "-C -c --git-dir --work-tree --namespace --exec-path", stop=True, helps=False
    ),
    **each(
        "git-filter-repo bfg",
        program(
            _bfg,
            "--delete-files -D --delete-folders --replace-text -rt -b --strip-blobs-bigger-than "
            "--path --replace-message",
        ),
    ),
}
