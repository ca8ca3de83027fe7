"""Programs that copy files between machines: `rsync`, `scp`, `sftp`, `rclone`."""

from __future__ import annotations

import re

from tools_mock.effects.programs.call import Call, Program, each, program, thing
from tools_mock.effects.shell.marks import BELOW, as_thing, display, inactive
from traces.model import Thing

_REMOTE = re.compile(r"(?:[^@/:]+@)?(\[[^\]]+\]|[^/:\[]{2,}):(?!//)(.*)", re.DOTALL)


def place(call: Call, text: str, *, recursive: bool) -> tuple[Thing, ...]:
    """A path, and the host where it names one: `user@host:path`."""
    found = _REMOTE.fullmatch(text)
    if not found:
        return (call.path(text, recursive=recursive),)
    path = as_thing("path", found[2] or "~", recursive=recursive)
    return path, as_thing("host", found[1].strip("[]"))


def sources_and_target(call: Call) -> tuple[list[str], str | None]:
    """The last of several operands is where the others go; a single one is only listed."""
    if len(call.operands) < 2:
        return call.operands, None
    return call.operands[:-1], call.operands[-1]


def _rsync(call: Call) -> str | None:
    """`--delete` removes at the target what the source lacks; a dry run is a read."""
    sources, target = sources_and_target(call)
    below = call.has("-r", "-a", "--recursive", "--archive")
    dry = call.has("-n", "--dry-run")
    for source in sources:
        call.effect("fs.read", *place(call, source, recursive=below))
    if dry or target is None:
        return None
    where = place(call, target, recursive=True)
    call.effect("fs.write", *where)
    deleting = [flag for flag in call.options.flags if flag[:8] in ("--delete", "--del")]
    if deleting:
        call.effect("fs.delete", *where, why="rsync --delete")
    if call.has("--remove-source-files"):
        for source in sources:
            call.effect("fs.delete", *place(call, source, recursive=True))
    return None


def _scp(call: Call) -> str | None:
    sources, target = sources_and_target(call)
    below = call.has("-r")
    for source in sources:
        call.effect("fs.read", *place(call, source, recursive=below))
        if target is None:
            continue
        call.effect("fs.write", *place(call, target, recursive=below))
        name = source.rstrip("/").rsplit("/", 1)[-1].rsplit(":", 1)[-1]
        if target.endswith(("/", ":")) and name:
            call.effect("fs.write", *place(call, f"{target}{name}", recursive=below))
    return ""


_FTP_DELETES = frozenset({"rm", "rmdir", "mrm", "delete", "mdelete"})
_FTP_WRITES = frozenset({"put", "mput", "reput", "mkdir", "rename", "chmod", "mirror"})
_FTP_READS = frozenset({"get", "mget", "reget", "ls", "dir", "pwd", "stat"})


def _sftp(call: Call) -> str | None:
    """The commands of a batch file or of what is fed in."""
    host = next((found[1] for text in call.operands if (found := _REMOTE.fullmatch(text))), None)
    if host is None and call.operands:
        host = call.operands[0].rsplit("@", 1)[-1].removeprefix("sftp://").split("/")[0]
    batch = call.options.one("-b")
    texts = call.options.all("-e", "-c")
    text = "\n".join(texts) if texts else call.stdin if batch is None else call.reads(batch)
    if text is None:
        if batch is not None:
            call.opaque(f"{call.name} runs {display(batch)}, whose content is not known", "fs.*")
        return None
    where = thing("host", host)
    for line in re.split(r"[\n;]", text):
        _ftp_command(call, line.split(), where)
    return None


def _ftp_command(call: Call, words: list[str], where: Thing) -> None:
    if not words:
        return
    verb, *rest = words
    below = "-r" in rest or "-R" in rest or verb in ("mrm", "mirror")
    paths = [word for word in rest if word[:1] != "-"]
    if verb in _FTP_DELETES:
        for path in paths:
            call.effect("fs.delete", as_thing("path", path, recursive=below), where)
    elif verb in _FTP_WRITES:
        for path in paths[-1:]:
            call.effect("fs.write", as_thing("path", path, recursive=below), where)
        if verb == "mirror" and "--delete" in rest and paths:
            call.effect("fs.delete", as_thing("path", paths[-1], recursive=True), where)
    elif verb in _FTP_READS:
        for path in paths[:1]:
            call.effect("fs.read", as_thing("path", path), where)
    elif verb[:1] == "!":
        call.script(" ".join(words)[1:], call.shell.subshell(call.name))


