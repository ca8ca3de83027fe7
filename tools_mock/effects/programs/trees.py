"""Programs that walk directories or pack them: `find`, `fd`, archives."""

from __future__ import annotations

from tools_mock.effects.programs.call import Call, Program, each, program
from tools_mock.effects.shell.marks import BELOW, activated, as_thing, certain, holds_unknown

_FIND_WITH_VALUE = frozenset(
    """-path -wholename -ipath -regex -iregex -type -xtype -mtime -mmin -atime -amin -ctime -cmin
    -newer -anewer -cnewer -newermt -newerct -newerat -size -user -group -perm -mindepth -uid -gid
    -links -inum -samefile -fstype -lname -printf -regextype -used -context -D""".split()
)
_FIND_WRITES = frozenset({"-fprint", "-fprint0", "-fls", "-fprintf"})
_FIND_RUNS = frozenset({"-exec", "-execdir", "-ok", "-okdir"})


def _find(call: Call) -> str | None:
    """`find paths tests actions`: an action reaches everything below, or what the names allow."""
    args = call.args
    at = 0
    while at < len(args) and (args[at] in ("-H", "-L", "-P") or args[at][:2] == "-O"):
        at += 1
    starts: list[str] = []
    while at < len(args) and args[at][:1] not in ("-", "(", "!"):
        starts.append(args[at])
        at += 1
    search = _Search(call, starts or ["."])
    search.expression(args[at:])
    return search.finish()


class _Search:
    def __init__(self, call: Call, starts: list[str]) -> None:
        self.call = call
        self.starts = starts
        self.names: list[str] = []
        self.depth: str | None = None
        self.deletes = False
        self.commands: list[list[str]] = []

    def expression(self, args: list[str]) -> None:
        at, negated = 0, False
        while at < len(args):
            arg = args[at]
            at += 1
            if arg in ("!", "-not"):
                negated = True
                continue
            if arg in _FIND_RUNS:
                at = self._command(args, at)
            elif arg == "-delete":
                self.deletes = True
            elif arg in ("-name", "-iname") and at < len(args):
                if not negated:
                    self.names.append(args[at])
                at += 1
            elif arg == "-maxdepth" and at < len(args):
                self.depth = args[at]
                at += 1
            elif arg in _FIND_WRITES and at < len(args):
                self.call.writes(args[at])
                at += 2 if arg == "-fprintf" else 1
            elif arg in _FIND_WITH_VALUE or arg[:6] == "-newer":
                at += 1
            negated = False

    def _command(self, args: list[str], at: int) -> int:
        words = []
        while at < len(args) and args[at] != ";" and not (args[at] == "+" and args[at - 1] == "{}"):
            words.append(args[at])
            at += 1
        self.commands.append(words)
        return at + 1

    def items(self) -> list[str]:
        """What is found, as words."""
        found: list[str] = []
        for start in self.starts:
            head = start.rstrip("/") or "/"
            if self.depth == "0" or holds_unknown(start):
                found.append(start)
                continue
            slash = "" if head == "/" else "/"
            if not self.names:
                found.append(f"{head}{slash}{BELOW}")
            for name in self.names:
                middle = "" if self.depth == "1" else f"{BELOW}/"
                found.append(f"{head}{slash}{middle}{activated(name) if certain(name) else name}")
        return found

    def finish(self) -> str:
        for start in self.starts:
            self.call.effect("fs.read", self.call.path(start, recursive=True))
        items = self.items()
        if self.deletes:
            for item in items:
                self.call.effect("fs.delete", self.call.path(item, recursive=item in self.starts))
        for words in self.commands:
            inner = self.call.shell.subshell("find -exec")
            for item in items if any("{}" in word for word in words) else items[:1]:
                self.call.run([word.replace("{}", item) for word in words], inner)
        return "".join(f"{item}\n" for item in items)


def _fd(call: Call) -> str | None:
    """`fd [pattern] [paths] [-x command]`."""
    args = call.args
    cut = next(
        (i for i, arg in enumerate(args) if arg in ("-x", "-X", "--exec", "--exec-batch")), None
    )
    operands = [text for text in call.operands if cut is None or text not in args[cut:]]
    starts = operands[1:] or ["."]
    for start in starts:
        call.effect("fs.read", call.path(start, recursive=True))
    items = [f"{start.rstrip('/')}/{BELOW}" for start in starts]
    if cut is not None:
        words = args[cut + 1 :]
        if not any("{" in word for word in words):
            words = [*words, "{}"]
        inner = call.shell.subshell("fd -x")
        for item in items:
            call.run([word.replace("{}", item) for word in words], inner)
    return "".join(f"{item}\n" for item in items)


