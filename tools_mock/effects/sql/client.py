"""Commands to the client, not to the database: of psql, mysql, sqlite3, sqlcmd and SQL*Plus.

One line of the table per effect. A command that is not in the table could be anything. What the
client runs in a shell is read by the caller's `shell`; what it includes by the caller's `files`.
"""

from __future__ import annotations

import re
import shlex

from tools_mock.effects.kinds import opaque
from tools_mock.effects.sql.dialects import Client
from tools_mock.effects.sql.files import path, read_copy
from tools_mock.effects.sql.lexer import Token, lex
from tools_mock.effects.sql.reading import (
    NOTHING,
    Reader,
    Reading,
    effect,
    effects_on,
    found,
    thing,
    undecided,
    unknown,
)

_TABLE: dict[Client, dict[str, str]] = {
    "psql": {
        "nothing": r"""\\ \l \l+ \list \list+ \z \dp \q \quit \x \timing \pset \a \t \H \f \C \T \c
            \connect \conninfo \encoding \echo \qecho \warn \set \unset \prompt \getenv \setenv \cd
            \h \help \? \copyright \errverbose \if \elif \else \endif \g \gx \gset \crosstabview
            \watch \p \print \r \reset \gdesc \bind \parse \close_prepared \sf \sf+ \sv \sv+
            \startpipeline \endpipeline \syncpipeline \flush \flushrequest \getresults \restrict
            \unrestrict \G""",
        "include": r"\i \include \ir \include_relative",
        "write": r"\o \out \w \write \s",
        "shell": r"\!",
        "privilege": r"\password",
        "copy": r"\copy",
        "import": r"\lo_import",
        "export": r"\lo_export",
        "delete": r"\lo_unlink",
        "unknown": r"\gexec \e \edit \ef \ev",
    },
    "mysql": {
        "nothing": r"""\G \g \c \p \s \q \u \h \? \r \W \w \C \d \t \P \n \R \x \b use status rehash
            notee nopager warnings nowarning exit quit prompt charset resetconnection help""",
        "include": r"\. source",
        "write": r"\T tee",
        "shell": r"\! system pager",
        "unknown": r"\e edit",
    },
    "sqlite3": {
        "nothing": r""".tables .schema .indexes .indices .databases .headers .header .mode .timer
            .echo .quit .exit .help .show .width .nullvalue .separator .stats .bail .changes .eqp
            .explain .print .prompt .limit .lint .fullschema .dbinfo .dbconfig .timeout .vfsname
            .vfslist .vfsinfo .connection .auth .parameter .progress .scanstats .session .sha3sum
            .version .nonce .selftest .cd .open .filectrl .binary .trace""",
        "dump": ".dump",
        "include": ".read",
        "write": ".output .once .excel .log .backup .save .clone",
        "shell": ".shell .system .www .edit",
        "import": ".import",
        "restore": ".restore",
        "library": ".load",
        "unknown": ".recover .expert .archive .ar .imposter .testctrl",
    },
    "sqlcmd": {
        "nothing": """:connect :setvar :listvar :serverlist :on :xml :quit :exit :help :reset
            :perftrace""",
        "include": ":r",
        "write": ":out :error",
        "shell": "!!",
        "unknown": ":ed",
    },
    "sqlplus": {
        "nothing": """prompt whenever define undefine accept column pause rem remark print variable
            exit quit connect disconnect set show""",
        "include": "@ @@ start get",
        "write": "spool store save",
        "shell": "host",
        "unknown": "run",
    },
    "": {},
}
_ACTIONS: dict[Client, dict[str, str]] = {
    client: {command: action for action, listed in table.items() for command in listed.split()}
    for client, table in _TABLE.items()
}
_DESCRIBING = re.compile(r"\\d[A-Za-z]*[+S]*")
_COMMAND = re.compile(r"\\[!.;\\?]|\\[A-Za-z_]+\+?|\.[A-Za-z0-9]+|:[A-Za-z]+|!!|@@?|[A-Za-z]+")
_BACKQUOTED = re.compile(r"`([^`]*)`")
_LARGEST = 200


