"""SQL that a command line carries, as the shell of the client reads it.

`read_sql_script` knows the commands of the clients' own shells; here the files that they include
and the programs that they run are looked up in the line. What the line leaves unknown inside of a
statement stands there as a template; a line that is unknown as a whole is set aside.
"""

from __future__ import annotations

from tools_mock.effects.programs.call import Call
from tools_mock.effects.shell.marks import as_code, as_thing, certain
from tools_mock.effects.shell.state import Shell
from tools_mock.effects.sql.reader import Statement, read_sql, read_sql_script
from traces.model import Thing

_TEMPLATE = "${unknown}"


def run_sql_script(
    call: Call, text: str, dialect: str, where: tuple[Thing, ...], *, why: str
) -> None:
    r"""Report what a script of a client would do, `\! command` and `\i file` included.

    Args:
        call: the client.
        text: marked text.
        dialect: as `read_sql` names it.
        where: the host and the database.
        why: where the script stands.
    """
    inner = call.shell.subshell(call.name)
    inner.stdin = None

    def shell(command: str) -> tuple[()]:
        # What the command does is reported as it is read, so nothing is left to hand back.
        inner.run(inner.subshell(), command)
        return ()

    def files(name: str) -> str | None:
        content = inner.reads(name, why=why)
        return content if content is not None and certain(content) else None

    source = _known_lines(call.shell, text, why)
    if source:
        found = read_sql_script(source, dialect, shell=shell, files=files)
        _report(call.shell, found, where, why)


def report_sql(
    shell: Shell, text: str, dialect: str, where: tuple[Thing, ...], *, why: str
) -> None:
    """Report the effects of SQL, with further objects such as the host and the database."""
    source = _known_lines(shell, text, why)
    if source:
        _report(shell, read_sql(source, dialect), where, why)


def _known_lines(shell: Shell, text: str, why: str) -> str:
    """The lines of which something is known; the others are reported as opaque."""
    shell.reading.step()
    lines = text.split("\n")
    known = [line for line in lines if not _is_unknown(line)]
    if len(known) != len(lines):
        shell.opaque(f"{why}: statements that nobody knows", "db.*")
    source = "\n".join(known)
    return as_code(source, _TEMPLATE) if source.strip(" \t\n;") else ""


def _is_unknown(line: str) -> bool:
    stripped = line.strip().rstrip(";")
    return stripped[:1] == "\ue000" and stripped.find("\ue001") == len(stripped) - 1


def _report(
    shell: Shell, statements: tuple[Statement, ...], where: tuple[Thing, ...], why: str
) -> None:
    for statement in statements:
        for effect in statement.effects:
            if effect.kind == "opaque":
                shell.opaque(f"{why}, {effect.why}", *effect.could)
            else:
                on = tuple(_seen(shell, one) for one in effect.on)
                place = () if effect.kind.startswith(("fs.", "proc.", "net.")) else where
                shell.effect(effect.kind, *on, *place, why=f"{why}, {effect.why}")


def _seen(shell: Shell, one: Thing) -> Thing:
    """A path as it is seen from the working directory."""
    if one.name != "path" or one.known != "whole" or not isinstance(one.value, str):
        return one
    return as_thing("path", shell.path(one.value), recursive=one.recursive)