def _tar(call: Call) -> str | None:
    """Old style too: `tar xzf a.tgz -C dir`."""
    flags, operands, archive = _tar_arguments(call)
    for text in call.options.all("--checkpoint-action", "--to-command"):
        call.script(text.removeprefix("exec="), call.shell.subshell("tar"))
    if "x" in flags or call.has("--extract", "--get"):
        if archive:
            call.reads(archive)
        if not call.has("-O", "--to-stdout"):
            directory = call.options.one("-C", "--directory") or "."
            call.effect("fs.write", call.path(directory, recursive=True))
    elif flags & set("cruA") or call.has("--create", "--append", "--update"):
        _pack(call, operands, archive)
    elif archive and call.has("--delete"):
        call.writes(archive)
    elif archive:
        call.reads(archive)
    return None


def _pack(call: Call, operands: list[str], archive: str | None) -> None:
    for text in operands:
        call.reads(text, recursive=True)
    if archive and archive != "-":
        call.writes(archive)
    if call.has("--remove-files"):
        call.on_paths("fs.delete", operands, recursive=True)


def _tar_arguments(call: Call) -> tuple[set[str], list[str], str | None]:
    operands = list(call.operands)
    flags = {flag[1] for flag in call.options.flags if len(flag) == 2}
    archive = call.options.one("-f", "--file")
    first = call.args[0] if call.args else ""
    if first[:1] not in ("-", "") and first.isalpha() and operands[:1] == [first]:
        flags |= set(first)
        operands = operands[1:]
        if "f" in first and operands:
            archive = operands.pop(0)
    return flags, operands, archive


def _zip(call: Call) -> str | None:
    operands = call.operands
    if not operands or call.has("-l", "-v", "-T", "-sf") and call.name != "7z":
        return _reads_first(call)
    call.writes(operands[0])
    if call.has("-d"):
        return ""
    for text in operands[1:]:
        call.reads(text, recursive=call.has("-r", "-R"))
    if call.has("-m", "--move"):
        call.on_paths("fs.delete", operands[1:], recursive=True)
    return ""


def _reads_first(call: Call) -> str | None:
    for text in call.operands[:1]:
        call.reads(text)
    return None


def _unzip(call: Call) -> str | None:
    _reads_first(call)
    if not call.has("-l", "-t", "-v", "-Z", "-z", "-p"):
        target = call.options.one("-d") or "."
        call.effect("fs.write", call.path(target, recursive=True))
    return None


def _seven_zip(call: Call) -> str | None:
    verb, *rest = call.operands or [""]
    if verb in ("l", "t", "i", "h"):
        for text in rest[:1]:
            call.reads(text)
    elif verb in ("x", "e"):
        for text in rest[:1]:
            call.reads(text)
        target = next((arg[2:] for arg in call.args if arg[:2] == "-o" and len(arg) > 2), ".")
        call.effect("fs.write", call.path(target, recursive=True))
    else:
        for text in rest[:1]:
            call.writes(text)
        for text in rest[1:]:
            call.reads(text, recursive=True)
        if call.has("-sdel"):
            call.on_paths("fs.delete", rest[1:], recursive=True)
    return None


def _compress(call: Call) -> str | None:
    """The file is replaced by its packed or unpacked form."""
    for text in call.operands:
        if call.has(
            "-c", "--stdout", "--to-stdout", "-l", "--list", "-t", "--test", "-k", "--keep"
        ):
            call.reads(text)
        else:
            call.effect("fs.write", call.path(text))
    return None


def _cpio(call: Call) -> str | None:
    if call.has("-i", "--extract", "-p", "--pass-through") and not call.has("-t", "--list"):
        call.effect("fs.write", as_thing("path", call.shell.path("."), recursive=True))
    return None


PROGRAMS: dict[str, Program] = {
    "find": program(_find, clusters=False, helps=False),
    **each(
        "fd fdfind",
        program(_fd, "-e --extension -t --type -d --max-depth -E --exclude", helps=False),
    ),
    **each(
        "tar bsdtar gtar",
        program(
            _tar,
            "-f --file -C --directory -T --files-from -X --exclude --to-command "
            "--checkpoint-action "
            "--transform --strip-components -I --owner --group --mode",
        ),
    ),
    "zip": program(_zip, "-x -i -P -b -n"),
    "unzip": program(_unzip, "-d -x -P"),
    **each("7z 7za 7zz", program(_seven_zip, clusters=False)),
    **each(
        "gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 pigz brotli compress uncompress",
        program(_compress, "-S --suffix -T --threads"),
    ),
    "cpio": program(_cpio, "-F -H -D"),
}