def read_line(token: Token, reader: Reader) -> Reading:
    """What a command to the client does."""
    line = token.text.strip()
    match = _COMMAND.match(line)
    if match is None:
        return undecided(f"the client command {line[:40]}")
    name, rest = match.group(), line[match.end() :].strip()
    client = reader.dialect.client
    actions = _ACTIONS[client]
    action = actions.get(name if name[0] == "\\" else name.lower())
    reading = NOTHING
    if client == "psql":
        for command in _BACKQUOTED.findall(rest) if action not in ("shell", "copy") else ():
            reading |= _shell(command, reader)
        if action is None and _DESCRIBING.fullmatch(name):
            return reading
    if action is None:
        return reading | undecided(f"the client command {name[:40]}", "*")
    return reading | _act(action, name, rest, reader)


def _arguments(rest: str) -> list[str]:
    """The arguments of a command, quotes off."""
    try:
        return shlex.split(rest[: _LARGEST * 10], posix=True)
    except ValueError:
        return rest.split()


def _shell(command: str, reader: Reader) -> Reading:
    """A command that the client gives to the shell."""
    if reader.shell is None:
        return Reading(effects=(opaque(f"the shell command {command[:80]}"),))
    return found((), *reader.shell(command))


def _act(action: str, name: str, rest: str, reader: Reader) -> Reading:
    """The effects of an action of the table."""
    if action == "nothing":
        return _piped(rest, reader) if name in ("\\g", "\\gx") else NOTHING
    if action == "unknown":
        return undecided(f"the client command {name}")
    if action == "shell":
        return _shell(rest, reader) if rest else Reading(effects=(opaque("a shell"),))
    if action == "copy":
        return _copy(rest, reader)
    if action == "include":
        return _include(rest, reader)
    if action == "write":
        return _write(rest, reader)
    if action == "privilege":
        roles = [thing("role", each) for each in _arguments(rest)]
        return found((), *effects_on("db.privilege", roles))
    return _files(action, _arguments(rest), reader)


def _files(action: str, arguments: list[str], reader: Reader) -> Reading:
    """Commands that carry data between files and the database."""
    paths = [path(each) for each in arguments if not each.startswith("-")]
    first = paths[0] if paths else unknown("path")
    last = paths[-1] if len(paths) > 1 else first
    if action == "dump":
        return found((), effect("db.read"))
    if action == "import":
        if reader.dialect.client == "psql":
            return found((), effect("db.write"), effect("fs.read", first))
        table = thing("table", str(last.value)) if len(paths) > 1 else unknown("table")
        written = found((), effect("db.write", table))
        source = paths[-2] if len(paths) > 1 else first
        if str(source.value).startswith("|"):
            return written | _shell(str(source.value)[1:].strip(), reader)
        return written | found((), effect("fs.read", source))
    if action == "export":
        return found((), effect("db.read"), effect("fs.write", last))
    if action == "restore":
        every = thing("table", "*", "pattern")
        return found((), effect("db.write", every), effect("fs.read", last))
    if action == "library":
        return found((), effect("proc.exec", first))
    return found((), effect("db.delete"))


def _piped(rest: str, reader: Reader) -> Reading:
    """The file or program that takes a result."""
    if rest.startswith("("):
        rest = rest[rest.find(")") + 1 :].strip()
    return _write(rest, reader)


def _write(rest: str, reader: Reader) -> Reading:
    """A file or a program that output goes to."""
    if rest.startswith("|"):
        return _shell(rest[1:].strip(), reader)
    targets = [each for each in _arguments(rest) if not each.startswith("-")]
    if not targets or targets[-1].lower() in ("off", "stdout", "on", "out"):
        return NOTHING
    return found((), effect("fs.write", path(targets[-1])))


def _copy(rest: str, reader: Reader) -> Reading:
    """The copy of psql, which reads and writes files of the client."""
    return read_copy(lex("COPY " + rest, reader.dialect), reader)


def _include(rest: str, reader: Reader) -> Reading:
    """A file of statements."""
    if rest.startswith("|"):
        return _shell(rest[1:].strip(), reader)
    name = next(iter(_arguments(rest)), "")
    content = reader.files(name) if reader.files and name else None
    if content is None:
        return undecided(f"the file {name[:80]}")
    return reader.read_text(content)
