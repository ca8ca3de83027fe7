"""Programs that change files and directories."""

from __future__ import annotations

import re

from tools_mock.effects.programs.call import (
    Call,
    Program,
    each,
    last,
    program,
    thing,
)
from tools_mock.effects.shell.marks import (
    BELOW,
    as_thing,
    display,
    holds_unknown,
    unknown,
)

_DISK = re.compile(r"/dev/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper/|md|dm-|loop)\w*.*")


def _rm(call: Call) -> str | None:
    below = call.has("-r", "-R", "--recursive")
    call.on_paths("fs.delete", call.operands, recursive=below)
    return ""


def _rmdir(call: Call) -> str | None:
    """`rmdir`, also as Windows has it: `rmdir /s /q path` deletes everything below."""
    flags = {text.lower() for text in call.operands if re.fullmatch(r"/[a-zA-Z]", text)}
    paths = [text for text in call.operands if text.lower() not in flags]
    paths += call.options.all("-Path", "-LiteralPath")
    below = "/s" in flags or call.has("-r", "-Recurse", "-recurse")
    call.on_paths("fs.delete", paths, recursive=below)
    return ""


def _unlink(call: Call) -> str | None:
    """`unlink`, also `del /f /q path` of Windows."""
    windows = call.name in ("del", "erase")
    paths = [text for text in call.operands if not (windows and re.fullmatch(r"/[a-zA-Z]", text))]
    call.on_paths("fs.delete", paths)
    return ""


def _shred(call: Call) -> str | None:
    call.on_paths("fs.write", call.operands)
    call.on_paths("fs.delete", call.operands)
    return ""


def _truncate(call: Call) -> str | None:
    call.on_paths("fs.write", call.operands)
    if call.options.one("-s", "--size") in ("0", "00"):
        call.on_paths("fs.delete", call.operands)
    return ""


def _targets(call: Call, sources: list[str], target: str | None) -> list[tuple[str, str]]:
    """Where each source goes: into a directory, or to a name.

    A last operand without a slash at its end may be either, so both are named.
    """
    directory = call.options.one("-t", "--target-directory")
    if directory is not None:
        return [(source, f"{directory}/{_base(source)}") for source in sources]
    if target is None:
        return []
    into = target.endswith("/") or target in (".", "..") or len(sources) > 1
    if into and not call.has("-T", "--no-target-directory"):
        return [(source, f"{target.rstrip('/') or '/'}/{_base(source)}") for source in sources]
    found = [(source, target) for source in sources]
    if sources and "." not in _base(target) and "." in _base(sources[0]):
        found.append((sources[0], f"{target}/{_base(sources[0])}"))
    return found


def _base(path: str) -> str:
    path = path.removesuffix(f"/{BELOW}").rstrip("/")
    return path.rsplit("/", 1)[-1] or path


def _copies(call: Call) -> str | None:
    """`cp`, `mv`: the last operand is where it goes, unless `-t` says so."""
    operands = call.operands
    by_option = call.options.one("-t", "--target-directory") is not None
    sources, target = (operands, None) if by_option else (operands[:-1], last(operands))
    moves = call.name in ("mv", "gmv", "move")
    below = moves or call.has("-r", "-R", "-a", "--recursive", "--archive")
    contents: dict[str, str | None] = {}
    for source in sources:
        if moves:
            contents[source] = call.shell.reading.content(call.shell.path(source))
            call.effect("fs.delete", call.path(source, recursive=True))
        else:
            contents[source] = call.reads(source, recursive=below)
    for source, place in _targets(call, sources, target):
        if contents.get(source) is None and below:
            call.effect("fs.write", call.path(place, recursive=not moves))
        else:
            call.writes(place, contents.get(source))
        if source == "/dev/null":
            call.effect("fs.delete", call.path(place), why="emptied")
    return ""


def _tee(call: Call) -> str | None:
    append = call.has("-a", "--append")
    for text in call.operands:
        call.writes(text, call.stdin, append=append)
    return call.stdin


def _writes(call: Call) -> str | None:
    call.on_paths("fs.write", call.operands)
    return ""


def _chattr(call: Call) -> str | None:
    attributes = [text for text in call.operands if text[:1] in ("+", "=")]
    paths = [text for text in call.operands if text not in attributes]
    call.on_paths("fs.write", paths, recursive=call.has("-R"))
    return ""


def _touch(call: Call) -> str | None:
    for text in call.operands:
        content = call.shell.reading.content(call.shell.path(text))
        call.writes(text, content or "")
    return ""


