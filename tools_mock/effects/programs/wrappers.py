"""Programs that run another program: what is theirs is taken off, and the rest is read.

A row of `ROWS` says how: which options have a value, how many operands stand before the command,
and whether the command is words (`sudo rm x`) or a text for a shell (`watch 'rm x'`). Programs
whose words mean more have a reader of their own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tools_mock.effects.programs.call import Call, Program, each, program, thing
from tools_mock.effects.programs.packages import other_verb
from tools_mock.effects.shell.marks import display, unknown
from tools_mock.effects.shell.state import Shell

MOST_ITEMS = 64
"""What `xargs` and `parallel` are fed beyond this is taken as one unknown item."""


@dataclass(frozen=True, slots=True)
class Wrapper:
    """How a wrapper is taken off.

    Attributes:
        values: options with a value, blanks between them.
        skip: operands before the command.
        text: options whose value is a command for a shell.
        joins: whether the words are joined to a command for a shell.
        assigns: whether `NAME=value` may stand before the command.
        verb: operands that must come first (`op run`).
        bare: what happens without a command: nothing, or a shell that reads what is fed in.
    """

    values: str = ""
    skip: int = 0
    text: str = ""
    joins: bool = False
    assigns: bool = False
    verb: str = ""
    bare: str = ""


_SUDO = """-u --user -g --group -p --prompt -C --close-from -h --host -r --role -t --type -T
    --command-timeout -D --chdir -R --chroot -U --other-user"""
_SU = "-s --shell -g --group -G --supp-group -w --whitelist-environment -u --user"

ROWS: dict[str, Wrapper] = {
    "sudo": Wrapper(_SUDO, assigns=True, bare="shell"),
    "doas": Wrapper("-u -C -a", bare="shell"),
    "env": Wrapper("-u --unset -C --chdir", text="-S --split-string", assigns=True),
    "nohup": Wrapper(),
    "nice": Wrapper("-n --adjustment"),
    "ionice": Wrapper("-c --class -n --classdata -p --pid"),
    "chrt": Wrapper("-T -P -D", skip=1),
    "taskset": Wrapper(skip=1),
    "numactl": Wrapper("-N -m -C -i --cpunodebind --membind --physcpubind --interleave"),
    "prlimit": Wrapper("-p --pid"),
    "time": Wrapper("-f --format -o --output"),
    "timeout": Wrapper("-s --signal -k --kill-after", skip=1),
    "gtimeout": Wrapper("-s --signal -k --kill-after", skip=1),
    "stdbuf": Wrapper("-i --input -o --output -e --error"),
    "setsid": Wrapper(),
    "coproc": Wrapper(),
    "watch": Wrapper("-n --interval", joins=True),
    "chroot": Wrapper("-u -g -G", skip=1, bare="shell"),
    "flock": Wrapper("-w --wait --timeout -E --conflict-exit-code", skip=1, text="-c --command"),
    "strace": Wrapper("-e -o -s -p -P -u -E -a -b -I -O -S -X"),
    "ltrace": Wrapper("-e -o -s -p -u -n -l -a"),
    "perf": Wrapper("-e -o -p -F", verb="stat record"),
    "valgrind": Wrapper(),
    "busybox": Wrapper(),
    "toybox": Wrapper(),
    "unshare": Wrapper("-R --root -w --wd -S --setuid -G --setgid", bare="shell"),
    "nsenter": Wrapper("-t --target -S --setuid -G --setgid", bare="shell"),
    "systemd-run": Wrapper("-u --unit -p --property -E --setenv --uid --gid --on-calendar"),
    "systemd-inhibit": Wrapper("--what --who --why --mode"),
    "caffeinate": Wrapper("-t -w"),
    "chronic": Wrapper(),
    "unbuffer": Wrapper(),
    "faketime": Wrapper("-f", skip=1),
    "fakeroot": Wrapper("-s -i -l"),
    "eatmydata": Wrapper(),
    "firejail": Wrapper(),
    "proxychains": Wrapper("-f"),
    "proxychains4": Wrapper("-f"),
    "torsocks": Wrapper(),
    "sshpass": Wrapper("-p -f -d -P"),
    "xvfb-run": Wrapper("-s --server-args -n --server-num -e --error-file"),
    "dbus-run-session": Wrapper(),
    "rlwrap": Wrapper(),
    "setarch": Wrapper(skip=1),
    "cgexec": Wrapper("-g"),
    "pkexec": Wrapper("--user"),
    "gosu": Wrapper(skip=1),
    "su-exec": Wrapper(skip=1),
    "tini": Wrapper("-e -p"),
    "dumb-init": Wrapper("-r --rewrite"),
    "npx": Wrapper("-p --package -w --workspace", text="-c --call"),
    "bunx": Wrapper("-p --package"),
    "uvx": Wrapper("--from --with --python -p"),
    "pipx": Wrapper("--spec --python", verb="run"),
    "pipenv": Wrapper(verb="run"),
    "rye": Wrapper(verb="run"),
    "hatch": Wrapper("-e --env", verb="run"),
    "bundle": Wrapper(verb="exec"),
    "mise": Wrapper("-C --cd", verb="exec x"),
    "asdf": Wrapper(verb="exec"),
    "direnv": Wrapper(verb="exec", skip=1),
    "dotenv": Wrapper("-f -e -c -p", verb="run"),
    "nix-shell": Wrapper("-p --packages -A -I --argstr", text="--run --command"),
    "op": Wrapper("--env-file --account --vault", verb="run"),
    "aws-vault": Wrapper("-d --duration --region", verb="exec", skip=1),
    "chamber": Wrapper(verb="exec", skip=1),
    "doppler": Wrapper("-p --project -c --config -t --token", verb="run", text="--command"),
    "infisical": Wrapper("--env --path --projectId", verb="run", text="--command"),
    "envchain": Wrapper(skip=1),
    "cross-env": Wrapper(assigns=True),
    "wsl": Wrapper("-d --distribution -u --user", text="-e --exec"),
    "cmd": Wrapper(joins=True),
    "powershell": Wrapper("-ExecutionPolicy", text="-Command -c", joins=True),
    "pwsh": Wrapper("-ExecutionPolicy", text="-Command -c", joins=True),
}


def unwrap(call: Call, row: Wrapper) -> str | None:
    """Run what a wrapper runs."""
    rest = list(call.operands)
    if call.name == "sudo" and call.has("-e", "--edit"):
        return _edits(call)
    if row.verb and (not rest or rest[0] not in row.verb.split()):
        return other_verb(call)
    if row.verb:
        rest = rest[1:]
        rest = _without_options(rest, row)
    inner = _inner(call)
    texts = call.options.all(*row.text.split())
    if texts:
        return call.script(" ; ".join(texts), inner)
    del rest[: row.skip]
    if len(rest) > 1 and rest[0] in row.text.split():
        return call.script(rest[1], inner)
    if row.assigns:
        rest = rest[1:] if rest[:1] == ["-"] else rest
        rest = _assigned(inner, rest)
    rest = (
        rest[1:]
        if rest[:1] == ["--"] or (call.name in ("time", "coproc") and rest[:1] == ["{"])
        else rest
    )
    if call.name in ("cmd", "powershell", "pwsh"):
        rest = [word.replace("\\", "/") for word in rest if word.lower() not in ("/c", "/k")]
    if not rest:
        return _bare(call, row, inner)
    if row.joins:
        return call.script(" ".join(rest), inner)
    return call.run(rest, inner)


def _inner(call: Call) -> Shell:
    inner = call.shell.subshell(call.name)
    directory = call.options.one("-C", "--chdir", "-D")
    if directory is not None and call.name in ("env", "sudo"):
        inner.cwd = call.shell.path(directory)
    return inner


def _without_options(words: list[str], row: Wrapper) -> list[str]:
    """The words behind the options that follow a verb."""
    valued = row.values.split()
    while words and words[0][:1] == "-":
        option = words.pop(0)
        if option == "--":
            break
        if option in valued and words:
            words.pop(0)
    return words


def _assigned(shell: Shell, words: list[str]) -> list[str]:
    for index, word in enumerate(words):
        name, equals, value = word.partition("=")
        if not (equals and name.isidentifier()):
            return words[index:]
        shell.assign(name, [value])
    return []


def _bare(call: Call, row: Wrapper, inner: Shell) -> str | None:
    if row.bare == "shell" and call.stdin is not None:
        return call.script(call.stdin, inner)
    return None


def _edits(call: Call) -> str | None:
    for text in call.operands:
        call.writes(text)
    return ""


def _su(call: Call) -> str | None:
    """`su [-] [user] [-c command]`; `runuser -u user -- command` runs words."""
    inner = call.shell.subshell(call.name)
    user = call.options.one("-u", "--user")
    if call.name == "runuser" and user in call.args:
        words = call.args[call.args.index(user) + 1 :]
        return call.run(words[1:] if words[:1] == ["--"] else words, inner)
    texts = call.options.all("-c", "--command")
    if texts:
        return call.script(" ; ".join(texts), inner)
    return call.script(call.stdin, inner) if call.stdin is not None else None


def _items(call: Call, text: str | None) -> list[str]:
    """The items that `xargs` reads: lines or words."""
    if text is None:
        return [unknown("item")]
    text = text.replace("\0", "\n")
    delimiter = call.options.one("-d", "--delimiter")
    by_line = call.has("-I", "-i", "--replace", "-0", "--null", "-L") or delimiter is not None
    items = text.splitlines() if by_line else text.replace("'", "").replace('"', "").split()
    if delimiter and delimiter not in ("\\n", "\n", "\\0"):
        items = [item for line in items for item in line.split(delimiter) if item]
    return [*items[:MOST_ITEMS], unknown("item")] if len(items) > MOST_ITEMS else items


def _xargs(call: Call) -> str | None:
    words = list(call.operands)
    listed = call.options.one("-a", "--arg-file")
    items = _items(call, call.stdin if listed is None else call.reads(listed))
    if not words:
        return "\n".join(items)
    inner = call.shell.subshell("xargs")
    inner.stdin = None
    mark = call.options.one("-I", "--replace")
    if mark is None and call.has("-i"):
        mark = "{}"
    if mark:
        return "".join(
            call.run([word.replace(mark, item) for word in words], inner) for item in items
        )
    if not items and call.has("-r", "--no-run-if-empty"):
        return ""
    size = call.options.one("-n", "--max-args")
    step = int(size) if size and re.fullmatch("[1-9][0-9]?", size) else max(len(items), 1)
    rounds = range(0, max(len(items), 1), step)
    return "".join(call.run([*words, *items[at : at + step]], inner) for at in rounds)


def _parallel(call: Call) -> str | None:
    words = list(call.operands)
    cut = next((i for i, word in enumerate(words) if word[:3] in (":::", "::::")), None)
    if cut is None:
        items = [unknown("item")] if call.stdin is None else call.stdin.splitlines()
    else:
        words, items = words[:cut], words[cut + 1 :]
    template = " ".join(words)
    if "{" not in template and template:
        template += " {}"
    inner = call.shell.subshell("parallel")
    inner.stdin = None
    return "".join(
        call.script(template.replace("{}", item) if template else item, inner)
        for item in items[:MOST_ITEMS]
    )


def _scheduled(call: Call) -> str | None:
    """`at` and `batch` run the script that they are fed, later."""
    if call.name == "atrm" or call.has("-r", "-d"):
        call.effect("infra.change", thing("resource", "at queue"))
        return ""
    if call.has("-l"):
        call.effect("infra.read", thing("resource", "at queue"))
        return None
    listed = call.options.one("-f")
    text = call.stdin if listed is None else call.reads(listed)
    if text is not None:
        call.script(text, call.shell.subshell(call.name))
    elif listed is not None:
        call.opaque(f"{call.name} runs {display(listed)}, whose content is not known")
    return ""


def _script(call: Call) -> str | None:
    """`script [-c command] [file [command …]]` records what a command prints."""
    inner = call.shell.subshell("script")
    texts = call.options.all("-c", "--command")
    if call.operands:
        call.writes(call.operands[0])
    if texts:
        return call.script(" ; ".join(texts), inner)
    return call.run(call.operands[1:], inner) if len(call.operands) > 1 else None


def _wrapper(row: Wrapper) -> Program:
    def read(call: Call) -> str | None:
        return unwrap(call, row)

    return program(
        read, f"{row.values} {row.text}", stop=True, helps=False, reports=False, abbreviates=True
    )


PROGRAMS: dict[str, Program] = {
    **{name: _wrapper(row) for name, row in ROWS.items()},
    "sudoedit": program(_edits, "-u"),
    **each("su runuser", program(_su, f"{_SU} -c --command", helps=False, reports=False)),
    "xargs": program(
        _xargs,
        "-I --replace -n --max-args -P --max-procs -L -d --delimiter -E -s -a --arg-file",
        stop=True,
        helps=False,
        reports=False,
    ),
    "parallel": program(
        _parallel,
        "-j --jobs -S --sshlogin --joblog --results -n -N --delay --timeout -a",
        stop=True,
        helps=False,
        reports=False,
    ),
    "at": program(_scheduled, "-f -q -t"),
    "batch": program(_scheduled, "-f -q"),
    "atrm": program(_scheduled),
    "script": program(
        _script, "-c --command -I -O -B -T -t", stop=True, helps=False, reports=False
    ),
}