_RCLONE_READS = frozenset(
    """ls lsl lsd lsf lsjson size cat check cryptcheck md5sum sha1sum about tree version config
    listremotes ncdu diff""".split()
)
_RCLONE_DELETES = frozenset({"delete", "deletefile", "purge", "rmdir", "rmdirs", "cleanup"})


def _rclone(call: Call) -> str | None:
    verb, *rest = call.operands or [""]
    if call.has("-n", "--dry-run") or verb in _RCLONE_READS or not verb:
        for text in rest:
            call.effect("fs.read", as_thing("path", text, recursive=True))
        return None
    if verb in _RCLONE_DELETES:
        for text in rest:
            call.effect("fs.delete", as_thing("path", text, recursive=True))
        return ""
    if verb not in ("copy", "copyto", "sync", "bisync", "move", "moveto", "mkdir", "touch", "rcat"):
        call.opaque(f"rclone {display(verb)}", "fs.*")
        return None
    for text in rest[:-1]:
        call.effect("fs.read", as_thing("path", text, recursive=True))
        if verb in ("move", "moveto"):
            call.effect("fs.delete", as_thing("path", text, recursive=True))
    for text in rest[-1:]:
        call.effect("fs.write", as_thing("path", text, recursive=True))
        if verb in ("sync", "bisync"):
            call.effect("fs.delete", as_thing("path", text, recursive=True), why="rclone sync")
    return ""


_BUCKET_VERBS: dict[str, tuple[str, ...]] = {
    "ls": (),
    "cat": (),
    "du": (),
    "stat": (),
    "hash": (),
    "find": (),
    "head": (),
    "diff": (),
    "tree": (),
    "help": (),
    "version": (),
    "presign": (),
    "website": ("infra.change",),
    "cp": ("fs.read", "fs.write"),
    "sync": ("fs.read", "fs.write"),
    "rsync": ("fs.read", "fs.write"),
    "mirror": ("fs.read", "fs.write"),
    "mv": ("fs.delete", "fs.write"),
    "rm": ("fs.delete",),
    "del": ("fs.delete",),
    "rb": ("infra.destroy",),
    "mb": ("infra.create",),
}
"""Verbs of the clients of object stores: the effect on each operand, and on the last of two."""


def bucket_verb(call: Call, verb: str, operands: list[str]) -> bool:
    """Report what a verb of an object store does; false where the verb is not known."""
    kinds = _BUCKET_VERBS.get(verb)
    if kinds is None:
        return False
    below = call.has("-r", "-R", "--recursive") or verb in ("sync", "rsync", "mirror")
    if call.has("--dryrun", "--dry-run", "-n") or not kinds:
        kinds = ("fs.read",) * max(len(kinds), 1)
    first, last = operands[:-1] or operands, operands[-1:] if len(operands) > 1 else []
    for text in first if len(kinds) > 1 else operands:
        call.effect(kinds[0], _stored(call, text, below, kinds[0]))
    for text in last if len(kinds) > 1 else ():
        call.effect(kinds[1], _stored(call, text, below, kinds[1]))
        removes = call.has("--delete", "-d", "--remove", "--delete-unmatched-destination-objects")
        if removes and below and kinds[1] == "fs.write":
            call.effect("fs.delete", _stored(call, text, True, "fs.delete"), why=f"{verb} --delete")
    return True


def _stored(call: Call, text: str, below: bool, kind: str) -> Thing:
    if kind[:2] != "fs":
        return thing("bucket", text.split("://", 1)[-1].rstrip("/"))
    text = inactive(text)
    return call.path(text[:-1] + BELOW if text.endswith("/*") else text, recursive=below)


def _bucket_client(call: Call) -> str | None:
    """`gsutil`, `s3cmd`, `mc`: the verb is the first operand."""
    verb, *rest = [text for text in call.operands if text != "-m"] or ["help"]
    if not bucket_verb(call, verb, rest):
        call.opaque(f"{call.name} {display(verb)}", "fs.*", "infra.*", "access.*")
    return None


PROGRAMS: dict[str, Program] = {
    "rsync": program(
        _rsync,
        "-e --rsh -f --filter --exclude --include --exclude-from --include-from --files-from "
        "--bwlimit --timeout --port --chmod --chown --log-file --backup-dir --rsync-path -M "
        "--max-size --min-size --link-dest --compare-dest --copy-dest --password-file -B",
    ),
    "scp": program(_scp, "-P -i -o -F -J -l -c -S"),
    **each("sftp lftp ftp", program(_sftp, "-b -P -i -o -F -J -l -e -c -u -p")),
    "rclone": program(
        _rclone, "--config --include --exclude --filter --transfers --checkers --bwlimit"
    ),
    **each("gsutil s3cmd mc s5cmd", program(_bucket_client, "-o -h")),
}