def _ln(call: Call) -> str | None:
    if len(call.operands) == 1:
        call.writes(_base(call.operands[0]))
    for text in call.operands[1:]:
        call.writes(text)
    return ""


def _install(call: Call) -> str | None:
    if call.has("-d", "--directory"):
        return _writes(call)
    return _copies(call)


_OPENING = re.compile(
    r"[0-7]*[0-7]{2}[2367]|[2-7][0-7]{3}|.*[ao+]?.*[oa][^,]*[+=][^,]*w.*|.*\+.*s.*|\+w"
)


def _chmod(call: Call) -> str | None:
    """The mode is a change of the file; opening it to others or as another user is a grant."""
    if call.options.one("--reference") is not None:
        mode, paths = "", call.operands
    else:
        mode, paths = (call.operands or [""])[0], call.operands[1:]
        taken = [
            arg for arg in call.args if re.fullmatch(r"-[rwxXst]+", arg) and arg not in ("-r",)
        ]
        if taken and not re.fullmatch(r"[0-7]+|[ugoa]*[-+=].*", mode):
            paths = call.operands
    below = call.has("-R", "--recursive")
    call.on_paths("fs.write", paths, recursive=below)
    if _OPENING.fullmatch(mode):
        call.on_paths("access.grant", paths, recursive=below)
    return ""


def _chown(call: Call) -> str | None:
    referred = call.options.one("--reference") is not None
    owner = None if referred or not call.operands else call.operands[0]
    below = call.has("-R", "--recursive")
    for text in call.operands if referred else call.operands[1:]:
        call.effect("fs.write", call.path(text, recursive=below))
        call.effect("access.grant", call.path(text, recursive=below), thing("user", owner))
    return ""


def _setfacl(call: Call) -> str | None:
    kind = "access.revoke" if call.has("-x", "-b", "--remove", "--remove-all") else "access.grant"
    call.on_paths(kind, call.operands, recursive=call.has("-R", "--recursive"))
    return ""


def _dd(call: Call) -> str | None:
    for text in call.args:
        name, _, value = text.partition("=")
        if name == "if":
            call.reads(value)
        elif name == "of":
            call.writes(value)
            if _DISK.fullmatch(value):
                call.effect("fs.delete", as_thing("path", value, recursive=True))
                call.effect("device.control", thing("device", value))
    return None


def _device(call: Call) -> str | None:
    """Making a file system or a partition table takes everything on the device."""
    if call.has("-l", "--list", "-n", "--no-act", "--dry-run") or (
        call.name in ("wipefs", "parted", "sgdisk", "gdisk") and _only_lists(call)
    ):
        return None
    for text in call.operands:
        if text.startswith("/dev/") or holds_unknown(text):
            call.effect("fs.delete", as_thing("path", text, recursive=True))
            call.effect("device.control", thing("device", text))
    return ""


def _only_lists(call: Call) -> bool:
    if call.name == "wipefs":
        return not call.has("-a", "--all", "-o", "--offset")
    if call.name == "parted":
        return call.operands[1:2] == ["print"] or not call.operands[1:]
    return call.has("-p", "--print") or not call.options.flags


def _sed(call: Call) -> str | None:
    """`-i` writes its files; the commands `w` and `e` write a file and run a program."""
    scripts = call.options.all("-e", "--expression")
    files = call.operands
    if not scripts and not call.options.all("-f", "--file"):
        scripts, files = files[:1], files[1:]
    in_place = call.has("-i", "--in-place") or any(f[:2] == "-i" for f in call.options.flags)
    for text in files:
        if in_place:
            call.writes(text)
        else:
            call.reads(text)
    for script in scripts:
        _sed_script(call, display(script))
    return None


_SED_RUNS = re.compile(
    r"(?:^|[;\n{}])\s*(?:\d+|\$|/[^/]*/)?\s*e(?:\s|$)|/[gpiIm0-9]*e[gpiIm0-9]*\s*(?:$|;|\n)"
)
_SED_WRITES = re.compile(r"(?:(?:^|[;\n{}])\s*(?:\d+|\$|/[^/]*/)?\s*|/[gpiIm0-9]*)w\s+([^\s;}]+)")


def _sed_script(call: Call, script: str) -> None:
    if (
        script.startswith(("s", "/"))
        and _SED_RUNS.search(script[2:])
        and script.rstrip()[-1] == "e"
    ):
        call.opaque("sed runs the text that it edits", "*")
    elif _SED_RUNS.match(script):
        call.opaque("sed runs a command", "*")
    for found in _SED_WRITES.finditer(script):
        call.writes(found[1])


_AWK_RUNS = re.compile(r"\bsystem\s*\(|\|\s*&?\s*(?:\"|getline)|\"\s*\|\s*getline")
_AWK_SYSTEM = re.compile(r"\bsystem\s*\(\s*\"([^\"\\]*)\"\s*\)")
_AWK_WRITES = re.compile(r">>?\s*\"([^\"]+)\"")


def _awk(call: Call) -> str | None:
    listed = call.options.one("-f", "--file")
    operands = call.operands
    script = ""
    if listed is not None:
        script = call.reads(listed) or ""
        if not script:
            call.opaque(f"awk runs {display(listed)}, whose content is not known")
    elif operands:
        script, operands = display(operands[0]), operands[1:]
    for text in operands:
        if "=" not in text:
            call.reads(text)
    literal = _AWK_SYSTEM.findall(script)
    for command in literal:
        call.script(command, call.shell.subshell("awk system"))
    if len(_AWK_RUNS.findall(script)) > len(literal):
        call.opaque("awk runs commands of its own")
    for found in _AWK_WRITES.finditer(script):
        call.writes(found[1])
    return None


def _editor(call: Call) -> str | None:
    """An editor may write what it opens; commands for a shell in it are not read."""
    commands = " ".join(call.options.all("-c", "--cmd", "--eval")) + (call.stdin or "")
    commands += " ".join(text for text in call.operands if text[:1] == "+")
    for text in call.operands:
        if text[:1] != "+":
            call.writes(text)
    if re.search(r"(?:^|[\s:])!|system\(|shell-command|call-process", display(commands)):
        call.opaque(f"{call.name} runs a command")
    return None


def _patch(call: Call) -> str | None:
    if call.has("--dry-run", "-C", "--check"):
        return None
    targets = call.operands[:1] or [unknown("patched")]
    call.on_paths("fs.write", targets)
    return ""


PROGRAMS: dict[str, Program] = {
    "rm": program(_rm, "--interactive", abbreviates=True),
    **each("rmdir rd", program(_rmdir)),
    **each("Remove-Item ri", program(_rmdir, "-Path -LiteralPath", clusters=False)),
    **each("unlink del erase trash trash-put rimraf", program(_unlink)),
    "shred": program(_shred, "-n -s --iterations --size --random-source", abbreviates=True),
    "truncate": program(_truncate, "-s --size -r --reference", abbreviates=True),
    **each(
        "cp mv copy move gcp gmv",
        program(_copies, "-t --target-directory -S --suffix", abbreviates=True),
    ),
    "tee": program(_tee, abbreviates=True),
    **each(
        "mkdir md mkfifo mknod fallocate",
        program(_writes, "-m --mode -l --length -o", abbreviates=True),
    ),
    "chattr": program(_chattr, "-p -v"),
    "touch": program(_touch, "-d --date -t -r --reference", abbreviates=True),
    "ln": program(_ln, "-t -S", abbreviates=True),
    "install": program(
        _install, "-m --mode -o --owner -g --group -t --target-directory -S", abbreviates=True
    ),
    "chmod": program(_chmod, "--reference", abbreviates=True),
    **each("chown chgrp", program(_chown, "--reference --from", abbreviates=True)),
    "setfacl": program(_setfacl, "-m --modify -x --remove -M -X", abbreviates=True),
    "dd": program(_dd),
    **each(
        "mkfs mkfs.ext4 mkfs.ext3 mkfs.xfs mkfs.btrfs mkfs.vfat mke2fs mkswap fdisk sfdisk cfdisk "
        "sgdisk gdisk parted wipefs blkdiscard cryptsetup pvremove vgremove lvremove",
        program(_device, "-t --type -L -U -b -o --offset"),
    ),
    **each(
        "sed gsed",
        program(_sed, "-e --expression -f --file -l --line-length", glued="-i", abbreviates=True),
    ),
    **each("awk gawk mawk nawk", program(_awk, "-F -v -f --file -i --assign", stop=True)),
    **each(
        "vi vim nvim ex ed nano emacs code subl micro pico",
        program(_editor, "-c --cmd -u --eval -S"),
    ),
    "patch": program(_patch, "-i --input -p --strip -d --directory -o"),
}
